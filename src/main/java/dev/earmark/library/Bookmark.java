package dev.earmark.library;

/**
 * A named place in an album.
 *
 * @param id rising, given by the store; 0 for a new one
 * @param name may be empty
 */
public record Bookmark(long id, String name, Position position) {}
