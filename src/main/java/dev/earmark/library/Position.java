package dev.earmark.library;

import java.time.Instant;

/**
 * A place in an album.
 *
 * @param albumId the album
 * @param albumTitle for people, when the catalogue cannot be asked
 * @param section its number
 * @param seconds heard of the section
 * @param durationS the section's length, 0 when unknown
 * @param sections how many sections the album has, 0 when unknown
 * @param at when it was heard
 */
public record Position(
    String albumId,
    String albumTitle,
    int section,
    double seconds,
    double durationS,
    int sections,
    Instant at) {
  /** Returns the same place, heard at another time. */
  public Position heardAt(Instant time) {
    return new Position(albumId, albumTitle, section, seconds, durationS, sections, time);
  }
}
