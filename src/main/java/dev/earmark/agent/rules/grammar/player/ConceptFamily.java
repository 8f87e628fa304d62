package dev.earmark.agent.rules.grammar.player;

import static dev.earmark.agent.rules.book.Concepts.Concept.AGAIN;
import static dev.earmark.agent.rules.book.Concepts.Concept.ALARM;
import static dev.earmark.agent.rules.book.Concepts.Concept.ASK;
import static dev.earmark.agent.rules.book.Concepts.Concept.AUTHOR;
import static dev.earmark.agent.rules.book.Concepts.Concept.BOOK;
import static dev.earmark.agent.rules.book.Concepts.Concept.CLOCK;
import static dev.earmark.agent.rules.book.Concepts.Concept.DATE;
import static dev.earmark.agent.rules.book.Concepts.Concept.DONE;
import static dev.earmark.agent.rules.book.Concepts.Concept.DOWNLOAD;
import static dev.earmark.agent.rules.book.Concepts.Concept.END;
import static dev.earmark.agent.rules.book.Concepts.Concept.FASTER;
import static dev.earmark.agent.rules.book.Concepts.Concept.HEAR;
import static dev.earmark.agent.rules.book.Concepts.Concept.HEARD;
import static dev.earmark.agent.rules.book.Concepts.Concept.LAST;
import static dev.earmark.agent.rules.book.Concepts.Concept.LEFT;
import static dev.earmark.agent.rules.book.Concepts.Concept.LIST;
import static dev.earmark.agent.rules.book.Concepts.Concept.LONG;
import static dev.earmark.agent.rules.book.Concepts.Concept.LOUDER;
import static dev.earmark.agent.rules.book.Concepts.Concept.MARK;
import static dev.earmark.agent.rules.book.Concepts.Concept.MUTE;
import static dev.earmark.agent.rules.book.Concepts.Concept.NAME;
import static dev.earmark.agent.rules.book.Concepts.Concept.NEXT;
import static dev.earmark.agent.rules.book.Concepts.Concept.NORMAL;
import static dev.earmark.agent.rules.book.Concepts.Concept.NOT;
import static dev.earmark.agent.rules.book.Concepts.Concept.PASSAGE;
import static dev.earmark.agent.rules.book.Concepts.Concept.PAST;
import static dev.earmark.agent.rules.book.Concepts.Concept.PAUSE;
import static dev.earmark.agent.rules.book.Concepts.Concept.PREVIOUS;
import static dev.earmark.agent.rules.book.Concepts.Concept.QUIETER;
import static dev.earmark.agent.rules.book.Concepts.Concept.RESUME;
import static dev.earmark.agent.rules.book.Concepts.Concept.SECTION;
import static dev.earmark.agent.rules.book.Concepts.Concept.SLOWER;
import static dev.earmark.agent.rules.book.Concepts.Concept.SPEED;
import static dev.earmark.agent.rules.book.Concepts.Concept.START;
import static dev.earmark.agent.rules.book.Concepts.Concept.STOP;
import static dev.earmark.agent.rules.book.Concepts.Concept.THIS;
import static dev.earmark.agent.rules.book.Concepts.Concept.TODAY;
import static dev.earmark.agent.rules.book.Concepts.Concept.TOO;
import static dev.earmark.agent.rules.book.Concepts.Concept.VOLUME;
import static dev.earmark.agent.rules.book.Concepts.Concept.YET;

import dev.earmark.agent.rules.book.Concepts;
import dev.earmark.agent.rules.book.Concepts.Concept;
import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Commands in an order of words that no pattern foresees: 该下一回了, "reset the speed". Every word must
 * be one of the list, and the meanings together must be those of one command and no others; a
 * refusal among them gives nothing. Stateless and thread-safe.
 */
public final class ConceptFamily implements IntentFamily {
  /** Longer sentences tell a story. */
  private static final int LONGEST_ZH = 14;

  private static final int LONGEST_EN = 60;
  private static final int STEP = 10;

  /** 讲快点 asks for another speed, 快讲 for the story. */
  private static final Pattern ZH_COMPARED = Pattern.compile("[点些再太]|一下|有点");

  /** How far a few words are back, in seconds. */
  private static final int A_BIT = 15;

  private static final double SPEED_STEP = 0.25;

