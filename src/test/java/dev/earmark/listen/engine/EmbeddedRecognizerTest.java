package dev.earmark.listen.engine;

import dev.earmark.listen.RecognizerContract;
import dev.earmark.listen.RecognizerLayer;

/** The recogniser of a model on this machine. */
final class EmbeddedRecognizerTest extends RecognizerContract {
  @Override
  protected RecognizerLayer layer() {
    return RecognizerLayer.NONE;
  }
}
