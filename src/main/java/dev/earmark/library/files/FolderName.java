package dev.earmark.library.files;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a book's folder tells, by the convention of Audiobookshelf: a year in front, the
 * volume of a series as one of the parts between dashes, the narrator in braces at the end; and as
 * people write it, a narrator who is called that (单田芳播讲, "read by Jane Reader"). Remarks in
 * brackets about the recording or its files (【完结】, [MP3]) are no part of the title.
 *
 * @param volume within the series, empty when there is none
 * @param narrator empty when there is none
 */
record FolderName(String title, String volume, String narrator) {
  private static final Pattern NARRATOR = Pattern.compile("\\s*\\{([^{}]+)\\}\\s*$");
  private static final String VERBS = "(?:播讲|演播|朗读|播音|主播|讲述)";

  /** Somebody who is said to read, with what stands around it. */
  private static final List<Pattern> READERS =
      List.of(
          Pattern.compile(
              "(?:^|[\\s\\-—–_·])*[【\\[（(]?\\s*"
                  + VERBS
                  + "[:：]\\s*([\\p{IsHan}·、]{2,12})\\s*[】\\]）)]?"),
          Pattern.compile(
              "(?:^|[\\s\\-—–_]+|(?=[【\\[（(]))[【\\[（(]?\\s*([\\p{IsHan}·、]{2,12}?)\\s?"
                  + VERBS
                  + "版?\\s*(?:[】\\]）)]|$|(?=[\\s\\-—–_\\[【（(]))"),
          Pattern.compile(
              "(?i)(?:\\s*-\\s+|\\s*[(\\[]|\\s+)(?:read|narrated) by ([^()\\[\\]{}]+?)\\s*(?:[)\\]]|$|(?=\\s-\\s))"));

  /** What tells of the recording or the files and not of the book: 【完结】, [MP3 128k], (1-1000集). */
  private static final Pattern REMARK =
      Pattern.compile(
          "(?i)\\s*[【\\[（(]\\s*(?:(?:已?完[结本]|全[集本]|合集|精品|高清|高?音质|无损|有声[书小说读物]{1,3}"
              + "|unabridged|audio ?book|mp3|m4[ab]|aac|flac|ogg|opus|\\d{2,3} ?kb?(?:ps|it/s)?"
              + "|[全共]?\\d{1,4}(?:[-~—至]\\d{1,4})?[集回章讲](?:全|完)?)[\\s,，、+·]*)+[】\\]）)]");

  private static final Pattern YEAR = Pattern.compile("\\(?(?:1[5-9]|20)\\d\\d\\)?");
  private static final Pattern VOLUME =
      Pattern.compile(
          "(?i)(?:(?:book|volume|vol\\.?)\\s+(\\d{1,3}(?:\\.\\d{1,2})?)|(\\d{1,3}(?:\\.\\d{1,2})?)\\.|(\\d{1,3}(?:\\.\\d{1,2})?)$)(?:\\s+(.+))?");

  /**
   * Reads a name.
   *
   * @param inSeries whether the folder above is a series; only then a volume is looked for
   */
  static FolderName of(String name, boolean inSeries) {
    Matcher braces = NARRATOR.matcher(name);
    String narrator = braces.find() ? bare(braces.group(1)) : "";
    String rest = withoutRemarks(braces.replaceFirst("").strip());
    for (Pattern pattern : READERS) {
      Matcher reader = pattern.matcher(rest);
      if (narrator.isEmpty() && reader.find() && !reader.group().equals(rest)) {
        narrator = reader.group(1).strip();
        rest = (rest.substring(0, reader.start()) + " " + rest.substring(reader.end())).strip();
      }
    }
    String volume = "";
    List<String> parts = new ArrayList<>(List.of(rest.split("\\s+-\\s+", -1)));
    for (int i = 0; i == 0 || (i < parts.size() && parts.size() > 1); i++) {
      String part = parts.get(i).strip();
      Matcher matcher = VOLUME.matcher(part);
      if (i < 2 && parts.size() > 1 && YEAR.matcher(part).matches()) {
        parts.remove(i--);
      } else if (inSeries && volume.isEmpty() && matcher.matches()) {
        String left = matcher.group(4);
        if (left != null || parts.size() > 1) {
          volume = number(matcher);
          if (left == null) {
            parts.remove(i--);
          } else {
            parts.set(i, left);
          }
        }
      }
    }
    String title = String.join(" - ", parts).strip();
    return new FolderName(title.isEmpty() ? name : title, volume, narrator);
  }

  private static String withoutRemarks(String name) {
    String bare = REMARK.matcher(name).replaceAll(" ").strip();
    return bare.isEmpty() ? name : bare;
  }

  /** {播音王明军} is how some write {王明军}. */
  private static String bare(String narrator) {
    return narrator.strip().replaceFirst("^" + VERBS + "\\s*[:：]?\\s*(?=\\p{IsHan}{2})", "");
  }

  private static String number(Matcher matcher) {
    for (int group = 1; group <= 3; group++) {
      String number = matcher.group(group);
      if (number != null) {
        return number;
      }
    }
    throw new IllegalStateException("a volume without its number");
  }
}
