/** Runs as OpenTelemetry spans for a collector (OTLP over HTTP). */
@NullMarked
package dev.earmark.telemetry;

import org.jspecify.annotations.NullMarked;
