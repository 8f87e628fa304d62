package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why it stopped: the status tells, with what could not be played. 怎么停了 is a complaint instead,
 * which asks for the opposite.
 */
public final class WhyFamily implements IntentFamily {
  private static final Pattern ZH_WHY =
      Pattern.compile(
          "(?:你|它|书|故事|刚才|现在)*(?:为什么|为啥|为何)(?:突然|忽然|又|就|自己|一下子)*(?:停|停下|停下来|停止|暂停|不放|不讲|不播|不念|不读|没声音?|不响|中断)(?:了|啦|播放|呢|啊)*|(?:为什么|为啥)(?:突然|忽然)?(?:没有?声音|放不了|不能放|播不了)(?:了|啦|呢)*");
  private static final Pattern EN_WHY =
      Pattern.compile(
          "(?:why|how come)(?: did| have| has| is| are)? (?:you|it|the"
              + " (?:book|story|player|sound|music))(?: just| suddenly)*"
              + " (?:stop(?:ped)?|pause(?:d)?|quit|silent|not playing|gone (?:quiet|silent)|go"
              + " (?:quiet|silent)|stop(?:ped)? (?:playing|reading))(?: (?:playing|reading|now|all"
              + " of a sudden|suddenly))*|why (?:isn't|aren't|is not|are not) (?:it|you|the"
              + " book|the story) (?:playing|reading)(?: any ?more)?|what (?:happened to the"
              + " (?:book|story|sound)|made (?:it|you) stop)|why is (?:it|there) (?:so"
              + " )?(?:quiet|silent|silence|no sound)");

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.is(words.zh() ? ZH_WHY : EN_WHY) ? Decision.call("get_status") : Optional.empty();
  }
}
