/**
 * Lists of chapters that stand outside of the audio: Podlove Simple Chapters, in a feed or in a
 * file, and JSON chapters of Podcasting 2.0. Catalogues of feeds and of folders read them here.
 */
@NullMarked
package dev.earmark.library.marks;

import org.jspecify.annotations.NullMarked;
