/**
 * The whole job without hardware: recorded commands go in through a microphone made of files, the
 * sound comes out into a WAV, and the WAV is searched for the book.
 */
@NullMarked
package dev.earmark.app.demo;

import org.jspecify.annotations.NullMarked;
