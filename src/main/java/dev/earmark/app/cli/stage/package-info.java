/** The commands that run one stage alone, without the daemon: hear, think, parse, decode, … */
@NullMarked
package dev.earmark.app.cli.stage;

import org.jspecify.annotations.NullMarked;
