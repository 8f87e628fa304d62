package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.TestData;
import dev.earmark.agent.Situation;
import dev.earmark.agent.protocol.ReferenceTools;
import dev.earmark.agent.rules.PhraseTable;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that work without a daemon, as other programs use them. */
final class CommandLineTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  @TempDir Path folder;

  private ChildDaemon.Ended earmark(String... arguments) throws Exception {
    return ChildDaemon.run(folder, TestHome.quiet(), arguments);
  }

  private static List<JsonNode> lines(String text) {
    return text.lines().filter(line -> !line.isBlank()).map(MAPPER::readTree).toList();
  }

  @Test
  void version_asJson() throws Exception {
    assertThat(earmark("--json", "--version").out()).startsWith("{\"name\":\"earmark\",");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "xml"})
  void parse_linesOfTheCases_meanWhatTheCasesSay(String protocol) throws Exception {
    List<JsonNode> cases =
        lines(Files.readString(Path.of("src/test/resources/react_cases.jsonl"))).stream()
            .filter(line -> line.path("protocol").asString().equals(protocol))
            .toList();
    Path input = write("cases.jsonl", cases);
    Path tools = Files.writeString(folder.resolve("tools.json"), referenceTools());

    ChildDaemon.Ended ended =
        earmark(
            "parse",
            "--protocol",
            protocol,
            "--jsonl",
            input.toString(),
            "--tools",
            tools.toString());

    assertThat(ended.exitCode()).isZero();
    List<JsonNode> parsed = lines(ended.out());
    assertThat(parsed).hasSameSizeAs(cases).hasSize(protocol.equals("text") ? 76 : 37);
    for (int i = 0; i < cases.size(); i++) {
      JsonNode expect = cases.get(i).path("expect");
      assertThat(parsed.get(i).path("id")).isEqualTo(cases.get(i).path("id"));
      for (Map.Entry<String, JsonNode> field : expect.properties()) {
        assertThat(plain(parsed.get(i).path(field.getKey())))
            .as(cases.get(i).path("id").asString() + " " + field.getKey())
            .isEqualTo(plain(field.getValue()));
      }
    }
  }

  @Test
  void fetch_fileOfThisMachine_isRefusedWithTheRemedy() throws Exception {
    Path file = Files.writeString(folder.resolve("book.mp3"), "sound");
    for (String what : List.of(file.toString(), "file://" + file, "file:" + file)) {
      ChildDaemon.Ended ended = earmark("fetch", what);
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err().strip())
          .isEqualTo(
              "earmark: "
                  + what
                  + " lies on this machine and needs no download; to look into it: earmark decode "
                  + file);
    }
  }

  @Test
  void fetch_serverThatAsksToWaitForMinutes_saysSoAndEnds() throws Exception {
    try (FaultServer server = FaultServer.start()) {
      server
          .put("/a.mp3", new byte[1])
          .always(FaultAnswer.status(503).header("Retry-After", "300"));
      ChildDaemon.Ended ended = earmark("fetch", server.uri("/a.mp3").toString());
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.err())
          .contains("waiting: the server 127.0.0.1 answered 503 and asks to wait 300 s")
          .contains("next attempt at ")
          .contains("--patience 300");
    }
  }

  @Test
  void parse_oneReply_isOneObjectWithAllFields() throws Exception {
    Path reply = Files.writeString(folder.resolve("reply"), "<action>pause()</action>");

    ChildDaemon.Ended good = earmark("parse", "--protocol", "xml", reply.toString());
    Files.writeString(reply, "no step at all <action>");
    ChildDaemon.Ended bad = earmark("parse", "--protocol", "xml", reply.toString());

    assertThat(good.exitCode()).isZero();
    assertThat(MAPPER.readTree(good.out()).propertyNames())
        .contains("kind", "tool", "args", "thought", "answer", "reason");
    assertThat(MAPPER.readTree(good.out()).path("tool").asString()).isEqualTo("pause");
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(MAPPER.readTree(bad.out()).path("kind").asString()).isEqualTo("error");
    assertThat(MAPPER.readTree(bad.out()).path("reason").asString()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "xml"})
  void think_linesOfThePhrases_giveTheRightCalls(String protocol) throws Exception {
    List<PhraseTable.Phrase> phrases = PhraseTable.read("/phrases.tsv");
    List<JsonNode> questions = new ArrayList<>();
    for (PhraseTable.Phrase phrase : phrases) {
      questions.add(MAPPER.valueToTree(question(phrase)));
    }

    ChildDaemon.Ended ended =
        earmark(
            "think",
            "--protocol",
            protocol,
            "--jsonl",
            write("phrases.jsonl", questions).toString());

    assertThat(ended.exitCode()).isZero();
    List<JsonNode> answers = lines(ended.out());
    assertThat(answers).hasSameSizeAs(phrases).hasSizeGreaterThan(80);
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < phrases.size(); i++) {
      JsonNode answer = answers.get(i);
      assertThat(answer.path("id").asString()).isEqualTo(phrases.get(i).id());
      if (phrases.get(i).expected().stream().noneMatch(expected -> fits(expected, answer))) {
        faults.add(phrases.get(i) + " -> " + answer);
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void think_oneText_isARunWithItsTrace() throws Exception {
    ChildDaemon.Ended ended = earmark("think", "--json", "播放西游记第三集");

    assertThat(ended.exitCode()).isZero();
    JsonNode run = MAPPER.readTree(ended.out());
    assertThat(run.propertyNames())
        .contains(
            "id",
            "task",
            "language",
            "protocol",
            "model",
            "answer",
            "ended",
            "ms",
            "tokens",
            "steps");
    JsonNode step = run.path("steps").path(0);
    assertThat(step.propertyNames())
        .contains(
            "thought",
            "action",
            "action_input",
            "observation",
            "observation_by",
            "model_ms",
            "tool_ms");
    assertThat(step.path("action_input").path("section").asInt()).isEqualTo(3);
    assertThat(run.path("ended").asString()).isEqualTo("answered");
  }

  @Test
  void hear_recordings_tellsEventsWithTheirFile() throws Exception {
    String zh = TestData.speech("zh/zh_05.wav").toString();
    String en = TestData.speech("en/en_05.wav").toString();

    ChildDaemon.Ended ended = earmark("hear", "--json", zh, en);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    List<JsonNode> events = lines(ended.out());
    for (String file : List.of(zh, en)) {
      List<JsonNode> own =
          events.stream().filter(e -> e.path("file").asString().equals(file)).toList();
      assertThat(own)
          .extracting(e -> e.path("event").asString())
          .contains("wake", "speech_start", "speech_end", "final");
      JsonNode last = own.get(own.size() - 1);
      assertThat(last.path("event").asString()).isEqualTo("final");
      assertThat(last.path("language").asString()).isEqualTo(file.equals(zh) ? "zh" : "en");
      assertThat(last.path("text").asString().toLowerCase(Locale.ROOT))
          .contains(file.equals(zh) ? "西游记" : "journey to the west");
      assertThat(last.path("confidence").asDouble()).isBetween(0.0, 1.0);
      assertThat(last.path("end_s").asDouble()).isGreaterThan(last.path("start_s").asDouble());
    }
  }

  @Test
  void decode_goodBadAndMissing_isOneObjectEach() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.mp3"), "<html>".repeat(500));
    Path wav = folder.resolve("out.wav");

    ChildDaemon.Ended good =
        earmark(
            "decode",
            "--json",
            "--out",
            wav.toString(),
            TestData.demoLibrary("idiom_stories/001.mp3").toString());
    ChildDaemon.Ended broken =
        earmark("decode", "--json", bad.toString(), folder.resolve("none.mp3").toString());

    assertThat(good.exitCode()).isZero();
    JsonNode file = MAPPER.readTree(good.out());
    assertThat(file.propertyNames())
        .contains(
            "file",
            "playable",
            "reason",
            "codec",
            "sample_rate_hz",
            "channels",
            "declared_s",
            "decoded_s",
            "complete",
            "title",
            "artist",
            "album",
            "track",
            "chapters",
            "warnings");
    assertThat(file.path("playable").asBoolean()).isTrue();
    assertThat(file.path("complete").asBoolean()).isTrue();
    assertThat(file.path("codec").asString()).isEqualTo("mp3");
    assertThat(file.path("decoded_s").asDouble()).isBetween(62.0, 62.7);
    assertThat(Files.size(wav)).isGreaterThan(62L * 48_000 * 2);
    assertThat(broken.exitCode()).isEqualTo(1);
    List<JsonNode> failures = lines(broken.out());
    assertThat(failures).hasSize(2);
    assertThat(failures).allMatch(f -> !f.path("playable").asBoolean());
    assertThat(failures).allMatch(f -> !f.path("reason").asString("").isBlank());
  }

  /** It was emptied before it was read. */
  @Test
  void decode_outIsTheInput_alsoByLink_isRefusedAndTheInputStays() throws Exception {
    Path input = folder.resolve("in.mp3");
    Files.copy(TestData.demoLibrary("idiom_stories/001.mp3"), input);
    byte[] before = Files.readAllBytes(input);
    Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic.wav"), input);
    Path hard = Files.createLink(folder.resolve("hard.wav"), input);

    for (Path out : List.of(input, symbolic, hard)) {
      ChildDaemon.Ended ended = earmark("decode", "--out", out.toString(), input.toString());
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err()).contains("is the file that is read; name another one to write");
    }
    assertThat(Files.readAllBytes(input)).isEqualTo(before);
  }

  @Test
  void decode_fails_whatWasInThePlaceStays() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.mp3"), "<html>".repeat(500));
    Path out = Files.writeString(folder.resolve("out.wav"), "dear old recording");

    ChildDaemon.Ended ended = earmark("decode", "--out", out.toString(), bad.toString());

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(out).hasContent("dear old recording");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
    }
  }

  @Test
  void outputs_thatCannotBeWritten_areRefusedWithTheRemedy() throws Exception {
    String book = TestData.demoLibrary("idiom_stories/001.mp3").toString();
    for (String command : List.of("decode " + book, "speak hello", "demo")) {
      for (String out : List.of(folder.toString(), folder.resolve("no/such/out.wav").toString())) {
        ChildDaemon.Ended ended = earmark((command + " --out " + out).split(" "));
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err())
            .containsPattern("is a folder; name a file in it|there is no folder for --out");
      }
    }
  }

  @Test
  void textFiles_foldersAndOtherBytes_oneSentence() throws Exception {
    Path latin = Files.write(folder.resolve("latin.txt"), new byte[] {'a', (byte) 0xe9, '\n'});
    Path good = Files.writeString(folder.resolve("good.txt"), "x");
    for (List<String> command :
        List.of(
            List.of("parse", "FILE"),
            List.of("parse", "--jsonl", "FILE"),
            List.of("parse", good.toString(), "--tools", "FILE"),
            List.of("think", "--jsonl", "FILE"),
            List.of("hear", good.toString(), "--grammar", "FILE"))) {
      ChildDaemon.Ended dir = earmark(with(command, folder));
      ChildDaemon.Ended bytes = earmark(with(command, latin));
      assertThat(dir.exitCode()).as(dir.err()).isEqualTo(2);
      assertThat(dir.err().strip())
          .isEqualTo("earmark: " + folder + " is a folder; name a file in it");
      assertThat(bytes.exitCode()).as(bytes.err()).isEqualTo(1);
      assertThat(bytes.err().strip())
          .isEqualTo("earmark: " + latin + " is no text in UTF-8; save it as UTF-8");
    }
  }

  private static String[] with(List<String> command, Path file) {
    return command.stream()
        .map(word -> word.equals("FILE") ? file.toString() : word)
        .toArray(String[]::new);
  }

  @Test
  void fetch_wrongAddressAndPatience_sayWhatIsWanted() throws Exception {
    ChildDaemon.Ended port = earmark("fetch", "http://127.0.0.1:99999/");
    ChildDaemon.Ended patience = earmark("fetch", "--patience", "-1", "http://127.0.0.1:9/");

    assertThat(port.exitCode()).isEqualTo(2);
    assertThat(port.err()).contains("is no address; one looks like https://");
    assertThat(patience.exitCode()).isEqualTo(2);
    assertThat(patience.err()).contains("--patience is a number of seconds from 0");
  }

  /** It ended with 3 and looked at nothing. */
  @Test
  void doctor_anyPortAndNoDaemon_looksAtEverything() throws Exception {
    ChildDaemon.Ended ended = earmark("doctor");

    assertThat(ended.exitCode()).as(ended.err()).isIn(0, 1);
    assertThat(ended.out()).contains("state folder", "models", "server.port is 0");
  }

  @Test
  void speak_nobodyWouldHearIt_failsWithTheRemedy_andAFileIsToldOf() throws Exception {
    Path out = folder.resolve("hello.wav");
    ChildDaemon.Ended silent = earmark("speak", "hello");
    ChildDaemon.Ended file = earmark("speak", "--out", out.toString(), "hello");

    assertThat(silent.exitCode()).isEqualTo(1);
    assertThat(silent.err()).contains("speaker.type is none", "speak --out FILE.wav TEXT");
    assertThat(file.exitCode()).as(file.err()).isZero();
    assertThat(file.out()).startsWith(out + ": ").contains(" s of speech written");
    assertThat(Files.size(out)).isGreaterThan(10_000);
  }

  @Test
  void hear_forPeople_isWordsWithoutJson() throws Exception {
    String zh = TestData.speech("zh/zh_05.wav").toString();

    ChildDaemon.Ended ended = earmark("hear", zh);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .containsPattern(": \\d+\\.\\d s: wake phrase \".+\", \\d+ % sure")
        .containsPattern(": \\d+\\.\\d to \\d+\\.\\d s: \".*西游记.*\", zh, \\d+ % sure")
        .doesNotContain("{");
  }

  @Test
  void wrongUsage_exitsWithTwo() throws Exception {
    for (String[] command :
        new String[][] {{"think"}, {"say", " "}, {"fly"}, {"parse", "--protocol", "yaml"}}) {
      ChildDaemon.Ended ended = earmark(command);
      assertThat(ended.exitCode()).as(String.join(" ", command)).isEqualTo(2);
      assertThat(ended.err()).isNotBlank();
    }
  }

  /** Whoever asks for JSON reads JSON, also when it goes wrong; people read their language. */
  @Test
  void errors_asJsonWhereItWasAskedFor_andInTheLanguageOfTheLocale() throws Exception {
    for (String command : List.of("status --fly --json", "status --json", "--json think")) {
      ChildDaemon.Ended ended = earmark(command.split(" "));
      JsonNode error = MAPPER.readTree(ended.out()).path("error");
      assertThat(error.path("exit_code").asInt()).as(command).isEqualTo(ended.exitCode());
      assertThat(ended.err()).contains(error.path("message").asString());
    }

    ChildDaemon.Ended chinese =
        ChildDaemon.run(
            folder,
            TestHome.quiet("LC_ALL", "zh_CN.UTF-8", "EARMARK_SERVER_PORT", "x"),
            "config",
            "check");
    assertThat(chinese.exitCode()).isEqualTo(2);
    assertThat(chinese.out()).contains("EARMARK_SERVER_PORT：server.port：应该是 0 到 65535 的整数");
  }

  /** A folder that is not there is no mistake in the file, but worth a word. */
  @Test
  void configCheck_pathsAndProgramsThatAreNotThere_areWarnings() throws Exception {
    Files.writeString(
        folder.resolve("config.yml"),
        """
        catalogues:
          - {name: books, type: folder, path: /nowhere/books}
        speaker: {type: command, command: [no-such-player]}
        """);
    ChildDaemon.Ended ended = ChildDaemon.run(folder, Map.of(), "config", "check", "--json");

    assertThat(ended.exitCode()).as(ended.out()).isZero();
    JsonNode answer = MAPPER.readTree(ended.out());
    assertThat(answer.path("ok").asBoolean()).isTrue();
    assertThat(answer.path("warnings").valueStream().map(w -> w.path("key").asString()))
        .containsExactly("catalogues.books", "speaker.command");
  }

  private Path write(String name, List<JsonNode> lines) throws IOException {
    return Files.write(
        folder.resolve(name), lines.stream().map(MAPPER::writeValueAsString).toList());
  }

  private static String referenceTools() {
    List<Map<String, Object>> tools = new ArrayList<>();
    for (var spec : ReferenceTools.ALL.specs()) {
      List<Map<String, Object>> parameters = new ArrayList<>();
      for (var parameter : spec.parameters()) {
        parameters.add(
            Map.of(
                "name", parameter.name(),
                "type", parameter.type().name().toLowerCase(Locale.ROOT),
                "required", parameter.required()));
      }
      tools.add(Map.of("name", spec.name(), "parameters", parameters));
    }
    return MAPPER.writeValueAsString(tools);
  }

  private static Map<String, Object> question(PhraseTable.Phrase phrase) {
    Situation now = phrase.situation();
    Map<String, Object> question = new LinkedHashMap<>();
    question.put("id", phrase.id());
    question.put("text", phrase.text());
    question.put("language", phrase.language().code());
    question.put("state", now.state());
    question.put("album", now.album());
    question.put("section", now.section());
    question.put("position_s", now.positionS());
    question.put("sections", now.sections());
    question.put("volume", now.volume());
    question.put("speed", now.speed());
    question.put("results", now.results());
    question.put("heard", now.heard());
    question.put("just_said", now.justSaid());
    return question;
  }

  private static boolean fits(PhraseTable.Expected expected, JsonNode answer) {
    if (!answer.path("tool").asString().equals(expected.tool())) {
      return false;
    }
    if (expected.tool().equals("none")) {
      return !answer.path("answer").asString("").isBlank();
    }
    for (Map.Entry<String, JsonNode> arg : expected.args().properties()) {
      JsonNode given = answer.path("args").path(arg.getKey());
      if (!PhraseTable.matches(arg.getValue(), MAPPER.treeToValue(given, Object.class))) {
        return false;
      }
    }
    return true;
  }

  /** Numbers are equal by their value. */
  private static Object plain(JsonNode node) {
    if (node.isNumber()) {
      return node.asDouble();
    }
    if (node.isArray()) {
      return node.values().stream().map(CommandLineTest::plain).toList();
    }
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      node.properties().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
      return map;
    }
    return node.isNull() || node.isMissingNode() ? "" : node.asString();
  }
}
