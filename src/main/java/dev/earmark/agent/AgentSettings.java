package dev.earmark.agent;

import java.time.Duration;

/**
 * How the agent works, from {@code brain.*}.
 *
 * @param mode {@code rules}, {@code llm} or {@code rules-then-llm}
 * @param protocol {@code text} or {@code xml}
 * @param maxRounds the most rounds of a run; 0 for the protocol's own limit (10 text, 20 xml)
 * @param maxTime the longest run
 * @param maxTokens the most tokens of a run, prompts and replies together; 0 for no limit
 * @param memoryTurns how many turns before are told to the model
 * @param memoryTokens how many tokens these may take
 * @param pauseLimit how long a run may stay paused before it is cancelled
 * @param consentLimit how long a person is waited for before a tool that needs consent; then the
 *     answer is no
 * @param prices what the models cost
 * @param toolFirst whether an answer before any tool was used is sent back once
 */
public record AgentSettings(
    String mode,
    String protocol,
    int maxRounds,
    Duration maxTime,
    int maxTokens,
    int memoryTurns,
    int memoryTokens,
    Duration pauseLimit,
    Duration consentLimit,
    PriceSettings prices,
    boolean toolFirst) {
  /** The defaults. */
  public static final AgentSettings DEFAULT =
      new AgentSettings("rules", "text", 0, Duration.ofSeconds(60));

  /** Takes the defaults for tokens and memory: 200,000 tokens, 6 turns, 2,048 tokens. */
  public AgentSettings(String mode, String protocol, int maxRounds, Duration maxTime) {
    this(mode, protocol, maxRounds, maxTime, 200_000, 6, 2_048);
  }

  /** Takes the defaults for people: ten minutes for a pause, thirty seconds for consent. */
  public AgentSettings(
      String mode,
      String protocol,
      int maxRounds,
      Duration maxTime,
      int maxTokens,
      int memoryTurns,
      int memoryTokens) {
    this(
        mode,
        protocol,
        maxRounds,
        maxTime,
        maxTokens,
        memoryTurns,
        memoryTokens,
        Duration.ofMinutes(10),
        Duration.ofSeconds(30));
  }

  /** Takes models of unknown prices. */
  public AgentSettings(
      String mode,
      String protocol,
      int maxRounds,
      Duration maxTime,
      int maxTokens,
      int memoryTurns,
      int memoryTokens,
      Duration pauseLimit,
      Duration consentLimit) {
    this(
        mode,
        protocol,
        maxRounds,
        maxTime,
        maxTokens,
        memoryTurns,
        memoryTokens,
        pauseLimit,
        consentLimit,
        PriceSettings.NONE,
        /* toolFirst= */ false);
  }

  /** Returns these settings with prices. */
  public AgentSettings withPrices(PriceSettings known) {
    return new AgentSettings(
        mode,
        protocol,
        maxRounds,
        maxTime,
        maxTokens,
        memoryTurns,
        memoryTokens,
        pauseLimit,
        consentLimit,
        known,
        toolFirst);
  }

  /** Returns these settings with another rule for answers before any tool. */
  public AgentSettings withToolFirst(boolean first) {
    return new AgentSettings(
        mode,
        protocol,
        maxRounds,
        maxTime,
        maxTokens,
        memoryTurns,
        memoryTokens,
        pauseLimit,
        consentLimit,
        prices,
        first);
  }

  /** Returns the limit of rounds that counts. */
  public int rounds() {
    return maxRounds > 0 ? maxRounds : protocol.equals("xml") ? 20 : 10;
  }
}
