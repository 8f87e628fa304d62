package dev.earmark.config;

import dev.earmark.base.EventFilter;
import dev.earmark.base.Language;
import dev.earmark.config.value.Endpoints;
import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.VolumeLimitSettings;
import dev.earmark.remote.dbus.MprisSettings;
import dev.earmark.speak.VoiceSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Every key of config.yml but the list of catalogues, in the order of the file. */
final class Keys {
  /** What people write, and what the client wants. */
  private static final Map<String, String> BROKER_SCHEMES =
      Map.of("mqtt", "tcp", "tcp", "tcp", "mqtts", "ssl", "ssl", "ssl");

  private static final String BROKER_EXPECTED =
      "expected an address such as mqtt://192.168.1.5:1883 or mqtts://broker.example.org";

  private static final JsonMapper JSON = new JsonMapper();
  private static final List<Key<?>> ALL = new ArrayList<>();
  private static final Duration NONE = Duration.ZERO;
  private static final Duration HOUR = Duration.ofHours(1);

  static final Key<List<Language>> LANGUAGES = list("languages", "zh,en", Keys::languages);

  static final Key<String> SERVER_BIND = key("server.bind", "127.0.0.1", Keys::notBlank);
  static final Key<Integer> SERVER_PORT = key("server.port", "8765", Parsers.integer(0, 65_535));
  static final Key<String> SERVER_TOKEN_FILE = key("server.token-file", "", Parsers::text);

  static final Key<String> LOG_FORMAT = key("log.format", "text", Parsers.oneOf("text", "json"));

  static final Key<String> MICROPHONE_TYPE =
      key("microphone.type", "auto", Parsers.oneOf("auto", "line", "command", "file", "none"));
  static final Key<String> MICROPHONE_DEVICE = key("microphone.device", "", Parsers::text);
  static final Key<List<String>> MICROPHONE_COMMAND = list("microphone.command", "", Parsers::list);
  static final Key<Integer> MICROPHONE_RATE =
      key("microphone.rate", "16000", Parsers.integer(4_000, 384_000));
  static final Key<Integer> MICROPHONE_CHANNELS =
      key("microphone.channels", "1", Parsers.integer(1, 32));
  static final Key<String> MICROPHONE_FILE = key("microphone.file", "", Parsers::text);
  static final Key<Boolean> MICROPHONE_REAL_TIME =
      key("microphone.real-time", "true", Parsers::flag);

  static final Key<Double> MICROPHONE_GAIN = key("microphone.gain", "0", Parsers.number(-30, 30));

  static final Key<String> SPEAKER_TYPE =
      key("speaker.type", "auto", Parsers.oneOf("auto", "line", "command", "file", "none"));
  static final Key<String> SPEAKER_DEVICE = key("speaker.device", "", Parsers::text);
  static final Key<List<String>> SPEAKER_COMMAND = list("speaker.command", "", Parsers::list);
  static final Key<Duration> SPEAKER_LATENCY =
      key("speaker.latency", "100ms", Parsers.duration(NONE, Duration.ofSeconds(5)));
  static final Key<String> SPEAKER_FILE = key("speaker.file", "", Parsers::text);

  static final Key<List<WakePhrase>> WAKE_PHRASES =
      list("wake.phrases", "小书童,hey earmark", WakePhrase::list);
  static final Key<Double> WAKE_SENSITIVITY = key("wake.sensitivity", "0.5", Parsers.number(0, 1));

  static final Key<Duration> END_SILENCE = key("listen.end-silence", "normal", Parsers::endSilence);
  static final Key<Duration> FOLLOW_UP =
      key("listen.follow-up", "6s", Parsers.duration(NONE, Duration.ofMinutes(1)));
  static final Key<Duration> MAX_LENGTH =
      key(
          "listen.max-length",
          "15s",
          Parsers.duration(Duration.ofSeconds(1), Duration.ofMinutes(1)));
  static final Key<Duration> NOTHING_SAID =
      key(
          "listen.nothing-said",
          "5s",
          Parsers.duration(Duration.ofSeconds(1), Duration.ofMinutes(1)));
  static final Key<Boolean> STOP_WITHOUT_WAKE =
      key("listen.stop-without-wake", "true", Parsers::flag);
  static final Key<Boolean> ECHO_CANCEL = key("listen.echo-cancel", "true", Parsers::flag);
  static final Key<Double> MIN_CONFIDENCE =
      key("listen.min-confidence", "0.5", Parsers.number(0, 1));
  static final Key<Boolean> PAUSE_BOOK = key("listen.pause-book", "false", Parsers::flag);

