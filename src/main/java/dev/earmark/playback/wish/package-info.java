/**
 * From a spoken wish to sound: search, detail, download, proof, and the one event that tells how it
 * ended. Knows the player by its port only.
 */
@NullMarked
package dev.earmark.playback.wish;

import org.jspecify.annotations.NullMarked;
