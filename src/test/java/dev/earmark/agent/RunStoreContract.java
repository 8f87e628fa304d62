package dev.earmark.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every store of runs does. */
public abstract class RunStoreContract {
  protected final FakeClock clock = new FakeClock();
  private final List<RunStore> opened = new ArrayList<>();

  /** Returns a new store on what the stores before have saved. */
  protected abstract RunStore open(RunSettings settings) throws Exception;

  private RunStore store(RunSettings settings) throws Exception {
    RunStore store = open(settings);
    opened.add(store);
    return store;
  }

  @AfterEach
  void closeStores() {
    opened.forEach(RunStore::close);
  }

  /** Returns a run that has everything. */
  public static Run run(String id, Instant startedAt, Run.@Nullable Ended ended) {
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("keyword", "西游记 \"上\" \u0007");
    input.put("section", 12);
    input.put("list", Arrays.asList(1.5, null, true, Map.of("a", "b")));
    input.put("nothing", null);
    return new Run(
        id,
        startedAt,
        "播放西游记",
        Language.ZH,
        "xml",
        "fake-model",
        List.of(
            new Step("想", "search_album", input, "找到 2 个", Step.By.TOOL, true, 1_200.5, 2.25),
            new Step("", "", Map.of(), "格式错误", Step.By.ENGINE, false, 3, 0),
            new Step(
                "",
                "search_album",
                Map.of("keyword", "水浒"),
                "只看第6到第10个",
                Step.By.PERSON,
                true,
                1,
                2,
                new Step.Before(input, "找到 10 个"))),
        "好了",
        "已经在播放\n西游记～",
        ended,
        4_321.5,
        1_234,
        List.of(
            new ChatModel.Message(ChatModel.Author.SYSTEM, "system"),
            new ChatModel.Message(ChatModel.Author.USER, "任务"),
            new ChatModel.Message(ChatModel.Author.ASSISTANT, "Action: x")),
        List.of("reply 1 was repaired: fence"),
        /* waiting= */ null,
        List.of(
            new Run.Forgotten("shortened", 1, 1, 950, "rule", ""),
            new Run.Forgotten("summarised", 1, 2, 400, "model", "找到 \"2\" 个\n没有别的")),
        new CallLog(
            "EUR",
            List.of(
                new CallLog.Chat(
                    1,
                    0.5,
                    1_200.5,
                    300.25,
                    new ChatModel.Origin(
                        "deepseek", "m", "m-1", "chat-1", "api.example.org", 443, 0.5, 64, 7, true),
                    900,
                    34,
                    "stop",
                    0.000_123,
                    ""),
                new CallLog.Chat(
                    2, 1_300, 5, null, ChatModel.Origin.of("m"), 0, 0, "", null, "network")),
            List.of(new CallLog.ToolStart(1, 1_250))));
  }

  private Run run(String id, int secondsAgo) {
    return run(id, clock.now().minusSeconds(secondsAgo).plusNanos(7), Run.Ended.ANSWERED);
  }

  @Test
  void save_wholeRun_isReadBackTheSame() throws Exception {
    Run run = run("20260101-080000-0001", 5);
    store(RunSettings.DEFAULT).save(List.of(run));

    RunStore later = store(RunSettings.DEFAULT);

    assertThat(later.find(run.id())).contains(run);
    assertThat(later.find("other")).isEmpty();
    assertThat(later.newest(10, null)).containsExactly(run);
  }

  @Test
  void save_runThatGoesOn_isReplacedByItsLaterState() throws Exception {
    RunStore store = store(RunSettings.DEFAULT);
    Instant start = clock.now();
    store.save(List.of(run("a", start, null)));
    store.save(List.of(run("a", start, Run.Ended.ANSWERED)));

    assertThat(store.newest(10, null)).containsExactly(run("a", start, Run.Ended.ANSWERED));
  }

  @Test
  void find_idThatCameBack_isTheNewest() throws Exception {
    RunStore store = store(RunSettings.DEFAULT);
    Run old = run("a", 100);
    Run young = run("a", 10);
    store.save(List.of(young, old));

    assertThat(store.find("a")).contains(young);
    assertThat(store.newest(10, null)).containsExactly(young, old);
  }

  @Test
  void newest_pageByPage_givesEveryRunOnce() throws Exception {
    RunStore store = store(RunSettings.DEFAULT);
    List<Run> all = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      all.add(run("r" + (9 - i), i / 2)); // two at a time have the same start
    }
    store.save(all);

    List<Run> read = new ArrayList<>();
    RunStore.@Nullable Place before = null;
    List<Run> page = store.newest(2, before);
    while (!page.isEmpty()) {
      read.addAll(page);
      before = RunStore.Place.of(page.get(page.size() - 1));
      page = store.newest(2, before);
    }

    assertThat(read).containsExactlyElementsOf(all);
  }

  @Test
  void save_moreThanIsKept_forgetsTheOldest() throws Exception {
    RunStore store = store(new RunSettings(3, Duration.ofDays(1)));
    for (int i = 10; i > 0; i--) {
      store.save(List.of(run("r" + i, i)));
    }

    assertThat(store.newest(10, null)).extracting(Run::id).containsExactly("r1", "r2", "r3");
  }

  @Test
  void save_olderThanTheLimit_isForgotten() throws Exception {
    RunStore store = store(new RunSettings(100, Duration.ofHours(1)));
    store.save(List.of(run("old", 3_000)));
    assertThat(store.find("old")).isPresent();
    clock.advance(Duration.ofMinutes(30));
    store.save(List.of(run("new", 0)));

    assertThat(store.newest(10, null)).extracting(Run::id).containsExactly("new");
  }
}
