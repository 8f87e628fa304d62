/** Keeps runs in a SQLite file. */
@NullMarked
package dev.earmark.agent.sqlite;

import org.jspecify.annotations.NullMarked;
