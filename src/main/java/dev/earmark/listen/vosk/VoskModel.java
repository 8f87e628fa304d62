package dev.earmark.listen.vosk;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.vosk.VoskModels.Shared;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** A counted handle on a loaded Vosk model. */
final class VoskModel implements SpeechModel {
  private final VoskModels models;
  private final Shared shared;
  private final AtomicBoolean closed = new AtomicBoolean();

  VoskModel(VoskModels models, Shared shared) {
    this.models = models;
    this.shared = shared;
  }

  @Override
  public String name() {
    return shared.key.name();
  }

  @Override
  public Set<Language> languages() {
    return shared.languages;
  }

  @Override
  public boolean freeDecoding() {
    return shared.folder.freeDecoding();
  }

  @Override
  public boolean grammars() {
    return shared.folder.grammars();
  }

  @Override
  public boolean knows(String word) {
    checkOpen();
    return shared.library.knows(shared.model.getPointer(), word);
  }

  @Override
  public Decoding decode(List<String> phrases, int alternatives) throws IOException {
    checkOpen();
    if (!phrases.isEmpty() && !grammars()) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, "the speech model " + name() + " takes no run-time grammar");
    }
    return new VoskDecoding(models, shared, phrases, alternatives);
  }

  @Override
  public SpeechModel share() {
    checkOpen();
    models.share(shared);
    return new VoskModel(models, shared);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      models.release(shared);
    }
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new IllegalStateException("the handle on speech model " + name() + " is closed");
    }
  }

  @Override
  public String toString() {
    return name() + shared.languages;
  }
}
