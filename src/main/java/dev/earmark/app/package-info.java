/** Main, subcommands, the wiring of all parts, start and stop, systemd notification. */
@NullMarked
package dev.earmark.app;

import org.jspecify.annotations.NullMarked;
