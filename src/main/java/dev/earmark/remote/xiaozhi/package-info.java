/**
 * xiaozhi MCP接入点: dials out to the endpoints of xiaozhi assistants and offers tools there, so that
 * a xiaozhi speaker can play books on this machine. Knows no other adapter.
 */
@NullMarked
package dev.earmark.remote.xiaozhi;

import org.jspecify.annotations.NullMarked;
