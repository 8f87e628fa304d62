/** The voices for piper on disk: found, fetched, checked, removed. */
@NullMarked
package dev.earmark.speak.voices;

import org.jspecify.annotations.NullMarked;
