/**
 * Roles and their threads, mailboxes, time, cancellation, failures and events. Knows nothing of
 * audio, books or models.
 */
@NullMarked
package dev.earmark.base;

import org.jspecify.annotations.NullMarked;
