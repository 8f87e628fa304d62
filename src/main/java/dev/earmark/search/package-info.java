/**
 * Asks a search server that answers in JSON: SearXNG, or another one whose answers are described by
 * JSON pointers.
 */
@NullMarked
package dev.earmark.search;

import org.jspecify.annotations.NullMarked;
