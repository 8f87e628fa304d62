/** The smallest parts of a model's reply: characters, labels, tags, and blocks of reasoning. */
@NullMarked
package dev.earmark.agent.protocol.lex;

import org.jspecify.annotations.NullMarked;
