package dev.earmark.assistant;

import dev.earmark.assistant.Turn.Phase;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.assistant.ports.Thinker.Prospect;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.base.Clock;

/**
 * What the agent is given beside the words of a turn: the situation, and what was said just before.
 * On the assistant's thread only.
 *
 * <p>What was said by who is for the rules alone is told to no turn that a large model may get.
 */
final class Thinking {
  private final Thinker thinker;
  private final Clock clock;
  private final Agents agents;
  private final OwnWords own;
  private final SituationSource situation;
  private String justSaid = "";
  private boolean justSaidApart;

  Thinking(TurnPorts ports, Agents agents, OwnWords own) {
    this.thinker = ports.thinker();
    this.clock = ports.clock();
    this.agents = agents;
    this.own = own;
    this.situation = new SituationSource(ports.player(), ports.progress(), ports.lastResults());
  }

  /** Returns whether the turn's answer will take long. */
  Prospect prospect(Turn turn) {
    return turn.rulesOnly || own.knows(turn.text)
        ? Prospect.QUICK
        : thinker.prospect(turn.text, turn.language, situation.glance(justSaidTo(turn)));
  }

  /** Lets an agent work on the turn's text, and tells when it has ended. */
  void begin(Turn turn, Agents.OnEnd ended) {
    turn.enter(Phase.THINKING, clock.nanoTime());
    turn.prospect = prospect(turn);
    String before = justSaidTo(turn);
    justSaid = turn.text;
    justSaidApart = turn.rulesOnly;
    agents.think(turn, () -> situation.now(before), ended);
  }

  private String justSaidTo(Turn turn) {
    return justSaidApart && !turn.rulesOnly ? "" : justSaid;
  }
}
