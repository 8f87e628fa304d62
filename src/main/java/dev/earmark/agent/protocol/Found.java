package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed;

/**
 * A step and the part of the text it was read from.
 *
 * @param start the index of its label, tag or marker; the length of the text when there is none
 * @param end the index behind what was read
 * @param certain whether the extent is closed by its own syntax, so that whatever lies inside is
 *     data
 */
record Found(Parsed parsed, int start, int end, boolean certain) {}
