package dev.earmark.agent;

import java.time.Duration;

/**
 * How the agent works, from {@code brain.*}.
 *
 * @param mode {@code rules}, {@code llm} or {@code rules-then-llm}
 * @param protocol {@code text} or {@code xml}
 * @param maxRounds the most rounds of a run; 0 for the protocol's own limit (10 text, 20 xml)
 * @param maxTime the longest run
 */
public record AgentSettings(String mode, String protocol, int maxRounds, Duration maxTime) {
  /** The defaults. */
  public static final AgentSettings DEFAULT =
      new AgentSettings("rules", "text", 0, Duration.ofSeconds(60));

  /** Returns the limit of rounds that counts. */
  public int rounds() {
    return maxRounds > 0 ? maxRounds : protocol.equals("xml") ? 20 : 10;
  }
}
