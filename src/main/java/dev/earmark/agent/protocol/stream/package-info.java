/** Reads replies while they come: when an action is complete, and which sentences are certain. */
@NullMarked
package dev.earmark.agent.protocol.stream;

import org.jspecify.annotations.NullMarked;
