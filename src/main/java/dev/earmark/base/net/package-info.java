/**
 * What the failures of a network and the answers of a web server mean to whoever asked, and which
 * addresses are not the open network. Knows no library that speaks HTTP.
 */
@NullMarked
package dev.earmark.base.net;

import org.jspecify.annotations.NullMarked;
