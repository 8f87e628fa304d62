package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.openai.OpenAiSettings;
import dev.earmark.audio.device.MicrophoneSettings;
import dev.earmark.audio.device.SpeakerSettings;
import dev.earmark.base.Language;
import dev.earmark.config.value.Problem;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.models.ModelSettings;
import dev.earmark.listen.remote.RemoteSettings;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.download.DownloadSettings;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.remote.http.ServerSettings;
import dev.earmark.search.SearchSettings;
import dev.earmark.speak.VoiceSettings;
import dev.earmark.workspace.WorkspaceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A config.yml as one record: defaults, kinds of values, and what is wrong with them. */
final class ConfigReaderTest extends ConfigFixture {
  @Test
  void read_noFile_givesTheDefaultsOfTheParts() throws Exception {
    EarmarkConfig config = ConfigReader.read(home.resolve("config.yml"), Map.of());

    assertThat(config.languages()).containsExactly(Language.ZH, Language.EN);
    assertThat(config.server()).isEqualTo(ServerSettings.DEFAULT);
    assertThat(config.microphone()).isEqualTo(MicrophoneSettings.DEFAULT);
    assertThat(config.speaker()).isEqualTo(SpeakerSettings.DEFAULT);
    assertThat(config.listen()).isEqualTo(ListenSettings.DEFAULT);
    assertThat(config.models()).isEqualTo(ModelSettings.DEFAULT);
    assertThat(config.agent()).isEqualTo(AgentSettings.DEFAULT);
    assertThat(config.llm()).isEqualTo(OpenAiSettings.DEFAULT);
    assertThat(config.voice()).isEqualTo(VoiceSettings.DEFAULT);
    assertThat(config.cache()).isEqualTo(CacheSettings.DEFAULT);
    assertThat(config.download()).isEqualTo(DownloadSettings.DEFAULT);
    assertThat(config.player()).isEqualTo(PlayerSettings.DEFAULT);
    assertThat(config.workspace()).isEqualTo(WorkspaceSettings.DEFAULT);
    assertThat(config.search()).isEqualTo(SearchSettings.DEFAULT);
    assertThat(config.catalogues()).containsExactly(new CatalogueSettings("demo", "demo", ""));
  }

