package dev.earmark.library;

/**
 * One part of an album (集/回/章/episode).
 *
 * @param number 1-based, without gaps
 * @param title as printed
 * @param fileId which file of the album holds it; several sections may share one
 * @param startS where it begins in that file, in seconds
 * @param durationS its length in seconds, 0 when unknown
 * @param sizeBytes the size of the file, 0 when unknown
 */
public record Section(
    int number, String title, String fileId, double startS, double durationS, long sizeBytes) {}
