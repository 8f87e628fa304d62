/** Resumable fetching over HTTP into the cache. */
@NullMarked
package dev.earmark.media.download;

import org.jspecify.annotations.NullMarked;
