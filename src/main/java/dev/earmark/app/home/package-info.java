/**
 * The home folder: where it lies, its folders, the lock on it, the models that are offered to it.
 */
@NullMarked
package dev.earmark.app.home;

import org.jspecify.annotations.NullMarked;
