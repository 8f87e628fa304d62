/** Albums in a local folder. */
@NullMarked
package dev.earmark.library.files;

import org.jspecify.annotations.NullMarked;
