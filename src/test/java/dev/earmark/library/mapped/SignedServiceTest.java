package dev.earmark.library.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The second mapping, as it stands in docs/catalogues.md, against a server that checks signatures.
 */
final class SignedServiceTest extends CatalogContract {
  @TempDir Path home;

  private final FakeTingshu service = new FakeTingshu();
  private final OkHttpClient http = new OkHttpClient();
  private final FakeClock clock = new FakeClock();
  private final CancelFlag cancel = new CancelFlag();

  @BeforeEach
  void start() throws IOException {
    clock.advance(Duration.between(clock.now(), Instant.parse("2026-11-30T12:00:00Z")));
    service.start();
  }

  @AfterEach
  void stop() {
    service.close();
    http.dispatcher().executorService().shutdown();
  }

  /** Returns the example of the documentation, at the server of the test. */
  private String documented() throws IOException {
    String page = Files.readString(Path.of("docs/catalogues.md"));
    int from = page.indexOf("catalogues:\n  - name: tingshu");
    assertThat(from).isPositive();
    return page.substring(from, page.indexOf("```", from))
        .replace("https://api.example.org", service.address());
  }

  private Catalog open(String yaml, String secret) throws IOException {
    Path file = Files.writeString(home.resolve("config.yml"), yaml);
    try {
      MappedSettings settings =
          (MappedSettings)
              ConfigReader.read(
                      file, Map.of("TINGSHU_KEY", FakeTingshu.KEY, "TINGSHU_SECRET", secret))
                  .catalogues()
                  .get(0)
                  .service();
      assertThat(settings.toString()).doesNotContain(FakeTingshu.SECRET).doesNotContain("app-7");
      return new MappedCatalog("tingshu", settings, http, clock);
    } catch (ConfigException e) {
      throw new IOException(e);
    }
  }

  @Override
  protected Catalog catalog() throws IOException {
    return open(documented(), FakeTingshu.SECRET);
  }

  @Override
  protected boolean listsItself() {
    return false;
  }

  @Override
  protected boolean countsPages() {
    return false;
  }

  @Test
  void search_pagesFrom0WithATotal_areTurned() throws IOException {
    Catalog catalog = catalog();
    Catalog.Page first = catalog.search("西游", 1, cancel);
    assertThat(first.albums()).extracting(Album::title).containsExactly("西游记", "西游记后传");
    assertThat(first.pages()).isEqualTo(2);
    Catalog.Page second = catalog.search("西游", 2, cancel);
    assertThat(second.albums()).extracting(Album::title).containsExactly("新西游记");
    Album journey = catalog.detail("tingshu:b1", cancel);
    assertThat(journey.sections()).hasSize(3);
    assertThat(catalog.resolve(journey, journey.sections().get(2), cancel).uri().getPath())
        .isEqualTo("/audio/b1-3.mp3");
  }

  @Test
  void wrongSecret_isToldInTheServicesWords_withoutASecret() throws IOException {
    assertThatThrownBy(() -> open(documented(), "wrong-one").search("西游", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(Failure.Kind.FORBIDDEN);
              assertThat(e.failure().said(Language.ZH)).isEqualTo("tingshu说：sign 错误");
              assertThat(e.failure().detail()).doesNotContain("wrong-one");
            });
  }

  @Test
  void hmacInHeaders_isThatOfTheServicesExample() {
    // RFC 4231, test case 2: key "Jefe", data "what do ya want for nothing?".
    MappedSettings.Sign sign =
        new MappedSettings.Sign(
            "hmac-sha256", "{q} for nothing?", "", "Sign", /* isUpper= */ false, "Jefe");
    Signing signing = new Signing(sign, "key", Clock.system());
    assertThat(signing.of(Map.of("q", "what do ya want"), signing.variables()))
        .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  }

  /** A name that is nothing was signed as an empty text, and the service refused each request. */
  @Test
  void config_signatureOfANameThatIsNothing_isRefused() throws IOException {
    Path file =
        Files.writeString(
            home.resolve("config.yml"),
            documented()
                .replaceFirst(
                    "sign: \\{.*}",
                    "sign: {algorithm: md5, param: sign, text: \"{secrt}{params}\"}"));
    assertThatThrownBy(
            () -> ConfigReader.read(file, Map.of("TINGSHU_KEY", "k", "TINGSHU_SECRET", "s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("sign.text")
        .hasMessageContaining("{secrt} is no parameter");
  }

  @Test
  void config_signatureWithoutWhatAndHow_isRefused() throws IOException {
    Path file =
        Files.writeString(
            home.resolve("config.yml"),
            documented().replaceFirst("sign: \\{.*}", "sign: {algorithm: md6}"));
    assertThatThrownBy(
            () -> ConfigReader.read(file, Map.of("TINGSHU_KEY", "k", "TINGSHU_SECRET", "s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("sign.text")
        .hasMessageContaining("sign.param")
        .hasMessageContaining("md6");
  }
}
