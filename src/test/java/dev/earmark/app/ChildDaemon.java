package dev.earmark.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The daemon, or another command, as a process of its own. */
final class ChildDaemon implements AutoCloseable {
  /** The demo takes a minute of real time; a busy machine may need three more. */
  private static final int LIMIT_S = 240;

  private final Process process;
  private final String url;

  private ChildDaemon(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * What a command that has ended left behind.
   *
   * @param out what it wrote to stdout
   * @param err what it wrote to stderr
   */
  record Ended(int exitCode, String out, String err) {}

  /** Starts the daemon and waits until it says that it is ready. */
  static ChildDaemon start(Path home, Map<String, String> variables) throws IOException {
    return start(home, variables, "ready in \\d+ ms, (http://127\\.0\\.0\\.1:\\d+)", "run");
  }

  /**
   * Starts the daemon with these arguments.
   *
   * @param ready what its first line has to look like, with the address as group 1
   */
  static ChildDaemon start(
      Path home, Map<String, String> variables, String ready, String... arguments)
      throws IOException {
    Process process =
        builder(home, variables, arguments)
            .redirectError(home.resolve("stderr.log").toFile())
            .start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    if (line == null || !line.matches(ready)) {
      process.destroyForcibly();
      throw new IOException("the daemon said '" + line + "', see " + home.resolve("stderr.log"));
    }
    return new ChildDaemon(process, line.replaceFirst("^" + ready + "$", "$1"));
  }

  /** Runs a command to its end. */
  static Ended run(Path home, Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    Path out = home.resolve("command.out");
    Path err = home.resolve("command.err");
    Process process =
        builder(home, variables, arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(List.of(arguments) + " did not end within " + LIMIT_S + " s");
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** Returns what the daemon of this home wrote to stderr so far. */
  static String log(Path home) {
    try {
      return Files.readString(home.resolve("stderr.log"));
    } catch (IOException e) {
      return "cannot be read: " + e;
    }
  }

  private static ProcessBuilder builder(
      Path home, Map<String, String> variables, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.earmark.app.Main"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("EARMARK_"));
    builder.environment().putAll(variables);
    builder.environment().put("EARMARK_HOME", home.toString());
    return builder;
  }

  /** Returns its API. */
  Api api() {
    return new Api(url);
  }

  /** Kills it as {@code kill -9} does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Asks it to end, as {@code kill} does, and returns its exit code. */
  int terminate(long limitSeconds) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
      throw new AssertionError("the daemon did not end within " + limitSeconds + " s");
    }
    return process.exitValue();
  }

  /** Returns the id of its process. */
  long pid() {
    return process.pid();
  }

  /** Returns its port. */
  int port() {
    return Integer.parseInt(url.replaceAll(".*:", ""));
  }

  @Override
  public void close() {
    kill();
  }
}
