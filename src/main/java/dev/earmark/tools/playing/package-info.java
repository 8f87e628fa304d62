/** Tools that control what plays. */
@NullMarked
package dev.earmark.tools.playing;

import org.jspecify.annotations.NullMarked;
