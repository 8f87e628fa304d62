package dev.earmark.config;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.PriceSettings;
import dev.earmark.agent.RunSettings;
import dev.earmark.agent.openai.OpenAiSettings;
import dev.earmark.audio.device.MicrophoneSettings;
import dev.earmark.audio.device.SpeakerSettings;
import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Language;
import dev.earmark.config.value.Key;
import dev.earmark.config.value.Values;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.models.ModelSettings;
import dev.earmark.listen.record.RecordingSettings;
import dev.earmark.listen.remote.RemoteSettings;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.download.DownloadSettings;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.remote.dbus.MprisSettings;
import dev.earmark.remote.http.ServerSettings;
import dev.earmark.remote.mcp.McpSettings;
import dev.earmark.remote.mcp.client.ToolServerSettings;
import dev.earmark.remote.mqtt.MqttSettings;
import dev.earmark.remote.webhook.WebhookSettings;
import dev.earmark.remote.xiaozhi.XiaozhiSettings;
import dev.earmark.search.SearchSettings;
import dev.earmark.speak.VoiceSettings;
import dev.earmark.telemetry.TelemetrySettings;
import dev.earmark.timers.TimerSettings;
import dev.earmark.workspace.WorkspaceSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the parts' settings records of the values that were read. */
final class Sections {
  /**
   * A quarter of what the model can read goes to earlier turns; the rest is for tools, steps and
   * the reply.
   */
  private static final int MEMORY_SHARE = 4;

  private final Values values;

  Sections(Values values) {
    this.values = values;
  }

  /**
   * What is read from elsewhere than a key.
   *
   * @param microphones further ones by their names
   * @param chosen what wake phrases choose
   * @param endpoints addresses with their tokens
   * @param otlpHeaders what is sent along with spans, as it was written
   * @param transcriptionKey the key of the transcription server
   * @param pin what lifts the limits of listening, or empty
   * @param speechKey of the speech server, or empty
   * @param brokerPassword at the MQTT broker, or empty
   * @param tokenFile of the HTTP server: the key's value, or the credential's place
   * @param fallbackKey of the other large model's server, or empty
   */
  record Outside(
      Map<String, MicrophoneSettings> microphones,
      Map<String, Profiles.Profile> chosen,
      List<ToolServerSettings> toolServers,
      List<WebhookSettings> webhooks,
      List<String> endpoints,
      String otlpHeaders,
      String transcriptionKey,
      String pin,
      String speechKey,
      String brokerPassword,
      String tokenFile,
      String fallbackKey) {}

  EarmarkConfig assemble(
      List<CatalogueSettings> catalogues,
      String apiKey,
      Outside outside,
      List<EarmarkConfig.Effective> effective) {
    return new EarmarkConfig(
        get(Keys.LANGUAGES),
        new ServerSettings(get(Keys.SERVER_BIND), get(Keys.SERVER_PORT), outside.tokenFile()),
        get(Keys.LOG_FORMAT),
        microphone(),
        outside.microphones(),
        speaker(),
        listen(outside.chosen()),
        get(Keys.PAUSE_BOOK),
        recognizer(outside.transcriptionKey()),
        new RecordingSettings(get(Keys.DEBUG_RECORDINGS), get(Keys.DEBUG_MAX_AGE)),
        new ModelSettings(get(Keys.MODELS_AUTO_INSTALL), get(Keys.MODELS_LIST_URL)),
        new AgentSettings(
            get(Keys.BRAIN_MODE),
            get(Keys.BRAIN_PROTOCOL),
            get(Keys.BRAIN_MAX_ROUNDS),
            get(Keys.BRAIN_MAX_TIME),
            AgentSettings.DEFAULT.maxTokens(),
            AgentSettings.DEFAULT.memoryTurns(),
            get(Keys.LLM_CONTEXT_TOKENS) / MEMORY_SHARE,
            get(Keys.BRAIN_PAUSE_LIMIT),
            get(Keys.BRAIN_CONSENT_LIMIT),
            prices(),
            toolFirst(get(Keys.BRAIN_PROTOCOL))),
        llm(apiKey, outside.fallbackKey()),
        voice(outside.speechKey()),
        catalogues,
        new CacheSettings(get(Keys.CACHE_QUOTA), get(Keys.CACHE_MIN_FREE)),
        download(),
        player(outside.pin()),
        new TimerSettings(get(Keys.TIMERS_RING), get(Keys.TIMERS_SNOOZE)),
        workspace(),
        search(),
        new RunSettings(get(Keys.RUNS_KEEP), get(Keys.RUNS_MAX_AGE)),
        telemetry(outside.otlpHeaders()),
        new MprisSettings(get(Keys.MPRIS_BUS), get(Keys.MPRIS_NAME)),
        new McpSettings(get(Keys.MCP_SERVER)),
        outside.toolServers(),
        new XiaozhiSettings(
            outside.endpoints(),
            get(Keys.XIAOZHI_PREFIX),
            get(Keys.XIAOZHI_TOOLS),
            Math.toIntExact(get(Keys.XIAOZHI_MAX_RESULT))),
        outside.webhooks(),
        new MqttSettings(
            get(Keys.MQTT_BROKER),
            get(Keys.MQTT_USER),
            outside.brokerPassword(),
            get(Keys.MQTT_TOPIC),
            get(Keys.MQTT_DISCOVERY),
            get(Keys.MQTT_EVENTS),
            get(Keys.MQTT_COMMANDS)),
        effective);
  }

