/**
 * What an answer claims, and whether it happened: effects, files and values. Knows no model and no
 * loop; text in, findings out.
 */
@NullMarked
package dev.earmark.agent.loop.claim;

import org.jspecify.annotations.NullMarked;
