/* What every part of the page shares: words, elements, and the way to the daemon. */
import { WORDS } from "./words.js";

export const $ = (id) => document.getElementById(id);

export function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}
export function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private windows keep nothing */ }
}

// ---- words ----
let language = recall("language") || ((navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en");

export const w = () => WORDS[language];
export const isChinese = () => language === "zh";
export function switchLanguage() {
  language = isChinese() ? "en" : "zh";
  remember("language", language);
}

/** Writes the words of the language into everything that is marked for it. */
export function writeWords() {
  document.documentElement.lang = isChinese() ? "zh-CN" : "en";
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = w()[node.dataset.t];
  for (const node of document.querySelectorAll("[data-label]")) {
    const text = w()[node.dataset.label];
    node.setAttribute("aria-label", text);
    if (node.tagName === "BUTTON") node.title = text;
  }
  for (const node of document.querySelectorAll("[data-hint]")) node.placeholder = w()[node.dataset.hint];
}

// ---- elements ----
export function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
/** A button; the label says to whom it belongs when its text alone does not. */
export function button(text, onClick, { className = "", about = "" } = {}) {
  const node = el("button", className, text);
  node.type = "button";
  if (about) node.setAttribute("aria-label", named(text, about));
  node.addEventListener("click", onClick);
  return node;
}
export function option(select, value, text) {
  const node = el("option", "", text);
  node.value = value;
  select.append(node);
}
/** Fills a list, or says in one line that it is empty. */
export function fill(list, rows, empty) {
  list.replaceChildren(...(rows.length || !empty ? rows : [el("li", "empty", empty)]));
}
/** Leaves a part alone while somebody is in it or nothing in it has changed. */
export function changed(node, value) {
  const text = JSON.stringify([value, language]);
  if (node.dataset.shown === text) return false;
  node.dataset.shown = text;
  return true;
}

/** A name and what is said of it, with the colon of the language. */
export const named = (name, text) => `${name}${isChinese() ? "：" : ": "}${text}`;

// ---- numbers ----
const two = (n) => String(n).padStart(2, "0");
export function clock(seconds) {
  const s = Math.max(0, Math.floor(seconds || 0));
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}
/** How long until then: days and hours from two days on, where seconds tell nothing. */
export function until(seconds) {
  return seconds < 172800 ? clock(seconds) : w().days(Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24);
}
export function spent(ms) {
  return ms < 1 ? "<1 ms" : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
export function size(bytes) {
  return bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;
}
/** A day as the daemon writes it, such as 2026-01-31. */
export function dayName(date) {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
/** An album's id in a path; its slashes stay. */
export const inPath = (id) => id.split("/").map(encodeURIComponent).join("/");

// ---- the daemon ----
let token = recall("token") || "";

export const keys = () => (token ? { Authorization: `Bearer ${token}` } : {});
export function useToken(text) {
  token = text;
  remember("token", text);
}
export function askToken() {
  $("login-wrong").hidden = !token;
  if (!$("login").open) $("login").showModal();
}
export function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $("toast").hidden = true; }, 4500);
}
/** Tells a screen reader what has changed. */
export function tell(text) {
  if (text) $("news").textContent = text;
}
/** Sends a request; the answer's value and its headers, or null for what is unchanged. */
export async function request(method, path, { body, headers } = {}) {
  const json = body !== undefined && !(body instanceof Blob);
  const answer = await fetch(path, {
    method,
    headers: { "Accept-Language": language, ...keys(), ...(json ? { "Content-Type": "application/json" } : {}), ...(headers || {}) },
    body: json ? JSON.stringify(body) : body,
    cache: "no-store"
  });
  if (answer.status === 401) {
    askToken();
    throw Object.assign(new Error(w().loginText), { asked: true });
  }
  if (answer.status === 304) return null;
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(value.detail || w().error);
  return { value, headers: answer.headers };
}
export const call = async (method, path, body) => (await request(method, path, { body })).value;
/** What the call gives; null, and the reason on the screen, when it fails. */
export const attempt = (promise) => promise.catch((e) => { if (!e.asked) toast(e.message || w().error); return null; });
/** What the call gives, or null; for what is asked again soon. */
export const quietly = (promise) => promise.catch(() => null);
