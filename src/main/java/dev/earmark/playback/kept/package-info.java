/**
 * What outlives the moment: the journal of places and settings, whole books that are kept on the
 * disk, and the book that comes next. Knows the player by its port only.
 */
@NullMarked
package dev.earmark.playback.kept;

import org.jspecify.annotations.NullMarked;
