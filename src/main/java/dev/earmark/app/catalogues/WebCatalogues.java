package dev.earmark.app.catalogues;

import dev.earmark.base.Clock;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.archive.ArchiveCatalog;
import dev.earmark.library.archive.ArchiveSettings;
import dev.earmark.library.audiobookshelf.AudiobookshelfCatalog;
import dev.earmark.library.audiobookshelf.AudiobookshelfSettings;
import dev.earmark.library.feed.FeedCatalog;
import dev.earmark.library.feed.FeedSettings;
import dev.earmark.library.jellyfin.JellyfinCatalog;
import dev.earmark.library.jellyfin.JellyfinSettings;
import dev.earmark.library.librivox.LibrivoxCatalog;
import dev.earmark.library.librivox.LibrivoxSettings;
import dev.earmark.library.mapped.MappedCatalog;
import dev.earmark.library.mapped.MappedSettings;
import dev.earmark.library.subsonic.SubsonicCatalog;
import dev.earmark.library.subsonic.SubsonicSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import okhttp3.OkHttpClient;

/** Makes the catalogues on the web that are configured; nobody is asked yet. */
public final class WebCatalogues {
  private WebCatalogues() {}

  /**
   * Makes a catalogue.
   *
   * @param folder what paths in the configuration are relative to
   * @param executor runs what happens in the background
   */
  public static Catalog open(
      CatalogueSettings settings, Path folder, OkHttpClient http, Clock clock, Executor executor)
      throws IOException {
    String name = settings.name();
    CatalogueSettings.Service service = settings.service();
    return switch (settings.type()) {
      case "librivox" -> new LibrivoxCatalog(name, (LibrivoxSettings) service, http, clock);
      case "archive" -> new ArchiveCatalog(name, (ArchiveSettings) service, http, clock);
      case "mapped" -> new MappedCatalog(name, (MappedSettings) service, http, clock);
      case "jellyfin" -> new JellyfinCatalog(name, (JellyfinSettings) service, http, clock);
      case "audiobookshelf" ->
          new AudiobookshelfCatalog(name, (AudiobookshelfSettings) service, http, clock);
      case "podcasts" ->
          FeedCatalog.open(name, (FeedSettings) service, folder, http, clock, executor);
      case "subsonic" ->
          new SubsonicCatalog(name, (SubsonicSettings) service, http, clock, new SecureRandom());
      default ->
          throw new IllegalStateException("the configuration lets no type through: " + settings);
    };
  }
}
