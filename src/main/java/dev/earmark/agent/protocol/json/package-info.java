/** JSON as models write it: read with repairs that guess nothing, and written. */
@NullMarked
package dev.earmark.agent.protocol.json;

import org.jspecify.annotations.NullMarked;
