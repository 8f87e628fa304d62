/** All catalogues as one library: searches that are merged, lists, and what is known. */
@NullMarked
package dev.earmark.library.merge;

import org.jspecify.annotations.NullMarked;