  private final Concepts zh = Concepts.builtIn(Language.ZH);
  private final Concepts en = Concepts.builtIn(Language.EN);

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.text().length() > (words.zh() ? LONGEST_ZH : LONGEST_EN)) {
      return Optional.empty();
    }
    Set<Concept> all = (words.zh() ? zh : en).of(words.text()).orElse(Set.of());
    if (all.isEmpty() || all.contains(NOT)) {
      return Optional.empty();
    }
    return asked(all).or(() -> place(all, words)).or(() -> level(all, words));
  }

  /** Whether all that is needed is there, and nothing else but what may be. */
  private static boolean only(Set<Concept> all, Set<Concept> needed, Set<Concept> allowed) {
    Set<Concept> rest = EnumSet.copyOf(all);
    rest.removeAll(needed);
    rest.removeAll(allowed);
    return rest.isEmpty() && all.containsAll(needed);
  }

  private static Optional<Decision> asked(Set<Concept> all) {
    if (only(all, EnumSet.of(ALARM, ASK), EnumSet.of(LIST, LEFT, YET))
        || only(all, EnumSet.of(ALARM, LIST), EnumSet.of(LEFT, YET, THIS))) {
      return Decision.call("list_timers");
    }
    if (only(all, EnumSet.of(MARK, ASK), EnumSet.of(LIST, THIS, BOOK))) {
      return Decision.call("bookmarks");
    }
    if (only(all, EnumSet.of(TODAY, DATE), EnumSet.of(ASK, LIST))
        || only(all, EnumSet.of(CLOCK, ASK), EnumSet.of(TODAY, LIST))) {
      return Decision.call("get_time");
    }
    if (only(all, EnumSet.of(DOWNLOAD, DONE), EnumSet.of(YET, BOOK, THIS, ASK, END))
        || only(all, EnumSet.of(DOWNLOAD, ASK), EnumSet.of(YET, THIS, LIST, LEFT))) {
      return Decision.call("downloads");
    }
    if (only(all, EnumSet.of(PAST, ASK, HEARD), EnumSet.of(BOOK, NAME, HEAR, LIST))
        || only(all, EnumSet.of(PAST, ASK, HEAR), EnumSet.of(BOOK, NAME, LIST, HEARD))) {
      return Decision.call("recent");
    }
    boolean howLong =
        only(all, EnumSet.of(LONG, LEFT), EnumSet.of(HEAR, THIS, SECTION, BOOK, END, DONE, ASK))
            || only(all, EnumSet.of(LONG, END), EnumSet.of(HEAR, THIS, SECTION, BOOK, LEFT));
    boolean author = only(all, EnumSet.of(AUTHOR), EnumSet.of(ASK, THIS, BOOK, HEAR, LIST));
    boolean level =
        only(all, EnumSet.of(ASK, SPEED), EnumSet.of(THIS, HEAR, LOUDER, FASTER))
            || only(all, EnumSet.of(ASK, VOLUME), EnumSet.of(THIS, HEAR, LOUDER));
    boolean called =
        only(all, EnumSet.of(ASK, THIS), EnumSet.of(SECTION, BOOK, NAME, HEAR))
            && (all.contains(SECTION) || all.contains(BOOK) || all.contains(HEAR));
    return howLong || called || level || (author && all.size() > 1)
        ? Decision.call("get_status")
        : Optional.empty();
  }

  private static Optional<Decision> place(Set<Concept> all, Utterance words) {
    if (words.situation().album().isEmpty()) {
      return Optional.empty();
    }
    if (only(all, EnumSet.of(NEXT, SECTION), EnumSet.of(HEAR))) {
      return Decision.call("next_section");
    }
    if (only(all, EnumSet.of(PREVIOUS, SECTION), EnumSet.of(HEAR, AGAIN))) {
      return Decision.call("previous_section");
    }
    int sections = words.situation().sections();
    if (only(all, EnumSet.of(LAST, SECTION), EnumSet.of(HEAR, BOOK, THIS)) && sections > 0) {
      return Decision.call(
          "search_and_play", Args.of("keyword", words.situation().album(), "section", sections));
    }
    if (only(all, EnumSet.of(PASSAGE, AGAIN), EnumSet.of(HEAR, THIS, PAST))) {
      return Decision.call("seek", Args.of("seconds", -A_BIT));
    }
    if (only(all, EnumSet.of(THIS, SECTION, AGAIN), EnumSet.of(HEAR, START))
        || only(all, EnumSet.of(THIS, SECTION, START), EnumSet.of(HEAR, AGAIN))) {
      return Decision.call("seek", Args.of("position", 0));
    }
    if (only(all, EnumSet.of(PAUSE), EnumSet.of(HEAR, BOOK, THIS))) {
      return Decision.call("pause");
    }
    if (only(all, EnumSet.of(STOP), EnumSet.of(HEAR, BOOK, THIS, VOLUME))) {
      return Decision.call("stop");
    }
    return only(all, EnumSet.of(RESUME), EnumSet.of(HEAR, BOOK, THIS))
        ? Decision.call("resume")
        : Optional.empty();
  }

  private static Optional<Decision> level(Set<Concept> all, Utterance words) {
    Set<Concept> sounding = EnumSet.of(VOLUME, HEAR, TOO, THIS, BOOK);
    boolean compared = !words.zh() || ZH_COMPARED.matcher(words.text()).find();
    boolean heard = (all.contains(HEAR) && compared) || all.contains(VOLUME) || all.contains(TOO);
    int direction = all.contains(TOO) ? -1 : 1;
    boolean soundKnown = !words.situation().album().isEmpty() || all.contains(VOLUME);
    if (heard && soundKnown && only(all, EnumSet.of(LOUDER), sounding)) {
      return Decision.call("set_volume", Args.of("delta", direction * STEP));
    }
    if (heard && soundKnown && only(all, EnumSet.of(QUIETER), sounding)) {
      return Decision.call("set_volume", Args.of("delta", -direction * STEP));
    }
    if (only(all, EnumSet.of(MUTE), EnumSet.of(VOLUME, BOOK, THIS, HEAR))) {
      return Decision.call("set_volume", Args.of("level", 0));
    }
    if (only(all, EnumSet.of(SPEED, NORMAL), EnumSet.of(HEAR, BOOK, THIS))) {
      return Decision.call("set_speed", Args.of("rate", 1.0));
    }
    Set<Concept> reading = EnumSet.of(SPEED, HEAR, TOO, BOOK, THIS);
    boolean paced = (all.contains(HEAR) && compared) || all.contains(SPEED);
    if (paced && only(all, EnumSet.of(FASTER), reading)) {
      return rate(words, direction);
    }
    return paced && only(all, EnumSet.of(SLOWER), reading)
        ? rate(words, -direction)
        : Optional.empty();
  }

  private static Optional<Decision> rate(Utterance words, int direction) {
    double rate = words.situation().speed() + direction * SPEED_STEP;
    return Decision.call("set_speed", Args.of("rate", Math.max(0.5, Math.min(3.0, rate))));
  }
}
