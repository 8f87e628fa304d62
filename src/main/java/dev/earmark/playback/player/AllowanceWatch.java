package dev.earmark.playback.player;

import dev.earmark.base.Events;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.playback.allow.LimitNotice;

/**
 * Holds the player to what may be heard, whoever it was that let it play: voice, page, media key.
 * Confined to the player thread.
 */
record AllowanceWatch(Allowance allowance, Desk desk, Beginnings beginnings, Events events) {
  /** Pauses what may not be heard now, and tells why; warns before the end. */
  void look() {
    Orders orders = desk.orders();
    Allowance.Look look = allowance.look(orders.intent() == DeskState.Intent.PLAY);
    LimitNotice warning = look.warning();
    if (warning != null) {
      events.publish("limits.warning", warning);
    }
    LimitNotice over = look.over();
    if (over != null) {
      desk.pause();
      if (!beginnings.failed(orders.serial(), over.failure(), /* goesOn= */ false)) {
        events.publish("limits.reached", over);
      }
    }
  }
}
