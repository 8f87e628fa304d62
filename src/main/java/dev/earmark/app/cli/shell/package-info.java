/** What shells and manuals know of the command line, made from the commands themselves. */
@NullMarked
package dev.earmark.app.cli.shell;

import org.jspecify.annotations.NullMarked;
