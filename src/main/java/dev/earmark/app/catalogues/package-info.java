/** Catalogues, wired: those of the configuration and those a listener has added. */
@NullMarked
package dev.earmark.app.catalogues;

import org.jspecify.annotations.NullMarked;
