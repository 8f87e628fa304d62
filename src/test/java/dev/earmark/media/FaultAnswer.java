package dev.earmark.media;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** How {@link FaultServer} answers a request. Every method returns the answer itself. */
public final class FaultAnswer {
  int status = 200;
  byte[] body = new byte[0];
  boolean replaced;
  final Map<String, String> headers = new TreeMap<>();
  long rate;
  int stopAfter = Integer.MAX_VALUE;
  boolean stall;
  @Nullable Long lieLength;
  long lieTotal = -1;
  boolean noLength;
  boolean chunked;
  boolean ignoreRange;
  boolean say200;
  int shiftStart;
  int shortRange = Integer.MAX_VALUE / 2;
  String unit = "bytes";
  @Nullable CountDownLatch gate;

  private FaultAnswer() {}

  /** The file as HTTP has it, ranges and validators included. */
  public static FaultAnswer proper() {
    return new FaultAnswer();
  }

  /** An error status with a small HTML body. */
  public static FaultAnswer status(int status) {
    FaultAnswer answer = new FaultAnswer();
    answer.status = status;
    answer.body = "<html><body>no</body></html>".getBytes(StandardCharsets.UTF_8);
    answer.headers.put("Content-Type", "text/html");
    return answer;
  }

  /** A redirect with a body that must not be stored. */
  public static FaultAnswer redirect(int status, String location) {
    return status(status).header("Location", location);
  }

  /** Another body than the file's, with status 200. */
  public static FaultAnswer instead(String type, byte[] body) {
    FaultAnswer answer = new FaultAnswer();
    answer.replaced = true;
    answer.body = body;
    answer.headers.put("Content-Type", type);
    return answer;
  }

  /** An HTML page with status 200. */
  public static FaultAnswer html() {
    String page = "<!DOCTYPE html><html><body>Please log in</body></html>".repeat(200);
    return instead("text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends nothing, not even the status, before the latch is down. */
  public FaultAnswer heldBy(CountDownLatch latch) {
    gate = latch;
    return this;
  }

  /** Adds a header. */
  public FaultAnswer header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Sends at most so many bytes a second. */
  public FaultAnswer rate(long bytesPerSecond) {
    rate = bytesPerSecond;
    return this;
  }

  /** Closes the connection after so many bytes of the body. */
  public FaultAnswer cutAfter(int bytes) {
    stopAfter = bytes;
    return this;
  }

  /** Sends nothing more after so many bytes, and keeps the connection open. */
  public FaultAnswer stallAfter(int bytes) {
    stopAfter = bytes;
    stall = true;
    return this;
  }

  /** Says another Content-Length than the true one. */
  public FaultAnswer lieLength(long length) {
    lieLength = length;
    return this;
  }

  /** Says another total in Content-Range than the true one. */
  public FaultAnswer lieTotal(long total) {
    lieTotal = total;
    return this;
  }

  /** Leaves out Content-Length; the end of the connection is the end of the file. */
  public FaultAnswer noLength() {
    noLength = true;
    return this;
  }

  /** Sends chunks; with {@link #cutAfter} the last one is missing. */
  public FaultAnswer chunked() {
    chunked = true;
    return this;
  }

  /** Answers 200 from the start to a request with Range. */
  public FaultAnswer ignoreRange() {
    ignoreRange = true;
    return this;
  }

  /** Answers a Range properly but says 200. */
  public FaultAnswer say200() {
    say200 = true;
    return this;
  }

  /** Starts the partial answer at another place than asked for. */
  public FaultAnswer shiftStart(int bytes) {
    shiftStart = bytes;
    return this;
  }

  /** Answers with fewer bytes than the open range asks for, and says so. */
  public FaultAnswer shortRange(int bytes) {
    shortRange = bytes;
    return this;
  }

  /** Sets the unit in Content-Range, such as {@code Bytes}. */
  public FaultAnswer unit(String name) {
    unit = name;
    return this;
  }
}
