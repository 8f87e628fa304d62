/** Audio files in cache/ and their index. */
@NullMarked
package dev.earmark.media.cache;

import org.jspecify.annotations.NullMarked;
