/**
 * One value of the configuration: where it is written, how its text is understood, and what is said
 * when it is wrong. Knows no key by its name.
 */
@NullMarked
package dev.earmark.config.value;

import org.jspecify.annotations.NullMarked;
