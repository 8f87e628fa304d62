package dev.earmark.app;

/** The version in the jar's manifest. */
public final class Version {
  private Version() {}

  /** Returns the version, or {@code unpackaged} when the classes do not come from the jar. */
  public static String get() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
