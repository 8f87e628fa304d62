"""What Vosk's own Python API costs on the same recordings: one grammar of 130 phrases, streamed in
20 ms blocks with a partial result each 100 ms. Needs the package vosk."""
import glob, json, time, wave
from vosk import KaldiRecognizer, Model, SetLogLevel

SetLogLevel(-1)
model = Model("models/vosk-model-tiny-zh-en-earmark-0.2")
phrases = ["播放 西游记", "暂停", "继续 播放", "下 一 集", "play treasure island", "pause", "next chapter"]
phrases += [f"第 {a} {b} 回" for a in "一二三四五六七八九十" for b in "一二三四五六七八九"]
grammar = json.dumps(phrases + ["[unk]"], ensure_ascii=False)
for _ in range(3):
    seconds = 0.0
    start = time.perf_counter()
    for path in sorted(glob.glob("src/test/resources/speech_synth/*/*.wav")):
        recogniser = KaldiRecognizer(model, 16000, grammar)
        with wave.open(path) as audio:
            seconds += audio.getnframes() / 16000
            block = 0
            while data := audio.readframes(320):
                recogniser.AcceptWaveform(data)
                block += 1
                if block % 5 == 0:
                    recogniser.PartialResult()
        recogniser.FinalResult()
    print(f"vosk alone, {seconds:.1f} s of sound, {(time.perf_counter() - start) / seconds:.4f} of one core")
