package dev.earmark.playback.kept;

import dev.earmark.playback.PlayerHabits;
import dev.earmark.playback.habits.Habits;

/**
 * What a listener can do beyond the keys that every player has, for whoever drives the player.
 *
 * @param player speed and skipped ends of each book, sound, more sleep timers
 * @param habits what is kept of the listener's habits
 * @param nextBook what is played behind the current book
 * @param kept books that stay on this machine
 */
public record Extras(PlayerHabits player, Habits habits, NextBook nextBook, KeptBooks kept) {}
