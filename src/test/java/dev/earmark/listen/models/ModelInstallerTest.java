package dev.earmark.listen.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModelInstallerTest {
  private static final String NAME = "vosk-model-small-cn-0.22";

  @TempDir private Path folder;
  private final MockWebServer server = new MockWebServer();
  private final OkHttpClient http = new OkHttpClient();
  private byte[] zip = new byte[0];
  private ModelShelf shelf;
  private ModelInstaller installer;
  private String md5 = "";
  private int cutAt = -1;
  private int status = 200;
  private boolean noRanges;
  private final List<String> ranges = new ArrayList<>();

  @BeforeEach
  void startServer() throws Exception {
    zip = FakeModels.modelZip(NAME, "zh free");
    md5 = HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(zip));
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start();
    shelf = new ModelShelf(folder, FakeModels.PROBE);
    installer =
        new ModelInstaller(
            http,
            shelf,
            new ModelSettings(/* autoInstall= */ true, server.url("/list.json").toString()));
  }

  @AfterEach
  void stopServer() {
    server.close();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }

  private synchronized MockResponse answer(RecordedRequest request) {
    if (request.getUrl().encodedPath().equals("/list.json")) {
      return new MockResponse.Builder().body(list()).build();
    }
    @Nullable String range = request.getHeaders().get("Range");
    ranges.add(range == null ? "" : range);
    if (status != 200) {
      return new MockResponse.Builder().code(status).build();
    }
    if (range == null || noRanges) {
      return cutAt < 0 ? whole(zip, 200).build() : cut();
    }
    int from = Integer.parseInt(range.replaceAll("\\D", ""));
    return whole(Arrays.copyOfRange(zip, from, zip.length), 206)
        .setHeader(
            "Content-Range",
            String.format(Locale.ROOT, "bytes %d-%d/%d", from, zip.length - 1, zip.length))
        .build();
  }

  private static MockResponse.Builder whole(byte[] bytes, int code) {
    return new MockResponse.Builder().code(code).body(new Buffer().write(bytes));
  }

  /** Says how long the whole is, sends a part, and hangs up. */
  private MockResponse cut() {
    return new MockResponse.Builder()
        .body(new Buffer().write(zip, 0, cutAt))
        .setHeader("Content-Length", zip.length)
        .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
        .build();
  }

  private String list() {
    String entry =
        "{\"lang\":\"%s\",\"type\":\"%s\",\"obsolete\":\"%s\",\"name\":\"%s\",\"version\":\"%s\","
            + "\"md5\":\"%s\",\"size\":%d,\"url\":\"%s\"}";
    String url = server.url("/" + NAME + ".zip").toString();
    return String.join(
        ",\n",
        "["
            + String.format(
                Locale.ROOT, entry, "cn", "big", "false", "huge", "0.22", md5, 9, url + "x"),
        String.format(Locale.ROOT, entry, "cn", "small", "true", "old", "0.30", md5, 9, url + "x"),
        String.format(
            Locale.ROOT, entry, "cn", "small", "false", "older", "0.3", md5, 9, url + "x"),
        String.format(
                Locale.ROOT, entry, "cn", "small", "false", NAME, "0.22", md5, zip.length, url)
            + "]");
  }

  private Path install() throws IOException {
    return installer.install("zh", (name, bytes, total) -> {}, new CancelFlag());
  }

  private void assertFails(Failure.Kind kind) {
    assertThatThrownBy(this::install)
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind));
  }

  @Test
  void install_language_takesTheNewestSmallOneAndRecordsChecksums() throws IOException {
    List<Long> seen = new ArrayList<>();
    Path model = installer.install("zh", (name, bytes, total) -> seen.add(bytes), new CancelFlag());
    assertThat(model.getFileName()).hasToString(NAME);
    assertThat(seen).isNotEmpty().isSorted().last().isEqualTo((long) zip.length);
    assertThat(shelf.verify()).allMatch(ModelInfo::ok);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(model);
    }
  }

  @Test
  void install_cutInTheMiddle_nextTryGoesOnFromThere() throws IOException {
    cutAt = 10_000;
    assertFails(Failure.Kind.TRUNCATED);
    assertThat(shelf.list()).isEmpty();
    assertThat(install().getFileName()).hasToString(NAME);
    assertThat(ranges).hasSize(2).last().asString().startsWith("bytes=").isNotEqualTo("bytes=0-");
  }

  @Test
  void install_serverIgnoresRange_startsAgain() throws IOException {
    cutAt = 10_000;
    assertFails(Failure.Kind.TRUNCATED);
    cutAt = -1;
    noRanges = true;
    assertThat(install().getFileName()).hasToString(NAME);
  }

  @Test
  void install_wrongMd5_isRefusedAndForgotten() throws IOException {
    String right = md5;
    md5 = "0123456789abcdef0123456789abcdef";
    assertFails(Failure.Kind.CHECKSUM);
    md5 = right;
    install();
    assertThat(ranges).containsExactly("", "");
  }

  @Test
  void install_notThere_saysSo() {
    status = 404;
    assertFails(Failure.Kind.NOT_FOUND);
  }

  @Test
  void install_languageThatTheListLacks_saysSo() {
    assertThatThrownBy(() -> installer.install("en", (n, b, t) -> {}, new CancelFlag()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("no small one for en");
  }

  @Test
  void install_archiveOnDisk_needsNoServer() throws IOException {
    Path file = Files.write(folder.resolve(".mine.zip"), zip);
    assertThat(installer.install(file.toString(), (n, b, t) -> {}, new CancelFlag())).exists();
    assertThat(ranges).isEmpty();
  }

  @Test
  void install_address_isFetched() throws IOException {
    String url = server.url("/some.zip").toString();
    assertThat(installer.install(url, (n, b, t) -> {}, new CancelFlag()).getFileName())
        .hasToString(NAME);
  }

  @Test
  void install_cancelled_isNoNetworkFailure() {
    CancelFlag cancel = new CancelFlag();
    cancel.set();
    assertThatThrownBy(() -> installer.install("zh", (n, b, t) -> {}, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.CANCELLED));
  }

  @Test
  void keeper_embeddedModelFirst_thenChangesOverToTheFetchedOne() throws Exception {
    FakeModels.put(folder, "tiny-0.2", "zh en", "");
    List<List<Path>> used = new CopyOnWriteArrayList<>();
    ExecutorService worker = Executors.newSingleThreadExecutor();
    ModelKeeper keeper = keeper(List.of(Language.ZH), used, worker);
    await()
        .until(
            () -> {
              keeper.doWork();
              return used.size() == 2;
            });
    assertThat(used.get(0)).containsExactly(folder.resolve("tiny-0.2"));
    assertThat(used.get(1)).containsExactly(folder.resolve(NAME));
    keeper.wakeUp();
    assertThat(keeper.doWork()).isFalse();
    worker.shutdownNow();
  }

  @Test
  void keeper_modelCannotBeHad_staysWithTheEmbeddedOneAndSaysSo() throws Exception {
    status = 503;
    FakeModels.put(folder, "tiny-0.2", "zh en", "");
    List<List<Path>> used = new ArrayList<>();
    Health health = new Health();
    ModelKeeper keeper =
        new ModelKeeper(
            shelf,
            installer,
            new ModelSettings(/* autoInstall= */ true, server.url("/list.json").toString()),
            List.of(Language.ZH),
            used::add,
            health,
            new FakeClock(),
            Runnable::run);
    keeper.doWork();
    keeper.doWork();
    assertThat(used).hasSize(1);
    assertThat(health.parts())
        .anySatisfy(part -> assertThat(part.text()).contains("cannot be had", "503"));
    assertThat(ranges).hasSize(1);
  }

  /** The watchdog had called the role stuck after ten seconds of unpacking. */
  @Test
  void keeper_modelsTakeLong_roleGoesOnTurning() throws Exception {
    FakeModels.put(folder, "tiny-0.2", "zh en free", "");
    CountDownLatch go = new CountDownLatch(1);
    List<List<Path>> used = new CopyOnWriteArrayList<>();
    ExecutorService worker = Executors.newSingleThreadExecutor();
    ModelKeeper keeper =
        new ModelKeeper(
            shelf,
            installer,
            ModelSettings.DEFAULT,
            List.of(Language.ZH),
            models -> {
              waitFor(go);
              used.add(models);
            },
            new Health(),
            new FakeClock(),
            worker);
    for (int i = 0; i < 50; i++) {
      assertThat(keeper.doWork()).isTrue();
    }
    assertThat(used).isEmpty();
    go.countDown();
    await().until(() -> used.size() == 1);
    worker.shutdown();
    assertThat(worker.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(used).hasSize(1);
  }

  private static void waitFor(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** What could not be had came later; the health line had gone on saying the opposite. */
  @Test
  void keeper_modelCanBeHadLater_healthSaysSo() throws Exception {
    status = 503;
    FakeModels.put(folder, "tiny-0.2", "zh en", "");
    FakeClock clock = new FakeClock();
    Health health = new Health();
    ModelKeeper keeper =
        new ModelKeeper(
            shelf,
            installer,
            new ModelSettings(/* autoInstall= */ true, server.url("/list.json").toString()),
            List.of(Language.ZH),
            models -> {},
            health,
            clock,
            Runnable::run);
    keeper.doWork();
    assertThat(text(health)).contains("cannot be had now");
    status = 200;
    clock.advance(Duration.ofHours(1));
    keeper.doWork();
    assertThat(text(health)).isEqualTo("each language has a model for free speech");
  }

  /** A broken archive was named in the log alone. */
  @Test
  void keeper_brokenArchive_isAHealthProblemUntilItIsGone() throws Exception {
    FakeModels.put(folder, "tiny-0.2", "zh en free", "");
    Files.writeString(folder.resolve("cut.zip"), "PK and no more");
    FakeClock clock = new FakeClock();
    Health health = new Health();
    ModelKeeper keeper =
        new ModelKeeper(
            shelf,
            installer,
            new ModelSettings(/* autoInstall= */ false, server.url("/list.json").toString()),
            List.of(Language.ZH),
            models -> {},
            health,
            clock,
            Runnable::run);
    keeper.doWork();
    assertThat(health.parts())
        .anySatisfy(
            part -> {
              assertThat(part.part()).isEqualTo("models");
              assertThat(part.ok()).isFalse();
              assertThat(part.text()).contains("cut.zip cannot be used", "remove it");
            });
    Files.delete(folder.resolve("cut.zip"));
    clock.advance(Duration.ofSeconds(5));
    keeper.doWork();
    assertThat(text(health)).contains("can be used");
  }

  private static String text(Health health) {
    return health.parts().stream()
        .filter(part -> part.part().equals("models"))
        .peek(part -> assertThat(part.ok()).isTrue())
        .findFirst()
        .orElseThrow()
        .text();
  }

  private ModelKeeper keeper(
      List<Language> languages, List<List<Path>> used, ExecutorService worker) {
    return new ModelKeeper(
        shelf,
        installer,
        new ModelSettings(/* autoInstall= */ true, server.url("/list.json").toString()),
        languages,
        used::add,
        new Health(),
        new FakeClock(),
        worker);
  }
}
