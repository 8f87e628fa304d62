/**
 * Media keys, desktop shells and {@code playerctl}: the player on a D-Bus as MPRIS 2.2 describes
 * it. Knows nothing of how the player works inside.
 */
@NullMarked
package dev.earmark.remote.dbus;

import org.jspecify.annotations.NullMarked;