  private MicrophoneSettings microphone() {
    return new MicrophoneSettings(
        get(Keys.MICROPHONE_TYPE),
        get(Keys.MICROPHONE_DEVICE),
        get(Keys.MICROPHONE_COMMAND),
        get(Keys.MICROPHONE_RATE),
        get(Keys.MICROPHONE_CHANNELS),
        get(Keys.MICROPHONE_FILE),
        get(Keys.MICROPHONE_REAL_TIME),
        get(Keys.MICROPHONE_GAIN));
  }

  private SpeakerSettings speaker() {
    return new SpeakerSettings(
        get(Keys.SPEAKER_TYPE),
        get(Keys.SPEAKER_DEVICE),
        get(Keys.SPEAKER_COMMAND),
        Math.toIntExact(get(Keys.SPEAKER_LATENCY).toMillis()),
        get(Keys.SPEAKER_FILE));
  }

  private ListenSettings listen(Map<String, Profiles.Profile> chosen) {
    Map<String, Language> languages = new LinkedHashMap<>();
    Map<String, Duration> silences = new LinkedHashMap<>();
    Set<String> rules = new LinkedHashSet<>();
    chosen.forEach(
        (phrase, profile) -> {
          if (profile.language() != null) {
            languages.put(phrase, profile.language());
          }
          if (profile.endSilence() != null) {
            silences.put(phrase, profile.endSilence());
          }
          if (profile.rules()) {
            rules.add(phrase);
          }
        });
    return new ListenSettings(
        get(Keys.LANGUAGES),
        get(Keys.WAKE_PHRASES).stream().map(WakePhrase::text).toList(),
        get(Keys.WAKE_SENSITIVITY),
        get(Keys.END_SILENCE),
        get(Keys.FOLLOW_UP),
        get(Keys.MAX_LENGTH),
        get(Keys.NOTHING_SAID),
        get(Keys.STOP_WITHOUT_WAKE),
        get(Keys.MIN_CONFIDENCE),
        languages,
        silences,
        rules,
        get(Keys.ECHO_CANCEL));
  }

  private RemoteSettings recognizer(String key) {
    return new RemoteSettings(
        get(Keys.RECOGNIZER_ENGINE),
        get(Keys.RECOGNIZER_TIMEOUT),
        get(Keys.TRANSCRIPTION_BASE_URL),
        get(Keys.TRANSCRIPTION_MODEL),
        key,
        get(Keys.TRANSCRIPTION_PROMPT),
        get(Keys.VOSK_SERVER_URL));
  }

  private OpenAiSettings llm(String apiKey, String fallbackKey) {
    OpenAiSettings first =
        new OpenAiSettings(
            get(Keys.LLM_BASE_URL),
            get(Keys.LLM_MODEL),
            apiKey,
            get(Keys.LLM_TEMPERATURE),
            get(Keys.LLM_CONTEXT_TOKENS),
            get(Keys.LLM_MAX_TOKENS),
            get(Keys.LLM_TIMEOUT),
            get(Keys.LLM_STREAM),
            get(Keys.LLM_EXTRA_BODY),
            /* fallback= */ null,
            get(Keys.LLM_REQUESTS_PER_MINUTE),
            get(Keys.LLM_SERVER),
            get(Keys.LLM_CONSTRAIN),
            /* protocol= */ "");
    OpenAiSettings other = fallback(first, fallbackKey);
    return other.model().isEmpty() ? first : first.withFallback(other);
  }

  /** The other model; the first one's key never goes to another server. */
  private OpenAiSettings fallback(OpenAiSettings first, String key) {
    boolean sameServer = get(Keys.LLM_FALLBACK_URL).isEmpty();
    String warmth = get(Keys.LLM_FALLBACK_TEMPERATURE);
    String body = get(Keys.LLM_FALLBACK_BODY);
    String protocol = get(Keys.LLM_FALLBACK_PROTOCOL);
    return new OpenAiSettings(
        sameServer ? first.baseUrl() : get(Keys.LLM_FALLBACK_URL),
        get(Keys.LLM_FALLBACK_MODEL).strip(),
        sameServer && key.isEmpty() ? first.apiKey() : key,
        warmth.equals("same") ? first.temperature() : Double.parseDouble(warmth),
        or(get(Keys.LLM_FALLBACK_CONTEXT), first.contextTokens()),
        or(get(Keys.LLM_FALLBACK_MAX_TOKENS), first.maxTokens()),
        first.timeout(),
        first.stream(),
        body.equals("same") ? (sameServer ? first.extraBody() : "") : body,
        /* fallback= */ null,
        first.requestsPerMinute(),
        sameServer ? first.server() : "auto",
        sameServer && first.constrain(),
        protocol.equals("same") ? "" : protocol);
  }

