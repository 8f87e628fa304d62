/** Audiobookshelf servers: their books, and the listener's places in them in both directions. */
@NullMarked
package dev.earmark.library.audiobookshelf;

import org.jspecify.annotations.NullMarked;
