package dev.earmark.agent.rules;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.rules.grammar.Grammar;
import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The embedded model: reads the task by a grammar, writes the call in the protocol of the request,
 * and answers from what the tool said.
 *
 * <p>Deterministic, stateless, without I/O: the same request gives the same reply. Each round is
 * decided anew from the task, the situation and the steps, so a run may also be taken over in its
 * middle, and an observation that a person has replaced counts like any other.
 */
public final class RuleModel implements ChatModel {
  private static final Pattern ALBUM_ID =
      Pattern.compile("\\(([\\w.-]+:.+?)\\)(?=,|$)", Pattern.MULTILINE);
  private static final Pattern BARE_ID = Pattern.compile("\\(([^()\\s]+)\\)");
  private static final Pattern COUNT =
      Pattern.compile("(?:共|一共|总共)?\\s*(\\d+)\\s*(?:集|回|章|sections|chapters|episodes)");

  private final Grammar grammar = new Grammar();
  private final ExactTitle exact;

  /** Makes a model that knows no library. */
  public RuleModel() {
    this(words -> Optional.empty());
  }

  /**
   * Makes a model that prefers the library's titles where words could mean something else.
   *
   * @param titles returns the title that the words are, letter by letter; returns at once
   */
  public RuleModel(Function<String, Optional<String>> titles) {
    this(titles, words -> Optional.empty());
  }

  /**
   * Makes a model that also knows what a title may be called for short.
   *
   * @param titles returns the title that the words are, letter by letter; returns at once
   * @param parts returns the only title that begins with the words; returns at once
   */
  public RuleModel(
      Function<String, Optional<String>> titles, Function<String, Optional<String>> parts) {
    this.exact = new ExactTitle(titles, parts);
  }

  @Override
  public String name() {
    return "rules";
  }

  @Override
  public Origin origin() {
    return Origin.ofRules(name());
  }

  /** Returns what the rules make of the user's words in this situation. */
  public Decision decide(String text, Language language, Situation situation) {
    return whereItWasLeft(
        exact
            .read(text, language, situation)
            .orElseGet(() -> grammar.read(text, language, situation)),
        language,
        situation);
  }

  /**
   * A book that was heard before goes on at its place unless a section or the beginning is named,
   * and the listener is told how to get the beginning.
   */
  private static Decision whereItWasLeft(
      Decision decision, Language language, Situation situation) {
    Decision.Call call = decision.call();
    if (call == null
        || !call.tool().equals("search_and_play")
        || call.args().containsKey("section")) {
      return decision;
    }
    String book = String.valueOf(call.args().get("keyword"));
    String title = Normalizer.key(book);
    boolean current = title.equals(Normalizer.key(situation.album()));
    boolean heard =
        current || situation.heard().stream().map(Normalizer::key).anyMatch(title::equals);
    if (title.isEmpty() || !heard) {
      return decision;
    }
    Map<String, Object> args = new LinkedHashMap<>(call.args());
    args.put("section", 0);
    Decision placed = decision.with(new Decision.Call(call.tool(), args));
    boolean already = current && situation.state().equals("playing");
    return already || !decision.answer().isEmpty()
        ? placed
        : placed.remarking(
            language.pick(
                "接着上次的地方放，要从头听就说“从头播放" + book + "”。",
                "It goes on where you left off; say \"play "
                    + book
                    + " from the beginning\" to start over. "));
  }

