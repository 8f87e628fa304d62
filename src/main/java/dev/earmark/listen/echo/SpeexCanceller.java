package dev.earmark.listen.echo;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import org.jspecify.annotations.Nullable;

/**
 * The adaptive filter of libspeexdsp, a library of the system ({@code libspeexdsp1} on Debian).
 * Source: {@code speex/speex_echo.h} of SpeexDSP 1.2.
 */
public final class SpeexCanceller implements EchoCanceller {
  private static final int SET_SAMPLING_RATE = 24; // SPEEX_ECHO_SET_SAMPLING_RATE
  private static final int RATE = 16_000;

  private final NativeLibrary library;
  private @Nullable Pointer state; // guarded by this; null once closed

  private SpeexCanceller(NativeLibrary library, Pointer state) {
    this.library = library;
    this.state = state;
  }

  /**
   * Opens a canceller.
   *
   * @throws FailureException when the library is not installed
   */
  public static SpeexCanceller open() throws FailureException {
    if (System.getProperty("jna.encoding") == null) {
      System.setProperty("jna.encoding", "UTF-8"); // Vosk needs it; the first to use JNA decides
    }
    try {
      NativeLibrary library = NativeLibrary.getInstance("speexdsp");
      Pointer state =
          library.getFunction("speex_echo_state_init").invokePointer(new Object[] {FRAME, TAIL});
      if (state == null) {
        throw new FailureException(Failure.Kind.UNAVAILABLE, "libspeexdsp gives no echo canceller");
      }
      SpeexCanceller canceller = new SpeexCanceller(library, state);
      canceller.call("speex_echo_ctl", state, SET_SAMPLING_RATE, new int[] {RATE});
      return canceller;
    } catch (LinkageError e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "libspeexdsp is not installed, so a book in the room is heard along with what is"
                  + " said; apt-get install libspeexdsp1"),
          e);
    }
  }

  private void call(String function, Object... arguments) {
    library.getFunction(function).invokeVoid(arguments);
  }

  @Override
  public synchronized short[] cancel(short[] heard, short[] played) {
    if (heard.length != FRAME || played.length != FRAME) {
      throw new IllegalArgumentException(
          "a frame has " + FRAME + " samples, not " + heard.length + " and " + played.length);
    }
    if (state == null) {
      return heard;
    }
    short[] left = new short[FRAME];
    call("speex_echo_cancellation", state, heard, played, left);
    return left;
  }

  @Override
  public synchronized void reset() {
    if (state != null) {
      call("speex_echo_state_reset", state);
    }
  }

  @Override
  public synchronized void close() {
    if (state != null) {
      call("speex_echo_state_destroy", state);
      state = null;
    }
  }
}
