package dev.earmark.config;

import dev.earmark.base.Language;
import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.Problem;
import dev.earmark.config.value.YamlTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the list of profiles that a wake phrase may choose. */
final class Profiles {
  static final String KEY = "profiles";

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}-]{1,30}");
  private static final Key<String> NAME_KEY = Catalogues.text("name");
  private static final Key<String> LANGUAGE = Catalogues.text("language");
  private static final Key<String> END_SILENCE = Catalogues.text("end-silence");
  private static final Key<String> BRAIN =
      new Key<>("brain", "", Parsers.oneOf("", "rules"), /* isList= */ false);

  private final Path file;
  private final List<Problem> problems;
  private final List<EarmarkConfig.Effective> effective;

  /**
   * How it listens to whoever said a phrase.
   *
   * @param language the one language of commands; null for all
   * @param endSilence the silence that ends a command; null for the usual one
   * @param rules whether the embedded rules alone take the command
   */
  record Profile(@Nullable Language language, @Nullable Duration endSilence, boolean rules) {
    /** Nothing special. */
    static final Profile USUAL = new Profile(null, null, /* rules= */ false);
  }

  /**
   * Makes a reader.
   *
   * @param problems gets what is wrong
   * @param effective gets what counts
   */
  Profiles(Path file, List<Problem> problems, List<EarmarkConfig.Effective> effective) {
    this.file = file;
    this.problems = problems;
    this.effective = effective;
  }

  /** Returns the profiles of the file's entry by their names. */
  Map<String, Profile> read(YamlTree.@Nullable Entry entry) {
    if (entry == null || entry.isEmpty()) {
      effective.add(new EarmarkConfig.Effective(KEY, "", "default"));
      return Map.of();
    }
    String place = String.valueOf(file.getFileName());
    String where = place + " line " + entry.line();
    Map<String, Profile> profiles = new LinkedHashMap<>();
    for (Object item : entry.items()) {
      if (item instanceof YamlTree.Item map) {
        add(new CatalogueItem(map, place, problems, KEY), profiles);
      } else {
        problems.add(
            new Problem(where, KEY, "expected items such as {name: child, end-silence: patient}"));
      }
    }
    effective.add(new EarmarkConfig.Effective(KEY, String.join(", ", profiles.keySet()), where));
    return profiles;
  }

  private static void add(CatalogueItem item, Map<String, Profile> profiles) {
    String name = item.get(NAME_KEY);
    Language language = null;
    Duration silence = null;
    try {
      String code = item.get(LANGUAGE);
      language = code.isBlank() ? null : Language.of(code);
    } catch (IllegalArgumentException e) {
      item.problem("language", String.valueOf(e.getMessage()));
    }
    try {
      String written = item.get(END_SILENCE);
      silence = written.isBlank() ? null : Parsers.endSilence(written);
    } catch (IllegalArgumentException e) {
      item.problem("end-silence", String.valueOf(e.getMessage()));
    }
    Profile profile = new Profile(language, silence, item.get(BRAIN).equals("rules"));
    item.refuseOthers("profile");
    if (!NAME.matcher(name).matches() || name.equals("zh") || name.equals("en")) {
      item.problem(
          "name",
          "expected a name of letters, digits and dashes that is no language, but it is '"
              + name
              + "'");
    } else if (profiles.putIfAbsent(name, profile) != null) {
      item.problem("name", "two profiles are named '" + name + "'");
    }
  }
}
