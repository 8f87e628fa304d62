package dev.earmark.assistant.ports;

import dev.earmark.agent.Situation;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.library.ProgressStore;
import dev.earmark.listen.ListenControl;
import dev.earmark.playback.Player;
import dev.earmark.speak.Announcer;
import dev.earmark.timers.Ringer;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What the turn manager works with.
 *
 * @param lastResults the last search, as numbered on the screen; returns at once
 * @param workers runs the agent, one worker for each run; a cancelled run may still end while the
 *     next one works, so there must be at least two
 */
public record TurnPorts(
    Thinker thinker,
    ListenControl ears,
    Announcer voice,
    MixerControl mixer,
    Player player,
    ProgressStore progress,
    Supplier<Situation.Shown> lastResults,
    Events events,
    Executor workers,
    Ringer ringer,
    Clock clock) {}
