package dev.earmark.tools.playing;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.text.Lengths;
import dev.earmark.tools.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code get_status()}: one truthful line on what plays and what is on its way. */
public final class GetStatus implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "get_status",
          "Tells what is playing, where in the book, the volume, and what is being fetched.",
          List.of(),
          Set.of());

  private final Player player;
  private final PlayService service;

  /** Makes the tool. */
  public GetStatus(Player player, PlayService service) {
    this.player = player;
    this.service = service;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    PlayerSnapshot now = player.snapshot();
    Optional<PlayOutcome> pending = service.pending();
    StringBuilder line = new StringBuilder(playing(now, language));
    String comma = ", ";
    if (pending.isPresent()) {
      PlayOutcome p = pending.get();
      line.append(comma)
          .append(language.pick("正在下载: ", "being fetched: "))
          .append(Words.section(p.title(), p.section(), language));
    }
    if (now.problem() != null) {
      line.append(comma).append(now.problemIn(language));
    }
    return ToolResult.ok(line.toString(), data(now));
  }

  private static String playing(PlayerSnapshot now, Language language) {
    Album album = now.album();
    String volume = language.pick("音量", "volume ") + now.volume() + "%";
    String comma = ", ";
    if (album == null) {
      return language.pick("现在没有在播放", "Nothing is playing now") + comma + volume;
    }
    String state =
        switch (now.state()) {
          case PLAYING -> language.pick("正在播放: ", "Playing: ");
          case PAUSED -> language.pick("已暂停: ", "Paused: ");
          case BUFFERING -> language.pick("正在缓冲: ", "Buffering: ");
          case STOPPED -> language.pick("已停止，上次听到: ", "Stopped, last heard: ");
        };
    String place = Lengths.clock(now.positionS());
    if (now.durationS() > 0) {
      place += "/" + Lengths.clock(now.durationS());
    }
    StringBuilder line = new StringBuilder(state);
    line.append(Words.section(album.title(), now.section(), language));
    line.append(ofHowMany(album, now.section(), language));
    line.append(' ').append(place).append(comma).append(volume);
    if (now.speed() != 1) {
      line.append(comma)
          .append(
              language.pick(
                  Lengths.number(now.speed()) + "倍速", "speed " + Lengths.number(now.speed())));
    }
    line.append(sleep(now, comma, language));
    return line.toString();
  }

  /** Tells how many sections there are, which is what "how many are left" asks for. */
  private static String ofHowMany(Album album, int section, Language language) {
    int count = album.sections().size();
    if (count == 0) {
      return "";
    }
    boolean countsThrough = section <= count && album.section(count).isPresent();
    return language.pick(
        "（共" + count + "集）", countsThrough ? " of " + count : " (" + count + " in all)");
  }

  private static String sleep(PlayerSnapshot now, String comma, Language language) {
    Double seconds = now.sleepEndsInS();
    Integer sections = now.sleepSections();
    if (seconds != null) {
      String time = Lengths.duration(seconds, language);
      return comma + language.pick(time + "后停止", "stops in " + time);
    }
    if (sections != null) {
      return comma
          + (sections == 1
              ? language.pick("听完这一集停止", "stops at the end of this section")
              : language.pick(
                  "听完" + sections + "集停止", "stops at the end of " + sections + " sections"));
    }
    return "";
  }

  private static Map<String, Object> data(PlayerSnapshot now) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("state", now.state().name().toLowerCase(Locale.ROOT));
    Album album = now.album();
    if (album != null) {
      data.put("album_id", album.id());
      data.put("album", album.title());
      data.put("section", now.section());
      data.put("section_count", album.sections().size());
      data.put("position_s", now.positionS());
      data.put("duration_s", now.durationS());
    }
    data.put("volume", now.volume());
    data.put("speed", now.speed());
    return data;
  }
}