  static final Key<String> RECOGNIZER_ENGINE =
      key("recognizer.engine", "vosk", Parsers.oneOf("vosk", "openai", "vosk-server"));

  /** The microphone's ring holds four seconds of what is said while a server is waited for. */
  static final Key<Duration> RECOGNIZER_TIMEOUT =
      key(
          "recognizer.timeout",
          "2500ms",
          Parsers.duration(Duration.ofMillis(300), Duration.ofMillis(3_500)));

  static final Key<String> TRANSCRIPTION_BASE_URL =
      key("recognizer.openai.base-url", "http://127.0.0.1:8000/v1", Parsers::httpAddress);
  static final Key<String> TRANSCRIPTION_MODEL =
      key("recognizer.openai.model", "whisper-1", Keys::notBlank);
  static final Key<String> TRANSCRIPTION_KEY_ENV =
      key("recognizer.openai.api-key-env", "", Parsers::text);
  static final Key<String> TRANSCRIPTION_KEY_FILE =
      key("recognizer.openai.api-key-file", "", Parsers::text);
  static final Key<Boolean> TRANSCRIPTION_PROMPT =
      key("recognizer.openai.prompt", "true", Parsers::flag);
  static final Key<String> VOSK_SERVER_URL =
      key("recognizer.vosk-server.url", "ws://127.0.0.1:2700", Parsers::socketAddress);

  static final Key<Integer> DEBUG_RECORDINGS =
      key("debug.recordings", "0", Parsers.integer(0, 1_000));
  static final Key<Duration> DEBUG_MAX_AGE =
      key("debug.max-age", "24h", Parsers.duration(Duration.ofMinutes(1), Duration.ofDays(30)));

  static final Key<Boolean> MODELS_AUTO_INSTALL = key("models.auto-install", "true", Parsers::flag);
  static final Key<String> MODELS_LIST_URL =
      key(
          "models.list-url",
          "https://alphacephei.com/vosk/models/model-list.json",
          Parsers::httpAddress);

  static final Key<String> BRAIN_MODE =
      key("brain.mode", "rules", Parsers.oneOf("rules", "llm", "rules-then-llm"));
  static final Key<String> BRAIN_PROTOCOL =
      key("brain.protocol", "text", Parsers.oneOf("text", "xml"));
  static final Key<String> BRAIN_TOOL_FIRST =
      key("brain.tool-first", "xml", Parsers.oneOf("xml", "always", "never"));
  static final Key<Integer> BRAIN_MAX_ROUNDS =
      key("brain.max-rounds", "0", Parsers.integer(0, 200));
  static final Key<Duration> BRAIN_MAX_TIME =
      key("brain.max-time", "60s", Parsers.duration(Duration.ofSeconds(1), HOUR));
  static final Key<Duration> BRAIN_PAUSE_LIMIT =
      key("brain.pause-limit", "10m", Parsers.duration(Duration.ofSeconds(1), HOUR));
  static final Key<Duration> BRAIN_CONSENT_LIMIT =
      key("brain.consent-limit", "30s", Parsers.duration(Duration.ofSeconds(1), HOUR));
  static final Key<String> LLM_BASE_URL =
      key("brain.llm.base-url", "http://127.0.0.1:11434/v1", Parsers::httpAddress);
  static final Key<String> LLM_MODEL = key("brain.llm.model", "qwen3:8b", Keys::notBlank);
  static final Key<String> LLM_API_KEY_ENV = key("brain.llm.api-key-env", "", Parsers::text);
  static final Key<String> LLM_API_KEY_FILE = key("brain.llm.api-key-file", "", Parsers::text);
  static final Key<Double> LLM_TEMPERATURE =
      key("brain.llm.temperature", "0", Parsers.number(0, 2));
  static final Key<Integer> LLM_CONTEXT_TOKENS =
      key("brain.llm.context-tokens", "8192", Parsers.integer(512, 4_000_000));
  static final Key<Integer> LLM_MAX_TOKENS =
      key("brain.llm.max-tokens", "1024", Parsers.integer(16, 1_000_000));
  static final Key<Duration> LLM_TIMEOUT =
      key("brain.llm.timeout", "60s", Parsers.duration(Duration.ofSeconds(1), HOUR));
  static final Key<Boolean> LLM_STREAM = key("brain.llm.stream", "true", Parsers::flag);

