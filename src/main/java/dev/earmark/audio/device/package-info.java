/**
 * Microphones and speakers: JDK sound lines, external commands, files, none. Knows nothing of who
 * listens or plays.
 */
@NullMarked
package dev.earmark.audio.device;

import org.jspecify.annotations.NullMarked;
