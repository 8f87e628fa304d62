/**
 * What catalogues on the web share: asking for JSON politely and safely, and reading fields that
 * are not quite as promised. Knows no service.
 */
@NullMarked
package dev.earmark.library.http;

import org.jspecify.annotations.NullMarked;
