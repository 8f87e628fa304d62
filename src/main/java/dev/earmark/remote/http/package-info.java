/** The HTTP API, its events and the web page. */
@NullMarked
package dev.earmark.remote.http;

import org.jspecify.annotations.NullMarked;
