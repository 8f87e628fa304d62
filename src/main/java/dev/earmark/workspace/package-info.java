/**
 * One folder in which a model may work with text files, and no way out of it. {@link
 * dev.earmark.workspace.Workspace} is the door; everything below it walks the folder by open
 * directories, never by path names that somebody could redirect meanwhile.
 */
@NullMarked
package dev.earmark.workspace;

import org.jspecify.annotations.NullMarked;
