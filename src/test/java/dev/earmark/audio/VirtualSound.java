package dev.earmark.audio;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.earmark.audio.device.MicrophoneSettings;
import dev.earmark.audio.device.SpeakerSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A private PulseAudio daemon with a virtual speaker, and a virtual microphone that hears what is
 * played into a virtual mouth.
 *
 * <p>Nothing outside of a temporary folder is touched, and closing ends the daemon. The null sinks
 * keep time by the system's clock.
 */
public final class VirtualSound implements AutoCloseable {
  /** Short enough for speech to be cut off quickly, long enough for a loaded test machine. */
  private static final int SPEAKER_LATENCY_MS = 100;

  private static final String MICROPHONE_MODULE = "module-remap-source";

  private final Path folder;
  private final Process daemon;
  private final String server;

  private VirtualSound(Path folder, Process daemon, String server) {
    this.folder = folder;
    this.daemon = daemon;
    this.server = server;
  }

  /** Starts the daemon and waits until it answers; skips the test where PulseAudio is missing. */
  public static VirtualSound startOrSkip() throws IOException, InterruptedException {
    for (String program : List.of("pulseaudio", "pactl", "parec", "pacat", "paplay")) {
      if (!installed(program)) {
        abort("skipped: " + program + " is missing here (apt-get install pulseaudio)");
      }
    }
    Path folder = Files.createTempDirectory("earmark-sound-");
    String socket = folder.resolve("pulse.sock").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            "pulseaudio",
            "-n",
            "--daemonize=no",
            "--exit-idle-time=-1",
            "--use-pid-file=no",
            // A real-time thread that a loaded machine keeps busy is ended by the kernel's limit.
            "--realtime=no",
            "--high-priority=no",
            // Small containers have no room for 64 MB of shared memory a client.
            "--disable-shm=yes",
            "-L",
            "module-native-protocol-unix socket=" + socket + " auth-anonymous=1",
            "-L",
            speakerModule(),
            "-L",
            "module-null-sink sink_name=mouth rate=16000 channels=1",
            "-L",
            MICROPHONE_MODULE + " master=mouth.monitor source_name=mic");
    builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
    builder.environment().put("HOME", folder.toString());
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("daemon.log").toFile());
    Files.writeString(folder.resolve("client.conf"), "enable-shm = no\n");
    VirtualSound sound = new VirtualSound(folder, builder.start(), "unix:" + socket);
    sound.awaitAnswer();
    return sound;
  }

  private static String speakerModule() {
    return "module-null-sink sink_name=speaker rate=48000 channels=2";
  }

  private void awaitAnswer() throws IOException, InterruptedException {
    for (int attempt = 0; attempt < 100; attempt++) {
      if (run("pactl", "--server=" + server, "info") == 0) {
        return;
      }
      Thread.sleep(50);
    }
    String log = Files.readString(folder.resolve("daemon.log"));
    close();
    throw new IOException("the private PulseAudio does not answer: " + log);
  }

  /** Returns what a child process needs in its environment to reach this daemon. */
  public Map<String, String> environment() {
    return Map.of(
        "PULSE_SERVER",
        server,
        "PULSE_CLIENTCONFIG",
        folder.resolve("client.conf").toString(),
        "XDG_RUNTIME_DIR",
        folder.toString());
  }

  /** Returns whether the daemon still runs and what it has logged, for the text of a failure. */
  public String state() throws IOException {
    String end = daemon.isAlive() ? "runs" : "ended with " + daemon.exitValue();
    return "PulseAudio " + end + ": " + Files.readString(folder.resolve("daemon.log"));
  }

  /** Returns the command that records the microphone: raw s16le, 16 kHz, mono. */
  public List<String> microphoneCommand() {
    return client("parec", "mic", 16_000, 1, "--latency-msec=20");
  }

  /** Returns the command that plays on the speaker: raw s16le, 48 kHz, stereo. */
  public List<String> speakerCommand() {
    return client("pacat", "speaker", 48_000, 2, "--latency-msec=" + SPEAKER_LATENCY_MS);
  }

  /** Returns settings for the virtual microphone. */
  public MicrophoneSettings microphoneSettings() {
    return new MicrophoneSettings(
        "command", "", microphoneCommand(), 16_000, 1, "", /* realTime= */ true);
  }

  /** Returns settings for the virtual speaker. */
  public SpeakerSettings speakerSettings() {
    return new SpeakerSettings("command", "", speakerCommand(), SPEAKER_LATENCY_MS, "");
  }

  /** Speaks a WAV file into the microphone; returns when it has been spoken. */
  public void speakInto(Path wav) throws IOException, InterruptedException {
    int code = run("paplay", "--server=" + server, "--device=mouth", wav.toString());
    if (code != 0) {
      throw new IOException("paplay ended with " + code + " on " + wav);
    }
  }

  /** Records what the speaker sounds for the given time, 48 kHz stereo. */
  public PcmBlock recordSpeaker(double seconds) throws IOException, InterruptedException {
    try (Recording recording = startRecording()) {
      Thread.sleep(Math.round(seconds * 1_000));
      return recording.stop();
    }
  }

  /** Begins to record what the speaker sounds; returns when the recording runs. */
  public Recording startRecording() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(client("parec", "speaker.monitor", 48_000, 2, "--latency-msec=20"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Recording recording = new Recording(process);
    recording.awaitFirstSample();
    return recording;
  }

  /** Takes the microphone away while programs read from it. */
  public void unplugMicrophone() throws IOException, InterruptedException {
    control("unload-module", MICROPHONE_MODULE);
  }

  /** Brings the microphone back. */
  public void plugInMicrophone() throws IOException, InterruptedException {
    control("load-module", MICROPHONE_MODULE, "master=mouth.monitor", "source_name=mic");
  }

  /** Takes both sinks away, speaker and mouth; streams on them end. */
  public void unplugSpeaker() throws IOException, InterruptedException {
    control("unload-module", "module-null-sink");
  }

  /** Brings the speaker back, without the mouth. */
  public void plugInSpeaker() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("load-module"));
    arguments.addAll(List.of(speakerModule().split(" ")));
    control(arguments.toArray(String[]::new));
  }

  @Override
  public void close() {
    daemon.destroy();
    try {
      if (!daemon.waitFor(3, TimeUnit.SECONDS)) {
        daemon.destroyForcibly();
      }
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new IllegalStateException("cannot remove " + folder, e);
    }
  }

  private void control(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("pactl", "--server=" + server));
    command.addAll(List.of(arguments));
    int code = run(command.toArray(String[]::new));
    if (code != 0) {
      throw new IOException(command + " ended with " + code);
    }
  }

  private List<String> client(
      String program, String device, int rate, int channels, String latency) {
    return List.of(
        program,
        "--server=" + server,
        "--device=" + device,
        "--format=s16le",
        "--rate=" + rate,
        "--channels=" + channels,
        latency);
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(List.of(command) + " did not end within 60 s");
    }
    return process.exitValue();
  }

  private static boolean installed(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** A running recording of the speaker. */
  public static final class Recording implements AutoCloseable {
    private final Process process;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(); // guarded by this
    private final Thread reader;

    private Recording(Process process) {
      this.process = process;
      this.reader = new Thread(this::read, "recording");
      reader.setDaemon(true);
      reader.start();
    }

    private void read() {
      byte[] chunk = new byte[3_840];
      try (InputStream in = process.getInputStream()) {
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          synchronized (this) {
            bytes.write(chunk, 0, n);
            notifyAll();
          }
        }
      } catch (IOException e) {
        // The pipe breaks when the recording is stopped; what has been read is kept.
        synchronized (this) {
          notifyAll();
        }
      }
    }

    private synchronized void awaitFirstSample() throws InterruptedException, IOException {
      for (int i = 0; i < 100 && bytes.size() == 0; i++) {
        wait(50);
      }
      if (bytes.size() == 0) {
        process.destroyForcibly();
        throw new IOException("the recording of the virtual speaker does not begin");
      }
    }

    /** Returns how many seconds have been recorded so far. */
    public synchronized double seconds() {
      return AudioFormat.OUTPUT.seconds(bytes.size() / AudioFormat.OUTPUT.bytesPerFrame());
    }

    /** Ends the recording and returns it. */
    public PcmBlock stop() throws InterruptedException {
      close();
      reader.join(2_000);
      synchronized (this) {
        byte[] all = bytes.toByteArray();
        short[] samples = new short[all.length / 4 * 2];
        ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(samples);
        return new PcmBlock(AudioFormat.OUTPUT, samples);
      }
    }

    @Override
    public void close() {
      process.destroy();
    }
  }
}
