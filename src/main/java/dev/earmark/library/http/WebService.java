package dev.earmark.library.http;

import dev.earmark.library.CatalogueSettings;

/** What every service on the web needs, whatever its adapter needs beside. */
public interface WebService extends CatalogueSettings.Service {
  /** Returns how it is asked. */
  WebSettings web();

  @Override
  default String address() {
    return web().url();
  }
}
