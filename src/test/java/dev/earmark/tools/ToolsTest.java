package dev.earmark.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Position;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.media.MediaRequest;
import dev.earmark.playback.FakePlayerHabits;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.Habits;
import dev.earmark.playback.kept.Extras;
import dev.earmark.playback.kept.KeptBooks;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.timers.TimerSettings;
import dev.earmark.timers.Timers;
import dev.earmark.tools.books.Recent;
import dev.earmark.tools.books.SearchAlbum;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ToolsTest {
  private final FakePlayerHabits playerHabits = new FakePlayerHabits();
  @TempDir private Path folder;
  private final FakeClock clock = new FakeClock();
  private final Events events = new Events(clock);
  private final Health health = new Health();
  private final Album journey =
      Albums.by(Albums.album("demo:journey_to_the_west", "西游记", 8), "吴承恩", "");
  private final FakeLibraryService library = new FakeLibraryService(journey);
  private final FakeMediaStore store = new FakeMediaStore();
  private final FakeProgressStore progress = new FakeProgressStore();
  private final FakePlayer player = new FakePlayer();
  private final FakePlayService service = new FakePlayService();
  private final LastResults results = new LastResults(clock);
  private final Background background = new Background(Duration.ofMinutes(1));
  private final CancelFlag cancel = new CancelFlag();
  private final Map<String, Tool> tools = new LinkedHashMap<>();

  @BeforeEach
  void makeTools() {
    PositionJournal journal = journal();
    ZoneId zone = ZoneId.of("Asia/Shanghai");
    Timers timers = new Timers(folder, clock, () -> zone, TimerSettings.DEFAULT, events, health);
    for (Tool tool :
        Tools.all(
            library,
            store,
            player,
            service,
            journal,
            progress,
            timers,
            results,
            background,
            extras(journal, zone),
            clock,
            () -> zone)) {
      tools.put(tool.spec().name(), tool);
    }
  }

  private Extras extras(PositionJournal journal, ZoneId zone) {
    Habits habits = Habits.of(journal, clock, () -> zone);
    return new Extras(
        playerHabits,
        habits,
        new NextBook(habits.upNext(), service, player, playerHabits, Runnable::run),
        new KeptBooks(journal, new SectionFiles(store, library, a -> false), library::byId, clock));
  }

  private PositionJournal journal() {
    return new PositionJournal(progress, clock, Duration.ofSeconds(1), health);
  }

  @AfterEach
  void endWorkers() {
    background.close();
  }

  @Test
  void all_haveTheNamesAndParametersOfTheContract() {
    Map<String, String> contract = new LinkedHashMap<>();
    tools
        .values()
        .forEach(
            t ->
                contract.put(
                    t.spec().name(),
                    String.join(
                        ",",
                        t.spec().parameters().stream()
                            .map(p -> p.name() + (p.required() ? "!" : ""))
                            .toList())));
    assertThat(contract)
        .containsEntry("search_album", "keyword!,page")
        .containsEntry("get_album_detail", "album_id!,keyword")
        .containsEntry("search_and_play", "keyword!,section")
        .containsEntry("pause", "")
        .containsEntry("resume", "")
        .containsEntry("stop", "")
        .containsEntry("get_status", "")
        .containsEntry("next_section", "")
        .containsEntry("previous_section", "")
        .containsEntry("seek", "seconds,position")
        .containsEntry("set_volume", "level,delta")
        .containsEntry("set_speed", "rate!")
        .containsEntry("set_sleep_timer", "minutes,sections,chapters,at,extend")
        .containsEntry("set_skips", "intro,outro")
        .containsEntry("set_sound", "level,boost,shorten_silence")
        .containsEntry("play_next", "keyword!,section,after")
        .containsEntry("queue", "clear")
        .containsEntry("listening_time", "days")
        .containsEntry("keep_book", "keep,keyword")
        .containsEntry("bookmarks", "")
        .containsEntry("go_to_bookmark", "name")
        .containsEntry("remove_bookmark", "name,all")
        .containsEntry("add_bookmark", "name")
        .containsEntry("recent", "")
        .containsEntry("set_timer", "seconds,at,name,kind,repeat,day")
        .containsEntry("list_timers", "")
        .containsEntry("cancel_timer", "name,all,day")
        .containsEntry("snooze", "minutes")
        .containsEntry("limit_listening", "minutes,every_day")
        .containsEntry("get_time", "")
        .containsEntry("downloads", "")
        .containsEntry("cancel_download", "id!")
        .containsEntry("Calculator", "expression!")
        .hasSize(33);
    assertThat(tool("search_and_play").spec().parameters().get(1))
        .extracting(Parameter::defaultValue)
        .isEqualTo(1);
  }

  @Test
  void searchAndPlay_hit_hasTheKnownWording() {
    service.answer = new PlayOutcome(PlayOutcome.Kind.PLAYING, journey, "西游记", 1);
    assertThat(zh("search_and_play", Map.of("keyword", "西游记", "section", 1)).observation())
        .isEqualTo("正在播放(本地): 西游记 - 第1集");
    assertThat(en("search_and_play", Map.of("keyword", "西游记")).observation())
        .isEqualTo("Playing (local): 西游记 - section 1");
    assertThat(service.wishes).containsExactly("西游记#1@run1", "西游记#1@run1");
  }

  @Test
  void searchAndPlay_miss_hasTheKnownWording() {
    ToolResult result = zh("search_and_play", Map.of("keyword", "红楼梦", "section", 2));
    assertThat(result.observation()).isEqualTo("正在搜索下载中，请稍等一下～");
    assertThat(result.data()).containsEntry("cache", "miss");
    service.answer = new PlayOutcome(PlayOutcome.Kind.JOINED, journey, "西游记", 1);
    assertThat(en("search_and_play", Map.of("keyword", "x")).observation())
        .isEqualTo("Searching and downloading, one moment please");
  }

  @Test
  void searchAndPlay_noSuchSection_isAFailureWithTheCount() {
    service.answer = new PlayOutcome(PlayOutcome.Kind.NO_SUCH_SECTION, journey, "西游记", 9);
    ToolResult result = zh("search_and_play", Map.of("keyword", "西游记", "section", 9));
    assertThat(result.ok()).isFalse();
    assertThat(result.observation()).isEqualTo("《西游记》只有8集，没有第9集");
  }

  @Test
  void searchAlbum_hits_areNumberedAndOnTheScreen() {
    ToolResult result = zh("search_album", Map.of("keyword", "吴承恩"));
    assertThat(result.observation()).isEqualTo("1. 西游记 (demo:journey_to_the_west), 吴承恩, 8集");
    assertThat(results.shown().titles()).containsExactly("西游记");
    assertThat(en("search_album", Map.of("keyword", "西游记")).observation())
        .endsWith("吴承恩, 8 sections");
  }

  @Test
  void searchAlbum_manyHits_arePaged() {
    for (int i = 0; i < 25; i++) {
      library.add(Albums.album("far:" + i, "Fables " + i, 1));
    }
    ToolResult result = en("search_album", Map.of("keyword", "fables", "page", 3));
    assertThat(result.observation()).contains("Page 3 of 3");
    assertThat(results.shown().titles()).hasSize(5);
    assertThat(results.shown().keyword()).isEqualTo("fables");
    assertThat(results.shown().page()).isEqualTo(3);
    library.more(true);
    assertThat(en("search_album", Map.of("keyword", "fables")).observation())
        .endsWith("Page 1 of 3 so far");
    assertThat(zh("search_album", Map.of("keyword", "fables")).observation()).endsWith("第1页，目前共3页");
  }

  @Test
  void searchAlbum_pageBehindTheLast_saysSo_andTheListStays() {
    assertThat(zh("search_album", Map.of("keyword", "吴承恩")).ok()).isTrue();
    assertThat(zh("search_album", Map.of("keyword", "吴承恩", "page", 2)).observation())
        .isEqualTo("没有第2页了，一共只有1页");
    assertThat(en("search_album", Map.of("keyword", "吴承恩", "page", 2)).observation())
        .isEqualTo("There is no page 2, that was all on one page");
    assertThat(zh("search_album", Map.of("keyword", "", "page", 9)).observation())
        .startsWith("没有第9页了");
    assertThat(results.shown().titles()).containsExactly("西游记");
    library.failWith(new FailureException(Failure.Kind.NETWORK, "down"));
    assertThat(en("search_album", Map.of("keyword", "吴承恩", "page", 2)).observation())
        .startsWith("There is no page 2");
  }

  @Test
  void lastResults_areOffTheScreen_onceABookWasStartedOrAfterAWhile() {
    zh("search_album", Map.of("keyword", "吴承恩"));
    clock.advance(LastResults.LIFETIME);
    assertThat(results.shown().titles()).containsExactly("西游记");
    clock.advance(Duration.ofSeconds(1));
    assertThat(results.shown().titles()).isEmpty();

    zh("search_album", Map.of("keyword", "吴承恩"));
    service.answer = new PlayOutcome(PlayOutcome.Kind.NO_SUCH_SECTION, journey, "西游记", 9);
    zh("search_and_play", Map.of("keyword", "西游记", "section", 9));
    assertThat(results.shown().titles()).containsExactly("西游记");
    service.answer = new PlayOutcome(PlayOutcome.Kind.PLAYING, journey, "西游记", 1);
    zh("search_and_play", Map.of("keyword", "西游记"));
    assertThat(results.shown().titles()).isEmpty();
    assertThat(results.albums()).isEmpty();
  }

  @Test
  void lastResults_equalTitles_areToldApart_andThePickedOneIsPlayed() {
    library.add(Albums.by(Albums.album("far:b", "三体", 3), "刘慈欣", "张三"));
    library.add(Albums.by(Albums.album("far:a b (c)", "三体", 3), "刘慈欣", "李四"));
    library.add(Albums.by(Albums.album("far:c", "三体", 3), "刘慈欣", ""));
    player.play(Objects.requireNonNull(library.byId("far:b").orElse(null)), 2, 0);
    assertThat(zh("search_album", Map.of("keyword", "刘慈欣")).observation())
        .contains("1. 三体 (far:b), 刘慈欣, 播讲: 张三, 3集, 正在听的\n", "播讲: 李四, 3集\n");
    assertThat(results.shown().titles()).containsExactly("三体（张三）", "三体（李四）", "三体（far:c）");

    zh("search_and_play", Map.of("keyword", "三体（李四）", "section", 2));
    assertThat(service.wishes).containsExactly("far:a b (c)#2@run1");
    // The list is off the screen once it plays, so the words are a title like any other.
    results.onEvent(new Events.Event(1, clock.now(), "play.started", started("run1", false)));
    zh("search_and_play", Map.of("keyword", "三体（李四）"));
    assertThat(service.wishes).endsWith("三体（李四）#1@run1");
  }

  @Test
  void lastResults_bookStartedOnThePage_endsThem_andOneFetchedForAnEarlierTaskDoesNot() {
    events.subscribe(results::onEvent);
    zh("search_album", Map.of("keyword", "吴承恩"));
    events.publish("play.started", started("run0", /* told= */ false));
    assertThat(results.shown().titles()).containsExactly("西游记");
    events.publish("play.started", started("", /* told= */ false));
    assertThat(results.shown().titles()).isEmpty();
    zh("search_album", Map.of("keyword", "吴承恩"));
    events.publish("play.started", started("run2", /* told= */ true));
    assertThat(results.shown().titles()).isEmpty();
  }

  private static PlayService.Report started(String runId, boolean told) {
    return new PlayService.Report(runId, "far:1", "Fables", 1, /* ok= */ true, "", "", told);
  }

  @Test
  void setTimer_refusal_isInTheListenersLanguage() {
    assertThat(zh("set_timer", Map.of("seconds", 0)).observation()).isEqualTo("定时没有设成：一次计时从一秒到一年");
    assertThat(zh("set_timer", Map.of("at", "2020-01-01T07:00")).observation())
        .isEqualTo("定时没有设成：时间要在现在之后的一年之内");
    assertThat(en("set_timer", Map.of("seconds", -300)).observation())
        .isEqualTo("The timer was not set: a timer runs between one second and one year");
  }

  @Test
  void searchAlbum_emptyKeyword_listsTheBooks() {
    library.hide(Albums.album("far:1", "Fables", 3));
    assertThat(zh("search_album", Map.of("keyword", "")).observation())
        .contains("1. 西游记 (demo:journey_to_the_west)")
        .contains("2. Fables (far:1)");
    CountDownLatch never = new CountDownLatch(1);
    library.beforeNetwork(() -> awaitQuietly(never));
    ToolResult slow = impatient("", Language.EN);
    assertThat(slow.ok()).isTrue();
    assertThat(slow.observation()).contains("1. 西游记").contains("still searching");
    never.countDown();
  }

  @Test
  void searchAlbum_slowCatalogue_answersWithWhatIsKnown_andKeepsOldResultsWhenNothingIs() {
    CountDownLatch never = new CountDownLatch(1);
    library.beforeNetwork(() -> awaitQuietly(never));
    ToolResult known = impatient("西游", Language.ZH);
    assertThat(known.ok()).isTrue();
    assertThat(known.observation()).contains("1. 西游记").contains("还在继续搜索");
    ToolResult unknown = impatient("红楼梦", Language.ZH);
    assertThat(unknown.ok()).isFalse();
    assertThat(unknown.observation()).contains("没有找到《红楼梦》").contains("还在继续搜索");
    assertThat(results.shown().titles()).containsExactly("西游记");
    never.countDown();
  }

  /** Searches with next to no patience for catalogues that never answer. */
  private ToolResult impatient(String keyword, Language language) {
    try (Background hasty = new Background(Duration.ofMillis(20))) {
      return new SearchAlbum(library, hasty, results, () -> "")
          .call(Map.of("keyword", keyword), new Tool.Context("run1", language, cancel));
    }
  }

  @Test
  void searchAlbum_brokenCatalogue_isNamed() {
    library.failWith(new FailureException(Failure.Kind.NETWORK, "down"));
    assertThat(en("search_album", Map.of("keyword", "alice")).observation())
        .contains("the network is down");
    library.failWith(null);
    library.problem("far does not answer");
    assertThat(en("search_album", Map.of("keyword", "alice")).observation())
        .contains("far does not answer");
    assertThat(zh("search_album", Map.of("keyword", "西游记")).observation())
        .endsWith("（可能不全，far：服务器一直没有回应）");
    library.trouble(
        new LibraryService.Trouble(
            "lanren",
            new Failure(
                Failure.Kind.THROTTLED,
                "status 200",
                new Failure.Words("lanren说：超出免费总额度", "lanren says: 超出免费总额度"))));
    assertThat(zh("search_album", Map.of("keyword", "西游记")).observation())
        .endsWith("（可能不全，far：服务器一直没有回应；lanren说：超出免费总额度）");
  }

  @Test
  void searchAlbum_cancelledRun_endsAtOnce() {
    CountDownLatch never = new CountDownLatch(1);
    library.beforeNetwork(() -> awaitQuietly(never));
    cancel.set();
    assertThat(zh("search_album", Map.of("keyword", "x")).ok()).isFalse();
    never.countDown();
  }

  @Test
  void getAlbumDetail_idOrTitle_listsSectionsByKeyword() {
    assertThat(zh("get_album_detail", Map.of("album_id", "西游记")).observation())
        .startsWith("西游记 (demo:journey_to_the_west), 吴承恩, 共8集")
        .contains("8. Section 8 1:00");
    ToolResult some =
        en(
            "get_album_detail",
            Map.of("album_id", "demo:journey_to_the_west", "keyword", "section 3"));
    assertThat(some.observation()).contains("3. Section 3").doesNotContain("Section 4");
    assertThat(en("get_album_detail", Map.of("album_id", "far:nothing")).ok()).isFalse();
  }

  /** Of three recordings with one title, "how many sections has the second" told of another. */
  @Test
  void getAlbumDetail_ofABookInTheList_isThatVeryOne() {
    for (String who : List.of("zm_yunxi", "张三")) {
      int sections = who.equals("张三") ? 12 : 6;
      library.add(Albums.by(Albums.album("books:" + who, "西游记", sections), "吴承恩", who));
    }
    zh("search_album", Map.of("keyword", "西游记"));
    assertThat(results.shown().titles()).hasSize(3);
    int row = results.shown().titles().indexOf("西游记（张三）");
    assertThat(row).isNotNegative();
    assertThat(zh("get_album_detail", Map.of("album_id", "西游记（张三）")).observation())
        .startsWith("西游记 (books:张三)")
        .contains("共12集");
    assertThat(zh("search_album", Map.of("keyword", "西游记（张三）")).observation())
        .contains("books:张三")
        .doesNotContain("zm_yunxi", "demo:");
    assertThat(results.shown().titles()).hasSize(3);
  }

  @Test
  void transport_whenNothingPlays_isHonest() {
    for (String name : List.of("pause", "stop", "next_section", "previous_section")) {
      assertThat(zh(name, Map.of()).ok()).as(name).isFalse();
      assertThat(zh(name, Map.of()).observation()).as(name).isEqualTo("现在没有在播放");
    }
    assertThat(zh("seek", Map.of("seconds", 10)).observation()).isEqualTo("现在没有在播放");
    assertThat(en("resume", Map.of()).ok()).isFalse();
    assertThat(en("add_bookmark", Map.of()).ok()).isFalse();
    assertThat(en("set_sleep_timer", Map.of("minutes", 10)).ok()).isFalse();
    assertThat(en("recent", Map.of()).observation()).isEqualTo("No book has been heard yet");
  }

  /** It said that it goes on, and nothing was heard. */
  @Test
  void resume_withoutASpeaker_saysThatItWaits() {
    player.play(journey, 7, 100);
    player.pause();
    player.speakerLost = true;
    assertThat(zh("resume", Map.of()).observation()).startsWith("西游记第7集先停着").contains("喇叭");
    assertThat(en("resume", Map.of()).observation())
        .contains("waits: the speaker cannot be used")
        .doesNotContain("Resumed");
  }

  @Test
  void transport_withABook_moves() {
    player.play(journey, 7, 100);
    assertThat(zh("pause", Map.of()).ok()).isTrue();
    assertThat(zh("pause", Map.of()).observation()).isEqualTo("已经是暂停状态");
    assertThat(zh("resume", Map.of()).observation()).isEqualTo("继续播放: 西游记 第7集 1:40");
    assertThat(en("seek", Map.of("seconds", -30)).observation()).isEqualTo("Now at 1:10");
    assertThat(en("seek", Map.of("position", 761)).observation()).isEqualTo("Now at 12:41");
    assertThat(en("seek", Map.of("position", 3700.0)).observation())
        .isEqualTo("The section is only 20:00 long; now at 19:57");
    assertThat(zh("seek", Map.of("seconds", 60)).observation()).isEqualTo("这一集只有 20:00，已跳到 19:57");
    assertThat(en("seek", Map.of()).ok()).isFalse();
    assertThat(zh("next_section", Map.of()).observation()).isEqualTo("正在播放: 西游记 第8集");
    assertThat(zh("next_section", Map.of()).observation()).isEqualTo("已经是最后一集了");
    assertThat(en("previous_section", Map.of()).observation()).isEqualTo("Playing: 西游记 section 7");
    assertThat(zh("stop", Map.of()).ok()).isTrue();
  }

  @Test
  void resumeAndSteps_whileABookIsFetched_forgetTheWish() {
    for (String name : List.of("resume", "next_section", "previous_section")) {
      player.play(journey, 3, 0);
      service.pending = new PlayOutcome(PlayOutcome.Kind.FETCHING, null, "红楼梦", 1);
      assertThat(zh(name, Map.of()).ok()).isTrue();
      assertThat(service.pending).as(name).isNull();
    }
  }

  @Test
  void stopAndPause_whileABookIsFetched_forgetTheWish() {
    service.pending = new PlayOutcome(PlayOutcome.Kind.FETCHING, journey, "西游记", 2);
    assertThat(zh("get_status", Map.of()).observation()).isEqualTo("现在没有在播放, 音量50%, 正在下载: 西游记 第2集");
    assertThat(zh("stop", Map.of()).ok()).isTrue();
    assertThat(service.pending).isNull();
    service.pending = new PlayOutcome(PlayOutcome.Kind.FETCHING, journey, "西游记", 2);
    assertThat(en("pause", Map.of()).ok()).isTrue();
    assertThat(service.pending).isNull();
  }

  @Test
  void getStatus_isOneTruthfulLine() {
    player.play(journey, 3, 761);
    assertThat(zh("get_status", Map.of()).observation())
        .isEqualTo("正在播放: 西游记 第3集（共8集） 12:41/20:00, 音量50%");
    player.pause();
    player.speed = 1.25;
    player.sleepAfterMinutes(1.5);
    assertThat(zh("get_status", Map.of()).observation())
        .isEqualTo("已暂停: 西游记 第3集（共8集） 12:41/20:00, 音量50%, 1.25倍速, 1分钟30秒后停止");
    player.sleepAfterSections(2);
    assertThat(en("get_status", Map.of()).observation())
        .isEqualTo(
            "Paused: 西游记 section 3 of 8 12:41/20:00, volume 50%, speed 1.25, stops at the end of"
                + " 2 sections");
  }

  @Test
  void settings_areClippedAndNamed() {
    assertThat(zh("set_volume", Map.of("level", 30)).observation()).isEqualTo("音量 30%");
    assertThat(en("set_volume", Map.of("delta", -50)).observation()).isEqualTo("Volume 0%");
    assertThat(en("set_volume", Map.of("delta", Integer.MAX_VALUE)).observation())
        .isEqualTo("Volume 100%");
    assertThat(en("set_volume", Map.of()).ok()).isFalse();
    assertThat(en("set_speed", Map.of("rate", 1.5)).observation()).isEqualTo("Speed 1.5");
    assertThat(en("set_speed", Map.of("rate", -1)).ok()).isFalse();
    assertThat(zh("set_speed", Map.of("rate", 5)).observation()).isEqualTo("倍速要在 0.5 到 3.0 之间");
    assertThat(zh("set_volume", Map.of("level", 150)).observation())
        .isEqualTo("音量要在 0 到 100 之间，不能是 150");
    assertThat(player.volume).isEqualTo(100);
    assertThat(player.speed).isEqualTo(1.5);
    player.play(journey, 1, 0);
    assertThat(zh("set_sleep_timer", Map.of("minutes", 30)).observation()).isEqualTo("30分钟后停止播放");
    assertThat(player.sleepS).isEqualTo(1800);
    assertThat(zh("set_sleep_timer", Map.of("sections", 1)).observation()).isEqualTo("听完这一集就停");
    assertThat(zh("set_sleep_timer", Map.of("minutes", 0)).observation()).isEqualTo("睡眠定时已取消");
    assertThat(player.sleepSections).isNull();
  }

  @Test
  void sleepTimer_chaptersTimeOfDayAndExtension() {
    assertThat(zh("set_sleep_timer", Map.of("extend", 10)).ok()).isFalse(); // nothing plays
    player.play(journey, 1, 0);
    assertThat(zh("set_sleep_timer", Map.of("chapters", 2)).observation()).isEqualTo("听完2章就停");
    assertThat(playerHabits.chapters).isEqualTo(2);
    playerHabits.sectionsLeft = 1;
    assertThat(zh("set_sleep_timer", Map.of("chapters", 3)).observation()).isEqualTo("听完这一集就停");
    playerHabits.sectionsLeft = 3; // no marks: each section counts as a chapter
    assertThat(zh("set_sleep_timer", Map.of("chapters", 3)).observation()).isEqualTo("听完3集就停");
    assertThat(zh("set_sleep_timer", Map.of("extend", 10)).observation()).isEqualTo("10分钟后停止播放");
    assertThat(en("set_sleep_timer", Map.of("at", "25:00")).ok()).isFalse();
    assertThat(en("set_sleep_timer", Map.of("at", "06:30")).observation()).contains("18:30");
    assertThat(en("set_sleep_timer", Map.of("at", "11:30")).observation())
        .isEqualTo("It stops at 11:30");
    assertThat(player.sleepS).isBetween(0.0, 12 * 3600.0);
    assertThat(en("set_sleep_timer", Map.of("at", "0:10", "minutes", 5)).ok()).isFalse();
  }

  @Test
  void skips_ofTheBookThatPlays() {
    assertThat(zh("set_skips", Map.of("intro", 30)).observation()).isEqualTo("这本书每集跳过片头30秒");
    assertThat(en("set_skips", Map.of("outro", 90)).observation())
        .isEqualTo(
            "The first 30 seconds and the last 1 minute 30 seconds of every section are skipped");
    assertThat(zh("set_skips", Map.of("intro", 0, "outro", 0)).observation())
        .isEqualTo("这本书不再跳过片头片尾");
    assertThat(zh("set_skips", Map.of()).ok()).isFalse();
    assertThat(zh("set_skips", Map.of("intro", 9_999)).ok()).isFalse();
    playerHabits.hasBook = false;
    assertThat(zh("set_skips", Map.of("intro", 30)).ok()).isFalse();
  }

  @Test
  void sound_whatIsLeftOutStays() {
    assertThat(zh("set_sound", Map.of("boost", true)).observation()).isEqualTo("音量均衡开，人声增强开，缩短静音关");
    assertThat(en("set_sound", Map.of("level", "false")).observation())
        .isEqualTo("Levelling off, voice boost on, shortened silences off");
    assertThat(playerHabits.sound.boost()).isTrue();
  }

  @Test
  void queue_isFilledToldAndEmptied() {
    assertThat(zh("queue", Map.of()).observation()).isEqualTo("队列里没有别的书");
    assertThat(zh("play_next", Map.of("keyword", "水浒传")).observation())
        .isEqualTo("听完这本书就播放: 水浒传（现在还不认识这本书，到时候去书库里找）");
    assertThat(zh("play_next", Map.of("keyword", "西游记")).observation()).isEqualTo("听完这本书就播放: 西游记");
    assertThat(
            en("play_next", Map.of("keyword", "Pan", "section", 2, "after", "section"))
                .observation())
        .startsWith("After this section: Pan section 2");
    assertThat(playerHabits.breaks).isTrue();
    assertThat(zh("queue", Map.of()).observation()).isEqualTo("1. Pan\n2. 水浒传\n3. 西游记");
    assertThat(results.shown().titles()).containsExactly("Pan", "水浒传", "西游记");
    assertThat(zh("queue", Map.of("clear", true)).ok()).isTrue();
    assertThat(playerHabits.breaks).isFalse();
    assertThat(zh("play_next", Map.of("keyword", " ")).ok()).isFalse();
  }

  @Test
  void bookmarks_areListedGoneToAndRemoved() {
    assertThat(zh("bookmarks", Map.of()).ok()).isFalse();
    player.play(journey, 3, 61);
    zh("add_bookmark", Map.of("name", "打虎"));
    player.play(journey, 5, 10);
    zh("add_bookmark", Map.of());
    assertThat(zh("bookmarks", Map.of()).observation())
        .isEqualTo("1. 西游记 第5集 0:10\n2. 打虎: 西游记 第3集 1:01");
    assertThat(zh("go_to_bookmark", Map.of("name", "打虎")).observation())
        .isEqualTo("从书签播放: 打虎: 西游记 第3集 1:01");
    assertThat(player.section).isEqualTo(3);
    assertThat(player.at).isEqualTo(61);
    assertThat(zh("go_to_bookmark", Map.of("name", "没有的")).ok()).isFalse();
    assertThat(zh("remove_bookmark", Map.of("name", "打")).observation())
        .isEqualTo("已删除书签: 打虎: 西游记 第3集 1:01");
    assertThat(zh("bookmarks", Map.of()).observation()).isEqualTo("1. 西游记 第5集 0:10");
    zh("add_bookmark", Map.of("name", "再来"));
    assertThat(zh("remove_bookmark", Map.of("all", true)).observation()).isEqualTo("已删除《西游记》的2个书签");
    assertThat(zh("bookmarks", Map.of()).ok()).isFalse();
  }

  /** Another book was begun meanwhile: "there are no bookmarks yet" was the answer. */
  @Test
  void bookmarks_ofAnotherBook_areNamed_foundByTheirName_andNotRemovedAltogether()
      throws IOException {
    progress.addBookmark(
        "sea fight", new Position("x:1", "Treasure Island", 2, 5, 60, 9, clock.now()));
    player.play(journey, 3, 61);

    assertThat(en("bookmarks", Map.of()).observation())
        .contains("has no bookmarks. Other books have:", "sea fight: Treasure Island");
    assertThat(zh("remove_bookmark", Map.of("all", true)).observation())
        .contains("没有书签。别的书有", "Treasure Island");
    assertThat(en("go_to_bookmark", Map.of("name", "sea fight")).observation())
        .contains("Treasure Island");
    assertThat(en("remove_bookmark", Map.of("name", "sea fight")).ok()).isTrue();
    assertThat(en("bookmarks", Map.of()).observation()).isEqualTo("There are no bookmarks yet");
  }

  /** "The second timer" is a place in the list that was just read out. */
  @Test
  void cancelTimer_byItsPlace_countsTheKind_theNextThatRingsFirst() {
    zh("set_timer", Map.of("seconds", 600, "name", "面"));
    zh("set_timer", Map.of("seconds", 1200, "name", "汤"));
    zh("set_timer", Map.of("seconds", 300, "kind", "alarm"));

    assertThat(zh("cancel_timer", Map.of("name", "第二个定时器")).observation()).contains("汤");
    assertThat(zh("cancel_timer", Map.of("name", "second timer")).ok()).isFalse();
    assertThat(zh("cancel_timer", Map.of("name", "第三个闹钟")).ok()).isFalse();
    assertThat(zh("cancel_timer", Map.of("name", "last timer")).observation()).contains("面");
    // The alarm alone is left, and who says "timer" means what is set.
    assertThat(zh("cancel_timer", Map.of("name", "first timer")).ok()).isTrue();
    assertThat(zh("list_timers", Map.of()).observation()).doesNotContain("闹钟");
  }

  @Test
  void bookmark_ofABookThatWasNeverPlayedHere_isPlayed_andOneThatIsGoneHasARemedy()
      throws IOException {
    progress.addBookmark(
        "west", new Position(journey.id(), journey.title(), 3, 61, 300, 8, clock.now()));
    progress.addBookmark("gone", new Position("old:1", "Old Book", 3, 61, 300, 8, clock.now()));
    assertThat(en("go_to_bookmark", Map.of("name", "gone")).observation())
        .isEqualTo("That section of Old Book cannot be found now; play the book once by its name");
    assertThat(zh("go_to_bookmark", Map.of("name", "west")).ok()).isTrue();
    assertThat(player.section).isEqualTo(3);
  }

  @Test
  void listeningTime_ofTodayAndTheWeek() {
    assertThat(zh("listening_time", Map.of()).observation()).isEqualTo("今天听了0秒");
    assertThat(en("listening_time", Map.of("days", 7)).observation())
        .isEqualTo("Listened for 0 seconds in the last 7 days");
  }

  @Test
  void keepBook_theOneThatPlays() {
    assertThat(zh("keep_book", Map.of()).ok()).isFalse();
    player.play(journey, 1, 0);
    assertThat(zh("keep_book", Map.of()).observation()).isEqualTo("正在下载整本《西游记》，下好后一直保留");
    assertThat(zh("keep_book", Map.of("keep", false)).observation()).isEqualTo("不再保留《西游记》");
    assertThat(zh("keep_book", Map.of("keep", false)).ok()).isFalse();
  }

  @Test
  void keepBook_thatIsNamed_neverPlayed() {
    assertThat(zh("keep_book", Map.of("keyword", "西游记")).observation())
        .isEqualTo("正在下载整本《西游记》，下好后一直保留");
    assertThat(player.snapshot().album()).isNull();
    assertThat(en("keep_book", Map.of("keyword", "西游记", "keep", false)).ok()).isTrue();

    library.hide(Albums.album("far:1", "Fables", 3));
    assertThat(en("keep_book", Map.of("keyword", "Fables")).observation())
        .isEqualTo("The whole of Fables is being downloaded and will be kept");
    assertThat(en("keep_book", Map.of("keyword", "Nobody Knows It")).observation())
        .isEqualTo("Nothing called \"Nobody Knows It\" was found");
  }

  @Test
  void addBookmark_keepsThePlace_andAFullDiskIsSaid() throws IOException {
    player.play(journey, 3, 61);
    assertThat(zh("add_bookmark", Map.of("name", "打虎")).observation())
        .isEqualTo("已加书签“打虎”: 西游记 第3集 1:01");
    assertThat(progress.bookmarks("demo:journey_to_the_west")).hasSize(1);
    progress.failWith(new IOException("No space left on device"));
    assertThat(en("add_bookmark", Map.of()).ok()).isFalse();
  }

  @Test
  void recent_namesBooksAndPlaces() throws IOException {
    player.play(journey, 3, 61);
    progress.save(player.position().orElseThrow());
    tools.put("recent", new Recent(journal(), results));
    results.show(List.of(journey), "older", 1);
    assertThat(zh("recent", Map.of()).observation()).isEqualTo("1. 西游记 第3集 1:01");
    assertThat(results.shown().titles()).as("the newest list").containsExactly("西游记");
    assertThat(results.albums()).as("the older one").isEmpty();
    assertThat(results.goesOn("西游记")).as("it goes on where it was left").isTrue();
  }

  @Test
  void downloads_areListedAndCancelled() {
    assertThat(zh("downloads", Map.of()).observation()).isEqualTo("没有下载任务");
    store.fetch(
        new MediaRequest(
            "k",
            "demo:x",
            "西游记",
            2,
            "",
            60,
            c -> new MediaRequest.Location(URI.create("http://localhost/"), Map.of(), "", 0)),
        /* urgent= */ true);
    assertThat(zh("downloads", Map.of()).observation()).isEqualTo("d1 西游记 第2集, 等待中");
    assertThat(en("cancel_download", Map.of("id", "d1")).ok()).isTrue();
    assertThat(en("cancel_download", Map.of("id", "d1")).ok()).isFalse();
    assertThat(en("downloads", Map.of()).observation()).isEqualTo("d1 西游记 section 2, cancelled");
  }

  private void fetch(String key, String album, String title, int section) {
    store.fetch(
        new MediaRequest(
            key,
            album,
            title,
            section,
            "",
            60,
            c -> new MediaRequest.Location(URI.create("http://localhost/"), Map.of(), "", 0)),
        /* urgent= */ false);
  }

  @Test
  void cancelDownload_byTitleOrAll_callsOffWhatIsMeant() {
    assertThat(zh("cancel_download", Map.of("id", "all")).observation()).isEqualTo("现在没有正在下载的");
    fetch("a", "demo:x", "西游记", 2);
    fetch("b", "demo:x", "西游记", 3);
    fetch("c", "demo:y", "Emma", 1);
    assertThat(zh("cancel_download", Map.of("id", "水浒传")).observation())
        .isEqualTo("没有在下载“水浒传”。正在下载的是：西游记、Emma");
    assertThat(zh("cancel_download", Map.of("id", "西游记")).observation())
        .isEqualTo("已取消下载: 西游记 第2集、西游记 第3集");
    assertThat(en("cancel_download", Map.of("id", "all")).observation())
        .isEqualTo("Download cancelled: Emma section 1");
    assertThat(en("cancel_download", Map.of("id", "emma")).ok()).isFalse();
  }

  @Test
  void cancelDownload_byFewLettersOrForSeveralBooks_callsNothingOff() {
    fetch("a", "demo:x", "The Jungle Book 1", 2);
    fetch("b", "demo:y", "三国演义", 1);
    fetch("c", "demo:z", "The Second Jungle Book", 1);
    for (String id : List.of("1", "the", "三", "e", "jungle book")) {
      assertThat(zh("cancel_download", Map.of("id", id)).ok()).as(id).isFalse();
    }
    assertThat(zh("cancel_download", Map.of("id", "三国")).observation())
        .isEqualTo("已取消下载: 三国演义 第1集");
    assertThat(en("cancel_download", Map.of("id", "second jungle")).ok()).isTrue();
    assertThat(store.downloads()).filteredOn(d -> !d.progress().state().isEnd()).hasSize(1);
  }

  @Test
  void cancelTimer_ofADay_leavesOtherDaysAndWhatRepeats() {
    assertThat(zh("cancel_timer", Map.of("name", "alarm", "day", "tomorrow")).observation())
        .isEqualTo("没有这样的定时");
    en("set_timer", Map.of("at", "07:00", "kind", "alarm", "day", "day_after_tomorrow"));
    assertThat(en("cancel_timer", Map.of("name", "alarm", "day", "tomorrow")).observation())
        .startsWith("There is no such timer. These are set:");
    en("set_timer", Map.of("at", "07:30", "kind", "alarm", "day", "tomorrow"));
    en("set_timer", Map.of("at", "20:00", "kind", "reminder", "day", "tomorrow", "name", "tea"));
    assertThat(en("cancel_timer", Map.of("name", "alarm", "day", "tomorrow")).observation())
        .contains("07:30:00")
        .doesNotContain("tea");
    assertThat(zh("list_timers", Map.of()).observation()).contains("07:00:00").contains("tea");
    en("set_timer", Map.of("at", "06:00", "kind", "alarm", "repeat", "daily"));
    for (String day : List.of("today", "tomorrow")) {
      ToolResult again = zh("cancel_timer", Map.of("name", "alarm", "day", day));
      assertThat(again.ok()).isFalse();
    }
    assertThat(zh("list_timers", Map.of()).observation()).contains("06:00:00，每天");
    assertThat(en("cancel_timer", Map.of("day", "someday")).observation())
        .isEqualTo("The day is today, tomorrow or day_after_tomorrow");
  }

  @Test
  void dayAfterTomorrow_inTheSmallHours_isTheDayBehindTheNightSTomorrow() {
    ZoneId zone = ZoneId.of("Asia/Shanghai");
    ZonedDateTime now = clock.now().atZone(zone);
    ZonedDateTime night = now.toLocalDate().plusDays(1).atTime(2, 0).atZone(zone);
    clock.advance(Duration.between(now, night));
    for (String day : List.of("tomorrow", "day_after_tomorrow")) {
      en("set_timer", Map.of("at", "07:00", "kind", "alarm", "day", day));
    }
    String first = night.toLocalDate().toString().substring(5);
    String second = night.toLocalDate().plusDays(1).toString().substring(5);
    assertThat(en("list_timers", Map.of()).observation()).contains(first, second);
    assertThat(
            en("cancel_timer", Map.of("name", "alarm", "day", "day_after_tomorrow")).observation())
        .contains(second)
        .doesNotContain(first);
  }

  @Test
  void cancelTimer_byKindOrTime_touchesNothingElse() {
    en("set_timer", Map.of("at", "07:00", "kind", "alarm"));
    en("set_timer", Map.of("at", "20:00", "kind", "alarm"));
    en("set_timer", Map.of("seconds", 1200, "name", "tea", "kind", "reminder"));
    assertThat(en("cancel_timer", Map.of("name", "alarm")).observation())
        .startsWith("There are several; which one is meant?")
        .contains("07:00:00")
        .doesNotContain("tea");
    assertThat(zh("cancel_timer", Map.of("name", "09:00")).observation())
        .startsWith("没有这样的定时。已设的有：");
    assertThat(en("cancel_timer", Map.of("name", "08:00")).observation()).contains("20:00:00");
    assertThat(zh("cancel_timer", Map.of("name", "闹钟")).observation()).contains("07:00:00");
    assertThat(zh("cancel_timer", Map.of("name", "闹钟")).ok()).isFalse();
    assertThat(en("cancel_timer", Map.of("all", true, "name", "timer")).ok()).isFalse();
    assertThat(en("list_timers", Map.of()).observation()).contains("tea");
    assertThat(en("cancel_timer", Map.of("all", true, "name", "reminder")).ok()).isTrue();
    assertThat(en("list_timers", Map.of()).observation()).isEqualTo("No timer is set");
  }

  @Test
  void timers_areSetListedAndCancelled() {
    assertThat(zh("snooze", Map.of()).observation()).isEqualTo("现在没有闹钟在响");
    assertThat(zh("snooze", Map.of("minutes", 5)).observation()).startsWith("现在没有闹钟在响，新定了一个: ");
    assertThat(en("snooze", Map.of("minutes", 5)).observation()).startsWith("Nothing was ringing");
    assertThat(zh("set_timer", Map.of("at", "08:00", "repeat", "sat,mon")).observation())
        .contains("，每周一、周六");
    assertThat(en("set_timer", Map.of("at", "08:00", "day", "friday")).ok()).isTrue();
    assertThat(en("set_timer", Map.of("at", "08:00", "day", "someday")).ok()).isFalse();
    assertThat(zh("cancel_timer", Map.of("all", true)).ok()).isTrue();
    ToolResult set = zh("set_timer", Map.of("seconds", 1200, "name", "收衣服", "kind", "reminder"));
    assertThat(set.observation()).startsWith("已设好提醒“收衣服” 01-01 08:20:00 (id ");
    assertThat(en("set_timer", Map.of("at", "07:30", "kind", "alarm", "repeat", "weekdays")).ok())
        .isTrue();
    assertThat(en("list_timers", Map.of()).observation()).contains("alarm").contains("weekdays");
    assertThat(en("cancel_timer", Map.of()).ok()).isFalse();
    assertThat(zh("cancel_timer", Map.of("name", "收衣服")).ok()).isTrue();
    assertThat(en("cancel_timer", Map.of("all", true)).ok()).isTrue();
    assertThat(zh("list_timers", Map.of()).observation()).isEqualTo("没有设定时");
    assertThat(en("set_timer", Map.of("at", "half past")).ok()).isFalse();
    assertThat(en("set_timer", Map.of("seconds", 60, "kind", "egg")).ok()).isFalse();
    assertThat(en("set_timer", Map.of("seconds", 0)).ok()).isFalse();
    assertThat(en("set_timer", Map.of()).ok()).isFalse();
  }

  @Test
  void getTime_isInTheUsersLanguageAndZone() {
    assertThat(zh("get_time", Map.of()).observation()).isEqualTo("2026年1月1日 星期四 08:00");
    assertThat(en("get_time", Map.of()).observation()).isEqualTo("Thursday, 1 January 2026, 08:00");
  }

  @Test
  void calculator_worksOutOrSaysWhy() {
    assertThat(en("Calculator", Map.of("expression", "9*8")).observation()).isEqualTo("9*8 = 72");
    assertThat(zh("Calculator", Map.of("expression", "1/0")).observation()).isEqualTo("算不了：不能除以零");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Tool tool(String name) {
    return Objects.requireNonNull(tools.get(name), name);
  }

  private ToolResult zh(String name, Map<String, Object> args) {
    return tool(name).call(args, new Tool.Context("run1", Language.ZH, cancel));
  }

  private ToolResult en(String name, Map<String, Object> args) {
    return tool(name).call(args, new Tool.Context("run1", Language.EN, cancel));
  }

  /** It was confirmed, and gone after the restart. */
  @Test
  void setTimer_thatCannotBeSaved_saysSo_andIsSavedWhenThereIsRoom() throws IOException {
    Path inTheWay = Files.createDirectories(folder.resolve("timers.json/x"));
    ToolResult set = en("set_timer", Map.of("seconds", 600.0, "name", "tea"));
    assertThat(set.ok()).isTrue();
    assertThat(set.data()).containsEntry("kept", false);
    assertThat(set.observation())
        .startsWith("Set: ")
        .contains("could not be saved", "rings while Earmark runs", "free some space");
    assertThat(zh("cancel_timer", Map.of("name", "tea")).observation()).contains("没能保存", "重启后它会回来");
    assertThat(health.parts()).anyMatch(p -> p.part().equals("timers") && !p.ok());
    Files.delete(inTheWay);
    Files.delete(folder.resolve("timers.json"));
    assertThat(en("set_timer", Map.of("seconds", 600.0)).data()).doesNotContainKey("kept");
    assertThat(health.parts()).allMatch(Health.Part::ok);
  }
}
