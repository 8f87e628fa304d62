package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.Protocol;
import java.util.ArrayList;
import java.util.List;

/**
 * What the model of one run reads. Messages are only appended, so that their beginning stays
 * byte-identical, unless a person replaces an observation or {@link Memory} has to make room.
 * Confined to the run's thread.
 */
final class Dialogue {
  private static final int OBSERVATION = 4_000; // characters that a model gets to read
  private static final int GONE = -1;

  private final Protocol protocol;
  private final LiveRun run;
  private final List<Message> messages = new ArrayList<>();
  private final List<Place> observations = new ArrayList<>(); // one for each step
  private int rounds; // the index of the first message behind the task
  private String summary = ""; // stands at the end of the task

  /** Where an observation stands: the message, and the text that it is there. */
  private record Place(int message, String text) {}

  Dialogue(Protocol protocol, LiveRun run) {
    this.protocol = protocol;
    this.run = run;
  }

  List<Message> messages() {
    return messages;
  }

  /** Adds a message that the run's record gets too; nothing of it is ever left out. */
  void add(Message message) {
    messages.add(message);
    run.message(message);
    rounds = messages.size();
  }

  /** Adds what the model said, cleaned; the record has it as it came. */
  void said(String text) {
    messages.add(new Message(Author.ASSISTANT, text));
  }

  /**
   * Tells the model the observation of the next step. Two messages of the user never follow each
   * other, because some chat templates refuse that.
   */
  void observe(String observation) {
    String text = protocol.renderObservation(bounded(observation));
    run.message(new Message(Author.USER, text));
    int last = messages.size() - 1;
    Message before = messages.get(last);
    if (before.author() == Author.USER) {
      messages.set(last, new Message(Author.USER, before.text() + "\n" + text));
      observations.add(new Place(last, text));
    } else {
      messages.add(new Message(Author.USER, text));
      observations.add(new Place(last + 1, text));
    }
  }

  /**
   * Puts a person's words in the place of the observation of a 1-based step; of a step that is only
   * in the summary they are told anew.
   */
  void replace(int step, String observation) {
    Place place = observations.get(step - 1);
    String text = protocol.renderObservation(bounded(observation));
    run.message(new Message(Author.USER, text));
    if (place.message() == GONE) {
      int last = messages.size() - 1;
      Message before = messages.get(last);
      if (before.author() == Author.USER) {
        messages.set(last, new Message(Author.USER, before.text() + "\n" + text));
      } else {
        messages.add(new Message(Author.USER, text));
      }
      return;
    }
    exchange(step - 1, text);
  }

  private void exchange(int index, String text) {
    Place place = observations.get(index);
    String whole = messages.get(place.message()).text();
    int at = whole.lastIndexOf(place.text());
    messages.set(
        place.message(),
        new Message(
            Author.USER,
            whole.substring(0, at) + text + whole.substring(at + place.text().length())));
    observations.set(index, new Place(place.message(), text));
  }

  // ---- for Memory ----

  /** Returns the estimated tokens of all messages. */
  int tokens() {
    return messages.stream().mapToInt(message -> Conversation.tokens(message.text())).sum();
  }

  /** Returns the index of the message with which the last rounds begin. */
  int lastRounds(int count) {
    int left = count;
    int from = messages.size();
    for (int i = messages.size() - 1; i >= rounds && left > 0; i--) {
      if (messages.get(i).author() == Author.ASSISTANT) {
        from = i;
        left--;
      }
    }
    return left > 0 ? rounds : from;
  }

  /**
   * Returns the indices of the steps that a model still reads, in messages before the given one.
   */
  List<Integer> stepsBefore(int message) {
    List<Integer> steps = new ArrayList<>();
    for (int i = 0; i < observations.size(); i++) {
      int at = observations.get(i).message();
      if (at >= rounds && at < message) {
        steps.add(i);
      }
    }
    return steps;
  }

  /**
   * Shortens the observation of a step.
   *
   * @return the tokens that were saved; 0 when it is short enough
   */
  int shorten(int index, int characters, String remark) {
    String text = observations.get(index).text();
    if (text.length() <= characters + remark.length() + 40) {
      return 0;
    }
    int end = characters - (Character.isHighSurrogate(text.charAt(characters - 1)) ? 1 : 0);
    String tail = protocol.name().equals("xml") ? "</observation>" : "";
    String kept = text.substring(0, end) + "… " + remark + tail;
    exchange(index, kept);
    return Conversation.tokens(text) - Conversation.tokens(kept);
  }

  /** Leaves out the rounds before a message and has a summary stand at the end of the task. */
  void summarise(int before, String text) {
    for (int index : stepsBefore(before)) {
      observations.set(index, new Place(GONE, ""));
    }
    int gone = before - rounds;
    messages.subList(rounds, before).clear();
    for (int i = 0; i < observations.size(); i++) {
      Place place = observations.get(i);
      if (place.message() >= rounds) {
        observations.set(i, new Place(place.message() - gone, place.text()));
      }
    }
    int task = rounds - 1;
    String whole = messages.get(task).text();
    int at = summary.isEmpty() ? -1 : whole.lastIndexOf(summary);
    String block = "\n\n" + protocol.quote(text);
    String told =
        at < 0
            ? whole + block
            : whole.substring(0, at) + block + whole.substring(at + summary.length());
    messages.set(task, new Message(messages.get(task).author(), told));
    summary = block;
  }

  /** Leaves out the turns before the task, if there are any. */
  boolean dropTurnsBefore() {
    int task = rounds - 1;
    int gone = task - 1;
    if (gone <= 0) {
      return false;
    }
    messages.subList(1, task).clear();
    rounds -= gone;
    for (int i = 0; i < observations.size(); i++) {
      Place place = observations.get(i);
      if (place.message() != GONE) {
        observations.set(i, new Place(place.message() - gone, place.text()));
      }
    }
    return true;
  }

  /** Keeps the head and the tail of a long observation. */
  private static String bounded(String text) {
    if (text.length() <= OBSERVATION) {
      return text;
    }
    int tail = OBSERVATION / 4;
    int left = text.length() - OBSERVATION;
    return text.substring(0, OBSERVATION - tail)
        + "\n… ("
        + left
        + ") …\n"
        + text.substring(text.length() - tail);
  }
}
