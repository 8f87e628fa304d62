/* The card of the run: its tree of steps with time bars, and what a person may do to it while it goes on. */
import { $, attempt, call, el, named, spent, tell, toast, w } from "./base.js";

let run = null;
let edits = null; // what the edit form changes: { step } or { input: true }
let older = "";
let readings = 0; // counts up, so that only the newest chain of readings goes on

const path = (what) => `/api/runs/${encodeURIComponent(run.id)}/${what}`;
const waiting = () => (run && !run.ended && run.waiting) || null;

// ---- the tree ----
export function show() {
  const box = $("run");
  if (!run) { box.replaceChildren(el("p", "empty", w().noRun)); steer(); return; }
  const parts = [el("p", "task", run.task)];
  const steps = el("ol", "steps");
  // A step whose event was missed leaves a hole, until the run is read again.
  const longest = Math.max(1, ...run.steps.filter(Boolean).map((s) => Math.max(s.model_ms, s.tool_ms)));
  run.steps.forEach((s, i) => { if (s) steps.append(step(s, i + 1, longest)); });
  if (run.steps.length) parts.push(steps);
  if (run.thought) parts.push(el("p", "thought", run.thought));
  if (run.ended) {
    const text = run.answer || w()[run.ended] || run.ended.replace(/_/g, " ");
    parts.push(el("p", `answer ${run.ended === "answered" ? "" : "bad"}`, text));
    parts.push(el("p", "meta", [w().took(spent(run.ms)), run.model, run.tokens ? w().tokens(run.tokens) : "", run.cost != null ? `${run.cost.toFixed(6)} ${run.currency}` : "", ...(run.notes || [])].filter(Boolean).join(" · ")));
    if (run.model !== "rules") (run.forgotten || []).forEach((f) => parts.push(el("p", "meta", f.text ? named(w().forgot(f), f.text) : w().forgot(f))));
  } else if (!waiting()) {
    if (run.answer) parts.push(el("p", "answer", run.answer));
    const busy = el("p", "busy");
    busy.append(el("i"), el("i"), el("i"));
    parts.push(busy);
  }
  box.replaceChildren(...parts);
  steer();
}
function line(action, input) {
  const p = el("p", "action");
  const args = Object.entries(input || {}).map(([k, v]) => `${k}: ${typeof v === "string" ? v : JSON.stringify(v)}`).join(", ");
  p.append(el("b", "", action), `(${args})`);
  return p;
}
function step(s, number, longest) {
  const row = el("li", `step ${s.ok ? "" : "bad"}`);
  const tree = el("ul", "tree");
  const before = s.before || {};
  if (s.thought || s.model_ms > 0) tree.append(leaf([el("p", "thought", s.thought), time(w().model, s.model_ms, longest)]));
  if (s.action) {
    const parts = [line(s.action, s.action_input)];
    if (before.action_input) parts.push(was(JSON.stringify(before.action_input)));
    tree.append(leaf([...parts, time(w().tool, s.tool_ms, longest)]));
  }
  if (s.observation) {
    const parts = [el("p", `observation ${s.observation_by}`, s.observation)];
    if (before.observation) parts.push(was(before.observation));
    if (s.observation_by !== "tool") parts.push(el("p", "meta", w()[s.observation_by]));
    if (!run.ended) parts.push(change(s, number));
    tree.append(leaf(parts));
  }
  row.append(tree);
  return row;
}
function leaf(nodes) { const li = el("li"); li.append(...nodes); return li; }
function was(text) { const p = el("p", "was"); p.append(el("span", "", w().before), " ", el("del", "", text)); return p; }
function time(label, ms, longest) {
  const meta = el("p", "meta");
  const bar = el("progress", "time");
  bar.max = longest;
  bar.value = ms;
  bar.setAttribute("aria-hidden", "true");
  meta.append(bar, el("span", "", `${label} ${spent(ms)}`));
  return meta;
}
function change(s, number) {
  const button = el("button", "quiet", w().editObservation);
  button.type = "button";
  button.setAttribute("aria-label", named(w().editObservation, w().observationOf(number)));
  button.addEventListener("click", () => edit({ step: number }, w().observationOf(number), s.observation));
  return button;
}

