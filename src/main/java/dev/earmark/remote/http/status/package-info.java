/**
 * The status of the daemon as the API, other protocols and the command line show it. Knows nothing
 * of HTTP.
 */
@NullMarked
package dev.earmark.remote.http.status;

import org.jspecify.annotations.NullMarked;
