/** LibriVox as a catalogue: free recordings of old books. Knows its JSON feed and nothing else. */
@NullMarked
package dev.earmark.library.librivox;

import org.jspecify.annotations.NullMarked;
