/* What is heard: by the speaker's microphone, by this browser's, and what is typed. */
import { $, attempt, call, isChinese, recall, remember, request, toast, w } from "./base.js";
import { now, onStatus } from "./player.js";
import * as mind from "./runs.js";

const LONGEST_S = 30;
const HELD_MS = 500; // a press that is longer ends when it is let go
const ACTIVE = ["window_open", "hearing", "recognising"];

let heardUntil = 0;
let connected = false;

// ---- the line of what is heard ----
export function heard(text, soft, forMs) {
  $("heard").textContent = text;
  $("heard").classList.toggle("soft", Boolean(soft));
  if (forMs) heardUntil = Date.now() + forMs;
}
/** What stood there was of another time or language. */
export function forget() { heardUntil = 0; }
function phrase(s) {
  if (s.listening.state === "off") return "";
  const all = s.listening.wake_phrases;
  return all.find((p) => /[\u3400-\u9fff]/.test(p) === isChinese()) || all[0];
}
export function showLink(isConnected = connected) {
  connected = isConnected;
  const s = now();
  const state = s ? s.listening.state : "off";
  const active = ACTIVE.includes(state);
  $("link").className = `pill ${!connected ? "bad" : active ? "active" : state === "idle" ? "ok" : ""}`;
  $("link-text").textContent = connected ? w()[state] || state : w().offline;
  $("talk").classList.toggle("on", active);
  $("talk").disabled = state === "off";
  if (Date.now() > heardUntil) heard(w().say(s ? phrase(s) : ""), true);
}
onStatus(() => showLink());

// ---- this browser's microphone ----
let tape = null; // what is being recorded: { stream, context, parts, since, timer }
let opening = false;

function levelOf(samples) {
  let sum = 0;
  for (const x of samples) sum += x * x;
  return 10 * Math.log10(sum / samples.length + 1e-10);
}
/** The samples as a WAV file, 16 bit mono. */
function wav(parts, rate) {
  const count = parts.reduce((n, part) => n + part.length, 0);
  const view = new DataView(new ArrayBuffer(44 + 2 * count));
  const text = (at, letters) => [...letters].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + 2 * count, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, 2 * count, true);
  let at = 44;
  for (const part of parts) {
    for (const x of part) {
      view.setInt16(at, Math.max(-1, Math.min(1, x)) * 32767, true);
      at += 2;
    }
  }
  return new Blob([view], { type: "audio/wav" });
}
async function record() {
  if (tape || opening) return;
  if (!navigator.mediaDevices || !window.AudioWorkletNode) { toast(w().needsHttps); return; }
  opening = true;
  let stream = null;
  let context = null;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } });
    context = new AudioContext();
    await context.audioWorklet.addModule("/recorder.js");
    const node = new AudioWorkletNode(context, "earmark-recorder", { numberOfOutputs: 0 });
    const parts = [];
    node.port.onmessage = (e) => { parts.push(e.data); if (parts.length % 8 === 0) $("level").value = levelOf(e.data); };
    context.createMediaStreamSource(stream).connect(node);
    tape = { stream, context, parts, since: Date.now(), timer: setTimeout(send, LONGEST_S * 1000) };
    $("speak-here").classList.add("on");
    $("speak-here").setAttribute("aria-pressed", "true");
    heard(w().recording, true, LONGEST_S * 1000);
  } catch {
    if (stream) stream.getTracks().forEach((track) => track.stop());
    if (context) context.close(); // a browser gives only a few of them
    toast(w().noMicrophone);
  } finally {
    opening = false;
  }
}
/** Ends the recording; its parts, or null when there was none. */
function end() {
  const was = tape;
  tape = null;
  $("speak-here").classList.remove("on");
  $("speak-here").setAttribute("aria-pressed", "false");
  forget();
  if (!was) return null;
  clearTimeout(was.timer);
  was.stream.getTracks().forEach((track) => track.stop());
  was.context.close();
  return was;
}
async function send() {
  const was = end();
  if (!was) return;
  heard(w().sending, true, 70000);
  const out = await attempt(request("POST", `/api/hear?aloud=${$("aloud").checked}`, { body: wav(was.parts, was.context.sampleRate) }));
  forget();
  if (!out) { showLink(); return; }
  const { transcript, reason, run } = out.value;
  if (!transcript) { heard(w()[reason] || reason, true, 4000); return; }
  heard(transcript.text, false, 8000);
  if (run) mind.begin(run.id, run.task);
}
let pressed = false; // the recording began with the press that still lasts
$("speak-here").addEventListener("pointerdown", (e) => {
  if (e.button !== 0 || tape) return;
  pressed = true;
  record();
});
$("speak-here").addEventListener("click", () => {
  if (pressed) {
    pressed = false;
    if (tape && Date.now() - tape.since > HELD_MS) send();
  } else if (tape) send(); else record();
});
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && tape) { end(); showLink(); }
});

// ---- the room's microphone, and typing ----
$("talk").addEventListener("click", () => attempt(call("POST", "/api/listen", {})));
$("ask-form").addEventListener("submit", (e) => {
  e.preventDefault();
  const text = $("ask").value.trim();
  if (!text) return;
  $("ask").value = "";
  attempt(call("POST", "/api/say?wait=false", { text, aloud: $("aloud").checked })).then((out) => { if (out) mind.begin(out.id, text); });
});
$("aloud").checked = recall("aloud") !== "no";
$("aloud").addEventListener("change", () => remember("aloud", $("aloud").checked ? "yes" : "no"));
