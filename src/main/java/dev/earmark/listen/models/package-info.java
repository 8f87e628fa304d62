/**
 * Speech models on disk: finding, fetching, checking, unpacking. Knows nothing of how they are
 * used.
 */
@NullMarked
package dev.earmark.listen.models;

import org.jspecify.annotations.NullMarked;
