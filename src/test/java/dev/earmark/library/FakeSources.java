package dev.earmark.library;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sources in memory: what begins with a slash is a folder, what has a scheme is a feed. */
public final class FakeSources implements LibrarySources {
  private final List<Source> sources =
      new CopyOnWriteArrayList<>(
          List.of(new Source("demo", "demo", "", 8, /* isAway= */ false, /* isAdded= */ false)));

  @Override
  public List<Source> sources() {
    return List.copyOf(sources);
  }

  @Override
  public Source add(String what, CancelFlag cancel) throws FailureException {
    if (!what.startsWith("/") && !what.contains("://")) {
      throw new FailureException(Failure.Kind.BAD_REQUEST, "give the whole path");
    }
    String kind = what.startsWith("/") ? "folder" : "feed";
    Source source = new Source("added-" + sources.size(), kind, what, 1, false, true);
    sources.add(source);
    return source;
  }

  @Override
  public Source remove(String which) throws FailureException {
    for (Source source : sources) {
      if (source.isAdded() && (source.name().equals(which) || source.where().equals(which))) {
        sources.remove(source);
        return source;
      }
    }
    throw new FailureException(Failure.Kind.NOT_FOUND, "nothing called '" + which + "'");
  }

  @Override
  public String exportOpml() {
    return "<opml version=\"2.0\"/>";
  }

  @Override
  public Imported importOpml(byte[] document) {
    return new Imported(document.length, 0);
  }
}
