/** Podcasts as a catalogue: RSS 2.0 and Atom feeds, and lists of them in OPML. */
@NullMarked
package dev.earmark.library.feed;

import org.jspecify.annotations.NullMarked;
