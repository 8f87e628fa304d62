/** Positions, bookmarks and history in SQLite. */
@NullMarked
package dev.earmark.library.sqlite;

import org.jspecify.annotations.NullMarked;
