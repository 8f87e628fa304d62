/* What is playing: the status, the transport, chapters, the queue. */
import { $, attempt, button, call, changed, clock, el, fill, option, quietly, remember, request, recall, toast, w } from "./base.js";
import { showCover } from "./covers.js";

const SETTLE_MS = 400; // so long after the last key press a new position is sent

let status = null;
let statusAt = 0;
let statusTag = "";
let seeking = 0; // 0, or the timer that sends the position which is being chosen
let chosen = false;
let chapters = [];
let chaptersOf = "";
const watchers = [];

export const now = () => status;
export const age = () => performance.now() - statusAt;
/** Calls with every new status. */
export function onStatus(watcher) { watchers.push(watcher); }
/** The next status is read whole. */
export function forget() { statusTag = ""; chaptersOf = ""; }

export async function readStatus() {
  const out = await quietly(request("GET", "/api/status", { headers: statusTag ? { "If-None-Match": statusTag } : {} }).then((answer) => answer || { value: null }));
  if (!out) return;
  statusAt = performance.now();
  if (!out.value) return;
  statusTag = out.headers.get("ETag") || "";
  take(out.value);
}
function take(value) {
  status = value;
  statusAt = performance.now();
  show();
}
/** Sends a command to the player and shows what it led to. */
export async function command(action, body = {}) {
  const out = await attempt(call("POST", `/api/player/${action}`, body));
  if (!out) return null;
  if (!out.ok || action === "play" || action === "queue") toast(out.message);
  statusTag = "";
  take(out.status);
  return out;
}
export const play = (body) => command("play", body);

/** Shows the status again, in the language that is chosen now. */
export function show() {
  if (!status) return;
  const s = status;
  const has = Boolean(s.album && s.section);
  $("now-state").textContent = w()[s.state] || s.state;
  $("now-title").textContent = has ? s.album.title : w().idleTitle;
  $("now-sub").textContent = has ? [w().section(s.section.number, s.section.count), s.section.title, s.chapter, s.album.narrator || s.album.author].filter((part, i, all) => part && all.indexOf(part) === i).join(" · ") : "";
  $("now-problem").textContent = s.problem || "";
  $("now-problem").hidden = !s.problem;
  showCover($("cover"), "cover", has ? s.album : null);
  document.title = has && s.state === "playing" ? `▶ ${s.album.title} – Earmark` : "Earmark";
  const going = isGoing(s);
  $("play").setAttribute("aria-label", going ? w().pause : w().resume);
  $("play").title = going ? w().pause : w().resume;
  $("play-icon").setAttribute("d", going ? "M7 5h3.500v14H7zM13.500 5H17v14h-3.500z" : "M8 5v14l11-7z");
  for (const b of document.querySelectorAll(".transport button:not(.big)")) b.disabled = !has;
  $("mark").hidden = !has;
  $("position").disabled = !has || !s.duration_s;
  if (document.activeElement !== $("volume")) $("volume").value = s.volume;
  $("volume-out").textContent = s.volume;
  showSpeed(s.speed);
  showSleep(s.sleep);
  readChapters(has ? `${s.album.id}#${s.section.number}#${s.duration_s > 0}` : "");
  showPosition();
  for (const watcher of watchers) watcher(s);
}

// ---- position ----
function position() {
  const gone = status.state === "playing" ? age() / 1000 * status.speed : 0;
  return Math.min(status.position_s + gone, status.duration_s || Infinity);
}
export function showPosition() {
  if (!status || chosen) return;
  $("position").max = Math.max(1, Math.round(status.duration_s));
  $("position").value = Math.round(position());
  showTimes(position());
}
function showTimes(at) {
  const chapter = chapterAt(at);
  $("elapsed").textContent = clock(at);
  $("remaining").textContent = status.duration_s ? `−${clock(status.duration_s - at)}` : "";
  $("position").setAttribute("aria-valuetext", w().positionIs(clock(at), clock(status.duration_s), chapter ? chapter.title : ""));
  for (const b of $("chapters").querySelectorAll("button")) {
    if (chapter && Number(b.dataset.start) === chapter.start_s) b.setAttribute("aria-current", "true"); else b.removeAttribute("aria-current");
  }
}
function choose(at, settle) {
  chosen = true;
  clearTimeout(seeking);
  showTimes(at);
  if (settle) seeking = setTimeout(send, SETTLE_MS);
}
function send() {
  clearTimeout(seeking);
  if (!chosen) return;
  const at = Number($("position").value);
  command("seek", { position: at }).finally(() => { chosen = false; });
}
const KEY_STEPS = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, PageDown: -60, PageUp: 60 };
$("position").addEventListener("input", () => choose(Number($("position").value), false));
$("position").addEventListener("change", send);
$("position").addEventListener("keydown", (e) => {
  const step = KEY_STEPS[e.key];
  if (!step || e.ctrlKey || e.altKey || e.metaKey) return;
  e.preventDefault();
  $("position").value = Number($("position").value) + step;
  choose(Number($("position").value), true);
});

