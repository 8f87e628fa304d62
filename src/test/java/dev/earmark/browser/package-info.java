/** A real browser for tests of the web page. */
@org.jspecify.annotations.NullMarked
package dev.earmark.browser;
