package dev.earmark.agent;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * A model that plays fixed replies, keeps what it was asked, and can hang until it is cancelled.
 */
public final class ScriptedModel implements ChatModel {
  /** A reply that never comes. */
  public static final String HANG = "<hang>";

  private final List<Reply> script = new ArrayList<>();
  private final List<Request> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final Map<Integer, Runnable> before = new HashMap<>();
  private boolean repeatLast;
  private int promptTokens;

  /** Makes a model that gives these replies in turn. */
  public ScriptedModel(String... replies) {
    for (String reply : replies) {
      script.add(Reply.of(reply));
    }
  }

  /** Adds a reply. */
  public ScriptedModel then(Reply reply) {
    script.add(reply);
    return this;
  }

  /** Gives the last reply for ever. */
  public ScriptedModel forEver() {
    repeatLast = true;
    return this;
  }

  /** Does something before the reply with the number, from 1. */
  public ScriptedModel beforeReply(int number, Runnable what) {
    before.put(number, what);
    return this;
  }

  /** Reads prompts of so many tokens. */
  public ScriptedModel reading(int tokens) {
    promptTokens = tokens;
    return this;
  }

  @Override
  public int promptTokens() {
    return promptTokens;
  }

  /** Returns the requests so far. */
  public List<Request> asked() {
    return asked;
  }

  /** Returns when the model hangs. */
  public CountDownLatch hanging() {
    return hanging;
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    asked.add(request);
    int index = asked.size() - 1;
    before.getOrDefault(index + 1, () -> {}).run();
    if (index >= script.size() && !repeatLast) {
      throw new FailureException(Failure.Kind.NETWORK, "the script is at its end");
    }
    Reply reply = script.get(Math.min(index, script.size() - 1));
    if (reply.text().equals(HANG)) {
      hang(cancel);
    }
    onText.accept(reply.text());
    return reply;
  }

  private void hang(CancelFlag cancel) throws FailureException {
    CountDownLatch cancelled = new CountDownLatch(1);
    CancelFlag.Registration hook = cancel.onSet(cancelled::countDown);
    hanging.countDown();
    try {
      cancelled.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      hook.close();
    }
    throw new FailureException(Failure.Kind.CANCELLED, "cancelled");
  }
}
