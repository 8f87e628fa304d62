package dev.earmark.audio;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A speaker that hands everything on to another one; a subclass changes what it must. */
public abstract class ForwardingSpeaker implements Speaker {
  /** Returns the speaker that sounds, which may change over time. */
  protected abstract Speaker delegate();

  @Override
  public void write(PcmBlock block) throws IOException {
    delegate().write(block);
  }

  @Override
  public long pendingFrames() {
    return delegate().pendingFrames();
  }

  @Override
  public String description() {
    return delegate().description();
  }

  @Override
  public String setting() {
    return delegate().setting();
  }

  @Override
  public boolean isAudible() {
    return delegate().isAudible();
  }

  @Override
  public @Nullable String warning() {
    return delegate().warning();
  }

  @Override
  public void drain() {
    delegate().drain();
  }

  @Override
  public void close() {
    delegate().close();
  }
}