  static final Key<String> LLM_EXTRA_BODY = key("brain.llm.extra-body", "", Keys::jsonObject);
  static final Key<String> LLM_FALLBACK_MODEL = key("brain.llm.fallback-model", "", Parsers::text);
  static final Key<String> LLM_FALLBACK_URL =
      key("brain.llm.fallback-base-url", "", Keys::addressOrNone);
  static final Key<String> LLM_FALLBACK_KEY_ENV =
      key("brain.llm.fallback-api-key-env", "", Parsers::text);
  static final Key<String> LLM_FALLBACK_KEY_FILE =
      key("brain.llm.fallback-api-key-file", "", Parsers::text);
  static final Key<String> LLM_FALLBACK_PROTOCOL =
      key("brain.llm.fallback-protocol", "same", Parsers.oneOf("same", "text", "xml"));
  static final Key<String> LLM_FALLBACK_TEMPERATURE =
      key("brain.llm.fallback-temperature", "same", Keys::temperatureOrSame);
  static final Key<Integer> LLM_FALLBACK_CONTEXT =
      key("brain.llm.fallback-context-tokens", "0", Keys::contextOrSame);
  static final Key<Integer> LLM_FALLBACK_MAX_TOKENS =
      key("brain.llm.fallback-max-tokens", "0", Parsers.integer(0, 1_000_000));
  static final Key<String> LLM_FALLBACK_BODY =
      key("brain.llm.fallback-extra-body", "same", Keys::bodyOrSame);
  static final Key<Integer> LLM_REQUESTS_PER_MINUTE =
      key("brain.llm.requests-per-minute", "0", Parsers.integer(0, 100_000));

  static final Key<String> LLM_SERVER =
      key(
          "brain.llm.server",
          "auto",
          Parsers.oneOf("auto", "openai", "deepseek", "ollama", "llama.cpp", "vllm", "other"));
  static final Key<Boolean> LLM_CONSTRAIN = key("brain.llm.constrain", "false", Parsers::flag);
  static final Key<String> LLM_CURRENCY = key("brain.llm.currency", "USD", Keys::notBlank);
  static final Key<Double> LLM_PRICE_INPUT = price("brain.llm.price-input");
  static final Key<Double> LLM_PRICE_CACHED = price("brain.llm.price-cached-input");
  static final Key<Double> LLM_PRICE_OUTPUT = price("brain.llm.price-output");
  static final Key<Double> LLM_FALLBACK_PRICE_INPUT = price("brain.llm.fallback-price-input");
  static final Key<Double> LLM_FALLBACK_PRICE_CACHED =
      price("brain.llm.fallback-price-cached-input");
  static final Key<Double> LLM_FALLBACK_PRICE_OUTPUT = price("brain.llm.fallback-price-output");

  static final Key<String> VOICE_ENGINE =
      key("voice.engine", "auto", Parsers.oneOf("auto", "espeak", "piper", "openai", "none"));
  static final Key<String> PIPER_PROGRAM = key("voice.piper.program", "piper", Keys::notBlank);
  static final Key<String> PIPER_ZH = key("voice.piper.zh", "", Parsers::text);
  static final Key<String> PIPER_EN = key("voice.piper.en", "", Parsers::text);
  static final Key<String> PIPER_LIST =
      key("voice.piper.list-url", VoiceSettings.Piper.DEFAULT.listUrl(), Parsers::httpAddress);
  static final Key<String> SPEECH_URL =
      key("voice.openai.base-url", VoiceSettings.Server.DEFAULT.baseUrl(), Parsers::httpAddress);
  static final Key<String> SPEECH_MODEL = key("voice.openai.model", "tts-1", Keys::notBlank);
  static final Key<String> SPEECH_ZH = key("voice.openai.zh", "alloy", Keys::notBlank);
  static final Key<String> SPEECH_EN = key("voice.openai.en", "alloy", Keys::notBlank);
  static final Key<String> SPEECH_KEY_ENV = key("voice.openai.api-key-env", "", Parsers::text);
  static final Key<String> SPEECH_KEY_FILE = key("voice.openai.api-key-file", "", Parsers::text);
  static final Key<Duration> SPEECH_TIMEOUT =
      key(
          "voice.openai.timeout",
          "10s",
          Parsers.duration(Duration.ofSeconds(1), Duration.ofSeconds(15)));
  static final Key<String> VOICE_ZH = key("voice.zh", "cmn", Keys::notBlank);
  static final Key<String> VOICE_EN = key("voice.en", "en-gb", Keys::notBlank);
  static final Key<Integer> VOICE_RATE = key("voice.rate", "165", Parsers.integer(80, 450));
  static final Key<Boolean> VOICE_CHIMES = key("voice.chimes", "true", Parsers::flag);
  static final Key<Long> VOICE_CACHE = key("voice.cache", "64MiB", Parsers::size);

