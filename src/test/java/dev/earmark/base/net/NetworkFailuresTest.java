package dev.earmark.base.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the listener is told has to be what happened. */
final class NetworkFailuresTest {
  static Stream<Arguments> exceptions() {
    return Stream.of(
        Arguments.of(
            new UnknownHostException("a.example: Name or service not known"),
            Failure.Kind.UNREACHABLE),
        Arguments.of(
            new UnknownHostException("a.example: Temporary failure in name resolution"),
            Failure.Kind.NETWORK),
        Arguments.of(new ConnectException("Connection refused"), Failure.Kind.UNREACHABLE),
        Arguments.of(new ConnectException("Network is unreachable"), Failure.Kind.NETWORK),
        Arguments.of(new NoRouteToHostException("No route to host"), Failure.Kind.NETWORK),
        Arguments.of(new SocketException("Connection reset"), Failure.Kind.UNREACHABLE),
        Arguments.of(new SocketTimeoutException("Read timed out"), Failure.Kind.TIMEOUT),
        Arguments.of(new SSLHandshakeException("PKIX path building failed"), Failure.Kind.INSECURE),
        Arguments.of(
            new SSLHandshakeException("broken").initCause(new SocketException("reset")),
            Failure.Kind.UNREACHABLE),
        Arguments.of(new ProtocolException("Unexpected status line: x"), Failure.Kind.BAD_ANSWER),
        Arguments.of(new ProtocolException("unexpected end of stream"), Failure.Kind.SERVER_FAULT),
        Arguments.of(
            new IOException("unexpected end of stream", new EOFException()),
            Failure.Kind.SERVER_FAULT));
  }

  @ParameterizedTest
  @MethodSource("exceptions")
  void of_exception_isToldAsWhatItIs(IOException thrown, Failure.Kind kind) {
    Failure failure = NetworkFailures.of("the server a.example", thrown);
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.detail()).startsWith("the server a.example ").doesNotContain("\n");
  }

  @Test
  void words_networkIsDown_areSaidOfNothingElse() {
    for (Failure.Kind kind : Failure.Kind.values()) {
      boolean network = kind == Failure.Kind.NETWORK;
      assertThat(kind.words(Language.EN).contains("network is down")).isEqualTo(network);
      assertThat(kind.words(Language.ZH).contains("网络")).isEqualTo(network);
    }
  }
}
