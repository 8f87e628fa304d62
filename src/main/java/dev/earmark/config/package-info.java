/** Reads config.yml into one record made of the other packages' settings. */
@NullMarked
package dev.earmark.config;

import org.jspecify.annotations.NullMarked;
