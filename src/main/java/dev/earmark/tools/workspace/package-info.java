/**
 * Tools for the files of one workspace. {@link dev.earmark.tools.workspace.FileTools} makes them;
 * what may be touched is decided below, in {@code dev.earmark.workspace}.
 */
@NullMarked
package dev.earmark.tools.workspace;

import org.jspecify.annotations.NullMarked;
