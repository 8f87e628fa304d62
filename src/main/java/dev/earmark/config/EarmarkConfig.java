package dev.earmark.config;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.RunSettings;
import dev.earmark.agent.openai.OpenAiSettings;
import dev.earmark.audio.device.MicrophoneSettings;
import dev.earmark.audio.device.SpeakerSettings;
import dev.earmark.base.Language;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.models.ModelSettings;
import dev.earmark.listen.record.RecordingSettings;
import dev.earmark.listen.remote.RemoteSettings;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.download.DownloadSettings;
import dev.earmark.playback.PlayerSettings;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole configuration: the settings of all parts.
 *
 * @param languages heard and spoken, the preferred one first
 * @param logFormat how lines of the log are written: {@code text} or {@code json}
 * @param microphones further ones by their names, in the order of the file
 * @param pauseBook whether the book pauses, instead of being ducked, while somebody is listened to
 * @param toolServers MCP servers whose tools the agent may use
 * @param webhooks addresses that are told what happens
 * @param effective every key with the value that counts and where it comes from, for {@code config
 *     show}
 */
public record EarmarkConfig(
    List<Language> languages,
    ServerSettings server,
    String logFormat,
    MicrophoneSettings microphone,
    Map<String, MicrophoneSettings> microphones,
    SpeakerSettings speaker,
    ListenSettings listen,
    boolean pauseBook,
    RemoteSettings recognizer,
    RecordingSettings recordings,
    ModelSettings models,
    AgentSettings agent,
    OpenAiSettings llm,
    VoiceSettings voice,
    List<CatalogueSettings> catalogues,
    CacheSettings cache,
    DownloadSettings download,
    PlayerSettings player,
    TimerSettings timers,
    WorkspaceSettings workspace,
    SearchSettings search,
    RunSettings runs,
    TelemetrySettings telemetry,
    MprisSettings mpris,
    McpSettings mcp,
    List<ToolServerSettings> toolServers,
    XiaozhiSettings xiaozhi,
    List<WebhookSettings> webhooks,
    MqttSettings mqtt,
    List<Effective> effective) {
  /**
   * A key as it counts.
   *
   * @param source {@code default}, {@code config.yml line N}, or the environment variable
   */
  public record Effective(String key, String value, String source) {}

  /** Copies the lists. */
  public EarmarkConfig {
    microphones = Collections.unmodifiableMap(new LinkedHashMap<>(microphones));
    languages = List.copyOf(languages);
    catalogues = List.copyOf(catalogues);
    toolServers = List.copyOf(toolServers);
    webhooks = List.copyOf(webhooks);
    effective = List.copyOf(effective);
  }
}
