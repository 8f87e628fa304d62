/** The player at an MQTT broker, for home automation. */
@NullMarked
package dev.earmark.remote.mqtt;

import org.jspecify.annotations.NullMarked;
