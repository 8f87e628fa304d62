/**
 * What other programs may call: Earmark's tools as the Model Context Protocol describes tools, with
 * schemas and hints. Knows no transport; the adapters that have one share it.
 */
@NullMarked
package dev.earmark.remote.offer;

import org.jspecify.annotations.NullMarked;
