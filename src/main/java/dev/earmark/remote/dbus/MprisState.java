package dev.earmark.remote.dbus;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.playback.PlayerSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.types.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A player's snapshot in the words of MPRIS; immutable. The position is not in it, since it moves
 * without being announced.
 *
 * @param status {@code Playing}, {@code Paused} or {@code Stopped}; waiting for bytes is playing
 * @param track the current section, or {@link TrackId#NONE}
 * @param lengthUs the section's length in microseconds, 0 when unknown
 * @param metadata of the current section, empty without a book
 * @param tracks some sections around the current one
 */
record MprisState(
    String status,
    boolean buffering,
    double rate,
    double volume,
    @Nullable Album album,
    int section,
    DBusPath track,
    long lengthUs,
    Map<String, Variant<?>> metadata,
    List<DBusPath> tracks,
    Language language) {
  static final double MINIMUM_RATE = 0.5;
  static final double MAXIMUM_RATE = 3.0;

  /**
   * Sections move through the window in pages, so that the list changes each tenth section only.
   */
  private static final int PAGE = 10;

  private static final int BEFORE_PAGE = 5;

  MprisState {
    metadata = Map.copyOf(metadata);
    tracks = List.copyOf(tracks);
  }

  /**
   * Reads a snapshot.
   *
   * @param before the state before it, or null; a section that turns out longer than its declared
   *     length keeps that length instead of growing with every look
   * @param language of names that the catalogue does not give
   */
  static MprisState of(PlayerSnapshot now, @Nullable MprisState before, Language language) {
    Album album = now.album();
    DBusPath track =
        album == null ? new DBusPath(TrackId.NONE) : TrackId.of(album, Math.max(1, now.section()));
    long length = length(now, track, before);
    return new MprisState(
        status(now.state()),
        now.state() == PlayerSnapshot.State.BUFFERING,
        now.speed(),
        now.volume() / 100.0,
        album,
        now.section(),
        track,
        length,
        album == null
            ? Map.of()
            : metadata(album, now.section(), now.sectionTitle(), length, now.chapter(), language),
        album == null ? List.of() : window(album, now.section()),
        language);
  }

  private static String status(PlayerSnapshot.State state) {
    return switch (state) {
      case PLAYING, BUFFERING -> "Playing";
      case PAUSED -> "Paused";
      case STOPPED -> "Stopped";
    };
  }

  private static long length(PlayerSnapshot now, DBusPath track, @Nullable MprisState before) {
    boolean outgrown = now.durationS() > 0 && now.positionS() >= now.durationS();
    if (outgrown && before != null && before.lengthUs > 0 && before.track.equals(track)) {
      return before.lengthUs;
    }
    return micros(now.durationS());
  }

  static long micros(double seconds) {
    return Math.round(seconds * 1e6);
  }

  /** Returns the ids of the sections around one: its page of ten, and five on each side. */
  private static List<DBusPath> window(Album album, int section) {
    int page = (Math.max(1, section) - 1) / PAGE * PAGE;
    int from = page + 1 - BEFORE_PAGE;
    int to = page + PAGE + BEFORE_PAGE;
    return album.sections().stream()
        .map(Section::number)
        .filter(number -> number >= from && number <= to)
        .map(number -> TrackId.of(album, number))
        .toList();
  }

  /** Returns what is known of another section of the current book, or an empty map. */
  Map<String, Variant<?>> metadataOf(int number) {
    Album book = album;
    if (book == null) {
      return Map.of();
    }
    if (number == section) {
      return metadata;
    }
    return book.section(number)
        .map(s -> metadata(book, number, s.title(), micros(s.durationS()), "", language))
        .orElse(Map.of());
  }

  boolean hasNext() {
    return album != null && album.after(section).isPresent();
  }

  boolean hasPrevious() {
    return album != null && album.stepped(section, -1).isPresent();
  }

  /** Returns the properties of the player that are announced when they change. */
  Map<String, Variant<?>> properties() {
    boolean book = album != null;
    Map<String, Variant<?>> all = new LinkedHashMap<>();
    all.put("PlaybackStatus", new Variant<>(status));
    all.put("Metadata", new Variant<>(metadata, "a{sv}"));
    all.put("CanGoNext", new Variant<>(hasNext()));
    all.put("CanGoPrevious", new Variant<>(hasPrevious()));
    all.put("CanPlay", new Variant<>(book));
    all.put("CanPause", new Variant<>(book));
    all.put("CanSeek", new Variant<>(book));
    all.put("Rate", new Variant<>(rate));
    all.put("MinimumRate", new Variant<>(MINIMUM_RATE));
    all.put("MaximumRate", new Variant<>(MAXIMUM_RATE));
    all.put("Volume", new Variant<>(volume));
    return all;
  }

  private static Map<String, Variant<?>> metadata(
      Album album, int section, String title, long lengthUs, String chapter, Language language) {
    Map<String, Variant<?>> map = new LinkedHashMap<>();
    map.put("mpris:trackid", new Variant<>(TrackId.of(album, Math.max(1, section))));
    if (lengthUs > 0) {
      map.put("mpris:length", new Variant<>(lengthUs));
    }
    String art = art(album.cover());
    if (!art.isEmpty()) {
      map.put("mpris:artUrl", new Variant<>(art));
    }
    String shown =
        title.isBlank() ? language.pick("第" + section + "集", "Section " + section) : title;
    map.put("xesam:title", new Variant<>(shown));
    map.put("xesam:album", new Variant<>(album.title()));
    putPeople(map, "xesam:artist", album.narrator().isBlank() ? album.author() : album.narrator());
    putPeople(map, "xesam:albumArtist", album.author());
    map.put("xesam:trackNumber", new Variant<>(section));
    map.put("xesam:url", new Variant<>(PlayUri.of(album.id(), Math.max(1, section))));
    if (!chapter.isBlank()) {
      map.put("xesam:comment", texts(List.of(chapter)));
    }
    return map;
  }

  private static void putPeople(Map<String, Variant<?>> map, String key, String names) {
    List<String> people =
        Stream.of(names.split("[、;；/]", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    if (!people.isEmpty()) {
      map.put(key, texts(people));
    }
  }

  /** Returns a cover as a URL that other programs can open: http, https or file, else empty. */
  private static String art(String cover) {
    String lower = cover.toLowerCase(Locale.ROOT);
    if (lower.startsWith("http:") || lower.startsWith("https:") || lower.startsWith("file:")) {
      return cover;
    }
    if (cover.isBlank() || lower.matches("[a-z][a-z0-9+.-]+:.*")) {
      return "";
    }
    String uri = Path.of(cover).toAbsolutePath().normalize().toUri().toASCIIString();
    return uri.startsWith("file:///") ? uri : uri.replaceFirst("^file:/", "file:///");
  }

  /** Returns a value of the type {@code as}. */
  static Variant<?> texts(List<String> list) {
    return new Variant<>(new ArrayList<>(list), "as");
  }

  /** Returns a value of the type {@code ao}. */
  static Variant<?> paths(List<DBusPath> list) {
    return new Variant<>(new ArrayList<>(list), "ao");
  }
}
