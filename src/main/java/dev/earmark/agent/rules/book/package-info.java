/**
 * What people say, in files that anybody can read and extend: sentences with the call that is
 * right, and the words of commands that are also known by their sound. Knows no grammar.
 */
@NullMarked
package dev.earmark.agent.rules.book;

import org.jspecify.annotations.NullMarked;
