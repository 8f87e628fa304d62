/* Pictures of books; a coloured letter stands where there is none. */
import { el, keys } from "./base.js";

const pictures = new Map();

function hue(title) {
  let h = 7;
  for (const c of title) h = (h * 131 + c.codePointAt(0)) % 1000003;
  return `hue${(h >> 3) % 6}`;
}
function letter(title) {
  return [...title.replace(/^(the|an|a) /i, "").replace(/^[《「“"]/, "")][0] || "·";
}
/** Loads a picture once, with the token, which an <img> could not send; where there is none, asks again the next time. */
function load(id) {
  if (!pictures.has(id)) {
    pictures.set(id, fetch(`/api/library/cover?album_id=${encodeURIComponent(id)}`, { headers: keys() })
      .then((answer) => (answer.ok ? answer.blob() : null))
      .then((blob) => blob && URL.createObjectURL(blob))
      .catch(() => null)
      .then((url) => { if (!url) pictures.delete(id); return url; }));
  }
  return pictures.get(id);
}
/** Shows a book's cover in the box: the whole picture, on a wash of its letter's colour. */
export function showCover(box, kind, album) {
  const id = album ? album.id : "";
  if (box.dataset.album === id) return; // its picture, which takes the letter's place, stays
  box.className = `${kind} ${hue(album ? album.title : "Earmark")}`;
  box.dataset.album = id;
  box.replaceChildren(el("span", "", album ? letter(album.title) : "♪"));
  // a book that plays may have a picture inside its sound, which no catalogue knows
  if (!id || (album.cover === "" && kind !== "cover")) return;
  load(id).then((url) => {
    if (!url || box.dataset.album !== id) return;
    const image = el("img");
    image.alt = "";
    image.addEventListener("error", () => image.remove());
    image.addEventListener("load", () => box.classList.add("pictured"));
    image.src = url;
    box.append(image);
  });
}
