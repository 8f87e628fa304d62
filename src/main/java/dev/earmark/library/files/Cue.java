package dev.earmark.library.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cue sheet: the tracks that lie in one or several audio files. Times have 75 frames a second,
 * and minutes may go beyond 59, as the format came from the Compact Disc.
 *
 * @param album the sheet's own title, may be empty
 * @param performer may be empty
 * @param tracks in order
 */
record Cue(String album, String performer, List<Track> tracks) {
  private static final Pattern FILE =
      Pattern.compile(
          "FILE\\s+(?:\"([^\"]*)\"|(\\S.*?))(?:\\s+(?:WAVE|MP3|AIFF|BINARY|MOTOROLA))?");
  private static final Pattern TEXT =
      Pattern.compile("(TITLE|PERFORMER)\\s+(?:\"([^\"]*)\"?|(\\S.*))");
  private static final Pattern INDEX =
      Pattern.compile("INDEX\\s+0*1\\s+(\\d{1,4}):(\\d{1,2}):(\\d{1,2})");

  Cue {
    tracks = List.copyOf(tracks);
  }

  /**
   * A track.
   *
   * @param file as the sheet names it; the extension is often another one than on the disk
   * @param startS where it begins in the file, in seconds
   */
  record Track(String file, String title, double startS) {}

  /** Reads a sheet; what is no line of one is passed over. */
  static Cue read(String text) {
    String album = "";
    String performer = "";
    String file = "";
    String title = "";
    boolean inTrack = false;
    List<Track> tracks = new ArrayList<>();
    for (String raw : text.lines().toList()) {
      String line = raw.strip();
      String upper = line.toUpperCase(Locale.ROOT);
      Matcher named = FILE.matcher(line);
      Matcher words = TEXT.matcher(line);
      Matcher index = INDEX.matcher(line);
      if (upper.startsWith("FILE ") && named.matches()) {
        file = group(named, 1, 2);
        inTrack = false;
      } else if (upper.startsWith("TRACK ")) {
        inTrack = true;
        title = "";
      } else if (words.matches()) {
        String value = group(words, 2, 3).strip();
        boolean isTitle = words.group(1).equals("TITLE");
        if (inTrack) {
          title = isTitle ? value : title;
        } else if (tracks.isEmpty()) {
          album = isTitle ? value : album;
          performer = isTitle ? performer : value;
        }
      } else if (inTrack && index.matches()) {
        tracks.add(new Track(file, title, seconds(index)));
      }
    }
    return new Cue(album, performer, tracks);
  }

  private static double seconds(Matcher index) {
    return Integer.parseInt(index.group(1)) * 60
        + Integer.parseInt(index.group(2))
        + Integer.parseInt(index.group(3)) / 75.0;
  }

  private static String group(Matcher matcher, int quoted, int plain) {
    String text = matcher.group(quoted);
    return text == null ? matcher.group(plain) : text;
  }
}
