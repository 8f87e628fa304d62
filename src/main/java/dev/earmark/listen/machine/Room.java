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
 * word. Confined to one thread.
 *
 * <p>Who hears the wake phrase first has the word, and its event goes out at once. A microphone
 * that hears it within the next 0.4 s, and at least 3 dB clearer against its own noise floor, takes
 * the word over; nobody learns of that, since the turn has begun already. All others stand aside
 * until the command has ended. The same goes for who begins to speak after a button, which opens
 * all microphones; a question opens the one that heard the last command.
 */
final class Room implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Room.class);
  private static final int CONTEST_BLOCKS = 2 * SoundHistory.RATE / 5;
  private static final double CLEARER_DB = 3;

  /** One microphone. */
  private static final class Ear {
    final String name;
    final ListenMachine machine;
    boolean isThere = true;
    boolean lost;

    Ear(String name, Function<Consumer<ListenEvent>, ListenMachine> machines, Room room) {
      this.name = name;
      this.machine = machines.apply(event -> room.heard(this, event));
    }
  }

  private final List<Ear> ears = new ArrayList<>();
  private final Consumer<ListenEvent> events;
  private @Nullable Ear speaker; // has the word
  private @Nullable Ear before; // had it last
  private boolean contested;
  private long claimedAt;

  /**
   * Makes a room.
   *
   * @param names the microphones; a single one needs no name
   * @param machines makes the machine of one microphone, which tells the given consumer
   * @param events gets what is heard, as if there were one microphone
   */
  Room(
      List<String> names,
      Function<Consumer<ListenEvent>, ListenMachine> machines,
      Consumer<ListenEvent> events) {
    this.events = events;
    names.forEach(name -> ears.add(new Ear(name, machines, this)));
  }

  /** Takes samples of one microphone, any number. */
  void accept(int microphone, short[] samples) throws IOException {
    Ear ear = ears.get(microphone);
    ear.isThere = true;
    ear.machine.accept(samples);
    if (ear.lost) {
      ear.lost = false;
      ear.machine.standAside(/* nowAside= */ speaker != null);
    }
    if (contested && ear == speaker && ear.machine.blocks() - claimedAt > CONTEST_BLOCKS) {
      contested = false;
      others(ear).forEach(other -> other.machine.standAside(/* nowAside= */ true));
    }
  }

  /** Tells that a microphone gives nothing any more; the next block takes that back. */
  void gone(int microphone) {
    Ear ear = ears.get(microphone);
    if (ear.isThere && ears.size() > 1) {
      ear.isThere = false;
      ear.machine.closeWindow();
    }
  }

  private void heard(Ear ear, ListenEvent event) {
    if (speaker == null && isOneOfSeveralEnds(ear, event)) {
      return; // the others still wait for somebody to speak
    }
    if (speaker == null) {
      claim(ear, /* mayBeContested= */ true);
    } else if (speaker != ear) {
      contest(ear, event);
      return;
    }
    if (event instanceof ListenEvent.Final || event instanceof ListenEvent.Rejected) {
      release();
    }
    events.accept(event instanceof ListenEvent.Wake wake ? wake.at(ear.name) : event);
  }

  private boolean isOneOfSeveralEnds(Ear ear, ListenEvent event) {
    return event instanceof ListenEvent.Rejected
        && others(ear).stream().anyMatch(other -> other.machine.busy());
  }

  private void claim(Ear ear, boolean mayBeContested) {
    speaker = ear;
    before = ear;
    contested = mayBeContested && ears.size() > 1;
    claimedAt = ear.machine.blocks();
  }

  /** Lets a clearer microphone take the word over; nobody is told of what it heard so far. */
  private void contest(Ear ear, ListenEvent event) {
    Ear first = Objects.requireNonNull(speaker);
    boolean hears = event instanceof ListenEvent.Wake || event instanceof ListenEvent.SpeechStart;
    double clearer = ear.machine.clearness() - first.machine.clearness();
    if (contested && hears && clearer >= CLEARER_DB) {
      log.info("{} hears it {} dB clearer than {}", ear.name, Math.round(clearer), first.name);
      speaker = ear;
      before = ear;
      claimedAt = ear.machine.blocks();
      first.machine.standAside(/* nowAside= */ true);
    } else {
      ear.lost = true; // stands aside as soon as its machine has returned
    }
  }

  private void release() {
    Ear last = speaker;
    speaker = null;
    contested = false;
    if (last != null) {
      for (Ear other : others(last)) {
        other.lost = false;
        other.machine.standAside(/* nowAside= */ true);
        other.machine.standAside(/* nowAside= */ false);
      }
    }
  }

  private List<Ear> others(Ear ear) {
    return ears.stream().filter(other -> other != ear).toList();
  }

  /** Opens the window everywhere, as a button does; where somebody has the word, only there. */
  void openWindow(Duration wait) {
    List<Ear> there = speaker != null ? List.of(speaker) : here();
    there.forEach(ear -> ear.machine.openWindow(wait));
  }

  /** Opens the window where the last command was heard. */
  void openAgain(Duration wait) {
    if (speaker == null && before != null && before.isThere && ears.size() > 1) {
      claim(before, /* mayBeContested= */ false);
      others(before).forEach(other -> other.machine.standAside(/* nowAside= */ true));
    }
    openWindow(wait);
    if (speaker != null && !speaker.machine.busy()) {
      release(); // there is no engine
    }
  }

  private List<Ear> here() {
    List<Ear> there = ears.stream().filter(ear -> ear.isThere).toList();
    return there.isEmpty() ? ears.subList(0, 1) : there;
  }

  /** Closes all open windows. */
  void closeWindow() {
    ears.forEach(ear -> ear.machine.closeWindow());
  }

  /** Ends the command now, as a released button does. */
  void endUtterance() throws IOException {
    for (Ear ear : ears) {
      ear.machine.endUtterance();
    }
  }

  /** Takes the engine, which it will close, for all microphones. */
  void setEngine(SpeechEngine next) throws FailureException {
    List<SpeechEngine> shares = new ArrayList<>(List.of(next));
    while (shares.size() < ears.size()) {
      shares.add(next.share());
    }
    release();
    for (int i = 0; i < ears.size(); i++) {
      ears.get(i).machine.setEngine(shares.get(i));
    }
  }

  void setTitles(List<String> titles) {
    ears.forEach(ear -> ear.machine.setTitles(titles));
  }

  void setMuted(boolean muted) {
    ears.forEach(ear -> ear.machine.setMuted(muted));
  }

  void setBookPlaying(boolean playing) {
    ears.forEach(ear -> ear.machine.setBookPlaying(playing));
  }

  void setSpeaking(boolean speaking, String text) {
    ears.forEach(ear -> ear.machine.setSpeaking(speaking, text));
  }

  /** Returns whether a window is open anywhere. */
  boolean busy() {
    return ears.stream().anyMatch(ear -> ear.machine.busy());
  }

  /** Returns what the microphone does that has the word, or else whoever waits for words. */
  ListenState state() {
    if (speaker != null) {
      return speaker.machine.state();
    }
    List<Ear> there = here();
    return there.stream()
        .filter(ear -> ear.machine.busy())
        .findFirst()
        .orElse(there.get(0))
        .machine
        .state();
  }

  @Override
  public void close() {
    ears.forEach(ear -> ear.machine.close());
  }
}
