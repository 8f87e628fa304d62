package dev.earmark.speak.voices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of our own stands for the one with the voices. */
final class VoiceInstallerTest {
  private static final byte[] MODEL = new byte[100_000];
  private static final byte[] CONFIG = "{\"audio\": {}}".getBytes(StandardCharsets.UTF_8);
  private static final String HUAYAN = "zh/zh_CN/huayan/medium/zh_CN-huayan-medium.onnx";

  @TempDir Path folder;
  private final MockWebServer server = new MockWebServer();
  private final OkHttpClient http = new OkHttpClient();
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final List<String> ranges = new ArrayList<>();
  private VoiceShelf shelf;
  private VoiceInstaller installer;

  @BeforeEach
  void start() throws Exception {
    for (int i = 0; i < MODEL.length; i++) {
      MODEL[i] = (byte) (i * 31);
    }
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start();
    shelf = new VoiceShelf(folder.resolve("voices"));
    installer = new VoiceInstaller(http, shelf, server.url("/v1/voices.json").toString());
    files.put("/v1/voices.json", list(md5(MODEL)).getBytes(StandardCharsets.UTF_8));
    files.put("/v1/" + HUAYAN, MODEL);
    files.put("/v1/" + HUAYAN + ".json", CONFIG);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    http.dispatcher().executorService().shutdown();
  }

  private synchronized MockResponse answer(RecordedRequest request) {
    byte[] file = files.get(request.getTarget());
    if (file == null) {
      return new MockResponse.Builder().code(404).build();
    }
    String range = request.getHeaders().get("Range");
    MockResponse.Builder answer = new MockResponse.Builder();
    if (range == null) {
      return answer.body(new Buffer().write(file)).build();
    }
    ranges.add(range);
    int from = Integer.parseInt(range.replaceAll("\\D", ""));
    return answer
        .code(206)
        .setHeader("Content-Range", "bytes " + from + "-" + (file.length - 1) + "/" + file.length)
        .body(new Buffer().write(file, from, file.length - from))
        .build();
  }

  private static String list(String md5) throws Exception {
    return """
    {"zh_CN-huayan-x_low": {"language": {"family": "zh"}, "quality": "x_low", "files": {}},
     "zh_CN-huayan-medium": {"key": "zh_CN-huayan-medium",
      "language": {"code": "zh_CN", "family": "zh"}, "quality": "medium",
      "files": {"%s": {"size_bytes": %d, "md5_digest": "%s"},
                "%s.json": {"size_bytes": %d, "md5_digest": "%s"},
                "zh/zh_CN/huayan/medium/MODEL_CARD": {"size_bytes": 5, "md5_digest": "x"}}}}
    """
        .formatted(HUAYAN, MODEL.length, md5, HUAYAN, CONFIG.length, md5(CONFIG));
  }

  private static String md5(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
  }

  private String install(String what) throws IOException {
    return installer.install(what, (file, bytes, total) -> {}, new CancelFlag());
  }

  @Test
  void install_language_putsBothFilesOnTheShelf() throws Exception {
    assertThat(install("zh")).isEqualTo("zh_CN-huayan-medium");
    assertThat(shelf.list())
        .extracting(InstalledVoice::name, v -> v.language().orElseThrow(), InstalledVoice::bytes)
        .containsExactly(
            tuple("zh_CN-huayan-medium", Language.ZH, (long) MODEL.length + CONFIG.length));
    assertThat(shelf.model(Language.ZH, "").orElseThrow()).hasBinaryContent(MODEL);
    assertThat(shelf.model(Language.EN, "")).isEmpty();
    assertThat(shelf.folder().toFile().list()).as("nothing half-done is left").hasSize(1);

    shelf.remove("zh_CN-huayan-medium");
    assertThat(shelf.list()).isEmpty();
    assertThat(shelf.folder().toFile().list()).isEmpty();
  }

  @Test
  void install_afterABreak_goesOnWhereItWas() throws Exception {
    Path work = Files.createDirectories(shelf.folder().resolve(".zh_CN-huayan-medium.part"));
    byte[] half = Arrays.copyOf(MODEL, 40_000);
    Files.write(work.resolve("zh_CN-huayan-medium.onnx.part"), half);
    install("zh");
    assertThat(ranges).containsExactly("bytes=40000-");
    assertThat(shelf.model(Language.ZH, "").orElseThrow()).hasBinaryContent(MODEL);
  }

  @Test
  void install_wrongChecksum_leavesTheShelfAsItWas() throws Exception {
    install("zh");
    files.put("/v1/voices.json", list("00").getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> install("zh_CN-huayan-medium"))
        .asInstanceOf(InstanceOfAssertFactories.type(FailureException.class))
        .extracting(e -> e.failure().kind())
        .isEqualTo(Failure.Kind.CHECKSUM);
    assertThat(shelf.model(Language.ZH, "")).isPresent();
  }

  @Test
  void install_fileCutShort_saysSo_andTheNextTryEndsWell() throws Exception {
    files.put("/v1/" + HUAYAN, Arrays.copyOf(MODEL, 50_000));
    assertThatThrownBy(() -> install("zh")).hasMessageContaining("50000 of 100000");
    assertThat(shelf.list()).isEmpty();
    files.put("/v1/" + HUAYAN, MODEL);
    install("zh");
    assertThat(ranges).containsExactly("bytes=50000-");
  }

  @Test
  void install_address_takesTheConfigurationBesideIt() throws Exception {
    assertThat(install(server.url("/v1/" + HUAYAN).toString())).isEqualTo("zh_CN-huayan-medium");
    assertThat(shelf.list()).hasSize(1);
  }

  @Test
  void install_nonsense_saysWhatWouldBeRight() {
    assertThatThrownBy(() -> install("klingon")).hasMessageContaining("neither zh, en");
    assertThatThrownBy(() -> install("en")).hasMessageContaining("none for en");
    assertThatThrownBy(() -> install(server.url("/x.zip").toString()))
        .hasMessageContaining("ends in .onnx");
    assertThatThrownBy(() -> shelf.remove("none")).hasMessageContaining("earmark voices list");
  }
}
