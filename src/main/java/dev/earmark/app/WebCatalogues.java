package dev.earmark.app;

import dev.earmark.base.Clock;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.archive.ArchiveCatalog;
import dev.earmark.library.archive.ArchiveSettings;
import dev.earmark.library.librivox.LibrivoxCatalog;
import dev.earmark.library.librivox.LibrivoxSettings;
import dev.earmark.library.mapped.MappedCatalog;
import dev.earmark.library.mapped.MappedSettings;
import dev.earmark.library.subsonic.SubsonicCatalog;
import dev.earmark.library.subsonic.SubsonicSettings;
import java.security.SecureRandom;
import okhttp3.OkHttpClient;

/** Makes the catalogues on the web that are configured; nobody is asked yet. */
final class WebCatalogues {
  private WebCatalogues() {}

  static Catalog open(CatalogueSettings settings, OkHttpClient http, Clock clock) {
    String name = settings.name();
    CatalogueSettings.Service service = settings.service();
    return switch (settings.type()) {
      case "librivox" -> new LibrivoxCatalog(name, (LibrivoxSettings) service, http, clock);
      case "archive" -> new ArchiveCatalog(name, (ArchiveSettings) service, http, clock);
      case "mapped" -> new MappedCatalog(name, (MappedSettings) service, http, clock);
      case "subsonic" ->
          new SubsonicCatalog(name, (SubsonicSettings) service, http, clock, new SecureRandom());
      default ->
          throw new IllegalStateException("the configuration lets no type through: " + settings);
    };
  }
}
