/** Start and stop in order, the roles' loops, and what systemd is told of them. */
@NullMarked
package dev.earmark.app.life;

import org.jspecify.annotations.NullMarked;
