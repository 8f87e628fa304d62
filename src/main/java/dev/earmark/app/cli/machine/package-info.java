/** The commands about this machine: its sound devices, speech models and voices, and what lacks. */
@NullMarked
package dev.earmark.app.cli.machine;

import org.jspecify.annotations.NullMarked;
