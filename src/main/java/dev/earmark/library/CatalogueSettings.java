package dev.earmark.library;

/**
 * One catalogue, from the list {@code catalogues}.
 *
 * @param name begins the ids of its albums; letters, digits and dashes
 * @param type {@code demo} or {@code folder}
 * @param path the folder, for {@code folder}; relative to the home folder
 */
public record CatalogueSettings(String name, String type, String path) {}
