/**
 * A catalogue that asks any JSON service, with requests and fields as the configuration maps them.
 * Knows no service by itself.
 */
@NullMarked
package dev.earmark.library.mapped;

import org.jspecify.annotations.NullMarked;
