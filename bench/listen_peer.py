"""What Vosk's own Python API costs on the recordings of the tests: one grammar, streamed in 20 ms blocks with a
partial result each 100 ms. Prints the processor seconds for each second of sound. Needs the package vosk.
  listen_peer.py MODEL GRAMMAR.json FILE.wav..."""
import json, sys, time, wave
from vosk import KaldiRecognizer, Model, SetLogLevel

SetLogLevel(-1)
model = Model(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    grammar = file.read()
for measured in (False, True):  # once to warm up, as on the other side
    seconds = 0.0
    start = time.process_time()
    for path in sys.argv[3:]:
        recogniser = KaldiRecognizer(model, 16000, grammar)
        recogniser.SetWords(True)
        with wave.open(path) as audio:
            seconds += audio.getnframes() / 16000
            block = 0
            while data := audio.readframes(320):
                recogniser.AcceptWaveform(data)
                block += 1
                if block % 5 == 0:
                    recogniser.PartialResult()
        recogniser.FinalResult()
    if measured:
        print((time.process_time() - start) / seconds)
