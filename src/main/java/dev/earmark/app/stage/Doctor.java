package dev.earmark.app.stage;

import dev.earmark.agent.openai.ModelTrial;
import dev.earmark.agent.openai.OpenAiSettings;
import dev.earmark.app.Voices;
import dev.earmark.app.home.Home;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.device.Devices;
import dev.earmark.audio.device.MicrophoneSettings;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.MissingSecret;
import dev.earmark.config.ReadConfig;
import dev.earmark.config.value.Problem;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.listen.models.ModelInfo;
import dev.earmark.remote.mcp.client.ToolServerSettings;
import dev.earmark.remote.xiaozhi.Masked;
import dev.earmark.remote.xiaozhi.Token;
import dev.earmark.speak.Voice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import okhttp3.OkHttpClient;

/**
 * Looks at what is there and what is missing, without starting a daemon. Confined to one thread.
 */
public final class Doctor {
  private final Home home;
  private final EarmarkConfig config;
  private final List<MissingSecret> missing;
  private final boolean daemonRuns;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * One thing that was looked at.
   *
   * @param part its name
   * @param ok whether it works
   * @param needed whether Earmark is of no use without it
   * @param text what was found, or what is wrong with the remedy
   */
  public record Finding(String part, boolean ok, boolean needed, String text) {}

  private Doctor(Home home, ReadConfig read, boolean daemonRuns) {
    this.home = home;
    this.config = read.config();
    this.missing = read.missing();
    this.daemonRuns = daemonRuns;
  }

  /** Something to look at; returns what is fine, throws what is not. */
  private interface Look {
    String look() throws IOException;
  }

  /**
   * Looks at everything.
   *
   * @param daemonRuns whether the daemon runs on this home folder: its port is taken then, by
   *     itself
   */
  public static List<Finding> examine(Home home, ReadConfig read, boolean daemonRuns) {
    EarmarkConfig config = read.config();
    Doctor doctor = new Doctor(home, read, daemonRuns);
    doctor.look("java", /* needed= */ true, () -> "Java " + Runtime.version());
    doctor.look("locale", /* needed= */ true, doctor::locale);
    doctor.look("state folder", /* needed= */ true, () -> writable(home.state()));
    doctor.look("cache folder", /* needed= */ true, () -> writable(home.cache()));
    doctor.look("disk", /* needed= */ true, doctor::disk);
    doctor.look("models", /* needed= */ false, doctor::models);
    doctor.look("microphone", /* needed= */ false, () -> doctor.microphone(config.microphone()));
    config
        .microphones()
        .forEach(
            (name, settings) ->
                doctor.look(
                    "microphone " + name, /* needed= */ false, () -> doctor.microphone(settings)));
    doctor.look("speaker", /* needed= */ false, doctor::speaker);
    doctor.look("voice", /* needed= */ false, doctor::voice);
    if (!config.agent().mode().equals("rules")) {
      doctor.largeModels();
    }
    for (CatalogueSettings catalogue : config.catalogues()) {
      doctor.look(
          "catalogue " + catalogue.name(), /* needed= */ true, () -> doctor.catalogue(catalogue));
    }
    for (Problem problem : MachineCheck.of(home, config)) {
      if (!problem.key().equals("server.bind")) { // told with the port
        doctor.findings.add(
            new Finding(problem.key(), /* ok= */ false, /* needed= */ false, problem.toString()));
      }
    }
    if (!config.xiaozhi().endpoints().isEmpty() || doctor.lacks(MissingSecret.XIAOZHI)) {
      doctor.look("xiaozhi", /* needed= */ false, doctor::xiaozhi);
    }
    for (ToolServerSettings server : config.toolServers()) {
      doctor.look("mcp " + server.name(), /* needed= */ false, () -> doctor.toolServer(server));
    }
    doctor.look("http port", /* needed= */ true, doctor::port);
    return doctor.findings;
  }

  private void look(String part, boolean needed, Look look) {
    try {
      findings.add(new Finding(part, /* ok= */ true, needed, look.look()));
    } catch (FailureException e) {
      findings.add(new Finding(part, /* ok= */ false, needed, e.failure().detail()));
    } catch (IOException e) {
      findings.add(new Finding(part, /* ok= */ false, needed, String.valueOf(e.getMessage())));
    }
  }

  private String locale() throws IOException {
    String encoding = System.getProperty("sun.jnu.encoding", "");
    if (!encoding.toUpperCase(Locale.ROOT).replace("-", "").equals("UTF8")) {
      throw new IOException(
          "file names are in "
              + encoding
              + ", so Chinese ones cannot be opened; start with ./earmark or set LC_ALL=C.UTF-8");
    }
    return "file names are in UTF-8";
  }

