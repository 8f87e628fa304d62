/** One turn at a time: from what was heard to what is said; barge-in, ducking, follow-up. */
@NullMarked
package dev.earmark.assistant;

import org.jspecify.annotations.NullMarked;
