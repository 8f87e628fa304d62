/** What thinks in the daemon, wired: model, agent, its runs and what is told of them. */
@NullMarked
package dev.earmark.app.reasoning;

import org.jspecify.annotations.NullMarked;