  static final Key<Long> CACHE_QUOTA = key("cache.quota", "20GiB", Parsers::size);
  static final Key<Long> CACHE_MIN_FREE = key("cache.min-free", "2GiB", Parsers::size);

  static final Key<Integer> DOWNLOAD_PARALLEL =
      key("download.parallel", "2", Parsers.integer(1, 16));
  static final Key<Long> DOWNLOAD_RATE_LIMIT = key("download.rate-limit", "0", Parsers::size);
  static final Key<Duration> DOWNLOAD_CONNECT =
      key("download.connect-timeout", "10s", Parsers.duration(Duration.ofMillis(100), HOUR));
  static final Key<Duration> DOWNLOAD_STALL =
      key("download.stall-timeout", "15s", Parsers.duration(Duration.ofMillis(100), HOUR));
  static final Key<Integer> DOWNLOAD_RETRIES =
      key("download.retries", "4", Parsers.integer(0, 100));
  static final Key<Boolean> DOWNLOAD_ALLOW_PRIVATE =
      key("download.allow-private", "false", Parsers::flag);

  static final Key<Integer> PLAYER_VOLUME = key("player.volume", "50", Parsers.integer(0, 100));
  static final Key<Double> PLAYER_SPEED = key("player.speed", "1.0", Parsers.number(0.5, 3));
  static final Key<Boolean> PLAYER_REWIND = key("player.rewind", "true", Parsers::flag);
  static final Key<Duration> PLAYER_FADE =
      key("player.fade", "20ms", Parsers.duration(NONE, Duration.ofSeconds(2)));
  static final Key<Duration> PLAYER_SAVE_EVERY =
      key(
          "player.save-every",
          "1s",
          Parsers.duration(Duration.ofMillis(200), Duration.ofMinutes(1)));
  static final Key<Boolean> PLAYER_PREFETCH = key("player.prefetch", "true", Parsers::flag);
  static final Key<Integer> PLAYER_AHEAD = key("player.ahead", "2", Parsers.integer(1, 20));
  static final Key<Boolean> PLAYER_LEVEL = key("player.level", "true", Parsers::flag);
  static final Key<Double> PLAYER_LOUDNESS =
      key("player.loudness", "-19", Parsers.number(-40, -10));
  static final Key<Boolean> PLAYER_BOOST = key("player.boost", "false", Parsers::flag);
  static final Key<Boolean> PLAYER_SHORTEN = key("player.shorten-silence", "false", Parsers::flag);
  static final Key<VolumeLimitSettings> PLAYER_LIMITS =
      list("player.volume-limits", "", written -> VolumeLimitSettings.parse(Parsers.list(written)));

  static final Key<Duration> LIMITS_DAILY =
      key("limits.daily", "0s", Parsers.duration(NONE, Duration.ofHours(24)));
  static final Key<List<AllowanceSettings.QuietHours>> LIMITS_QUIET =
      list("limits.quiet-hours", "", written -> AllowanceSettings.parse(Parsers.list(written)));
  static final Key<Duration> LIMITS_WARNING =
      key("limits.warning", "5m", Parsers.duration(NONE, HOUR));
  static final Key<String> LIMITS_PIN_ENV = key("limits.pin-env", "", Parsers::text);
  static final Key<String> LIMITS_PIN_FILE = key("limits.pin-file", "", Parsers::text);

  static final Key<Duration> TIMERS_RING =
      key("timers.ring-limit", "5m", Parsers.duration(Duration.ofSeconds(10), HOUR));
  static final Key<Duration> TIMERS_SNOOZE =
      key("timers.snooze", "5m", Parsers.duration(Duration.ofMinutes(1), HOUR));

