/**
 * What all commands share: options, output for people and for programs, exit codes, and the way to
 * the running daemon.
 */
@NullMarked
package dev.earmark.app.cli.console;

import org.jspecify.annotations.NullMarked;