// ---- the hands ----
function steer() {
  const goes = Boolean(run && !run.ended);
  const now = waiting();
  const asks = Boolean(now && now.question);
  $("steer").hidden = !goes;
  $("correct-form").hidden = !goes;
  if (!goes || (edits && edits.input && !now)) closeEdit();
  if (!goes) return;
  const paused = run.state === "paused";
  $("waits").textContent = asks ? now.question : paused ? w().pausedAt(now ? now.action : "") : run.pausing ? w().pausing : "";
  const next = now && now.action ? [line(now.action, now.action_input)] : [];
  $("next").replaceChildren(...next);
  $("edit-input").hidden = !next.length;
  $("allow-run").hidden = $("deny-run").hidden = !asks;
  $("pause-run").hidden = asks;
  $("pause-run").textContent = paused ? w().resumeRun : w().pauseRun;
}
function edit(what, label, text) {
  edits = what;
  $("edit-label").textContent = label;
  $("edit").value = text;
  $("edit-form").hidden = false;
  $("edit").focus();
}
function closeEdit() { edits = null; $("edit-form").hidden = true; }
function post(what, body) {
  return attempt(call("POST", path(what), body)).then((out) => { if (out) toast(out.message); return out; });
}
function save() {
  if (!run || !edits) return;
  const text = $("edit").value.trim();
  if (edits.step) {
    if (text) post("observation", { text, step: edits.step }).then((out) => { if (out) closeEdit(); });
    return;
  }
  let input = null;
  try { input = JSON.parse(text); } catch { /* said below */ }
  if (!input || typeof input !== "object" || Array.isArray(input)) { toast(w().notJson); return; }
  post("input", { input }).then((out) => { if (out) closeEdit(); });
}

// ---- what happens ----
export function begin(id, task) {
  if (run && run.id === id) return;
  run = { id, task, steps: [], ended: null, state: "running", answer: "", thought: "", notes: [] };
  closeEdit();
  show();
  catchUp(id, 800);
}
/** Reads a run whose events may have been missed, again and again; a chain of readings before it ends. */
async function catchUp(id, ms = 0) {
  const mine = ++readings;
  const over = () => mine !== readings || !run || run.id !== id || run.ended;
  if (ms) await new Promise((r) => setTimeout(r, ms));
  if (over()) return;
  const now = await call("GET", `/api/runs/${encodeURIComponent(id)}`).catch(() => null);
  if (!now || over()) return;
  run = { ...now, pausing: run.pausing && now.state === "running" };
  show();
  if (now.ended) { tell(now.answer); read(false); } else catchUp(id, 3000);
}
export function happened(type, d) {
  if (type === "run.started") { begin(d.run_id, d.task); return; }
  const mine = run && run.id === d.run_id;
  if (type === "run.step" && mine) { run.steps[d.number - 1] = d; show(); tell(d.observation || d.thought); }
  else if (type === "run.state" && mine) {
    run.state = d.state;
    run.pausing = false;
    run.waiting = d.state === "running" ? null : d;
    show();
    tell($("waits").textContent);
  } else if (type === "run.ended") {
    if (mine) { Object.assign(run, d, { state: "ended" }); show(); tell(d.answer); }
    read(false);
  }
}
export async function read(showNewest, before = "") {
  const out = await call("GET", `/api/runs?limit=20${before ? `&before=${encodeURIComponent(before)}` : ""}`).catch(() => null);
  if (!out) return;
  if (showNewest && !run && out.runs.length) {
    run = out.runs[0];
    show();
    if (!run.ended) catchUp(run.id);
  }
  const rows = out.runs.map((r) => {
    const row = el("li");
    const button = el("button");
    button.type = "button";
    button.append(el("b", "", r.task), el("span", "", r.answer || r.ended || "…"));
    button.addEventListener("click", () => { run = r; closeEdit(); show(); if (!r.ended) catchUp(r.id); $("mind-title").scrollIntoView({ block: "nearest" }); });
    row.append(button);
    return row;
  });
  if (before) $("history").append(...rows); else $("history").replaceChildren(...rows);
  older = out.next || "";
  $("older-runs").hidden = !older;
}

$("pause-run").addEventListener("click", () => {
  if (!run) return;
  const paused = run.state === "paused";
  post(paused ? "resume" : "pause", {}).then((out) => { if (out && run && !paused) { run.pausing = run.state === "running"; show(); } });
});
$("allow-run").addEventListener("click", () => { if (run) post("consent", { allow: true }); });
$("deny-run").addEventListener("click", () => { if (run) post("consent", { allow: false }); });
$("cancel-run").addEventListener("click", () => { if (run) attempt(call("POST", path("cancel"), {})); });
$("edit-input").addEventListener("click", () => {
  const now = waiting();
  if (now) edit({ input: true }, w().inputOf(now.action), JSON.stringify(now.action_input, null, 2));
});
$("edit-form").addEventListener("submit", (e) => { e.preventDefault(); save(); });
$("edit-close").addEventListener("click", closeEdit);
$("older-runs").addEventListener("click", () => read(false, older));
$("correct-form").addEventListener("submit", (e) => {
  e.preventDefault();
  const text = $("correction").value.trim();
  if (text && run) post("observation", { text }).then((out) => { if (out) $("correction").value = ""; });
});

/** Nothing that was shown counts any more. */
export function forget() { run = null; }
