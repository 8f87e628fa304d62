/**
 * Where a section's bytes come from and how they become sound: ports for sources and decoders.
 * Knows no format and no protocol.
 */
@NullMarked
package dev.earmark.media;

import org.jspecify.annotations.NullMarked;
