package dev.earmark.listen.machine;

import dev.earmark.base.FailureException;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.engine.SpeechEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All microphones, each with a {@link ListenMachine} of its own; one of them at a time has the
 * floor. Confined to one thread.
 *
 * <p>Who hears the wake phrase first has the floor, and its event goes out at once. A microphone
 * that hears it within the next 0.4 s, and at least 3 dB clearer against its own noise floor, takes
 * over; nobody learns of that, since the turn has begun already, unless it heard another phrase:
 * that one is told as well, since the phrase chooses language and profile. All others stand aside
 * until the command has ended. The same goes for who begins to speak after a button, which opens
 * all microphones; a question opens the one that heard the last command.
 */
final class MicrophoneArbiter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MicrophoneArbiter.class);
  private static final int CONTEST_BLOCKS = 2 * SoundHistory.RATE / 5;
  private static final double CLEARER_DB = 3;

  /** One microphone. */
  private static final class Input {
    final String name;
    final ListenMachine machine;
    boolean isThere = true;
    boolean lost;

    Input(
        String name,
        Function<Consumer<ListenEvent>, ListenMachine> machines,
        MicrophoneArbiter arbiter) {
      this.name = name;
      this.machine = machines.apply(event -> arbiter.heard(this, event));
    }
  }

  private final List<Input> inputs = new ArrayList<>();
  private final Consumer<ListenEvent> events;
  private @Nullable Input speaker; // has the floor
  private @Nullable Input before; // had it last
  private String phrase = ""; // that was told last
  private boolean contested;
  private long claimedAt;

  /**
   * Makes a arbiter.
   *
   * @param names the microphones; a single one needs no name
   * @param machines makes the machine of one microphone, which tells the given consumer
   * @param events gets what is heard, as if there were one microphone
   */
  MicrophoneArbiter(
      List<String> names,
      Function<Consumer<ListenEvent>, ListenMachine> machines,
      Consumer<ListenEvent> events) {
    this.events = events;
    names.forEach(name -> inputs.add(new Input(name, machines, this)));
  }

  /** Takes samples of one microphone, any number. */
  void accept(int microphone, short[] samples) throws IOException {
    Input input = inputs.get(microphone);
    input.isThere = true;
    input.machine.accept(samples);
    if (input.lost) {
      input.lost = false;
      input.machine.standAside(/* nowAside= */ speaker != null);
    }
    if (contested && input == speaker && input.machine.blocks() - claimedAt > CONTEST_BLOCKS) {
      contested = false;
      others(input).forEach(other -> other.machine.standAside(/* nowAside= */ true));
    }
  }

  /** Tells that a microphone gives nothing any more; the next block takes that back. */
  void gone(int microphone) {
    Input input = inputs.get(microphone);
    if (input.isThere && inputs.size() > 1) {
      input.isThere = false;
      input.machine.closeWindow();
    }
  }

  private void heard(Input input, ListenEvent event) {
    if (speaker == null && isOneOfSeveralEnds(input, event)) {
      return; // the others still wait for somebody to speak
    }
    if (speaker == null) {
      claim(input, /* mayBeContested= */ true);
    } else if (speaker != input) {
      contest(input, event);
      return;
    }
    if (event instanceof ListenEvent.Final || event instanceof ListenEvent.Rejected) {
      release();
    }
    tell(input, event);
  }

  private void tell(Input input, ListenEvent event) {
    if (event instanceof ListenEvent.Wake wake) {
      phrase = wake.phrase();
      events.accept(wake.at(input.name));
    } else {
      events.accept(event);
    }
  }

  private boolean isOneOfSeveralEnds(Input input, ListenEvent event) {
    return event instanceof ListenEvent.Rejected
        && others(input).stream().anyMatch(other -> other.machine.busy());
  }

  private void claim(Input input, boolean mayBeContested) {
    speaker = input;
    before = input;
    contested = mayBeContested && inputs.size() > 1;
    claimedAt = input.machine.blocks();
  }

  /** Lets a clearer microphone take over; of what it heard so far, only another phrase is told. */
  private void contest(Input input, ListenEvent event) {
    Input first = Objects.requireNonNull(speaker);
    boolean hears = event instanceof ListenEvent.Wake || event instanceof ListenEvent.SpeechStart;
    double clearer = input.machine.clearness() - first.machine.clearness();
    if (contested && hears && clearer >= CLEARER_DB) {
      log.info("{} hears it {} dB clearer than {}", input.name, Math.round(clearer), first.name);
      speaker = input;
      before = input;
      claimedAt = input.machine.blocks();
      first.machine.standAside(/* nowAside= */ true);
      if (event instanceof ListenEvent.Wake wake && !wake.phrase().equals(phrase)) {
        tell(input, event);
      }
    } else {
      input.lost = true; // stands aside as soon as its machine has returned
    }
  }

  private void release() {
    Input last = speaker;
    speaker = null;
    contested = false;
    if (last != null) {
      for (Input other : others(last)) {
        other.lost = false;
        other.machine.standAside(/* nowAside= */ true);
        other.machine.standAside(/* nowAside= */ false);
      }
    }
  }

  private List<Input> others(Input input) {
    return inputs.stream().filter(other -> other != input).toList();
  }

  /** Opens the window everywhere, as a button does; where somebody has the floor, only there. */
  void openWindow(Duration wait) {
    List<Input> there = speaker != null ? List.of(speaker) : here();
    there.forEach(input -> input.machine.openWindow(wait));
  }

  /** Opens the window where the last command was heard. */
  void openAgain(Duration wait) {
    if (speaker == null && before != null && before.isThere && inputs.size() > 1) {
      claim(before, /* mayBeContested= */ false);
      others(before).forEach(other -> other.machine.standAside(/* nowAside= */ true));
    }
    openWindow(wait);
    if (speaker != null && !speaker.machine.busy()) {
      release(); // there is no engine
    }
  }

  private List<Input> here() {
    List<Input> there = inputs.stream().filter(input -> input.isThere).toList();
    return there.isEmpty() ? inputs.subList(0, 1) : there;
  }

  /** Closes all open windows. */
  void closeWindow() {
    inputs.forEach(input -> input.machine.closeWindow());
  }

  /** Ends the command now, as a released button does. */
  void endUtterance() throws IOException {
    for (Input input : inputs) {
      input.machine.endUtterance();
    }
  }

  /**
   * Takes the engine, which it will close, for all microphones.
   *
   * @throws FailureException when it cannot be shared; it has been closed then, and the old one is
   *     in use
   */
  void setEngine(SpeechEngine next) throws FailureException {
    List<SpeechEngine> shares = new ArrayList<>(List.of(next));
    int given = 0;
    try {
      while (shares.size() < inputs.size()) {
        shares.add(next.share());
      }
      release();
      while (given < inputs.size()) {
        given++; // a machine owns what it is given, also when that fails
        inputs.get(given - 1).machine.setEngine(shares.get(given - 1));
      }
    } catch (FailureException | RuntimeException e) {
      shares.subList(given, shares.size()).forEach(SpeechEngine::close);
      throw e;
    }
  }

  void setTitles(List<String> titles) {
    inputs.forEach(input -> input.machine.setTitles(titles));
  }

  void setMuted(boolean muted) {
    inputs.forEach(input -> input.machine.setMuted(muted));
  }

  void setBookPlaying(boolean playing) {
    inputs.forEach(input -> input.machine.setBookPlaying(playing));
  }

  void setSpeaking(boolean speaking, String text) {
    inputs.forEach(input -> input.machine.setSpeaking(speaking, text));
  }

  /** Returns whether a window is open anywhere. */
  boolean busy() {
    return inputs.stream().anyMatch(input -> input.machine.busy());
  }

  /** Returns what the microphone does that has the floor, or else whoever waits for words. */
  ListenState state() {
    if (speaker != null) {
      return speaker.machine.state();
    }
    List<Input> there = here();
    return there.stream()
        .filter(input -> input.machine.busy())
        .findFirst()
        .orElse(there.get(0))
        .machine
        .state();
  }

  @Override
  public void close() {
    inputs.forEach(input -> input.machine.close());
  }
}
