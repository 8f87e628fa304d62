/**
 * The ports of the player and the values that cross them: what may be told to it ({@link
 * dev.earmark.playback.Player}), what is asked of the way from a wish to sound ({@link
 * dev.earmark.playback.PlayService}), and the snapshot that everybody reads. Behaviour is in the
 * packages below: {@code wish}, {@code player}, {@code decode}, {@code pipe}, {@code kept}, {@code
 * habits}, {@code sleep}.
 */
@NullMarked
package dev.earmark.playback;

import org.jspecify.annotations.NullMarked;
