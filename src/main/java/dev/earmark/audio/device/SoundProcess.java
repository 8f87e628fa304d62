package dev.earmark.audio.device;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running sound program with its last word on stderr. {@link #close()} may come from any thread
 * and kills it with its children, which ends a blocked read or write on its pipes.
 */
final class SoundProcess implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SoundProcess.class);

  private final String program;
  private final String part;
  private final Process process;
  private final Thread stderr;
  private volatile String lastLine = "";
  private volatile boolean closed;

  private SoundProcess(String program, String part, Process process) {
    this.part = part;
    this.program = program;
    this.process = process;
    this.stderr = new Thread(this::readStderr, program + "-stderr");
    stderr.setDaemon(true);
    stderr.start();
  }

  static SoundProcess start(List<String> command, String part) throws IOException {
    Process process = Programs.start(command, part);
    return new SoundProcess(command.get(0), part, process);
  }

  InputStream output() {
    return process.getInputStream();
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  long pid() {
    return process.pid();
  }

  boolean isClosed() {
    return closed;
  }

  /** Returns the failure of a program that ended or closed its pipe. */
  IOException ended() {
    String how = "has closed its pipe";
    try {
      if (process.waitFor(500, TimeUnit.MILLISECONDS)) {
        how = "ended with code " + process.exitValue();
        stderr.join(200);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String words = lastLine.isEmpty() ? "" : ": " + lastLine;
    return new IOException(program + " " + how + words + "; check " + part + ".command");
  }

  @Override
  public void close() {
    closed = true;
    // The program first: a script would start the next child in place of a killed one.
    List<ProcessHandle> children = process.descendants().toList();
    process.toHandle().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private void readStderr() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.isBlank()) {
          lastLine = line.strip();
          log.debug("{}: {}", program, lastLine);
        }
      }
    } catch (IOException e) {
      log.debug("the stderr of {} broke off", program, e);
    }
  }
}
