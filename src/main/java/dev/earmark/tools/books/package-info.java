/** Tools that find albums, play them, and look at downloads and bookmarks. */
@NullMarked
package dev.earmark.tools.books;

import org.jspecify.annotations.NullMarked;
