/**
 * What is kept of a listener's habits: speed and skipped beginnings of each book, what comes next,
 * what was heard when, what is finished, which books are kept on the disk.
 */
@NullMarked
package dev.earmark.playback.habits;

import org.jspecify.annotations.NullMarked;
