/* The rest of the room: downloads, timers, settings, and how the parts fare. */
import { $, attempt, button, call, changed, clock, el, fill, named, option, quietly, recall, remember, size, until, w } from "./base.js";
import { command, onStatus, readStatus } from "./player.js";

const DONE_SHOWN_MS = 20000; // so long a finished download is still shown
const FAILED_SHOWN_MS = 300000; // and one that failed

// ---- downloads ----
const seen = new Map(); // id → when this page saw it end; 0 while it goes on
const isOpen = (d) => ["running", "waiting", "paused"].includes(d.state);
function isShown(d) {
  if (isOpen(d)) { seen.set(d.id, 0); return true; }
  const failed = d.state === "failed"; // why is read later, and by whoever opens the page then
  if (!seen.has(d.id) && !failed) return false; // it was over before this page was opened
  if (!seen.get(d.id)) seen.set(d.id, Date.now());
  return Date.now() - seen.get(d.id) < (failed ? FAILED_SHOWN_MS : DONE_SHOWN_MS);
}
let downloads = [];
const begun = new Map(); // how far each download was when this page first saw it run
/** Bytes in a second since then; what lay there from an earlier try was not fetched now. */
function speedOf(d) {
  if (!begun.has(d.id)) begun.set(d.id, { bytes: d.bytes, seconds: d.elapsed_s });
  const first = begun.get(d.id);
  const seconds = d.elapsed_s - first.seconds;
  return seconds > 1 && d.bytes > first.bytes ? `${size((d.bytes - first.bytes) / seconds)}/s` : "";
}
/** Shows the downloads; those that are over go away after a while. */
export function showDownloads(all = downloads) {
  downloads = all;
  const list = all.filter(isShown);
  if (!changed($("downloads"), list)) return;
  fill($("downloads"), list.map((d) => {
    const li = el("li");
    const name = `${d.album} · ${w().section(d.section, 0)}`;
    li.append(el("span", "", name));
    const open = isOpen(d);
    if (open) {
      const path = `/api/downloads/${encodeURIComponent(d.id)}`;
      const hold = d.state === "paused" ? "resume" : "pause";
      const keys = el("span", "keys");
      keys.append(button(w()[hold], () => attempt(call("POST", `${path}/${hold}`)).then(readStatus), { about: d.album }));
      keys.append(button(w().cancel, () => attempt(call("DELETE", path)).then(readStatus), { className: "danger", about: d.album }));
      li.append(keys);
      const bar = el("progress");
      bar.setAttribute("aria-label", name);
      if (d.total_bytes > 0) { bar.max = d.total_bytes; bar.value = d.bytes; }
      li.append(bar);
    }
    const share = open && d.total_bytes > 0 ? ` · ${Math.round(100 * d.bytes / d.total_bytes)} %` : "";
    const sound = open && d.seconds > 0 ? w().toHear(clock(d.seconds), clock(d.total_seconds)) : "";
    const speed = d.state === "running" ? speedOf(d) : "";
    li.append(el("p", d.state === "failed" ? "bad" : "", [d.state === "paused" ? w().held : w()[d.state] || d.state, size(d.bytes) + share, sound, speed, d.reason].filter(Boolean).join(" · ")));
    return li;
  }), w().noDownloads);
}

