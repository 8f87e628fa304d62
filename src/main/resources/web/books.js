/* The shelf: books, one book with its sections, and where books come from. */
import { $, attempt, button, call, clock, el, fill, inPath, quietly, toast, w } from "./base.js";
import { showCover } from "./covers.js";
import { command, now, play, readQueue } from "./player.js";

const cover = (kind, album) => {
  const box = el("span");
  box.setAttribute("aria-hidden", "true");
  showCover(box, kind, album);
  return box;
};

// ---- the list ----
export async function readAlbums(keyword = $("search").value.trim(), page = 1) {
  if (page === 1) $("search-note").textContent = w().searching;
  const out = await attempt(call("GET", `/api/albums?keyword=${encodeURIComponent(keyword)}&page=${page}`));
  if (!out) { $("search-note").textContent = ""; return; }
  if (page === 1) $("albums").replaceChildren();
  $("more-books")?.remove();
  $("albums").append(...out.albums.map(row));
  const shown = $("albums").children.length;
  const count = shown ? w().booksShown(shown, out.more) : out.page === 1 ? w().noBooks : "";
  $("search-note").textContent = [count, ...out.problems].filter(Boolean).join(" ");
  if (out.page >= out.pages) return;
  const more = el("li");
  more.id = "more-books";
  more.append(button(w().moreBooks, async () => {
    const first = $("albums").children.length - 1;
    await readAlbums(keyword, out.page + 1);
    $("albums").children[first]?.querySelector("button")?.focus();
  }));
  $("albums").append(more);
}
function row(album) {
  const li = el("li");
  const open = button("", () => openBook(album), { className: "line book" });
  const text = el("span", "text");
  text.append(el("b", "", album.title), el("span", "sub", [album.author, w().sections(album.section_count)].filter(Boolean).join(" · ")));
  open.append(cover("mini", album), text);
  li.append(open, button(w().play, () => play({ album_id: album.id }), { about: album.title }));
  return li;
}
$("search-form").addEventListener("submit", (e) => { e.preventDefault(); readAlbums(); });

// ---- one book ----
async function openBook(brief) {
  const out = await attempt(call("GET", `/api/albums/${inPath(brief.id)}`));
  if (!out) return;
  const { album, sections, position } = out;
  showCover($("book-cover"), "cover", album);
  $("book-title").textContent = album.title;
  $("book-sub").textContent = [album.author, album.narrator, w().sections(album.section_count)].filter(Boolean).join(" · ");
  $("book-text").textContent = album.description;
  const start = button(position ? w().resume : w().play, () => { play({ album_id: album.id }); $("book").close(); }, { className: "primary" });
  const later = button(w().addToQueue, async () => { if (await command("queue", { keyword: album.title })) readQueue(); });
  $("book-hands").replaceChildren(start, later, await keepButton(album));
  const playing = now() && now().album && now().album.id === album.id ? now().section.number : 0;
  fill($("book-sections"), sections.map((s) => {
    const li = el("li");
    const go = button("", () => { play({ album_id: album.id, section: s.number }); $("book").close(); }, { className: "line" });
    go.append(el("span", "", `${s.number}. ${s.title}`), el("span", "when", s.duration_s ? clock(s.duration_s) : ""));
    if (s.number === (playing || (position && position.section))) go.setAttribute("aria-current", "true");
    li.append(go);
    return li;
  }));
  $("book").showModal();
  $("book-sections").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}
async function keepButton(album) {
  const kept = await quietly(call("GET", "/api/kept"));
  const has = Boolean(kept && kept.kept.some((k) => k.album_id === album.id));
  const node = button(has ? w().release : w().keep, async () => {
    const out = await attempt(has ? call("DELETE", `/api/kept/${inPath(album.id)}`) : call("POST", "/api/kept", { album_id: album.id }));
    if (out) node.replaceWith(await keepButton(album));
  });
  return node;
}
$("book-close").addEventListener("click", () => $("book").close());
$("book").addEventListener("click", (e) => { if (e.target === $("book")) $("book").close(); });

// ---- where they come from ----
export async function readSources() {
  const out = await quietly(call("GET", "/api/library"));
  if (!out) return;
  fill($("sources"), out.sources.map((s) => {
    const li = el("li");
    const text = el("div");
    text.append(el("b", "", s.title || s.name), el("p", "", [s.where || s.kind, s.kind === "feed" ? w().episodes(s.episodes) : w().books(s.albums), s.away ? w().away : ""].filter(Boolean).join(" · ")));
    li.append(text);
    if (s.added) {
      li.append(button(w().remove, async () => {
        if (await attempt(call("DELETE", `/api/library?name=${encodeURIComponent(s.name)}`))) { readSources(); readAlbums(); }
      }, { about: s.title || s.name }));
    }
    return li;
  }));
}
$("add-form").addEventListener("submit", async (e) => {
  e.preventDefault();
  const what = $("add").value.trim();
  const source = what && await attempt(call("POST", "/api/library", { add: what }));
  if (!source) return;
  $("add").value = "";
  const count = source.kind === "feed" ? w().episodes(source.episodes) : w().books(source.albums);
  toast([source.title || source.name, count].filter(Boolean).join(": "));
  readSources();
  readAlbums("");
});
