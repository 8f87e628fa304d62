package dev.earmark.remote.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Situation;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.PcmSource;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.media.Download;
import dev.earmark.media.FakeDownload;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaStore;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MetricsTest {
  private static final String STAGE = "earmark_turn_stage_seconds";

  private final FakeClock clock = new FakeClock();
  private final Events events = new Events(clock);
  private final Metrics metrics = new Metrics(clock);

  @BeforeEach
  void subscribe() {
    events.subscribe(metrics::onEvent);
  }

  private Exposition page() {
    return Exposition.parse(metrics.page("").text());
  }

  private void turn(String id, String origin, String reason, Map<String, Double> marks) {
    events.publish("turn.started", new TurnEvents.Started(id, origin));
    events.publish("turn.ended", new TurnEvents.Ended(id, reason, 1_000, marks));
  }

  // ---- turns

  @Test
  void page_nothingHappened_isValidAndNamesAllFamilies() {
    Exposition page = page();
    assertThat(page.types())
        .containsEntry("earmark_wakes_total", "counter")
        .containsEntry(STAGE, "histogram")
        .containsEntry("jvm_memory_used_bytes", "gauge")
        .containsEntry("process_cpu_seconds_total", "counter");
    assertThat(page.value(STAGE + "_count{stage=audible}")).isZero();
  }

  @Test
  void page_openMetricsAsked_isThatFormat() {
    Metrics.Page open =
        metrics.page("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5");
    assertThat(open.contentType()).startsWith("application/openmetrics-text");
    assertThat(open.text()).endsWith("# EOF\n");
    assertThat(metrics.page("*/*").contentType()).startsWith("text/plain; version=0.0.4");
  }

  @Test
  void turn_bySpokenWords_movesCountersAndStages() {
    events.publish("listen.wake", new TurnEvents.Wake("小书童", 1, 0, ""));
    turn(
        "t1",
        "voice",
        "answered",
        Map.of("speech_end", 1_500.0, "understood", 1_620.0, "step_1", 1_628.0));
    Exposition page = page();
    assertThat(page.value("earmark_wakes_total")).isEqualTo(1);
    assertThat(page.value("earmark_turns_total{origin=voice, reason=answered}")).isEqualTo(1);
    assertThat(page.value("earmark_false_starts_total")).isZero();
    assertThat(page.value(STAGE + "_bucket{le=0.1, stage=understood}")).isZero();
    assertThat(page.value(STAGE + "_bucket{le=0.2, stage=understood}")).isEqualTo(1);
    assertThat(page.value(STAGE + "_sum{stage=observation}")).isEqualTo(0.128);
  }

  @Test
  void turn_nobodySpoke_isAFalseStartOnlyAfterAWakePhrase() {
    turn("t1", "voice", "nothing_said", Map.of());
    turn("t2", "voice", "noise", Map.of());
    turn("t3", "button", "nothing_said", Map.of());
    turn("t4", "question", "nothing_said", Map.of());
    turn("t5", "voice", "not_understood", Map.of());
    assertThat(page().value("earmark_false_starts_total")).isEqualTo(2);
  }

  @Test
  void turn_typed_hasNoStages() {
    turn("t1", "typed", "answered", Map.of("step_1", 8.0));
    Exposition page = page();
    assertThat(page.value("earmark_turns_total{origin=typed, reason=answered}")).isEqualTo(1);
    assertThat(page.value(STAGE + "_count{stage=observation}")).isZero();
  }

  @Test
  void run_stepToldTwice_isCountedOnce() {
    TurnEvents.RunStep thinking =
        new TurnEvents.RunStep("r1", 1, "t", "pause", Map.of(), "", "", true, 1, 0, null);
    TurnEvents.RunStep done =
        new TurnEvents.RunStep("r1", 1, "t", "pause", Map.of(), "已暂停", "tool", true, 1, 1, null);
    events.publish("run.step", thinking);
    events.publish("run.step", done);
    events.publish("run.step", done);
    events.publish(
        "run.ended",
        new TurnEvents.RunEnded("r1", "暂停", "", "好", "answered", 40, 0, "rules", List.of()));
    Exposition page = page();
    assertThat(page.value("earmark_steps_total{by=tool, ok=true}")).isEqualTo(1);
    assertThat(page.value("earmark_runs_total{ended=answered}")).isEqualTo(1);
    assertThat(page.value("earmark_run_seconds_sum")).isEqualTo(0.04);
  }

  @Test
  void page_tenThousandTurns_hasNoMoreSeriesThanOne() {
    turn("t0", "voice", "answered", Map.of("speech_end", 1.0, "understood", 2.0));
    events.publish("turn.started", new TurnEvents.Started("never", "voice"));
    int before = own(page());
    for (int i = 1; i <= 10_000; i++) {
      turn("t" + i, "voice", "answered", Map.of("speech_end", 1.0, "understood", 2.0));
    }
    assertThat(own(page())).isEqualTo(before);
  }

  private static int own(Exposition page) {
    return (int) page.series().stream().filter(s -> s.startsWith("earmark_")).count();
  }

  // ---- what is heard

  private static final class Speech implements PcmSource {
    private int left;

    @Override
    public int read(short[] target, int frames) {
      int n = Math.min(left, frames);
      left -= n;
      return n;
    }
  }

  private static final class PassingMixer implements MixerControl {
    private final List<PcmSource> sources = new ArrayList<>();
    private int volume;

    @Override
    public void setSource(Channel channel, @Nullable PcmSource source) {
      if (source != null) {
        sources.add(source);
      }
    }

    @Override
    public void setVolume(int percent) {
      volume = percent;
    }

    @Override
    public int volume() {
      return volume;
    }

    @Override
    public void duck(DuckReason reason) {}

    @Override
    public void unduck(DuckReason reason) {}
  }

  @Test
  void audible_answerIsHeard_isMeasuredFromTheEndOfSpeech() {
    PassingMixer mixer = new PassingMixer();
    MixerControl watched = metrics.voiceMixer(mixer);
    Speech speech = new Speech();
    watched.setSource(MixerControl.Channel.SPEECH, speech);
    watched.setSource(MixerControl.Channel.SPEECH, speech);
    PcmSource seen = mixer.sources.get(0);
    assertThat(mixer.sources).containsExactly(seen, seen);

    events.publish("listen.speech_end", new TurnEvents.SpeechEdge(2));
    clock.advance(Duration.ofMillis(150));
    seen.heard(0);
    events.publish("say.started", new TurnEvents.SayStarted("r1", "好", "zh"));
    clock.advance(Duration.ofMillis(60));
    seen.heard(960);
    seen.heard(1_920);
    Exposition page = page();
    assertThat(page.value(STAGE + "_count{stage=audible}")).isEqualTo(1);
    assertThat(page.value(STAGE + "_sum{stage=audible}")).isEqualTo(0.21);
  }

  @Test
  void audible_speechThatNobodyAskedFor_isNotMeasured() {
    PassingMixer mixer = new PassingMixer();
    metrics.voiceMixer(mixer).setSource(MixerControl.Channel.SPEECH, new Speech());
    events.publish("say.started", new TurnEvents.SayStarted("", "时间到", "zh"));
    mixer.sources.get(0).heard(960);
    assertThat(page().value(STAGE + "_count{stage=audible}")).isZero();
  }

  // ---- models, downloads, cache

  private static final ChatModel.Request REQUEST =
      new ChatModel.Request(
          List.of(), List.of(), "text", List.of(), "x", Language.ZH, Situation.NOTHING, List.of());

  private ChatModel model(@Nullable Failure failure) {
    return new ChatModel() {
      @Override
      public String name() {
        return "some-model-7b";
      }

      @Override
      public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
          throws FailureException {
        clock.advance(Duration.ofMillis(300));
        if (failure != null) {
          throw failure.asException();
        }
        return new Reply("hi", Finish.STOP, List.of(), 120, 7, "");
      }
    };
  }

  @Test
  void model_callsAndFailures_areCounted() throws Exception {
    ChatModel good = metrics.model("llm", model(null));
    ChatModel bad =
        metrics.model("llm", model(new Failure(Failure.Kind.THROTTLED, "busy: key sk-secret")));
    assertThat(good.name()).isEqualTo("some-model-7b");
    assertThat(good.reply(REQUEST, new CancelFlag(), text -> {}).text()).isEqualTo("hi");
    assertThatThrownBy(() -> bad.reply(REQUEST, new CancelFlag(), text -> {}))
        .isInstanceOf(FailureException.class);
    Exposition page = page();
    assertThat(page.value("earmark_model_calls_total{model=llm, outcome=ok}")).isEqualTo(1);
    assertThat(page.value("earmark_model_calls_total{model=llm, outcome=throttled}")).isEqualTo(1);
    assertThat(page.value("earmark_model_tokens_total{direction=prompt, model=llm}"))
        .isEqualTo(120);
    assertThat(page.value("earmark_model_tokens_total{direction=completion, model=llm}"))
        .isEqualTo(7);
    assertThat(page.value("earmark_model_call_seconds_sum{model=llm}")).isEqualTo(0.6);
    assertThat(page.series()).noneMatch(series -> series.contains("secret"));
  }

  private static MediaRequest request(String key) {
    return new MediaRequest(
        key,
        "demo:x",
        "x",
        1,
        "x",
        0,
        cancel -> new MediaRequest.Location(URI.create("http://h/x"), Map.of(), "", 0));
  }

  @Test
  void downloads_ends_areCountedByOutcomeAndReason() {
    FakeMediaStore fake = new FakeMediaStore();
    MediaStore store = metrics.store(fake);
    Download good = store.fetch(request("a"), /* urgent= */ true);
    Download same = store.fetch(request("a"), /* urgent= */ true);
    assertThat(same).isSameAs(good);
    store.fetch(request("b"), /* urgent= */ false);
    FakeDownload a = fake.download("a").orElseThrow();
    a.bring(2);
    metrics.onDownload(a);
    a.finish();
    metrics.onDownload(a);
    FakeDownload b = fake.download("b").orElseThrow();
    b.fail(new Failure(Failure.Kind.DISK_FULL, "full"));
    metrics.onDownload(b);
    Exposition page = page();
    assertThat(page.value("earmark_downloads_total{outcome=done, reason=none}")).isEqualTo(1);
    assertThat(page.value("earmark_downloads_total{outcome=failed, reason=disk_full}"))
        .isEqualTo(1);
    assertThat(page.value("earmark_download_bytes_total")).isEqualTo((double) a.progress().bytes());
    assertThat(page.value("earmark_download_requests_total")).isEqualTo(2);
    assertThat(page.value("earmark_cache_misses_total")).isEqualTo(1);
  }

  @Test
  void store_hit_isCounted() throws Exception {
    FakeMediaStore fake = new FakeMediaStore();
    MediaStore store = metrics.store(fake);
    assertThat(store.openCached("a")).isEmpty();
    fake.putCached("a", 1);
    assertThat(store.openCached("a")).isPresent();
    Exposition page = page();
    assertThat(page.value("earmark_cache_hits_total")).isEqualTo(1);
    assertThat(page.value("earmark_cache_misses_total")).isZero();
  }

  @Test
  void names_units_areSuffixesOfBaseUnits() {
    for (String family : page().types().keySet()) {
      assertThat(family)
          .as(family)
          .doesNotContain("millis")
          .doesNotContain("_ms")
          .doesNotContain("percent")
          .doesNotContain("_kb")
          .doesNotContain("minutes");
    }
  }
}
