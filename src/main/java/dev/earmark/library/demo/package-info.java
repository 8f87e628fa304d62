/** The eight small books that ship with the product, served by a loopback HTTP server. */
@NullMarked
package dev.earmark.library.demo;

import org.jspecify.annotations.NullMarked;