  static final Key<String> WORKSPACE_FOLDER = key("workspace.folder", "", Parsers::text);
  static final Key<Long> WORKSPACE_MAX_FILE =
      key("workspace.max-file", "8MiB", Parsers.sizeUpTo(64L << 20));
  static final Key<Long> WORKSPACE_MAX_TOTAL = key("workspace.max-total", "256MiB", Parsers::size);
  static final Key<Integer> WORKSPACE_MAX_FILES =
      key("workspace.max-files", "20000", Parsers.integer(1, 1_000_000));
  static final Key<Duration> WORKSPACE_TIMEOUT =
      key("workspace.timeout", "30s", Parsers.duration(Duration.ofSeconds(1), HOUR));

  static final Key<String> SEARCH_URL = key("search.url", "", Keys::searchAddress);
  static final Key<String> SEARCH_LIST = key("search.list", "/results", Parsers::jsonPointer);
  static final Key<String> SEARCH_TITLE = key("search.title", "/title", Parsers::jsonPointer);
  static final Key<String> SEARCH_LINK = key("search.link", "/url", Parsers::jsonPointer);
  static final Key<String> SEARCH_TEXT = key("search.text", "/content", Parsers::jsonPointer);
  static final Key<Integer> SEARCH_RESULTS = key("search.results", "5", Parsers.integer(1, 20));
  static final Key<Duration> SEARCH_TIMEOUT =
      key("search.timeout", "5s", Parsers.duration(Duration.ofMillis(100), Duration.ofMinutes(1)));
  static final Key<Long> SEARCH_MAX_SIZE =
      key("search.max-size", "1MiB", Parsers.sizeUpTo(64L << 20));
  static final Key<Boolean> SEARCH_ALLOW_PRIVATE =
      key("search.allow-private", "true", Parsers::flag);

  static final Key<Integer> RUNS_KEEP = key("runs.keep", "1000", Parsers.integer(0, 1_000_000));
  static final Key<Duration> RUNS_MAX_AGE =
      key("runs.max-age", "720h", Parsers.duration(HOUR, Duration.ofDays(3_650)));

  static final Key<String> TELEMETRY_ENDPOINT =
      key("telemetry.otlp-endpoint", "", Keys::addressOrNone);
  static final Key<String> TELEMETRY_HEADERS_ENV =
      key("telemetry.otlp-headers-env", "", Parsers::text);
  static final Key<String> TELEMETRY_HEADERS_FILE =
      key("telemetry.otlp-headers-file", "", Parsers::text);
  static final Key<Boolean> TELEMETRY_CONTENT = key("telemetry.content", "false", Parsers::flag);

  static final Key<String> MPRIS_BUS =
      key("mpris.bus", "auto", Parsers.oneOf("auto", "session", "system", "none"));
  static final Key<String> MPRIS_NAME = key("mpris.name", "earmark", Keys::busName);

  static final Key<Boolean> MCP_SERVER = key("mcp.server", "true", Parsers::flag);

  static final Key<List<String>> XIAOZHI_ENDPOINTS =
      list("xiaozhi.endpoints", "", Endpoints::parsed);
  static final Key<String> XIAOZHI_ENDPOINT_FILE = key("xiaozhi.endpoint-file", "", Parsers::text);
  static final Key<String> XIAOZHI_PREFIX = key("xiaozhi.prefix", "", Endpoints::prefix);
  static final Key<List<String>> XIAOZHI_TOOLS =
      list(
          "xiaozhi.tools",
          "search_album,search_and_play,pause,resume,stop,get_status,next_section,previous_section,"
              + "set_volume,set_sleep_timer",
          Parsers::list);
  static final Key<Long> XIAOZHI_MAX_RESULT =
      key("xiaozhi.max-result", "1KiB", Parsers.sizeUpTo(1L << 20));

  static final Key<String> MQTT_BROKER = key("mqtt.broker", "", Keys::broker);
  static final Key<String> MQTT_USER = key("mqtt.user", "", Parsers::text);
  static final Key<String> MQTT_PASSWORD_ENV = key("mqtt.password-env", "", Parsers::text);
  static final Key<String> MQTT_PASSWORD_FILE = key("mqtt.password-file", "", Parsers::text);
  static final Key<String> MQTT_TOPIC = key("mqtt.topic", "earmark", Keys::topic);
  static final Key<String> MQTT_DISCOVERY =
      key("mqtt.discovery", "homeassistant", written -> written.isEmpty() ? "" : topic(written));
  static final Key<EventFilter> MQTT_EVENTS =
      list("mqtt.events", Webhooks.USUAL_EVENTS, Webhooks::events);
  static final Key<Boolean> MQTT_COMMANDS = key("mqtt.commands", "true", Parsers::flag);

