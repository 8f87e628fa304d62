/* Starts the page and follows what happens. */
import { $, askToken, isChinese, keys, switchLanguage, tell, toast, useToken, w, writeWords } from "./base.js";
import { readAlbums, readSources } from "./books.js";
import { forget as forgetHeard, heard, showLink } from "./hearing.js";
import { readPlaces } from "./places.js";
import * as player from "./player.js";
import { countDown, readSettings, readTimers, showDownloads, writeChoices } from "./room.js";
import * as mind from "./runs.js";

let lastEvent = "";
let connected = false;
let following = false;

function later(what, ms) {
  let timer = 0;
  return () => { clearTimeout(timer); timer = setTimeout(what, ms); };
}
const statusSoon = later(player.readStatus, 60);
const placesSoon = later(() => { readPlaces(); player.readQueue(); readSettings(); }, 300);
const timersSoon = later(readTimers, 100);

function happened(type, d) {
  if (type === "listen.level") { $("level").value = d.dbfs; return; }
  if (type === "download.progress") { statusSoon(); return; }
  if (type === "listen.wake") heard("…", false, 20000);
  else if (type === "listen.partial") { heard(d.text, false, 20000); return; }
  else if (type === "listen.final") { heard(d.text, false, 8000); tell(d.text); }
  else if (type === "listen.rejected") heard(w()[d.reason] || d.reason, true, 4000);
  else if (type.startsWith("run.")) mind.happened(type, d);
  else if (type.startsWith("timer.")) timersSoon();
  else if (type === "notice" && (!d.language || (d.language === "zh") === isChinese())) toast(d.text); // the card says it in the other
  else if (type === "stream.reset") { mind.forget(); player.forget(); readAll(); }
  statusSoon();
  if (type === "turn.ended" || type === "player.changed" || type === "player.ended") placesSoon();
}
function received(block) {
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("id:")) lastEvent = line.slice(3).trim();
    else if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  if (!data) return;
  try {
    const event = JSON.parse(data);
    happened(event.type, event.data);
  } catch (e) { console.error(e); } // one event that cannot be shown is no reason to lose the others
}
/** Reads the events by fetch: an EventSource could not send the token. */
async function follow() {
  if (following) return;
  following = true;
  for (;;) {
    try {
      const headers = { Accept: "text/event-stream", ...keys(), ...(lastEvent ? { "Last-Event-ID": lastEvent } : {}) };
      const answer = await fetch("/api/events?level=true", { headers, cache: "no-store" });
      if (answer.status === 401) { following = false; askToken(); return; }
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      connected = true;
      showLink(connected);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        blocks.forEach(received);
      }
    } catch { /* the next round tries again */ }
    connected = false;
    showLink(connected);
    await new Promise((r) => setTimeout(r, 2000));
  }
}

function words() {
  writeWords();
  writeChoices();
  $("lang").textContent = w().otherLanguage;
  $("lang").setAttribute("aria-label", w().otherLanguage);
  $("lang").lang = w().otherLanguage === "English" ? "en" : "zh-CN";
  forgetHeard();
  showLink();
  player.show();
  mind.show();
}
function readAll() {
  player.readStatus();
  mind.read(true);
  readAlbums();
  readSources();
  readPlaces();
  readTimers();
  readSettings();
  player.readQueue();
}
$("lang").addEventListener("click", () => { switchLanguage(); player.forget(); words(); readAll(); });
$("login-form").addEventListener("submit", () => { useToken($("token").value.trim()); $("token").value = ""; readAll(); follow(); });
/** Whoever has sent the question for the token away is asked again with the next click. */
$("login").addEventListener("close", () => {
  if (following) return;
  toast(w().loginAgain);
  document.addEventListener("click", () => { if (!following) { readAll(); follow(); } }, { once: true });
});
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && !document.querySelector("dialog[open]")) { e.preventDefault(); $("ask").focus(); }
});

words();
readAll();
follow();
setInterval(() => { player.showPosition(); countDown(); showDownloads(); }, 500);
setInterval(() => {
  const s = player.now();
  const moving = s && (s.state !== "stopped" || s.downloads.some((d) => d.state === "running"));
  if (!document.hidden && connected && (moving || player.age() > 10000)) player.readStatus();
}, 1500);
