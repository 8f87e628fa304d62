package dev.earmark.app;

import dev.earmark.app.home.Home;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Roles;
import dev.earmark.audio.CaptureRole;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmRing;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.device.Devices;
import dev.earmark.audio.mix.Mixer;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.OutputRole;
import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.listen.echo.EchoFilter;
import dev.earmark.listen.echo.EchoReference;
import dev.earmark.listen.echo.SpeexCanceller;
import dev.earmark.listen.machine.BlockSource;
import dev.earmark.listen.machine.Listener;
import dev.earmark.speak.LevelledVoice;
import dev.earmark.speak.PhraseCache;
import dev.earmark.speak.SpeechOutput;
import dev.earmark.speak.Voice;
import dev.earmark.speak.espeak.EspeakVoice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The ends of the sound's way: microphone into a ring; book, speech and chimes into the speaker.
 */
public final class Sound {
  /** Four seconds: longer than any pause of the recogniser, short enough to hear the present. */
  private static final int RING_BLOCKS = 200;

  /**
   * A turn of the speech is one sentence, of two voices when the first one fails; each has a limit.
   */
  public static final Duration SPEECH_TURN = EspeakVoice.LONGEST.multipliedBy(2).plusSeconds(5);

  /** What the first of several microphones is called. */
  private static final String FIRST = "microphone";

  /** A microphone on its way into its ring. */
  private record Input(String name, PcmRing ring, CaptureRole capture) {}

  private final Mixer mixer;
  private final SpeechOutput speech;
  private final List<Input> inputs;
  private final OutputRole output;
  private final Lifecycle lifecycle;
  private final @Nullable EchoReference reference; // null: what is heard passes as it is

  private Sound(
      Mixer mixer,
      SpeechOutput speech,
      Map<String, Microphone.Opener> microphones,
      Speaker.Opener speaker,
      boolean echoCancel,
      Lifecycle lifecycle,
      Clock clock,
      Health health) {
    this.mixer = mixer;
    this.speech = speech;
    List<Input> made = new ArrayList<>();
    microphones.forEach(
        (name, opener) -> {
          PcmRing ring = new PcmRing(RING_BLOCKS);
          made.add(new Input(name, ring, new CaptureRole(name, opener, ring, clock, health)));
        });
    this.inputs = List.copyOf(made);
    EchoReference played = echoCancel ? new EchoReference() : null;
    this.reference = played;
    this.lifecycle = lifecycle;
    Speaker.Opener opener = played == null ? speaker : () -> played.heardThrough(speaker.open());
    this.output = new OutputRole(mixer, opener, clock, health);
  }

  /**
   * Makes both ends; nothing is opened yet.
   *
   * @param microphones by their names, the first one without a name
   * @param voiceMixer gives the mixer as the voice shall see it
   * @param lifecycle closes what the voice keeps running
   */
  public static Sound open(
      Home home,
      EarmarkConfig config,
      Map<String, Microphone.Opener> microphones,
      Speaker.Opener speaker,
      UnaryOperator<MixerControl> voiceMixer,
      Lifecycle lifecycle,
      Clock clock,
      Health health)
      throws IOException {
    Mixer mixer = new Mixer(config.player().volume());
    ShapeSettings shape = config.player().sound();
    Optional<Voice> voice =
        Voices.choose(home, config.voice(), clock, health)
            .map(plain -> shape.level() ? new LevelledVoice(plain, shape.targetLufs()) : plain);
    PhraseCache phrases =
        new PhraseCache(home.state().resolve("phrases"), config.voice().cacheBytes(), clock);
    SpeechOutput speech =
        new SpeechOutput(voiceMixer.apply(mixer), voice, phrases, config.voice(), clock, health);
    lifecycle.started("voice", Duration.ofSeconds(1), () -> voice.ifPresent(Voice::close));
    return new Sound(
        mixer,
        speech,
        microphones,
        speaker,
        config.listen().echoCancel(),
        lifecycle,
        clock,
        health);
  }

  /** Sets who is told when the speaker is lost and found. */
  void onSpeaker(OutputRole.Listener listener) {
    output.tell(listener);
  }

  /** Starts the speaker's side. */
  public void startOutput(Roles roles) {
    roles.start(output, Duration.ofMillis(1_500));
    roles.start(speech, Duration.ofMillis(500), SPEECH_TURN);
  }

  /** Starts the microphone's side. */
  void startCapture(Roles roles) {
    inputs.forEach(input -> roles.start(input.capture(), Duration.ofMillis(500)));
  }

  /** Returns the ring of the first microphone. */
  PcmRing ring() {
    return inputs.get(0).ring();
  }

  /**
   * Returns the configured microphones by their names, the first one without a name.
   *
   * @param instead takes the place of all of them, if it is not null
   */
  static Map<String, Microphone.Opener> microphones(
      EarmarkConfig config, Microphone.@Nullable Opener instead, Clock clock) {
    if (instead != null) {
      return Map.of("", instead);
    }
    Map<String, Microphone.Opener> openers = new LinkedHashMap<>();
    openers.put("", Devices.microphone(config.microphone(), clock));
    config
        .microphones()
        .forEach((name, settings) -> openers.put(name, Devices.microphone(settings, clock)));
    return openers;
  }

  /** Returns what the microphones give, the first one's first; called once. */
  List<Listener.Input> inputs() {
    String first = inputs.size() == 1 ? "" : FIRST;
    return inputs.stream()
        .map(
            input ->
                new Listener.Input(
                    input.name().isEmpty() ? first : input.name(), heard(input.ring())))
        .toList();
  }

  /** Returns what a microphone gives, without what is played where that is wanted. */
  private BlockSource heard(PcmRing ring) {
    if (reference == null) {
      return ring::take;
    }
    EchoFilter filter = new EchoFilter(reference, SpeexCanceller::open);
    lifecycle.started("echo canceller", Duration.ofMillis(500), filter);
    return wait -> {
      PcmBlock block = ring.take(wait);
      return block == null ? null : filter.apply(block, ring.takenFrame());
    };
  }

  Mixer mixer() {
    return mixer;
  }

  /** Returns what speaks. */
  public SpeechOutput speech() {
    return speech;
  }
}
