/**
 * The agent for general tasks: files of a workspace, search, sums. For {@code earmark agent}, and
 * for the daemon's agent where it is configured.
 */
@NullMarked
package dev.earmark.app.general;

import org.jspecify.annotations.NullMarked;