// ---- chapters ----
function chapterAt(at) { return chapters.find((c) => c.start_s <= at && at < c.end_s); }
async function readChapters(of) {
  if (of === chaptersOf) return;
  chaptersOf = of;
  const out = of ? await quietly(call("GET", "/api/player/chapters")) : null;
  if (of !== chaptersOf) return;
  chapters = out ? out.chapters : [];
  $("chapters-box").hidden = chapters.length < 2; // one is the section itself
  $("chapters-title").textContent = w().chapters(chapters.length);
  $("chapters").replaceChildren(...chapters.map((c, i) => {
    const row = el("li");
    const go = button("", () => command("seek", { position: c.start_s }), { className: "line" });
    go.dataset.start = c.start_s;
    go.append(el("span", "", c.title || w().chapterNumber(i + 1)), el("span", "when", clock(c.start_s)));
    row.append(go);
    return row;
  }));
  $("marks").replaceChildren(...(status.duration_s ? chapters.filter((c) => c.start_s > 0).map((c) => {
    const mark = el("i");
    mark.style.left = `${100 * c.start_s / status.duration_s}%`;
    return mark;
  }) : []));
  showPosition();
}

// ---- knobs ----
function showSpeed(at) {
  if (!changed($("speed"), at)) return;
  const rates = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
  if (!rates.includes(at)) rates.push(at);
  $("speed").replaceChildren();
  for (const r of rates.sort((a, b) => a - b)) option($("speed"), r, `${r}×`);
  $("speed").value = at;
}
function showSleep(timer) {
  const box = $("sleep");
  const left = timer && timer.ends_in_s != null ? w().sleepLeft(clock(timer.ends_in_s)) : timer ? w().sleepSections(timer.ends_after) : "";
  if (document.activeElement === box || !changed(box, [left, chapters.length > 0])) return;
  box.replaceChildren();
  if (timer) option(box, "now", left);
  option(box, "0", w().none);
  if (timer) option(box, "longer", w().longer);
  for (const n of [10, 20, 30, 45, 60, 90]) option(box, `${n}`, w().minutes(n));
  if (chapters.length) option(box, "chapter", w().endChapter);
  option(box, "section", w().endSection);
  box.value = timer ? "now" : "0";
}
const SLEEP = { section: { sections: 1 }, chapter: { chapters: 1 }, longer: { extend: 10 } };
$("sleep").addEventListener("change", () => {
  const v = $("sleep").value;
  $("sleep").blur();
  if (v !== "now") command("sleep", SLEEP[v] || { minutes: Number(v) });
});
$("volume").addEventListener("input", () => { $("volume-out").textContent = $("volume").value; });
$("volume").addEventListener("change", () => command("volume", { level: Number($("volume").value) }));
$("speed").addEventListener("change", () => command("speed", { rate: Number($("speed").value) }));

// What waits for its speaker goes on by itself: the button calls that off.
function isGoing(s) {
  return s.state === "playing" || s.state === "buffering" || Boolean(s.waits_for_speaker);
}
const ACTIONS = {
  toggle: () => command(status && isGoing(status) ? "pause" : "resume"),
  previous: () => command("previous"),
  next: () => command("next"),
  back: () => command("seek", { seconds: -15 }),
  forward: () => command("seek", { seconds: 30 })
};
for (const b of document.querySelectorAll("[data-do]")) b.addEventListener("click", () => ACTIONS[b.dataset.do]());

// ---- the queue ----
export async function readQueue() {
  const out = await quietly(call("GET", "/api/queue"));
  if (out) showQueue(out.queue);
}
function showQueue(entries) {
  $("queue-box").hidden = !entries.length;
  $("queue-title").textContent = w().queue(entries.length);
  const drop = async (place) => {
    const out = await attempt(call("DELETE", `/api/queue/${place}`));
    if (out) showQueue(out.queue);
  };
  fill($("queue"), entries.map((entry, i) => {
    const row = el("li");
    const text = el("div");
    text.append(el("b", "", entry.keyword), el("p", "", [entry.section ? w().section(entry.section, 0) : "", entry.after_section ? w().afterSection : w().afterBook].filter(Boolean).join(" · ")));
    row.append(text, button(w().remove, () => drop(i + 1), { about: entry.keyword }));
    return row;
  }));
  $("queue-clear").onclick = () => drop(0);
}
for (const id of ["chapters-box", "queue-box"]) {
  $(id).open = recall(id) === "open";
  $(id).addEventListener("toggle", () => remember(id, $(id).open ? "open" : ""));
}
