package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.Situation;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.OkHttpClient;

/**
 * One tiny request to a chat model, to see how it fares.
 *
 * @param firstWords until the first piece of the reply
 * @param whole until its end
 * @param tokens how many it wrote
 * @param stops what became of the stop text
 */
public record ModelTrial(Duration firstWords, Duration whole, int tokens, Stops stops) {
  private static final int MOST_TOKENS = 64;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** What a server does with stop texts. */
  public enum Stops {
    HONOURED,
    IGNORED,
    REFUSED,
    /** The reply was none that could tell. */
    UNKNOWN
  }

  /**
   * Asks whether the server has the model, which costs nothing, then has it count to nine with a
   * stop at five.
   *
   * @throws FailureException with the remedy: address, key, name of the model
   */
  public static ModelTrial run(OpenAiSettings settings, OkHttpClient client, Clock clock)
      throws FailureException {
    new ModelList(settings, client, clock).find();
    OpenAiSettings small =
        settings
            .alone()
            .withLimits(
                MOST_TOKENS, settings.timeout().compareTo(LIMIT) < 0 ? settings.timeout() : LIMIT);
    OpenAiChatModel model = new OpenAiChatModel(small, client, clock, () -> 0.0);
    Timed timed = Timed.ask(model, clock);
    if (!model.takesStops()) {
      timed = Timed.ask(model, clock); // else the time of the refusals counts as the model's
    }
    return new ModelTrial(
        timed.first(),
        timed.whole(),
        timed.reply().completionTokens(),
        model.takesStops() ? stops(timed.reply().text()) : Stops.REFUSED);
  }

  /** A reply, and when its first words and its end came. */
  private record Timed(ChatModel.Reply reply, Duration first, Duration whole) {
    static Timed ask(ChatModel model, Clock clock) throws FailureException {
      long start = clock.nanoTime();
      AtomicLong first = new AtomicLong();
      ChatModel.Reply reply =
          model.reply(
              request(),
              new CancelFlag(),
              piece -> first.compareAndSet(0, clock.nanoTime() - start));
      Duration whole = Duration.ofNanos(clock.nanoTime() - start);
      return new Timed(reply, first.get() == 0 ? whole : Duration.ofNanos(first.get()), whole);
    }
  }

  private static ChatModel.Request request() {
    String task = "Write the numbers from 1 to 9 with blanks between them and nothing else.";
    return new ChatModel.Request(
        List.of(new Message(Author.USER, task)),
        List.of("5"),
        "text",
        List.of(),
        task,
        Language.EN,
        Situation.NOTHING,
        List.of());
  }

  private static Stops stops(String text) {
    if (text.contains("5")) {
      return Stops.IGNORED;
    }
    return text.contains("4") ? Stops.HONOURED : Stops.UNKNOWN;
  }

  /**
   * Returns how many tokens came in a second once the first had come; 0 when that cannot be told.
   */
  public double tokensPerSecond() {
    double seconds = whole.minus(firstWords).toNanos() / 1e9;
    return seconds > 0.001 && tokens > 1 ? (tokens - 1) / seconds : 0;
  }

  /** Returns what was found, in one line. */
  public String words() {
    double speed = tokensPerSecond();
    return String.format(
        Locale.ROOT,
        "first words after %.1f s%s, stop texts are %s",
        firstWords.toNanos() / 1e9,
        speed > 0 ? String.format(Locale.ROOT, ", %.0f tokens a second", speed) : "",
        switch (stops) {
          case HONOURED -> "honoured";
          case IGNORED -> "ignored (the text is cut here instead)";
          case REFUSED -> "refused (the text is cut here instead)";
          case UNKNOWN -> "perhaps honoured (its reply did not tell)";
        });
  }
}
