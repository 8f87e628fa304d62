/**
 * Reads config.yml and the environment into one record made of the other packages' settings. Knows
 * the settings records and nothing else of the parts.
 */
@NullMarked
package dev.earmark.config;

import org.jspecify.annotations.NullMarked;
