/** One stage alone, without the daemon: hear, think, decode, fetch, speak; and the examination. */
@NullMarked
package dev.earmark.app.stage;

import org.jspecify.annotations.NullMarked;
