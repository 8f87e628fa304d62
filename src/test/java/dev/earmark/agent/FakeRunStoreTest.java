package dev.earmark.agent;

import org.jspecify.annotations.Nullable;

final class FakeRunStoreTest extends RunStoreContract {
  private @Nullable FakeRunStore store;

  @Override
  protected RunStore open(RunSettings settings) {
    FakeRunStore opened = store;
    if (opened == null) {
      opened = new FakeRunStore(settings, clock);
      store = opened;
    }
    return opened;
  }
}