  @Override
  public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    if (cancel.isSet()) {
      throw new FailureException(Failure.Kind.CANCELLED, "the run was cancelled");
    }
    String text = next(request, decide(request.task(), request.language(), request.situation()));
    onText.accept(text);
    return new Reply(text, Finish.STOP, List.of(), 0, 0, "", origin());
  }

  private static String next(Request request, Decision decision) {
    List<Step> done = request.steps().stream().filter(s -> !s.action().isEmpty()).toList();
    Decision.Call call = decision.call();
    if (call == null) {
      return done.isEmpty()
          ? answer(
              request, thought(request, "不需要工具，直接回答。", "No tool is needed."), decision.answer())
          : conclude(request, List.of(last(done)), "");
    }
    if (done.stream().noneMatch(s -> s.action().equals(call.tool()))) {
      return write(
          request,
          call,
          thought(
              request, "要用 " + call.tool() + " 来完成。", "This is a job for " + call.tool() + "."));
    }
    Step last = last(done);
    if (decision.plan() == Decision.Plan.OTHER_READER && done.size() == 1 && last.ok()) {
      return otherReader(request, last);
    }
    Decision.Call follow = last.ok() ? follow(decision, call, last, done) : null;
    return follow == null
        ? conclude(request, decision.tellsAll() ? done : List.of(last), decision.answer())
        : write(
            request,
            follow,
            thought(request, "接着用 " + follow.tool() + "。", "Next comes " + follow.tool() + "."));
  }

  private static String otherReader(Request request, Step found) {
    Situation now = request.situation();
    Optional<Decision.Call> other = OtherReader.in(found.observation(), now.album(), now.section());
    return other
        .map(
            call ->
                write(request, call, thought(request, "换另一个版本。", "Another recording is there.")))
        .orElseGet(
            () ->
                answer(
                    request,
                    thought(request, "没有别的版本。", "There is no other recording."),
                    request
                        .language()
                        .pick(
                            "没有找到《" + now.album() + "》别人讲的版本",
                            "I found no other recording of " + now.album() + ".")));
  }

  private static Step last(List<Step> steps) {
    return steps.get(steps.size() - 1);
  }

  private static Decision.@Nullable Call follow(
      Decision decision, Decision.Call call, Step last, List<Step> done) {
    Decision.Call next = decision.next();
    if (next != null && done.stream().noneMatch(s -> s.action().equals(next.tool()))) {
      return next;
    }
    Decision.Plan plan = decision.plan();
    boolean detailed = done.stream().anyMatch(s -> s.action().equals("get_album_detail"));
    boolean played = done.stream().anyMatch(s -> s.action().equals("search_and_play"));
    boolean wantsDetail = plan == Decision.Plan.DETAIL || plan == Decision.Plan.PLAY_LAST;
    if (wantsDetail && !detailed && !played) {
      String found = last.observation();
      return OtherReader.called(found, String.valueOf(call.args().get("keyword")))
          .or(() -> OtherReader.current(found))
          .or(() -> first(ALBUM_ID, found))
          .or(() -> first(BARE_ID, found))
          .map(id -> new Decision.Call("get_album_detail", Args.of("album_id", id)))
          .orElse(null);
    }
    if (plan == Decision.Plan.PLAY_LAST && !played) {
      return first(COUNT, last.observation())
          .map(Long::valueOf)
          .filter(count -> count > 0)
          .map(
              count ->
                  new Decision.Call(
                      "search_and_play",
                      Args.of(
                          "keyword", call.args().getOrDefault("keyword", ""), "section", count)))
          .orElse(null);
    }
    return null;
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher m = pattern.matcher(text);
    return m.find() ? Optional.of(m.group(1)) : Optional.empty();
  }

  /**
   * Answers after the steps whose results matter; the last one tells whether it worked.
   *
   * @param remark what is said in front when it has
   */
  private static String conclude(Request request, List<Step> results, String remark) {
    Step last = last(results);
    String why =
        last.ok()
            ? thought(request, "工具已经有结果了。", "The tool has answered.")
            : thought(request, "工具没有办成，如实告诉用户。", "The tool failed, and the user is told so.");
    String said =
        results.stream()
            .map(step -> Answers.after(step, request.language()))
            .collect(Collectors.joining(request.language().pick("", " ")));
    return answer(request, why, last.ok() ? remark + said : said);
  }

  private static String write(Request request, Decision.Call call, String thought) {
    ToolSpec spec =
        request.tools().stream().filter(t -> t.name().equals(call.tool())).findFirst().orElse(null);
    if (spec == null) {
      List<Step> done = request.steps().stream().filter(s -> !s.action().isEmpty()).toList();
      return done.isEmpty()
          ? answer(
              request,
              thought(
                  request,
                  "这里没有 " + call.tool() + " 这个工具。",
                  "The tool " + call.tool() + " is not there."),
              request.language().pick("这个功能在这里用不了。", "I cannot do that here."))
          : conclude(request, done, "");
    }
    Map<String, Object> args = new LinkedHashMap<>();
    List<String> known = spec.parameters().stream().map(Parameter::name).toList();
    call.args()
        .forEach(
            (name, value) -> {
              if (known.contains(name)) {
                args.put(name, value);
              }
            });
    return Wire.call(request.protocol(), thought, new Decision.Call(call.tool(), args));
  }

  private static String answer(Request request, String thought, String answer) {
    return Wire.answer(request.protocol(), thought, answer);
  }

  private static String thought(Request request, String zh, String en) {
    return request.language().pick(zh, en);
  }
}
