/**
 * From microphone blocks to utterances and transcripts: voice activity, wake phrase, end of speech.
 * Knows no recogniser library.
 */
@NullMarked
package dev.earmark.listen;

import org.jspecify.annotations.NullMarked;
