/** What a sentence asks for, and the port of the families that read it. Knows no words. */
@NullMarked
package dev.earmark.agent.rules.intent;

import org.jspecify.annotations.NullMarked;
