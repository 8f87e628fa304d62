package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the effects that an answer claims, sentence by sentence: "已经在播放…", "正在帮你下载…", "the timer is
 * set". What it asks, offers, denies or tells of earlier claims nothing (see {@link Asserted}).
 */
public final class ClaimGuard {
  private ClaimGuard() {}

  /** Returns the effects that the text claims. */
  public static Set<Effect> claims(String text) {
    return ClaimWords.in(Asserted.text(text));
  }

  /**
   * Returns the claimed effects that nothing supports: neither a successful tool of that effect nor
   * something that was read in an observation.
   *
   * @param done the effects of the tools that succeeded
   * @param read the observations of successful tools and of persons
   */
  public static Set<Effect> unsupported(String answer, Set<Effect> done, List<String> read) {
    List<Happened.Deed> deeds = read.stream().map(Happened.Deed::told).toList();
    return unsupported(answer, done, new Evidence(deeds, Situation.NOTHING));
  }

  static Set<Effect> unsupported(String answer, Set<Effect> done, Evidence evidence) {
    Set<Effect> fulfilled = fulfilled(done);
    Set<Effect> open = EnumSet.noneOf(Effect.class);
    for (Asserted.Sentence sentence : Asserted.sentences(answer)) {
      Set<Effect> claims = ClaimWords.in(sentence.text());
      claims.removeAll(fulfilled);
      claims.removeAll(open);
      claims.removeIf(effect -> evidence.supports(effect, sentence.text()));
      open.addAll(claims);
    }
    return open;
  }

  /** What the effects that tools brought about bring with them. */
  private static Set<Effect> fulfilled(Set<Effect> done) {
    Set<Effect> all = EnumSet.noneOf(Effect.class);
    all.addAll(done);
    if (done.contains(Effect.PLAY)) {
      all.add(Effect.DOWNLOAD); // a book that is on its way is being downloaded
    }
    if (done.contains(Effect.PAUSE) || done.contains(Effect.STOP)) {
      all.add(Effect.PAUSE);
      all.add(Effect.STOP);
    }
    if (done.contains(Effect.SEEK)) {
      all.add(Effect.PLAY); // the next section, or another place, goes on playing
    }
    return all;
  }

  /**
   * Returns whether a sentence of the text holds the words, neither denying nor asking; a full stop
   * inside of a word, as in {@code notes.txt}, ends none.
   */
  static boolean affirms(String text, String words) {
    return Asserted.sentences(text).stream()
        .anyMatch(sentence -> sentence.sure() && sentence.text().contains(words));
  }
}
