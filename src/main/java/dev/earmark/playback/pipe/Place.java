package dev.earmark.playback.pipe;

/**
 * A place in the book that is being played.
 *
 * @param generation the load or seek that led there; see {@link BookPipe}
 * @param section 1-based
 * @param seconds of the section
 */
public record Place(long generation, int section, double seconds) {}