  private static String writable(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "doctor", ""));
      return folder.toString();
    } catch (IOException e) {
      throw new IOException(
          folder + " cannot be written; change its owner, or choose another home with --home", e);
    }
  }

  private String disk() throws IOException {
    long free = Files.getFileStore(home.cache()).getUsableSpace();
    if (free < config.cache().minFreeBytes()) {
      throw new IOException(
          (free >> 20)
              + " MiB are free, less than cache.min-free ("
              + (config.cache().minFreeBytes() >> 20)
              + " MiB), so nothing is fetched; make room or lower it");
    }
    return (free >> 20) + " MiB free";
  }

  private String models() throws IOException {
    try (Stages stages = Stages.of(home, config)) {
      List<ModelInfo> active = stages.shelf().active(config.languages());
      if (active.isEmpty()) {
        throw new IOException(
            "no speech model in " + home.models() + "; ./earmark models install zh");
      }
      String unusable =
          stages.shelf().unusable().stream()
              .map(each -> each.name() + " cannot be used: " + each.problem())
              .collect(Collectors.joining(" | "));
      if (!unusable.isEmpty()) {
        throw new IOException(unusable);
      }
      return String.join(", ", active.stream().map(ModelInfo::name).toList());
    }
  }

  private String microphone(MicrophoneSettings settings) throws IOException {
    try (Microphone microphone = Devices.microphone(settings, Clock.system()).open()) {
      return microphone.description();
    }
  }

  private String speaker() throws IOException {
    if (config.speaker().type().equals("file")) {
      return "writes " + config.speaker().file();
    }
    if (config.speaker().type().equals("auto") && !Devices.lineProblem().isEmpty()) {
      throw new IOException(Devices.lineProblem());
    }
    try (Speaker speaker = Devices.speaker(config.speaker(), Clock.system()).open()) {
      return speaker.description();
    }
  }

  private String voice() throws IOException {
    Optional<Voice> voice = Voices.first(home, config.voice());
    if (voice.isEmpty()) {
      return "off (voice.engine is none)";
    }
    Voice chosen = voice.get();
    try {
      chosen.check();
      double seconds = 0;
      for (Language language : config.languages()) {
        seconds += chosen.synthesise("1", language, new CancelFlag()).seconds();
      }
      return String.format(Locale.ROOT, "%s speaks (%.1f s)", chosen.name(), seconds);
    } finally {
      chosen.close();
    }
  }

  private void largeModels() {
    OpenAiSettings llm = config.llm();
    boolean needed = config.agent().mode().equals("llm");
    look("large model", needed, () -> tried(llm, MissingSecret.LARGE_MODEL));
    OpenAiSettings other = llm.fallback();
    if (other != null) {
      look("other model", /* needed= */ false, () -> tried(other, MissingSecret.OTHER_MODEL));
    }
  }

  /** Makes one tiny request, which may cost a fraction of a cent. */
  private String tried(OpenAiSettings llm, String keyOwner) throws IOException {
    need(keyOwner);
    OkHttpClient client = new OkHttpClient();
    try {
      ModelTrial trial = ModelTrial.run(llm, client, Clock.system());
      return llm.model() + " answers: " + trial.words();
    } finally {
      client.dispatcher().executorService().shutdown();
      client.connectionPool().evictAll();
    }
  }

  private String catalogue(CatalogueSettings catalogue) throws IOException {
    need(MissingSecret.ofCatalogue(catalogue.name()));
    String address = catalogue.service().address();
    if (!address.isEmpty()) {
      return address + ", on the web, so it is not asked here";
    }
    Path folder =
        catalogue.type().equals("demo")
            ? home.demoLibrary()
            : home.config().resolveSibling(catalogue.path()).normalize();
    if (!Files.isDirectory(folder) || !Files.isReadable(folder)) {
      throw new IOException(
          folder + " is no folder that can be read; correct catalogues in config.yml");
    }
    return folder.toString();
  }

  private boolean lacks(String owner) {
    return missing.stream().anyMatch(secret -> secret.owner().equals(owner));
  }

  private String xiaozhi() throws IOException {
    need(MissingSecret.XIAOZHI);
    for (String url : config.xiaozhi().endpoints()) {
      Optional<Instant> end = Token.end(url);
      if (end.isPresent() && end.get().isBefore(Clock.system().now())) {
        throw new IOException(
            Masked.address(url)
                + ": its token has ended; copy a new address from the xiaozhi console");
      }
    }
    return String.join(", ", config.xiaozhi().endpoints().stream().map(Masked::address).toList())
        + "; the status of the daemon tells whether it is connected";
  }

  private String toolServer(ToolServerSettings server) throws IOException {
    need(MissingSecret.ofToolServer(server.name()));
    if (config.agent().mode().equals("rules")) {
      throw new IOException(
          "brain.mode is rules, which call no tools of other servers; set it to rules-then-llm");
    }
    if (!server.isInstalled()) {
      throw new IOException(
          "there is no program "
              + server.command().get(0)
              + "; install it, or correct mcp-servers in config.yml");
    }
    return (server.command().isEmpty() ? server.url() : String.join(" ", server.command()))
        + "; the status of the daemon tells whether it is there";
  }

  private void need(String owner) throws IOException {
    for (MissingSecret secret : missing) {
      if (secret.owner().equals(owner)) {
        throw new IOException(secret.problem() + "; a daemon that has it is not concerned");
      }
    }
  }

  private String port() throws IOException {
    int port = config.server().port();
    if (daemonRuns) {
      return "the daemon answers";
    }
    Optional<Problem> wrong = MachineCheck.bind(config);
    if (wrong.isPresent()) {
      throw new IOException(wrong.get().toString());
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(config.server().bind()), port));
      return port == 0
          ? "server.port is 0, so each start takes a free one"
          : config.server().bind() + ":" + port + " is free";
    } catch (IOException e) {
      throw new IOException(
          config.server().bind()
              + ":"
              + port
              + " is taken; stop what runs there, or set server.port",
          e);
    }
  }
}
