/**
 * How long and when books may be heard: a daily quota, quiet hours, and the PIN that lifts them.
 */
@NullMarked
package dev.earmark.playback.allow;

import org.jspecify.annotations.NullMarked;
