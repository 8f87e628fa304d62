package dev.earmark.config;

import dev.earmark.audio.device.MicrophoneSettings;
import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.Problem;
import dev.earmark.config.value.YamlTree;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the list of microphones beside the first one. */
final class Microphones {
  static final String KEY = "microphones";

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}-]{1,30}");
  private static final Key<String> NAME_KEY = Catalogues.text("name");
  private static final Key<String> TYPE = text(Keys.MICROPHONE_TYPE, "line");
  private static final Key<String> DEVICE = Catalogues.text("device");
  private static final Key<List<String>> COMMAND =
      new Key<>("command", "", Parsers::list, /* isList= */ true);
  private static final Key<Integer> RATE = text(Keys.MICROPHONE_RATE, "16000");
  private static final Key<Integer> CHANNELS = text(Keys.MICROPHONE_CHANNELS, "1");
  private static final Key<String> FILE = Catalogues.text("file");
  private static final Key<Boolean> REAL_TIME = text(Keys.MICROPHONE_REAL_TIME, "true");
  private static final Key<Double> GAIN = text(Keys.MICROPHONE_GAIN, "0");

  private final Path file;
  private final List<Problem> problems;
  private final List<EarmarkConfig.Effective> effective;

  /**
   * Makes a reader.
   *
   * @param problems gets what is wrong
   * @param effective gets what counts
   */
  Microphones(Path file, List<Problem> problems, List<EarmarkConfig.Effective> effective) {
    this.file = file;
    this.problems = problems;
    this.effective = effective;
  }

  /** Returns the key of an item that means the same as a key of {@code microphone}. */
  private static <T> Key<T> text(Key<T> same, String fallback) {
    String name = same.path().substring(same.path().indexOf('.') + 1);
    return new Key<>(name, fallback, same.parser(), /* isList= */ false);
  }

  /** Returns the microphones of the file's entry by their names, in its order. */
  Map<String, MicrophoneSettings> read(YamlTree.@Nullable Entry entry) {
    if (entry == null || entry.isEmpty()) {
      effective.add(new EarmarkConfig.Effective(KEY, "", "default"));
      return Map.of();
    }
    String place = String.valueOf(file.getFileName());
    String where = place + " line " + entry.line();
    Map<String, MicrophoneSettings> microphones = new LinkedHashMap<>();
    for (Object item : entry.items()) {
      if (item instanceof YamlTree.Item map) {
        add(new CatalogueItem(map, place, problems, KEY), microphones);
      } else {
        problems.add(
            new Problem(where, KEY, "expected items such as {name: kitchen, device: USB}"));
      }
    }
    effective.add(new EarmarkConfig.Effective(KEY, String.join(", ", microphones.keySet()), where));
    return microphones;
  }

  private void add(CatalogueItem item, Map<String, MicrophoneSettings> microphones) {
    String name = item.get(NAME_KEY);
    MicrophoneSettings settings = settings(item);
    item.refuseOthers("microphone");
    if (!NAME.matcher(name).matches()) {
      item.problem(
          "name", "expected a name of letters, digits and dashes, but it is '" + name + "'");
    } else if (microphones.putIfAbsent(name, settings) != null) {
      item.problem("name", "two microphones are named '" + name + "'");
    }
  }

  private static MicrophoneSettings settings(CatalogueItem item) {
    String type = item.get(TYPE);
    List<String> command = item.get(COMMAND);
    String wav = item.get(FILE);
    if (type.equals("command") && command.isEmpty()) {
      item.problem(
          "command",
          "type is command, so the program is needed here, such as [parec, --format=s16le,"
              + " --rate=16000, --channels=1]");
    }
    if (type.equals("file") && wav.isBlank()) {
      item.problem("file", "type is file, so the WAV file is needed here");
    }
    return new MicrophoneSettings(
        type,
        item.get(DEVICE),
        command,
        item.get(RATE),
        item.get(CHANNELS),
        wav,
        item.get(REAL_TIME),
        item.get(GAIN));
  }
}
