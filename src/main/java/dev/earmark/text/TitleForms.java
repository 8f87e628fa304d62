package dev.earmark.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The forms in which a title may be said: as printed, without what catalogues add to it, without
 * its subtitle, without its article, with its numbers in digits. All forms are keys of {@link
 * Normalizer#key}.
 */
public final class TitleForms {
  private static final Pattern BRACKETS = Pattern.compile("[（(\\[【〔［{][^）)\\]】〕］}]*[）)\\]】〕］}]");
  private static final Pattern SUBTITLE = Pattern.compile("\\s*(?:[:：]|\\s[-–—]+\\s|——|—).*");
  private static final Pattern ADDED =
      Pattern.compile(
          "(?:(?<=.)(?:多人有声剧|多人小说剧|有声小说|有声书|有声剧|有声|广播剧|评书|相声|全集|完整版|完结版|完结|精品|免费)"
              + "|\\s(?:unabridged|abridged|audiobook|complete|dramatized))+$");
  private static final double UNREAD = 0.98;
  private static final double UNNUMBERED = 0.95;
  private static final Pattern ARTICLE = Pattern.compile("^(?:the|an|a)\\s(?=.)");
  private static final Pattern THOUSANDS = Pattern.compile("(?<=\\d)[,，](?=\\d{3})");

  /** 三体 王明军播讲: who reads, printed behind the title without brackets. */
  private static final Pattern READER =
      Pattern.compile(
          "(?<=.{2})[\\s\\-—–_·|｜,，]+(?:\\p{IsHan}{2,4}(?:播讲|演播|朗读|播音|主播|讲述)版?"
              + "|(?:播讲|演播|朗读|播音|主播|讲述)(?:者|人)?[:：\\s]*\\p{IsHan}{2,4}"
              + "|(?i:(?:read|narrated) by) [^|]+)\\s*$");

  /** How the books of a series are called together: "Foundation Saga 2" is "foundation 2". */
  private static final Pattern SERIES =
      Pattern.compile("(?: (?:saga|series|trilogy|cycle|chronicles)|系列)(?= ?\\d{1,3}$)");

  private static final Pattern ACCENT = Pattern.compile("\\p{InCombiningDiacriticalMarks}+");
  private static final Map<String, String> SPELLED =
      Map.of("dr", "doctor", "mr", "mister", "mrs", "missis", "st", "saint", "vs", "versus");
  private static final Pattern SHORT = Pattern.compile("\\b(?:dr|mr|mrs|st|vs)\\b");

  /** 三体Ⅱ黑暗森林 is 三体黑暗森林 for who does not say its number; a number that counts stays. */
  private static final Pattern VOLUME_BEFORE_SUBTITLE =
      Pattern.compile(
          "(\\p{IsHan}{2,}?) ?第?(?:\\d{1,2}|[ivx]{1,4})(?:[部卷册季](?!曲))? ?"
              + "(?![部卷册季集章回节篇个本天年月日岁号万亿人点分秒%])(\\p{IsHan}{2,})");

  private TitleForms() {}

  /**
   * One form.
   *
   * @param weight from 0 to 1, how surely the album is meant by exactly these words
   */
  public record Form(String key, double weight) {}

  /** Returns the forms of a title, each key once, the surest first. */
  public static List<Form> of(String title) {
    Map<String, Double> forms = new LinkedHashMap<>();
    String whole = Normalizer.key(title);
    add(forms, whole, 1);
    String bare = bare(title);
    String bareKey = bare.equals(title) ? whole : Normalizer.key(bare);
    add(forms, plain(bareKey), 0.99);
    String main = SUBTITLE.matcher(bare).replaceFirst("");
    if (!main.equals(bare)) {
      add(forms, plain(Normalizer.key(main)), 0.97);
    }
    String joint = joint(bare);
    if (!joint.equals(bare)) {
      add(forms, plain(Normalizer.key(joint)), 0.97);
    }
    for (String form : List.copyOf(forms.keySet())) {
      String numbered = NumberKey.of(form);
      add(forms, numbered, 0.96);
      String volume = plain(VolumeKey.of(numbered));
      add(forms, volume, 0.96);
      add(forms, SERIES.matcher(volume).replaceFirst(""), 0.96);
      add(forms, plain(spelledOut(folded(form))), 0.96);
    }
    String joined = THOUSANDS.matcher(bare).replaceAll("");
    if (!joined.equals(bare)) {
      add(forms, NumberKey.of(plain(Normalizer.key(joined))), 0.96);
    }
    List<Form> list = new ArrayList<>();
    forms.forEach((key, weight) -> list.add(new Form(key, weight)));
    return list;
  }

  /**
   * Returns the forms of a title as catalogues print it: like {@link #of}, and without the reader
   * behind it. Who says a reader's name means that reader, so what is said keeps it.
   */
  public static List<Form> printed(String title) {
    List<Form> forms = new ArrayList<>(of(title));
    for (Form form : List.copyOf(forms)) {
      Matcher volume = VOLUME_BEFORE_SUBTITLE.matcher(form.key());
      if (volume.matches()) {
        forms.add(new Form(volume.group(1) + volume.group(2), UNNUMBERED));
      }
    }
    String unread = READER.matcher(title).replaceFirst("");
    if (!unread.equals(title)) {
      of(unread).forEach(form -> forms.add(new Form(form.key(), form.weight() * UNREAD)));
    }
    return forms;
  }

  /** Returns a key without accents: recognisers write "les miserables". */
  public static String folded(String key) {
    return key.chars().allMatch(c -> c < 0x80 || c > 0x24F)
        ? key
        : ACCENT
            .matcher(java.text.Normalizer.normalize(key, java.text.Normalizer.Form.NFD))
            .replaceAll("");
  }

  /** Writes the titles of people as they are said: "dr" is heard as "doctor". */
  private static String spelledOut(String key) {
    Matcher matcher = SHORT.matcher(key);
    return matcher.find()
        ? matcher.replaceAll(match -> SPELLED.getOrDefault(match.group(), match.group()))
        : key;
  }

  /** Returns the key that editions of one book share. */
  public static String bookKey(String title) {
    String key = plain(Normalizer.key(bare(title)));
    return key.isEmpty() ? Normalizer.key(title) : key;
  }

  /** Writes "&" and 与 as they are said: nobody hears the sign, and 和 is the same as 与. */
  private static String joint(String title) {
    String and = Normalizer.hasHan(title) ? "和" : " and ";
    return title.replace("&", and).replace("＆", and).replace('与', '和').replace('與', '和');
  }

  private static void add(Map<String, Double> forms, String key, double weight) {
    if (!key.isEmpty()) {
      forms.putIfAbsent(key, weight);
    }
  }

  /** Drops tags behind a bar and remarks in brackets; 《》 belong to the title. */
  private static String bare(String title) {
    int bar = firstBar(title);
    String text = bar > 0 ? title.substring(0, bar) : title;
    String without = BRACKETS.matcher(text).replaceAll(" ").strip();
    return without.isEmpty() ? text : without;
  }

  private static int firstBar(String title) {
    int narrow = title.indexOf('|');
    int wide = title.indexOf('｜');
    return narrow < 0 || (wide >= 0 && wide < narrow) ? wide : narrow;
  }

  /** Drops words that catalogues add at the end, and the article. */
  private static String plain(String key) {
    String text = ADDED.matcher(key).replaceFirst("").strip();
    return ARTICLE.matcher(text).replaceFirst("");
  }
}
