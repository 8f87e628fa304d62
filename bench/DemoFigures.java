import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what {@code earmark demo --json} printed, one run a line, and prints its figures. */
public final class DemoFigures {
  private DemoFigures() {}

  public static void main(String[] args) throws Exception {
    JsonMapper json = new JsonMapper();
    List<Double> hits = new ArrayList<>();
    List<Double> misses = new ArrayList<>();
    List<Double> observations = new ArrayList<>();
    int runs = 0;
    int complete = 0;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode run = json.readTree(line);
      runs++;
      complete += run.path("ok").asBoolean(false) ? 1 : 0;
      for (JsonNode turn : run.path("turns")) {
        double audible = turn.path("end_of_speech_to_audio_ms").asDouble(Double.NaN);
        (turn.path("cache").asString("").equals("hit") ? hits : misses).add(audible);
        observations.add(turn.path("observation_ms").asDouble(Double.NaN));
      }
    }
    System.out.println(complete + " of " + runs + " runs of the demo were complete");
    print("end of speech found to first sound, cached", hits);
    print("end of speech found to first sound, to be fetched", misses);
    print("observation, commands recognised from recordings", observations);
  }

  private static void print(String what, List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    if (sorted.isEmpty()) {
      System.out.println(what + ": no figures");
      return;
    }
    System.out.printf(
        Locale.ROOT, "%-52s median %.1f, from %.1f to %.1f ms, n=%d%n",
        what, sorted.get(sorted.size() / 2), sorted.get(0), sorted.get(sorted.size() - 1),
        sorted.size());
  }
}
