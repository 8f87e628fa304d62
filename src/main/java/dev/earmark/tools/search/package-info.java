/** {@code Search(query)}: the web, as far as it is configured, and the files of the workspace. */
@NullMarked
package dev.earmark.tools.search;

import org.jspecify.annotations.NullMarked;
