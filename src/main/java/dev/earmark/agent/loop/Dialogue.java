package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel.Author;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.Protocol;
import java.util.ArrayList;
import java.util.List;

/**
 * What the model of one run reads. Messages are only appended, so that their beginning stays
 * byte-identical, unless a person replaces an observation. Confined to the run's thread.
 */
final class Dialogue {
  private static final int OBSERVATION = 4_000; // characters that a model gets to read

  private final Protocol protocol;
  private final LiveRun run;
  private final List<Message> messages = new ArrayList<>();
  private final List<Place> observations = new ArrayList<>(); // one for each step

  /** Where an observation stands: the message, and the text that it is there. */
  private record Place(int message, String text) {}

  Dialogue(Protocol protocol, LiveRun run) {
    this.protocol = protocol;
    this.run = run;
  }

  List<Message> messages() {
    return messages;
  }

  /** Adds a message that the run's record gets too. */
  void add(Message message) {
    messages.add(message);
    run.message(message);
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

  /** Puts a person's words in the place of the observation of a 1-based step. */
  void replace(int step, String observation) {
    Place place = observations.get(step - 1);
    String text = protocol.renderObservation(bounded(observation));
    run.message(new Message(Author.USER, text));
    String whole = messages.get(place.message()).text();
    int at = whole.lastIndexOf(place.text());
    messages.set(
        place.message(),
        new Message(
            Author.USER,
            whole.substring(0, at) + text + whole.substring(at + place.text().length())));
    observations.set(step - 1, new Place(place.message(), text));
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
