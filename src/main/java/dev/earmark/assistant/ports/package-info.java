/** What the assistant offers to those who drive it, and what it needs of others. */
@NullMarked
package dev.earmark.assistant.ports;

import org.jspecify.annotations.NullMarked;
