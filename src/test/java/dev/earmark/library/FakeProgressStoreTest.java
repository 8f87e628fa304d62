package dev.earmark.library;

/** The fake keeps the promises that it stands in for. */
final class FakeProgressStoreTest extends ProgressStoreContract {
  @Override
  protected ProgressStore open() {
    return new FakeProgressStore();
  }

  @Override
  protected ProgressStore reopen(ProgressStore store) {
    store.close();
    return store;
  }
}
