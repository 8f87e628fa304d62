/**
 * The command line: one class for each command or family of commands. Knows the daemon only through
 * its HTTP API; the stages that run alone come from {@link dev.earmark.app}.
 */
@NullMarked
package dev.earmark.app.cli;

import org.jspecify.annotations.NullMarked;
