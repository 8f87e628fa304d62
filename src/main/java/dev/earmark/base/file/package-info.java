/**
 * What everybody who keeps or reads a file needs: whole files that survive a crash, texts in an
 * unknown encoding, XML from strangers, the error numbers of SQLite. Knows no format of its own.
 */
@NullMarked
package dev.earmark.base.file;

import org.jspecify.annotations.NullMarked;
