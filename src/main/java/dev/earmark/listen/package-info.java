/**
 * The ports of listening, which models and detectors serve, and what it tells the assistant. Knows
 * no recogniser library.
 */
@NullMarked
package dev.earmark.listen;

import org.jspecify.annotations.NullMarked;
