/**
 * Albums, sections, positions and bookmarks; spoken-title search over several catalogues. Knows no
 * source of books.
 */
@NullMarked
package dev.earmark.library;

import org.jspecify.annotations.NullMarked;