  @Test
  void shippedFile_uncommented_documentsEveryKeyWithItsDefault() throws Exception {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("config.yml"))) {
      lines.add(line.startsWith("#") && !line.matches("# \\S.*") ? line.substring(1) : line);
    }
    Path uncommented = Files.write(home.resolve("config.yml"), lines);

    EarmarkConfig config = ConfigReader.read(uncommented, Map.of());
    EarmarkConfig defaults = ConfigReader.read(home.resolve("missing.yml"), Map.of());

    for (int i = 0; i < Keys.all().size(); i++) {
      EarmarkConfig.Effective written = config.effective().get(i);
      assertThat(written.source()).as(written.key()).startsWith("config.yml line ");
    }
    assertThat(config.listen()).isEqualTo(defaults.listen());
    assertThat(config.player()).isEqualTo(defaults.player());
    assertThat(config.llm()).isEqualTo(defaults.llm());
    assertThat(config.cache()).isEqualTo(defaults.cache());
    assertThat(config.download()).isEqualTo(defaults.download());
    assertThat(config.microphone()).isEqualTo(defaults.microphone());
    assertThat(config.speaker()).isEqualTo(defaults.speaker());
    assertThat(config.voice()).isEqualTo(defaults.voice());
    assertThat(config.server()).isEqualTo(defaults.server());
    assertThat(config.agent()).isEqualTo(defaults.agent());
    assertThat(config.models()).isEqualTo(defaults.models());
    assertThat(config.workspace()).isEqualTo(defaults.workspace());
    assertThat(config.search()).isEqualTo(defaults.search());
  }

  @Test
  void read_searchAndWorkspace_areCheckedTogether() throws Exception {
    EarmarkConfig config =
        read(
            """
            workspace: {folder: work, max-file: 1MiB}
            search: {url: "https://example.org/find?q={query}&lang={language}", list: /data/hits}
            """);

    assertThat(config.workspace().folder()).isEqualTo("work");
    assertThat(config.workspace().maxFileBytes()).isEqualTo(1L << 20);
    assertThat(config.search().url()).contains("{query}");
    assertThat(config.search().list()).isEqualTo("/data/hits");
    assertThatThrownBy(
            () ->
                read(
                    """
                    workspace: {max-file: 1GiB}
                    search:
                      url: searx
                      list: results
                    """))
        .hasMessageContaining("workspace.max-file")
        .hasMessageContaining("search.url")
        .hasMessageContaining("a JSON pointer such as /results");
  }

  @Test
  void read_otherModel_hasItsOwnSettingsAndNeverTheKeyOfAnotherServer() throws Exception {
    Files.writeString(home.resolve("first.key"), "sk-first");
    Files.writeString(home.resolve("other.key"), "sk-other");
    String first =
        """
        brain:
          mode: llm
          llm:
            base-url: https://api.deepseek.com/v1
            model: deepseek-chat
            api-key-file: first.key
            context-tokens: 64000
            extra-body: '{"top_p": 0.9}'
        """;
    OpenAiSettings same =
        Objects.requireNonNull(read(first + "    fallback-model: small\n").llm().fallback());
    assertThat(same.apiKey()).isEqualTo("sk-first");
    assertThat(same.extraBody()).contains("top_p");
    assertThat(same.contextTokens()).isEqualTo(64_000);
    assertThat(same.protocol()).isEmpty();

    String elsewhere =
        first
            + """
                fallback-model: qwen3:8b
                fallback-base-url: http://127.0.0.1:11434/v1
                fallback-protocol: xml
                fallback-temperature: 0.4
                fallback-context-tokens: 4096
                fallback-max-tokens: 512
            """;
    OpenAiSettings other = Objects.requireNonNull(read(elsewhere).llm().fallback());
    assertThat(other.apiKey()).isEmpty();
    assertThat(other.baseUrl()).isEqualTo("http://127.0.0.1:11434/v1");
    assertThat(other.protocol()).isEqualTo("xml");
    assertThat(other.temperature()).isEqualTo(0.4);
    assertThat(other.contextTokens()).isEqualTo(4_096);
    assertThat(other.maxTokens()).isEqualTo(512);
    assertThat(other.extraBody()).isEmpty();
    OpenAiSettings withKey =
        Objects.requireNonNull(
            read(elsewhere + "    fallback-api-key-file: other.key\n").llm().fallback());
    assertThat(withKey.apiKey()).isEqualTo("sk-other");
    assertThat(withKey.toString()).doesNotContain("sk-other");
  }

  @Test
  void read_otherModelThatIsWrong_isSaid() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    brain:
                      llm:
                        fallback-base-url: http://127.0.0.1:1/v1
                        fallback-temperature: warm
                        fallback-context-tokens: 12
                        fallback-extra-body: '[1]'
                    """))
        .hasMessageContaining("fallback-model")
        .hasMessageContaining("fallback-temperature")
        .hasMessageContaining("fallback-context-tokens")
        .hasMessageContaining("fallback-extra-body");
  }

  @Test
  void read_everyKindOfValue_isUnderstood() throws Exception {
    EarmarkConfig config =
        read(
            """
            languages: [en]
            microphone:
              type: command
              command: [arecord, -q, -t, raw]
            listen:
              end-silence: 1250ms
            cache:
              quota: 512MiB
            brain:
              mode: rules-then-llm
              llm: {model: "qwen3:14b", temperature: 0.2}
            catalogues:
              - {name: books, type: folder, path: /srv/books}
            """);

    assertThat(config.languages()).containsExactly(Language.EN);
    assertThat(config.microphone().command()).containsExactly("arecord", "-q", "-t", "raw");
    assertThat(config.listen().endSilence()).isEqualTo(Duration.ofMillis(1_250));
    assertThat(config.cache().quotaBytes()).isEqualTo(512L << 20);
    assertThat(config.agent().mode()).isEqualTo("rules-then-llm");
    assertThat(config.llm().model()).isEqualTo("qwen3:14b");
    assertThat(config.catalogues())
        .containsExactly(new CatalogueSettings("books", "folder", "/srv/books"));
  }

  @Test
  void read_manyMistakes_namesAllAtOnceWithLineAndRemedy() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    server:
                      prot: 80
                      port: ninety
                    listen:
                      end-silence: 700
                    colour: red
                    speaker: loud
                    catalogues:
                      - {name: my cloud, type: cloud}
                    """))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems().stream().map(Problem::toString))
                    .containsExactlyInAnyOrder(
                        "config.yml line 2: server.prot: there is no such key (did you mean"
                            + " server.port?); remove it or correct its name",
                        "config.yml line 3: server.port: expected a whole number from 0 to 65535,"
                            + " but it is 'ninety'",
                        "config.yml line 5: listen.end-silence: expected fast, normal, patient, or a"
                            + " time such as 700ms, from 100ms to 5s, but it is '700'",
                        "config.yml line 6: colour: there is no such key; remove it or correct its"
                            + " name",
                        "config.yml line 7: speaker: this is a section; its keys stand below it,"
                            + " not behind it",
                        "config.yml line 9: catalogues.type: expected one of demo, folder,"
                            + " librivox, archive, mapped, subsonic, jellyfin, audiobookshelf, podcasts, but it is"
                            + " 'cloud'",
                        "config.yml line 9: catalogues.name: expected letters, digits and dashes,"
                            + " but it is 'my cloud'"));
  }

  @Test
  void read_typesWithoutWhatTheyNeed_areRefused() {
    assertThatThrownBy(
            () -> read("microphone: {type: command}\nspeaker: {type: file}\nwake: {phrases: []}\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("microphone.command")
        .hasMessageContaining("speaker.file")
        .hasMessageContaining("wake.phrases");
  }

  @Test
  void read_wakePhrases_mayChooseALanguage() throws Exception {
    ListenSettings listen = read("wake:\n  phrases: [小书童, hey earmark = en]\n").listen();
    assertThat(listen.wakePhrases()).containsExactly("小书童", "hey earmark");
    assertThat(listen.wakeLanguages()).isEqualTo(Map.of("hey earmark", Language.EN));
    assertThatThrownBy(() -> read("wake:\n  phrases: [salut = fr]\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("unknown language 'fr', expected zh or en");
    assertThatThrownBy(() -> read("wake:\n  phrases: ['= en']\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("expected phrases such as");
  }

  @Test
  void read_endOfSpeech_hasPresets_andTimesOfItsOwn() throws Exception {
    assertThat(read("").listen().endSilence()).isEqualTo(Duration.ofMillis(700));
    assertThat(read("listen:\n  end-silence: fast\n").listen().endSilence())
        .isEqualTo(Duration.ofMillis(250));
    assertThat(read("listen:\n  end-silence: patient\n").listen().endSilence())
        .isEqualTo(Duration.ofMillis(1_250));
    assertThat(read("listen:\n  end-silence: 900ms\n").listen().endSilence())
        .isEqualTo(Duration.ofMillis(900));
    assertThatThrownBy(() -> read("listen:\n  end-silence: hasty\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("expected fast, normal, patient, or a time such as 700ms");
  }

  @Test
  void read_anotherRecogniser_isRefused_andThoseThatThereAreMayBeNamed() throws Exception {
    assertThat(read("recognizer:\n  engine: vosk\n").recognizer().server()).isFalse();
    RemoteSettings server =
        read("recognizer:\n  engine: vosk-server\n  vosk-server:\n    url: wss://ears.example/a\n")
            .recognizer();
    assertThat(server.server()).isTrue();
    assertThat(server.voskUrl()).isEqualTo("wss://ears.example/a");
    assertThatThrownBy(() -> read("recognizer:\n  engine: sphinx\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("recognizer.engine: expected one of vosk, openai, vosk-server");
    assertThatThrownBy(() -> read("recognizer:\n  vosk-server:\n    url: http://ears.example\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("expected an address such as ws://127.0.0.1:2700");
  }

  @Test
  void read_transcriptionServer_keyComesFromAFile() throws Exception {
    Files.writeString(home.resolve("ears.key"), "sesame\n");
    RemoteSettings server =
        read("recognizer:\n  engine: openai\n  openai:\n    api-key-file: ears.key\n").recognizer();
    assertThat(server.apiKey()).isEqualTo("sesame");
    assertThat(server.toString()).doesNotContain("sesame");
  }

  @Test
  void read_xiaozhi_masksTokens_andTakesThoseOfTheFile() throws Exception {
    Files.writeString(home.resolve("end.txt"), "# mine\nwss://b.example/?token=filesecret\n");
    EarmarkConfig config =
        read(
            """
            xiaozhi:
              endpoints: ["wss://a.example/mcp/?token=keysecret&x=1", "wss://b.example/?token=filesecret"]
              endpoint-file: end.txt
              prefix: lanrentingshu.
            """);

    assertThat(config.xiaozhi().endpoints())
        .containsExactly(
            "wss://a.example/mcp/?token=keysecret&x=1", "wss://b.example/?token=filesecret");
    assertThat(config.effective().toString()).doesNotContain("keysecret", "filesecret");
    assertThat(config.toString()).doesNotContain("keysecret", "filesecret");
    assertThatThrownBy(
            () -> read("xiaozhi: {endpoints: [\"https://a.example/?token=keysecret\"], prefix: A}"))
        .hasMessageContaining("xiaozhi.endpoints")
        .hasMessageContaining("xiaozhi.prefix")
        .hasMessageNotContaining("keysecret");
  }

  @Test
  void read_mcpServers_eachTypeHasItsKeys() throws Exception {
    Files.writeString(home.resolve("token"), "hush");
    EarmarkConfig config =
        read(
            """
            mcp-servers:
              - {name: clock, type: stdio, command: [uvx, mcp-server-time], env: {TZ: UTC}, allow: [now]}
              - {name: home, type: http, url: "http://127.0.0.1:1/mcp", token-file: token, timeout: 5s, consent: all}
            """);

    assertThat(config.toolServers()).hasSize(2);
    assertThat(config.toolServers().get(0).command()).containsExactly("uvx", "mcp-server-time");
    assertThat(config.toolServers().get(0).environment()).containsEntry("TZ", "UTC");
    assertThat(config.toolServers().get(0).consent()).isEqualTo("changing");
    assertThat(config.toolServers().get(1).token()).isEqualTo("hush");
    assertThat(config.toolServers().get(1).timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.toString()).doesNotContain("hush");
    assertThatThrownBy(
            () ->
                read(
                    """
                    mcp-servers:
                      - {name: A-b, type: stdio}
                      - {name: x, type: http, url: nowhere, command: [a]}
                      - {name: x, type: smoke}
                    """))
        .hasMessageContaining("config.yml line 2: mcp-servers.name")
        .hasMessageContaining("mcp-servers.command: a stdio server needs its program")
        .hasMessageContaining("config.yml line 3: mcp-servers.url")
        .hasMessageContaining("has no such key")
        .hasMessageContaining("two servers are named 'x'")
        .hasMessageContaining("expected one of stdio, http");
  }
}
