package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.config.value.Problem;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.archive.ArchiveSettings;
import dev.earmark.library.feed.FeedSettings;
import dev.earmark.library.http.WebSettings;
import dev.earmark.library.librivox.LibrivoxSettings;
import dev.earmark.library.mapped.MappedSettings;
import dev.earmark.library.subsonic.SubsonicSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WebCataloguesTest {
  @TempDir Path home;

  private List<CatalogueSettings> read(String yaml, Map<String, String> environment)
      throws IOException, ConfigException {
    Path file = Files.writeString(home.resolve("config.yml"), yaml);
    return ConfigReader.read(file, environment).catalogues();
  }

  private CatalogueSettings.Service service(String item) throws IOException, ConfigException {
    return read("catalogues:\n" + item.indent(2), Map.of()).get(0).service();
  }

  private void assertProblems(String item, String... problems) {
    assertThatThrownBy(() -> service(item))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems())
                    .extracting(Problem::toString)
                    .containsExactlyInAnyOrder(problems));
  }

  @Test
  void typeAlone_isEnough_forFreeLibraries() throws Exception {
    List<CatalogueSettings> catalogues =
        read("catalogues:\n  - {type: librivox}\n  - {name: ia, type: archive}\n", Map.of());
    assertThat(catalogues)
        .containsExactly(
            new CatalogueSettings(
                "librivox",
                "librivox",
                "",
                new LibrivoxSettings(
                    WebSettings.at("https://librivox.org", Duration.ofMillis(200)))),
            new CatalogueSettings(
                "ia",
                "archive",
                "",
                new ArchiveSettings(
                    WebSettings.at("https://archive.org", Duration.ofMillis(200)),
                    ArchiveSettings.COLLECTIONS,
                    ArchiveSettings.FORMATS)));
  }

  @Test
  void everyKey_isRead() throws Exception {
    assertThat(
            service(
                """
                - type: archive
                  url: http://192.168.1.2:8080/
                  timeout: 3s
                  pace: 1s
                  most-per-day: 50
                  max-size: 1MiB
                  allow-private: true
                  collections: []
                  formats: [Flac, VBR MP3]
                """))
        .isEqualTo(
            new ArchiveSettings(
                new WebSettings(
                    "http://192.168.1.2:8080",
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(1),
                    50,
                    1 << 20,
                    /* allowPrivate= */ true),
                List.of(),
                List.of("Flac", "VBR MP3")));
  }

  @Test
  void mistakes_areNamedWithTheirLines() {
    assertProblems(
        """
        - type: librivox
          url: librivox
          timeuot: 3s
          pace: 5
          formats: [MP3]
        """,
        "config.yml line 3: catalogues.url: expected an address such as http://127.0.0.1:11434/v1,"
            + " but it is 'librivox'",
        "config.yml line 4: catalogues.timeuot: a catalogue of the type librivox has no such key"
            + " (did you mean timeout?); remove it or correct its name",
        "config.yml line 5: catalogues.pace: expected a time such as 700ms, 30s or 15m, from 0s to"
            + " 1m, but it is '5'",
        "config.yml line 6: catalogues.formats: a catalogue of the type librivox has no such key;"
            + " remove it or correct its name");
    assertProblems(
        "- {type: archive, collections: ['a b'], directory: x}",
        "config.yml line 2: catalogues.collections: expected identifiers of collections such as"
            + " [librivoxaudio], but it is 'a b'",
        "config.yml line 2: catalogues.directory: a catalogue of the type archive has no such key;"
            + " remove it or correct its name");
  }

  @Test
  void otherTypes_refuseKeysOfServices() {
    assertProblems(
        "- {type: demo, url: 'http://a'}",
        "config.yml line 2: catalogues.url: a catalogue of the type demo has no such key; remove it"
            + " or correct its name");
    assertProblems(
        "- {name: b, type: folder, path: /srv, timeout: 1s}",
        "config.yml line 2: catalogues.timeout: a catalogue of the type folder has no such key;"
            + " remove it or correct its name");
  }

  @Test
  void environment_takesTypeAndAddress() throws Exception {
    List<CatalogueSettings> catalogues =
        read("", Map.of("EARMARK_CATALOGUES", "librivox, ia:archive:http://10.0.0.1:8080/x"));
    assertThat(catalogues)
        .extracting(c -> c.name() + " " + c.type() + " " + c.service().address())
        .containsExactly(
            "librivox librivox https://librivox.org", "ia archive http://10.0.0.1:8080/x");
  }

  @Test
  void mapped_mistakes_areNamedWithTheirLines() {
    assertProblems(
        """
        - type: mapped
          key-env: NO_SUCH_KEY
          method: PUT
          search:
            path: find
            params: {q: "{word}"}
            list: data.lists
            fields: {id: [/id, name]}
          detail: {list: /d, fields: {url: /u}}
          retries: 3
        """,
        "config.yml line 2: catalogues.url: the address of the service is needed here, such as"
            + " https://example.org",
        "config.yml line 3: catalogues.key-env: the variable NO_SUCH_KEY is not set; set it to the"
            + " key",
        "config.yml line 4: catalogues.method: expected one of GET, FORM, JSON, but it is 'PUT'",
        "config.yml line 6: catalogues.search.path: expected a path such as /api/search, behind the"
            + " url, but it is 'find'",
        "config.yml line 7: catalogues.search.params.q: there is no {word}; there are {keyword},"
            + " {page}, {id}, {episode}, {number}, {timestamp}, {timestamp_ms}, {nonce} and the names below with",
        "config.yml line 8: catalogues.search.list: expected a JSON pointer such as /results or"
            + " /data/0/hits, but it is 'data.lists'",
        "config.yml line 9: catalogues.search.fields.id: expected a JSON pointer such as /results"
            + " or /data/0/hits, but it is '/id, name'",
        "config.yml line 2: catalogues.search.fields.title: a JSON pointer is needed here, such as"
            + " /title",
        "config.yml line 11: catalogues.retries: a catalogue of the type mapped has no such key;"
            + " remove it or correct its name");
  }

  @Test
  void mapped_preset_isCompleteButForAddressAndOwnValues() throws Exception {
    MappedSettings lanren =
        (MappedSettings) service("- {type: mapped, preset: lanren-52api, url: 'https://x.org/a'}");
    assertThat(lanren.web().pace()).isEqualTo(Duration.ofMillis(3_200));
    assertThat(lanren.search().fields().get("narrator")).containsExactly("/announcer", "/narrator");
    assertThat(lanren.key().value()).isEmpty();
    assertThat(
            ((MappedSettings)
                    service(
                        """
                        - type: mapped
                          preset: lanren-52api
                          url: https://x.org
                          pace: 1s
                          search: {params: {extra: x}, fields: {narrator: /reader}}
                        """))
                .search())
        .satisfies(s -> assertThat(s.fields().get("narrator")).containsExactly("/reader"))
        .satisfies(s -> assertThat(s.params()).containsEntry("extra", "x").containsKey("keyword"));
    assertProblems(
        "- {type: mapped, preset: audiobookshelf, url: 'https://x.org'}",
        "config.yml line 2: catalogues.with.library: a value is needed here");
    assertProblems(
        "- {type: mapped, preset: other, url: 'https://x.org', search: {list: /a, fields: {id: /i,"
            + " title: /t}}, detail: {list: /b, fields: {url: /u}}}",
        "config.yml line 2: catalogues.preset: expected one of lanren-52api, audiobookshelf, but"
            + " it is 'other'");
  }

  @Test
  void secret_ofAFileOrACredential_isRead() throws Exception {
    Files.writeString(home.resolve("key.txt"), " of-a-file\n");
    String item = "- {name: lr, type: mapped, preset: lanren-52api, url: 'https://x.org'";
    assertThat(((MappedSettings) service(item + ", key-file: key.txt}")).key().value())
        .isEqualTo("of-a-file");
    Files.writeString(home.resolve("catalogues.lr"), "of-systemd");
    List<CatalogueSettings> catalogues =
        read("catalogues:\n  " + item + "}\n", Map.of("CREDENTIALS_DIRECTORY", home.toString()));
    assertThat(((MappedSettings) catalogues.get(0).service()).key().value())
        .isEqualTo("of-systemd");
  }

  @Test
  void key_ofAnEditorsFile_isReadWithoutItsMark_andWhatIsNoKeyIsAProblem() throws Exception {
    String item =
        "- {name: lr, type: mapped, preset: lanren-52api, url: 'https://x.org', key-file: key.txt}";
    Files.writeString(home.resolve("key.txt"), "\uFEFFsesame\r\n");
    assertThat(((MappedSettings) service(item)).key().value()).isEqualTo("sesame");
    for (String wrong : List.of("first\nsecond", "钥匙", "key\u0000")) {
      Files.writeString(home.resolve("key.txt"), wrong);
      assertProblems(
          item,
          "config.yml line 2: catalogues.key-file: what it names is no key: there is a line break"
              + " or a letter outside of ASCII in it; write the key there and nothing else");
    }
  }

  @Test
  void subsonic_userAndPassword_orKey_areRead() throws Exception {
    Files.writeString(home.resolve("pw"), "sesame");
    SubsonicSettings user =
        (SubsonicSettings)
            service("- {type: subsonic, url: 'http://nas:4533', user: me, password-file: pw}");
    assertThat(user.login()).isEqualTo(new SubsonicSettings.Login("me", "sesame"));
    SubsonicSettings key =
        (SubsonicSettings)
            service("- {type: subsonic, url: 'http://nas:4533', key-file: pw, music-folder: 2}");
    assertThat(key.login().isKey()).isTrue();
    assertThat(key.musicFolder()).isEqualTo("2");
    assertProblems(
        "- {type: subsonic, user: me}",
        "config.yml line 2: catalogues.password-env: a user with password-env or password-file, or"
            + " else key-env or key-file, is needed here",
        "config.yml line 2: catalogues.url: the address of the service is needed here, such as"
            + " https://example.org");
    assertProblems(
        "- {type: subsonic, url: 'http://nas:4533', user: me, password: sesame, password-env: X}",
        "config.yml line 2: catalogues.password: a catalogue of the type subsonic has no such key;"
            + " remove it or correct its name",
        "config.yml line 2: catalogues.password-env: the variable X is not set; set it to the key");
  }

  @Test
  void podcasts_feedsOrAList_areRead() throws Exception {
    FeedSettings settings =
        (FeedSettings)
            service(
                "- {type: podcasts, feeds: ['https://a.org/feed?id=1', 'https://b.org/x/'], every:"
                    + " 30m, opml: feeds.opml}");
    assertThat(settings.feeds()).containsExactly("https://a.org/feed?id=1", "https://b.org/x/");
    assertThat(settings.every()).isEqualTo(Duration.ofMinutes(30));
    assertThat(settings.web().maxBytes()).isEqualTo(20L << 20);
    assertThat(settings.address()).isEqualTo("feeds: 2 and those of feeds.opml");
    assertProblems(
        "- {type: podcasts, url: 'https://a.org'}",
        "config.yml line 2: catalogues.feeds: addresses of feeds are needed here, or opml with the"
            + " path of a list",
        "config.yml line 2: catalogues.url: a catalogue of the type podcasts has no such key;"
            + " remove it or correct its name");
    assertProblems(
        "- {type: podcasts, feeds: [a.org]}",
        "config.yml line 2: catalogues.feeds: expected an address such as"
            + " http://127.0.0.1:11434/v1, but it is 'a.org'");
  }
}
