/**
 * Counts what happens in the daemon, for Prometheus. Listens to events and wraps ports; the parts
 * that are counted know nothing of it.
 */
@NullMarked
package dev.earmark.remote.metrics;

import org.jspecify.annotations.NullMarked;