  private Keys() {}

  /** Returns all keys in the order of the file. */
  static List<Key<?>> all() {
    return List.copyOf(ALL);
  }

  private static <T> Key<T> key(String path, String fallback, Function<String, T> parser) {
    return register(new Key<>(path, fallback, parser, /* isList= */ false));
  }

  private static <T> Key<T> list(String path, String fallback, Function<String, T> parser) {
    return register(
        new Key<>(path, fallback.replace(",", Key.SEPARATOR), parser, /* isList= */ true));
  }

  private static <T> Key<T> register(Key<T> key) {
    ALL.add(key);
    return key;
  }

  /** Takes an address of a broker as people write it, as the client wants it. */
  private static String broker(String written) {
    if (written.isBlank()) {
      return "";
    }
    try {
      URI uri = new URI(written.strip());
      String scheme = BROKER_SCHEMES.get(String.valueOf(uri.getScheme()));
      boolean plain = Parsers.hasPlainHost(uri) && uri.getPath().replace("/", "").isEmpty();
      if (scheme != null && plain) {
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return scheme + "://" + uri.getHost() + port;
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(BROKER_EXPECTED, e);
    }
    throw new IllegalArgumentException(BROKER_EXPECTED);
  }

  private static String topic(String written) {
    if (!written.matches("[^/+#\\s\\x00]+(?:/[^/+#\\s\\x00]+)*")) {
      throw new IllegalArgumentException("expected a topic such as earmark or home/earmark");
    }
    return written;
  }

  private static List<Language> languages(String joined) {
    Set<Language> languages = new LinkedHashSet<>();
    for (String code : Parsers.list(joined)) {
      languages.add(Language.of(code.strip()));
    }
    if (languages.isEmpty()) {
      throw new IllegalArgumentException("expected at least one of zh, en");
    }
    return List.copyOf(languages);
  }

  private static String notBlank(String written) {
    if (written.isBlank()) {
      throw new IllegalArgumentException("expected a text that is not empty");
    }
    return written.strip();
  }

  private static String jsonObject(String written) {
    if (written.isBlank()) {
      return "";
    }
    try {
      if (JSON.readTree(written).isObject()) {
        return written;
      }
    } catch (JacksonException e) {
      // falls through to the sentence that shows an object
    }
    throw new IllegalArgumentException(
        "expected a JSON object in quotes, such as '{\"top_p\": 0.9}'");
  }

  /** Reads a temperature, or {@code same} for that of the first model. */
  private static String temperatureOrSame(String written) {
    return written.strip().equals("same")
        ? "same"
        : String.valueOf(Parsers.number(0, 2).apply(written));
  }

  /** Reads a number of tokens, 0 for that of the first model. */
  private static Integer contextOrSame(String written) {
    return written.strip().equals("0") ? 0 : Parsers.integer(512, 4_000_000).apply(written);
  }

  private static String bodyOrSame(String written) {
    return written.strip().equals("same") ? "same" : jsonObject(written);
  }

  private static String busName(String written) {
    if (!MprisSettings.isName(written.strip())) {
      throw new IllegalArgumentException("expected letters, digits, _ or -, no digit first");
    }
    return written.strip();
  }

  private static String addressOrNone(String written) {
    return written.isBlank() ? "" : Parsers.httpAddress(written);
  }

  /**
   * Reads headers in the form of {@code OTEL_EXPORTER_OTLP_HEADERS}: {@code name=value}, with
   * commas between them.
   *
   * @throws IllegalArgumentException without the text, which may hold a key
   */
  static Map<String, String> headers(String written) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String header : written.isBlank() ? new String[0] : written.split(",", -1)) {
      int at = header.indexOf('=');
      if (at < 1 || !header.strip().matches("[A-Za-z0-9-]{1,100}=[\\x20-\\x7e]{1,4000}")) {
        throw new IllegalArgumentException("expected headers such as x-api-key=secret");
      }
      headers.put(header.substring(0, at).strip(), header.substring(at + 1).strip());
    }
    return headers;
  }

  private static Key<Double> price(String path) {
    return key(path, "0", Parsers.number(0, 1_000_000));
  }

  private static String searchAddress(String written) {
    String example = written.replace("{query}", "query").replace("{language}", "zh").strip();
    return example.isEmpty() || !Parsers.httpAddress(example).isEmpty() ? written.strip() : "";
  }
}
