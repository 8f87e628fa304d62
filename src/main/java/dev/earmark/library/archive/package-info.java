/** The Internet Archive as a catalogue. Knows its search and metadata and nothing else. */
@NullMarked
package dev.earmark.library.archive;

import org.jspecify.annotations.NullMarked;
