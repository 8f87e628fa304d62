package dev.earmark.library.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;

/** Languages as catalogues name them: in English, or by a code of ISO 639. */
public final class Languages {
  /** The bibliographic codes of ISO 639-2 that differ from the terminological ones. */
  private static final Map<String, String> BIBLIOGRAPHIC =
      Map.ofEntries(
          Map.entry("chi", "zh"),
          Map.entry("cze", "cs"),
          Map.entry("dut", "nl"),
          Map.entry("fre", "fr"),
          Map.entry("ger", "de"),
          Map.entry("gre", "el"),
          Map.entry("per", "fa"),
          Map.entry("rum", "ro"),
          Map.entry("slo", "sk"),
          Map.entry("wel", "cy"),
          Map.entry("mandarin", "zh"),
          Map.entry("中文", "zh"),
          Map.entry("英文", "en"));

  private Languages() {}

  /** Made when it is first needed, since it asks the JDK for some hundred names. */
  private static final class Table {
    private static final Map<String, String> CODES = make();

    private Table() {}

    private static Map<String, String> make() {
      Map<String, String> codes = new HashMap<>(BIBLIOGRAPHIC);
      for (String code : Locale.getISOLanguages()) {
        Locale locale = Locale.forLanguageTag(code);
        codes.put(code, code);
        codes.put(locale.getDisplayLanguage(Locale.ENGLISH).toLowerCase(Locale.ROOT), code);
        try {
          codes.put(locale.getISO3Language(), code);
        } catch (MissingResourceException e) {
          codes.remove(""); // a language without such a code is known by its name
        }
      }
      return Map.copyOf(codes);
    }
  }

  /** Returns the ISO 639-1 code; empty for what is unknown. A region behind a dash is dropped. */
  public static String code(String given) {
    String name = given.strip().toLowerCase(Locale.ROOT).split("[-_]", 2)[0];
    return Table.CODES.getOrDefault(name, "");
  }
}
