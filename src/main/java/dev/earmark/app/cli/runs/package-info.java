/** Commands that start, show and steer runs. */
@NullMarked
package dev.earmark.app.cli.runs;

import org.jspecify.annotations.NullMarked;