// ---- timers ----
export async function readTimers() {
  const out = await quietly(call("GET", "/api/timers"));
  if (out) showTimers(out.timers);
}
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/** Returns on which days a timer rings, in words: a kind of week, or days such as "mon,fri". */
function repeatWords(repeat) {
  if (repeat === "none") return "";
  if (w()[repeat]) return w()[repeat];
  const name = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short" });
  return repeat.split(",").map((d) => name.format(new Date(2024, 0, 1 + DAYS.indexOf(d)))).join(" "); // a Monday
}
function showTimers(timers) {
  if (!changed($("timers"), timers.map((t) => [t.id, t.at, t.ringing]))) return;
  fill($("timers"), timers.map((t) => {
    const when = new Date(t.at);
    const text = el("div");
    const left = el("span", t.ringing ? "" : "left", t.ringing ? w().ringing : until(t.ends_in_s));
    left.dataset.at = when.getTime();
    const day = when.toDateString() === new Date().toDateString() ? "" : `${when.getMonth() + 1}/${when.getDate()} `;
    const hour = `${day}${String(when.getHours()).padStart(2, "0")}:${String(when.getMinutes()).padStart(2, "0")}`;
    const line = el("p", "", [w()[t.kind], hour, repeatWords(t.repeat)].filter(Boolean).join(" · ") + " · ");
    line.append(left);
    text.append(el("b", "", t.name || w()[t.kind]), line);
    const li = el("li");
    li.append(text, button(t.ringing ? w().stopRinging : w().cancel, async () => {
      const out = await attempt(call("DELETE", `/api/timers/${encodeURIComponent(t.id)}`));
      if (out) showTimers(out.timers);
    }, { about: t.name || w()[t.kind] }));
    return li;
  }), w().noTimers);
}
/** Moves the seconds of the timers on. */
export function countDown() {
  for (const left of $("timers").querySelectorAll(".left")) left.textContent = until((Number(left.dataset.at) - Date.now()) / 1000);
}
function showTimerForm() {
  const byTime = $("timer-kind").value !== "timer";
  $("timer-minutes").hidden = byTime;
  $("timer-at").hidden = $("timer-repeat").hidden = !byTime;
}
$("timer-kind").addEventListener("change", showTimerForm);
$("timer-form").addEventListener("submit", async (e) => {
  e.preventDefault();
  const kind = $("timer-kind").value;
  const when = kind === "timer" ? { seconds: Number($("timer-minutes").value) * 60 } : { at: $("timer-at").value, repeat: $("timer-repeat").value };
  if (!await attempt(call("POST", "/api/timers", { kind, name: $("timer-name").value.trim(), ...when }))) return;
  $("timer-name").value = "";
  readTimers();
});

// ---- settings ----
const SOUND = { level: "sound-level", boost: "sound-boost", shorten_silence: "sound-shorten" };
export async function readSettings() {
  const out = await quietly(call("GET", "/api/player/settings"));
  if (!out) return;
  for (const [field, id] of Object.entries(SOUND)) $(id).checked = out.sound[field];
  $("skips-form").hidden = !out.skips;
  if (!out.skips || $("skips-form").contains(document.activeElement)) return;
  $("skip-intro").value = out.skips.intro_s;
  $("skip-outro").value = out.skips.outro_s;
}
for (const [field, id] of Object.entries(SOUND)) {
  $(id).addEventListener("change", () => command("sound", { [field]: $(id).checked }).then(readSettings));
}
$("skips-form").addEventListener("submit", async (e) => {
  e.preventDefault();
  await command("skips", { intro_s: Number($("skip-intro").value || 0), outro_s: Number($("skip-outro").value || 0) });
  readSettings();
});
function useTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = theme;
}
$("theme").addEventListener("change", () => { remember("theme", $("theme").value); useTheme($("theme").value); });
useTheme(recall("theme") || "auto");

// ---- parts ----
function part(ok, text) {
  const li = el("li", ok ? "" : "bad");
  li.append(el("span", "dot"), el("span", "", text));
  return li;
}
function partName(name) {
  return name.startsWith("catalogue ") ? w().catalogue(name.slice(10)) : w()[name === "last wish" ? "lastWish" : name] || name;
}
function showParts(s) {
  if (!changed($("parts"), [s.microphone, s.speaker, s.recognizer, s.voice, s.brain, s.health])) return;
  const rows = ["microphone", "speaker", "recognizer", "voice", "brain"].map((k) => part(!/^(none|off|无|关)?$/.test(s[k] || ""), named(w()[k], s[k] || "–")));
  for (const h of s.health) if (!h.ok) rows.push(part(false, named(partName(h.part), h.text)));
  $("parts").replaceChildren(...rows);
}
onStatus((s) => {
  showDownloads(s.downloads);
  showParts(s);
  $("version").textContent = `Earmark ${s.version}`;
});

/** Writes the choices of the selects in the language of the page. */
export function writeChoices() {
  const choices = (select, pairs) => {
    const value = select.value;
    select.replaceChildren();
    for (const [key, text] of pairs) option(select, key, text);
    if (value) select.value = value;
  };
  choices($("timer-kind"), [["timer", w().timer], ["alarm", w().alarm], ["reminder", w().reminder]]);
  choices($("timer-repeat"), [["none", w().once], ["daily", w().daily], ["weekdays", w().weekdays], ["weekends", w().weekends]]);
  choices($("theme"), [["auto", w().auto], ["light", w().light], ["dark", w().dark]]);
  $("theme").value = recall("theme") || "auto";
  showTimerForm();
}
