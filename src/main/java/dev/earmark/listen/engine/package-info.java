/**
 * What is made of the speech models: detectors of the wake phrases and recognisers of commands and
 * titles. Knows no recogniser library.
 */
@NullMarked
package dev.earmark.listen.engine;

import org.jspecify.annotations.NullMarked;
