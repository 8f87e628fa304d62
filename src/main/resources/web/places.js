/* Places in books: where the listener was, bookmarks, and how long was listened on each day. */
import { $, attempt, button, call, clock, dayName, el, fill, named, quietly, toast, w } from "./base.js";
import { forget, now, play, readStatus } from "./player.js";

const DAYS = 14;

export function readPlaces() {
  readRecent();
  readBookmarks();
  readHistory();
}
async function readRecent() {
  const out = await quietly(call("GET", "/api/library/recent?limit=30"));
  if (!out) return;
  const books = unfinished(out.positions, now()).slice(0, 6);
  fill($("places"), books.map((p) => {
    const text = el("div");
    const done = el("progress");
    done.max = Math.max(1, p.duration_s);
    done.value = p.position_s;
    done.setAttribute("aria-label", clock(p.position_s));
    const twin = books.some((other) => other !== p && other.album === p.album);
    text.append(el("b", "", p.album), el("p", "", [w().section(p.section, p.sections), clock(p.position_s), twin ? p.narrator : ""].filter(Boolean).join(" · ")), done);
    const li = el("li");
    li.append(text, button(w().resume, () => play({ album_id: p.album_id }), { about: p.album }));
    return li;
  }), w().noPlaces);
}

/** Books to go on with: not the one that plays, none that is heard to its end, each edition once.
 *  A book that no catalogue has any more is left out where the same title is there from another. */
export function unfinished(positions, status) {
  const playing = status && status.state === "playing" && status.album ? status.album.id : "";
  const seen = new Set();
  return positions.filter((p) => {
    const over = p.sections > 0 && p.section >= p.sections && p.duration_s > 0 && p.position_s >= p.duration_s - 1;
    const gone = !p.known && positions.some((other) => other !== p && other.album === p.album && other.known);
    const edition = JSON.stringify([p.album, p.narrator, p.sections]);
    if (p.album_id === playing || over || gone || seen.has(edition)) return false;
    seen.add(edition);
    return true;
  });
}

// ---- bookmarks ----
async function readBookmarks() {
  const out = await quietly(call("GET", "/api/library/bookmarks"));
  if (!out) return;
  $("bookmarks-title").textContent = w().bookmarks(out.bookmarks.length);
  fill($("bookmarks"), out.bookmarks.map((mark) => {
    const { place } = mark;
    const path = `/api/library/bookmarks/${mark.id}`;
    const name = mark.name || place.album;
    const text = el("div");
    text.append(el("b", "", name), el("p", "", [mark.name ? place.album : "", w().section(place.section, 0), clock(place.position_s)].filter(Boolean).join(" · ")));
    const li = el("li", "two");
    li.append(
      text,
      button(w().play, () => attempt(call("POST", `${path}/play`, {})).then((s) => { if (s) { forget(); readStatus(); } }), { about: name }),
      button(w().remove, () => attempt(call("DELETE", path)).then(readBookmarks), { about: name }));
    return li;
  }), w().noBookmarks);
}
$("mark").addEventListener("click", async () => {
  if (!await attempt(call("POST", "/api/library/bookmarks", {}))) return;
  toast(w().marked);
  readBookmarks();
});

// ---- history ----
const SVG = "http://www.w3.org/2000/svg";
function shape(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
async function readHistory() {
  const out = await quietly(call("GET", `/api/history?days=${DAYS}`));
  if (!out) return;
  const heard = new Map(out.days.map((d) => [d.day, d]));
  const days = [];
  for (let back = DAYS - 1; back >= 0; back--) {
    const date = new Date();
    date.setDate(date.getDate() - back);
    const of = heard.get(dayName(date));
    days.push({ date, minutes: Math.round((of ? of.seconds : 0) / 60), books: of ? of.books : [] });
  }
  const total = days.reduce((sum, d) => sum + d.minutes, 0);
  $("plot-text").textContent = w().heardTotal(total, days.filter((d) => d.minutes).length);
  $("plot").hidden = $("plot-hint").hidden = !total;
  $("plot").replaceChildren(plot(days));
  fill($("finished"), out.finished.slice(0, 10).map((b) => el("li", "", `${b.title || b.album_id} · ${dayName(new Date(b.at))}`)));
  $("finished-box").hidden = !out.finished.length;
}
/** Bars of minutes; the same numbers stand in a list for who does not see them. */
function plot(days) {
  const most = Math.max(10, ...days.map((d) => d.minutes));
  const step = 280 / days.length;
  const bars = days.flatMap((d, i) => {
    const height = d.minutes ? Math.max(2, 70 * d.minutes / most) : 0;
    const title = shape("title", {}, named(dayName(d.date), w().minutes(d.minutes)));
    const x = i * step + step / 2;
    const nodes = [shape("rect", { class: d.minutes ? "bar" : "bar zero", x: x - step * 0.33, y: 88 - Math.max(1, height), width: step * 0.66, height: Math.max(1, height), rx: 2 }, title)];
    if ((days.length - 1 - i) % 3 === 0) nodes.push(shape("text", { x, y: 102, class: i === days.length - 1 ? "tick last" : "tick" }, `${d.date.getMonth() + 1}/${d.date.getDate()}`));
    if (d.minutes === most) nodes.push(shape("text", { x, y: 84 - height, class: "tick" }, `${d.minutes}`));
    return nodes;
  });
  const list = el("ul", "visually-hidden");
  list.append(...days.filter((d) => d.minutes).map((d) => el("li", "", `${dayName(d.date)}: ${w().minutes(d.minutes)}, ${d.books.map((b) => b.title).filter(Boolean).join(", ")}`)));
  const box = document.createDocumentFragment();
  box.append(shape("svg", { viewBox: "0 0 280 106", class: "plot", "aria-hidden": "true" }, ...bars), list);
  return box;
}
