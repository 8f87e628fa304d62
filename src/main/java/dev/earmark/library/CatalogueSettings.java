package dev.earmark.library;

/**
 * One catalogue, from the list {@code catalogues}.
 *
 * @param name begins the ids of its albums; letters, digits and dashes
 * @param type {@code demo}, {@code folder}, or the kind of a service on the web
 * @param path the folder, for {@code folder}; relative to the home folder
 * @param service what a service on the web needs
 */
public record CatalogueSettings(String name, String type, String path, Service service) {
  /** Settings of a service on the web, which only its own adapter looks into. */
  public interface Service {
    /** Returns the service's address, for people; without any secret. */
    String address();
  }

  private enum NoService implements Service {
    NONE;

    @Override
    public String address() {
      return "";
    }
  }

  /** Makes the settings of a catalogue on this machine. */
  public CatalogueSettings(String name, String type, String path) {
    this(name, type, path, NoService.NONE);
  }
}