  private static int or(int written, int otherwise) {
    return written == 0 ? otherwise : written;
  }

  private boolean toolFirst(String protocol) {
    String when = get(Keys.BRAIN_TOOL_FIRST);
    return when.equals("always") || when.equals(protocol);
  }

  private PriceSettings prices() {
    return new PriceSettings(get(Keys.LLM_CURRENCY), Map.of())
        .with(
            get(Keys.LLM_FALLBACK_MODEL),
            get(Keys.LLM_FALLBACK_PRICE_INPUT),
            get(Keys.LLM_FALLBACK_PRICE_CACHED),
            get(Keys.LLM_FALLBACK_PRICE_OUTPUT))
        .with(
            get(Keys.LLM_MODEL),
            get(Keys.LLM_PRICE_INPUT),
            get(Keys.LLM_PRICE_CACHED),
            get(Keys.LLM_PRICE_OUTPUT));
  }

  private TelemetrySettings telemetry(String headers) {
    return new TelemetrySettings(
        get(Keys.TELEMETRY_ENDPOINT), Keys.headers(headers), get(Keys.TELEMETRY_CONTENT));
  }

  private VoiceSettings voice(String apiKey) {
    return new VoiceSettings(
        get(Keys.VOICE_ENGINE),
        get(Keys.VOICE_ZH),
        get(Keys.VOICE_EN),
        get(Keys.VOICE_RATE),
        get(Keys.VOICE_CHIMES),
        get(Keys.VOICE_CACHE),
        new VoiceSettings.Piper(
            get(Keys.PIPER_PROGRAM), get(Keys.PIPER_ZH), get(Keys.PIPER_EN), get(Keys.PIPER_LIST)),
        new VoiceSettings.Server(
            get(Keys.SPEECH_URL),
            get(Keys.SPEECH_MODEL),
            get(Keys.SPEECH_ZH),
            get(Keys.SPEECH_EN),
            apiKey,
            get(Keys.SPEECH_TIMEOUT)));
  }

  private DownloadSettings download() {
    return new DownloadSettings(
        get(Keys.DOWNLOAD_PARALLEL),
        get(Keys.DOWNLOAD_RATE_LIMIT),
        get(Keys.DOWNLOAD_CONNECT),
        get(Keys.DOWNLOAD_STALL),
        get(Keys.DOWNLOAD_RETRIES),
        get(Keys.DOWNLOAD_ALLOW_PRIVATE));
  }

  private PlayerSettings player(String pin) {
    return new PlayerSettings(
        get(Keys.PLAYER_VOLUME),
        get(Keys.PLAYER_SPEED),
        get(Keys.PLAYER_REWIND),
        get(Keys.PLAYER_FADE),
        get(Keys.PLAYER_SAVE_EVERY),
        get(Keys.PLAYER_PREFETCH),
        get(Keys.PLAYER_AHEAD),
        new ShapeSettings(
            get(Keys.PLAYER_LEVEL),
            get(Keys.PLAYER_LOUDNESS),
            get(Keys.PLAYER_BOOST),
            get(Keys.PLAYER_SHORTEN)),
        get(Keys.PLAYER_LIMITS),
        new AllowanceSettings(
            get(Keys.LIMITS_DAILY), get(Keys.LIMITS_QUIET), get(Keys.LIMITS_WARNING), pin));
  }

  private WorkspaceSettings workspace() {
    return new WorkspaceSettings(
        get(Keys.WORKSPACE_FOLDER),
        get(Keys.WORKSPACE_MAX_FILE),
        get(Keys.WORKSPACE_MAX_TOTAL),
        get(Keys.WORKSPACE_MAX_FILES),
        get(Keys.WORKSPACE_TIMEOUT));
  }

  private SearchSettings search() {
    return new SearchSettings(
        get(Keys.SEARCH_URL),
        get(Keys.SEARCH_LIST),
        get(Keys.SEARCH_TITLE),
        get(Keys.SEARCH_LINK),
        get(Keys.SEARCH_TEXT),
        get(Keys.SEARCH_RESULTS),
        get(Keys.SEARCH_TIMEOUT),
        get(Keys.SEARCH_MAX_SIZE),
        get(Keys.SEARCH_ALLOW_PRIVATE));
  }

  private <T> T get(Key<T> key) {
    return values.get(key);
  }
}
