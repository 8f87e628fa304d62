/**
 * The role {@code decode}: opens sections, decodes them into the pipe, goes on from section to
 * section, fetches ahead. Knows no player: what becomes of a job is told to {@link
 * dev.earmark.playback.decode.DecodeReports}.
 */
@NullMarked
package dev.earmark.playback.decode;

import org.jspecify.annotations.NullMarked;
