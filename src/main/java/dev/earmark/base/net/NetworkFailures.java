package dev.earmark.base.net;

import dev.earmark.base.Failure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What an exception means that an HTTP client throws before there is an answer: told so that it is
 * true of what happened. Only a missing route or a name service that cannot be asked says that the
 * network is down; a server that refuses the connection does not.
 */
public final class NetworkFailures {
  private NetworkFailures() {}

  /**
   * Returns the failure that the exception means.
   *
   * @param who the server or catalogue, begins the sentence
   */
  public static Failure of(String who, IOException e) {
    Throwable cause = e instanceof SSLException ? underlying(e) : e;
    String message = String.valueOf(cause.getMessage());
    String lower = message.toLowerCase(Locale.ROOT);
    if (cause instanceof SSLException) {
      return new Failure(
          Failure.Kind.INSECURE,
          who + " cannot be reached securely: " + message + "; check its certificate and address");
    }
    if (cause instanceof InterruptedIOException) {
      return new Failure(Failure.Kind.TIMEOUT, who + " does not answer");
    }
    if (cause instanceof UnknownHostException) {
      return lower.contains("temporary failure")
          ? new Failure(
              Failure.Kind.NETWORK,
              who + " cannot be looked up, because no name server answers: check the network")
          : new Failure(
              Failure.Kind.UNREACHABLE, who + " cannot be found: no server has that name");
    }
    if (cause instanceof NoRouteToHostException || lower.contains("network is unreachable")) {
      return new Failure(
          Failure.Kind.NETWORK, who + " cannot be reached: " + message + "; check the network");
    }
    if (cause instanceof ProtocolException && !lower.contains("end of stream")) {
      return new Failure(
          Failure.Kind.BAD_ANSWER, who + " does not answer as a web server does: " + message);
    }
    if (cause instanceof SocketException) {
      return new Failure(Failure.Kind.UNREACHABLE, who + " cannot be reached: " + message);
    }
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : message;
    return new Failure(
        Failure.Kind.SERVER_FAULT, who + " broke off before it had answered: " + why);
  }

  /** Returns the socket's own exception when a secure connection failed for its sake. */
  private static Throwable underlying(IOException e) {
    @Nullable Throwable cause = e.getCause();
    return cause instanceof SocketException || cause instanceof InterruptedIOException ? cause : e;
  }
}
