/** Main, and the wiring of all parts to the daemon. */
@NullMarked
package dev.earmark.app;

import org.jspecify.annotations.NullMarked;
