/** What the daemon answers, as lines for people: its status, events and runs, sizes and moments. */
@NullMarked
package dev.earmark.app.cli.view;

import org.jspecify.annotations.NullMarked;
