/**
 * The embedded rule model: deterministic, Chinese and English, speaks the same protocol as a large
 * model.
 */
@NullMarked
package dev.earmark.agent.rules;

import org.jspecify.annotations.NullMarked;
