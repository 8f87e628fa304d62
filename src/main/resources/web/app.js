"use strict";
(() => {
  const WORDS = {
    en: {
      skip: "Skip to the command box", volume: "Volume", speed: "Speed", sleep: "Sleep", ears: "What is heard",
      send: "Send", aloud: "Speak the answer in the room", mind: "How it thinks", noRun: "Ask for a book, and each step shows here.",
      correctHint: "Is what it found wrong? Tell it what is right, and it goes on from there.", correct: "Correct", cancel: "Cancel",
      history: "Earlier commands", library: "Books", find: "Search", places: "Go on listening", downloads: "Downloads", parts: "Parts",
      loginTitle: "Token", loginText: "This Earmark asks for its token. It stands on its machine in state/token of its home folder (of a service in /var/lib/earmark/token), or in server.token-file.", loginGo: "Open",
      position: "Position", transport: "Playback", previous: "Previous section", back: "Back 15 seconds", forward: "Forward 30 seconds",
      next: "Next section", talk: "Talk", ask: "play chapter one of Alice", level: "Microphone level", search: "Title or author", token: "Token",
      play: "Play", pause: "Pause", resume: "Go on", playing: "Playing", paused: "Paused", buffering: "One moment", stopped: "Nothing plays",
      idleTitle: "What shall I read to you?", section: (n, c) => c ? `Section ${n} of ${c}` : `Section ${n}`, offline: "Connection lost", off: "No microphone",
      muted: "Asleep", idle: "Waiting for you", window_open: "Listening", hearing: "Listening", recognising: "Understanding",
      say: (w) => w ? `Say “${w}”, or type` : "Type a command", nothing_said: "Nothing was said", noise: "Only noise was heard", not_understood: "That was not understood", cancelled: "Cancelled",
      model: "thought", tool: "tool", person: "your words", engine: "a remark of the engine", took: (t) => `in ${t}`,
      forgot: (f) => (f.what === "turns" ? "Earlier turns, told to the model as lines" : f.what === "shortened" ? `Old results of steps ${f.from_step} to ${f.to_step}, shortened for the model (${f.tokens} tokens)` : `Steps ${f.from_step} to ${f.to_step}, told to the model as a summary (${f.tokens} tokens)`), before: "Before:", older: "Older",
      pauseRun: "Pause", resumeRun: "Continue", allow: "Yes", deny: "No", editInput: "Change the input", editObservation: "Change", save: "Save", close: "Close",
      pausing: "It stops before its next step.", pausedAt: (a) => a ? `Paused before ${a}.` : "Paused before its next step.", notJson: "This is no JSON object.",
      inputOf: (a) => `Input of ${a}, as JSON`, observationOf: (n) => `Observation of step ${n}`,
      none: "None", minutes: (n) => `${n} min`, endSection: "End of section", sleepLeft: (t) => `in ${t}`, sleepSections: (n) => `after ${n} sections`,
      noBooks: "No book was found.", sources: "Where books come from", add: "Add", addWhat: "Folder, file or podcast address", remove: "Remove", away: "not there now", books: (n) => `${n} books`, moreBooks: "More books", noPlaces: "Nothing has been heard yet.", noDownloads: "Nothing is being fetched.",
      waiting: "waits", running: "is coming", done: "is there", failed: "failed", sections: (n) => n ? `${n} sections` : "", language: "中文",
      microphone: "Microphone", speaker: "Speaker", recognizer: "Recogniser", voice: "Voice", brain: "Brain", timer: "Timer", "last wish": "Last wish", error: "That did not work."
    },
    zh: {
      skip: "跳到输入框", volume: "音量", speed: "倍速", sleep: "定时", ears: "听到的话", send: "发送", aloud: "在房间里说出回答", mind: "它怎么想",
      noRun: "说出想听的书，每一步都会显示在这里。", correctHint: "它查到的不对吗？告诉它对的，它会接着做。", correct: "纠正", cancel: "取消", history: "之前的命令",
      library: "书架", find: "搜索", places: "接着听", downloads: "下载", parts: "部件", loginTitle: "口令", loginText: "请输入口令。它在那台机器的主目录里：state/token（系统服务是 /var/lib/earmark/token），或者 server.token-file 指的文件。", loginGo: "打开",
      position: "播放位置", transport: "播放控制", previous: "上一集", back: "后退 15 秒", forward: "快进 30 秒", next: "下一集", talk: "说话", ask: "播放西游记第一集",
      level: "话筒音量", search: "书名或作者", token: "口令", play: "播放", pause: "暂停", resume: "继续", playing: "正在播放", paused: "已暂停", buffering: "稍等一下", stopped: "没有播放",
      idleTitle: "想听什么书？", section: (n, c) => c ? `第 ${n} 集，共 ${c} 集` : `第 ${n} 集`, offline: "连接断开", off: "没有话筒", muted: "睡着了", idle: "等你说话", window_open: "在听", hearing: "在听",
      recognising: "正在辨认", say: (w) => w ? `说“${w}”，或者打字` : "请输入命令", nothing_said: "没有听到说话", noise: "只听到杂音", not_understood: "没听清", cancelled: "已取消",
      model: "思考", tool: "工具", before: "原来：", older: "更早的", pauseRun: "暂停", resumeRun: "继续", allow: "可以", deny: "不要", editInput: "改参数", editObservation: "修改", save: "保存", close: "关闭",
      pausing: "下一步之前会停下。", pausedAt: (a) => a ? `已暂停，下一步是 ${a}。` : "已在下一步之前暂停。", notJson: "这不是 JSON 对象。", inputOf: (a) => `${a} 的参数（JSON）`, observationOf: (n) => `第 ${n} 步的观察`,
      person: "你的话", engine: "引擎的说明", took: (t) => `用时 ${t}`,
      forgot: (f) => (f.what === "turns" ? "更早的对话，只留要点告诉模型" : f.what === "shortened" ? `第${f.from_step}到${f.to_step}步的旧结果对模型缩短了（${f.tokens} 个词元）` : `第${f.from_step}到${f.to_step}步对模型只留小结（${f.tokens} 个词元）`), none: "不定时", minutes: (n) => `${n} 分钟`, endSection: "播完这集",
      sleepLeft: (t) => `还有 ${t}`, sleepSections: (n) => `再播 ${n} 集`, noBooks: "没有找到书。", sources: "书从哪里来", add: "添加", addWhat: "文件夹、文件或播客地址", remove: "移除", away: "现在不在", books: (n) => `${n} 本`, moreBooks: "更多", noPlaces: "还没有听过书。", noDownloads: "没有下载。", waiting: "等待中", running: "下载中", done: "已完成", failed: "失败",
      sections: (n) => n ? `${n} 集` : "", language: "English", microphone: "话筒", speaker: "扬声器", recognizer: "语音识别", voice: "语音合成", brain: "大脑", timer: "定时器", "last wish": "上次想听的", error: "没有成功。"
    }
  };
  const $ = (id) => document.getElementById(id);
  const recall = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private windows keep nothing */ } };
  let language = recall("language") || ((navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en");
  let token = recall("token") || "";
  let status = null;
  let statusTag = "";
  let statusAt = 0;
  let dragging = false;
  let heardUntil = 0;
  let lastEvent = "";
  let connected = false;
  let following = false;
  const w = () => WORDS[language];

  function el(tag, className, text) {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }
  function clock(seconds) {
    const s = Math.max(0, Math.floor(seconds || 0));
    const two = (n) => String(n).padStart(2, "0");
    return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
  }
  function spent(ms) { return ms < 1 ? "<1 ms" : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`; }
  function size(bytes) { return bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`; }
  function hue(title) { let h = 7; for (const c of title) h = (h * 131 + c.codePointAt(0)) % 1000003; return `hue${(h >> 3) % 6}`; }
  function letter(title) { return [...title.replace(/^(the|an|a) /i, "").replace(/^[《「“"]/, "")][0] || "·"; }
  function toast(text) {
    $("toast").textContent = text;
    $("toast").hidden = false;
    clearTimeout(toast.timer);
    toast.timer = setTimeout(() => { $("toast").hidden = true; }, 4500);
  }

  async function call(method, path, body, more) {
    const headers = { "Accept-Language": language, ...(more || {}) };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
    if (answer.status === 401) { askToken(); throw new Error(w().loginText); }
    if (answer.status === 304) return null;
    const value = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(value.detail || w().error);
    if (answer.headers.get("ETag") && path === "/api/status") statusTag = answer.headers.get("ETag");
    return value;
  }
  function tell(text) { if (text) $("news").textContent = text; }
  function phrase(s) {
    if (s.listening.state === "off") return "";
    const all = s.listening.wake_phrases;
    return all.find((p) => /[\u3400-\u9fff]/.test(p) === (language === "zh")) || all[0];
  }
  function attempt(promise) { return promise.catch((e) => { toast(e.message || w().error); return null; }); }
  function askToken() { if (!$("login").open) $("login").showModal(); }

  // ---- what is playing ----
  async function readStatus() {
    try {
      const now = await call("GET", "/api/status", undefined, statusTag ? { "If-None-Match": statusTag } : {});
      statusAt = performance.now();
      if (now) { status = now; showStatus(); }
    } catch { showLink(); }
  }
  async function player(action, body) {
    const out = await attempt(call("POST", `/api/player/${action}`, body === undefined ? {} : body));
    if (!out) return;
    if (!out.ok || action === "play") toast(out.message);
    status = out.status;
    statusAt = performance.now();
    statusTag = "";
    showStatus();
  }
  function showStatus() {
    const s = status;
    if (!s) return;
    const has = s.album && s.section;
    $("now-state").textContent = w()[s.state] || s.state;
    $("now-title").textContent = has ? s.album.title : w().idleTitle;
    $("now-sub").textContent = has ? [w().section(s.section.number, s.section.count), s.section.title, s.chapter, s.album.narrator || s.album.author].filter(Boolean).join(" · ") : w().say(phrase(s));
    $("now-problem").textContent = s.problem || "";
    $("now-problem").hidden = !s.problem;
    $("cover").className = `cover ${hue(has ? s.album.title : "Earmark")}`;
    $("cover-letter").textContent = has ? letter(s.album.title) : "♪";
    const shown = has ? s.album.id : "";
    if ($("cover").dataset.album !== shown) {
      $("cover").querySelector("img")?.remove();
      $("cover").dataset.album = shown;
      if (has) picture($("cover"), shown);
    }
    document.title = has && s.state === "playing" ? `▶ ${s.album.title} – Earmark` : "Earmark";
    const going = s.state === "playing" || s.state === "buffering";
    $("play").setAttribute("aria-label", going ? w().pause : w().resume);
    $("play-icon").setAttribute("d", going ? "M7 5h3.500v14H7zM13.500 5H17v14h-3.500z" : "M8 5v14l11-7z");
    for (const b of document.querySelectorAll(".transport button:not(.big)")) b.disabled = !has;
    $("position").disabled = !has || !s.duration_s;
    if (document.activeElement !== $("volume")) $("volume").value = s.volume;
    $("volume-out").textContent = s.volume;
    showSpeed(s.speed);
    showSleep(s.sleep);
    showPosition();
    showLink();
    showDownloads(s.downloads);
    showParts(s);
    $("version").textContent = `Earmark ${s.version}`;
  }
  function position() {
    if (!status) return 0;
    const gone = status.state === "playing" ? (performance.now() - statusAt) / 1000 * status.speed : 0;
    return Math.min(status.position_s + gone, status.duration_s || Infinity);
  }
  function showPosition() {
    if (!status || dragging) return;
    const at = position();
    $("position").max = Math.max(1, Math.round(status.duration_s));
    $("position").value = Math.round(at);
    $("position").setAttribute("aria-valuetext", clock(at));
    $("elapsed").textContent = clock(at);
    $("remaining").textContent = status.duration_s ? `−${clock(status.duration_s - at)}` : "";
  }
  function option(select, value, text) { const o = el("option", "", text); o.value = value; select.append(o); }
  function showSpeed(now) {
    const rates = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
    if (!rates.includes(now)) rates.push(now);
    $("speed").replaceChildren();
    for (const r of rates.sort((a, b) => a - b)) option($("speed"), r, `${r}×`);
    $("speed").value = now;
  }
  function showSleep(now) {
    const box = $("sleep");
    if (document.activeElement === box && box.options.length) return;
    box.replaceChildren();
    if (now) option(box, "now", now.ends_in_s !== undefined ? w().sleepLeft(clock(now.ends_in_s)) : w().sleepSections(now.ends_after));
    option(box, "0", w().none);
    for (const n of [10, 20, 30, 45, 60]) option(box, `${n}`, w().minutes(n));
    option(box, "section", w().endSection);
    box.value = now ? "now" : "0";
  }
  function showLink() {
    const pill = $("link");
    const state = status ? status.listening.state : "off";
    const active = ["window_open", "hearing", "recognising"].includes(state);
    pill.className = `pill ${!connected ? "bad" : active ? "active" : state === "idle" ? "ok" : ""}`;
    $("link-text").textContent = connected ? w()[state] || state : w().offline;
    $("talk").classList.toggle("on", active);
    $("talk").disabled = state === "off";
    if (Date.now() > heardUntil) heard(w().say(status ? phrase(status) : ""), true);
  }
  function heard(text, soft, forMs) {
    $("heard").textContent = text;
    $("heard").classList.toggle("soft", Boolean(soft));
    if (forMs) heardUntil = Date.now() + forMs;
  }
  function showDownloads(list) {
    const rows = list.map((d) => {
      const row = el("li");
      row.append(el("span", "", `${d.album} · ${w().section(d.section, 0)}`));
      const open = d.state === "running" || d.state === "waiting";
      if (open) {
        const stop = el("button", "danger", w().cancel);
        stop.type = "button";
        stop.setAttribute("aria-label", `${w().cancel}: ${d.album}`);
        stop.addEventListener("click", () => attempt(call("DELETE", `/api/downloads/${encodeURIComponent(d.id)}`)).then(readStatus));
        row.append(stop);
        const bar = el("progress");
        bar.setAttribute("aria-label", d.album);
        if (d.total_bytes > 0) { bar.max = d.total_bytes; bar.value = d.bytes; }
        row.append(bar);
      }
      const share = d.total_bytes > 0 ? ` · ${Math.round(100 * d.bytes / d.total_bytes)} %` : "";
      row.append(el("p", d.state === "failed" ? "bad" : "", [w()[d.state] || d.state, size(d.bytes) + (open ? share : ""), d.reason].filter(Boolean).join(" · ")));
      return row;
    });
    $("downloads").replaceChildren(...(rows.length ? rows : [el("li", "empty", w().noDownloads)]));
  }
  function showParts(s) {
    const rows = ["microphone", "speaker", "recognizer", "voice", "brain"].map((k) => part(!/^(none|off)?$/.test(s[k] || ""), `${w()[k]}: ${s[k] || "–"}`));
    for (const t of s.timers) rows.push(part(true, `${w().timer}: ${t.name || t.kind}, ${clock(t.ends_in_s)}`));
    for (const h of s.health) if (!h.ok) rows.push(part(false, `${w()[h.part] || h.part}: ${h.text}`));
    $("parts").replaceChildren(...rows);
  }
  function part(ok, text) {
    const row = el("li", ok ? "" : "bad");
    row.append(el("span", "dot"), el("span", "", text));
    return row;
  }

  // ---- how it thinks: runs.js ----
  const mind = window.earmarkRuns({ $, el, w, spent, call, attempt, toast, tell });

  // ---- books ----
  const pictures = new Map();
  function picture(box, id) {
    if (!pictures.has(id)) {
      const headers = token ? { Authorization: `Bearer ${token}` } : {};
      pictures.set(id, fetch(`/api/library/cover?album_id=${encodeURIComponent(id)}`, { headers })
        .then((answer) => (answer.ok ? answer.blob() : null)).then((blob) => blob && URL.createObjectURL(blob)).catch(() => null));
    }
    pictures.get(id).then((url) => {
      if (!url || box.dataset.album !== id) return;
      const image = el("img");
      image.alt = "";
      image.src = url;
      box.append(image);
    });
    box.dataset.album = id;
  }
  async function readSources() {
    const out = await call("GET", "/api/library").catch(() => null);
    if (!out) return;
    $("sources").replaceChildren(...out.sources.map((s) => {
      const row = el("li");
      const text = el("div");
      text.append(el("b", "", s.name), el("p", "", [s.where || s.kind, w().books(s.albums), s.away ? w().away : ""].filter(Boolean).join(" · ")));
      row.append(text);
      if (s.added) {
        const drop = el("button", "", w().remove);
        drop.type = "button";
        drop.setAttribute("aria-label", `${w().remove}: ${s.name}`);
        drop.addEventListener("click", async () => {
          if (await attempt(call("DELETE", `/api/library?name=${encodeURIComponent(s.name)}`))) { readSources(); readAlbums($("search").value.trim()); }
        });
        row.append(drop);
      }
      return row;
    }));
  }
  async function addSource() {
    const what = $("add").value.trim();
    if (!what || !await attempt(call("POST", "/api/library", { add: what }))) return;
    $("add").value = "";
    readSources();
    readAlbums("");
  }
  function play(body) { return player("play", body); }
  async function readAlbums(keyword, page = 1) {
    const out = await attempt(call("GET", `/api/albums?keyword=${encodeURIComponent(keyword)}&page=${page}`));
    if (!out) return;
    const more = el("li");
    if (out.page < out.pages) {
      const next = el("button", "", w().moreBooks);
      next.type = "button";
      next.addEventListener("click", () => readAlbums(keyword, out.page + 1));
      more.append(next);
    }
    $("search-note").textContent = [...out.problems, out.albums.length ? "" : w().noBooks].filter(Boolean).join(" ");
    const before = page > 1 ? [...$("albums").children].slice(0, -1) : [];
    $("albums").replaceChildren(...before, ...out.albums.map((a) => {
      const row = el("li");
      const cover = el("span", `mini ${hue(a.title)}`, letter(a.title));
      cover.setAttribute("aria-hidden", "true");
      if (a.cover) picture(cover, a.id);
      const text = el("div");
      text.append(el("b", "", a.title), el("p", "", [a.author, w().sections(a.section_count)].filter(Boolean).join(" · ")));
      const go = el("button", "", w().play);
      go.type = "button";
      go.setAttribute("aria-label", `${w().play}: ${a.title}`);
      go.addEventListener("click", () => play({ album_id: a.id }));
      row.append(cover, text, go);
      return row;
    }), ...(more.children.length ? [more] : []));
  }
  async function readPlaces() {
    const out = await call("GET", "/api/library/recent?limit=6").catch(() => null);
    if (!out) return;
    const rows = out.positions.map((p) => {
      const row = el("li");
      const text = el("div");
      const done = el("progress");
      done.max = Math.max(1, p.duration_s);
      done.value = p.position_s;
      done.setAttribute("aria-label", clock(p.position_s));
      text.append(el("b", "", p.album), el("p", "", `${w().section(p.section, p.sections)} · ${clock(p.position_s)}`), done);
      const go = el("button", "", w().resume);
      go.type = "button";
      go.setAttribute("aria-label", `${w().resume}: ${p.album}`);
      go.addEventListener("click", () => play({ album_id: p.album_id }));
      row.append(text, go);
      return row;
    });
    $("places").replaceChildren(...(rows.length ? rows : [el("li", "empty", w().noPlaces)]));
  }

  // ---- events ----
  const soon = (() => { let timer = 0; return () => { clearTimeout(timer); timer = setTimeout(readStatus, 60); }; })();
  function happened(type, d) {
    if (type === "listen.level") { $("level").value = d.dbfs; return; }
    if (type === "listen.wake") heard("…", false, 20000);
    else if (type === "listen.partial") heard(d.text, false, 20000);
    else if (type === "listen.final") { heard(d.text, false, 8000); tell(d.text); }
    else if (type === "listen.rejected") heard(w()[d.reason] || d.reason, true, 4000);
    else if (type.startsWith("run.")) mind.happened(type, d);
    else if (type === "notice") toast(d.text);
    else if (type === "stream.reset") { mind.forget(); statusTag = ""; readAll(); }
    if (!type.startsWith("listen.partial")) soon();
    if (type === "turn.ended" || type === "player.changed") setTimeout(readPlaces, 300);
  }
  async function follow() {
    if (following) return;
    following = true;
    for (;;) {
      try {
        const headers = { Accept: "text/event-stream" };
        if (token) headers.Authorization = `Bearer ${token}`;
        if (lastEvent) headers["Last-Event-ID"] = lastEvent;
        const answer = await fetch("/api/events?level=true", { headers, cache: "no-store" });
        if (answer.status === 401) { following = false; askToken(); return; }
        if (!answer.ok || !answer.body) throw new Error(String(answer.status));
        connected = true;
        showLink();
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          const blocks = (rest + value).split("\n\n");
          rest = blocks.pop();
          for (const block of blocks) received(block);
        }
      } catch { /* the next round tries again */ }
      connected = false;
      showLink();
      await new Promise((r) => setTimeout(r, 2000));
    }
  }
  function received(block) {
    let data = "";
    for (const line of block.split("\n")) {
      if (line.startsWith("id:")) lastEvent = line.slice(3).trim();
      else if (line.startsWith("data:")) data += line.slice(5).trim();
    }
    if (data) { const event = JSON.parse(data); happened(event.type, event.data); }
  }

  // ---- the hands ----
  function words() {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    for (const node of document.querySelectorAll("[data-t]")) node.textContent = w()[node.dataset.t];
    for (const node of document.querySelectorAll("[data-label]")) {
      const text = w()[node.dataset.label];
      node.setAttribute("aria-label", text);
      if (node.tagName === "BUTTON") node.title = text;
      if (node.id === "ask" || node.id === "search") node.placeholder = text;
    }
    $("lang").textContent = w().language;
    $("lang").setAttribute("aria-label", w().language);
    $("lang").lang = language === "zh" ? "en" : "zh-CN";
    heardUntil = 0;
    showStatus();
    mind.show();
  }
  function readAll() { readStatus(); mind.read(true); readAlbums($("search").value.trim()); readPlaces(); readSources(); }
  const ACTIONS = {
    toggle: () => player(status && (status.state === "playing" || status.state === "buffering") ? "pause" : "resume"),
    previous: () => player("previous"), next: () => player("next"),
    back: () => player("seek", { seconds: -15 }), forward: () => player("seek", { seconds: 30 })
  };
  for (const b of document.querySelectorAll("[data-do]")) b.addEventListener("click", () => ACTIONS[b.dataset.do]());
  $("position").addEventListener("input", () => { dragging = true; $("elapsed").textContent = clock(Number($("position").value)); });
  $("position").addEventListener("change", () => { dragging = false; player("seek", { position: Number($("position").value) }); });
  $("volume").addEventListener("input", () => { $("volume-out").textContent = $("volume").value; });
  $("volume").addEventListener("change", () => player("volume", { level: Number($("volume").value) }));
  $("speed").addEventListener("change", () => player("speed", { rate: Number($("speed").value) }));
  $("sleep").addEventListener("change", () => {
    const v = $("sleep").value;
    $("sleep").blur();
    if (v !== "now") player("sleep", v === "section" ? { sections: 1 } : { minutes: Number(v) });
  });
  $("talk").addEventListener("click", () => attempt(call("POST", "/api/listen", {})).then(soon));
  $("ask-form").addEventListener("submit", (e) => {
    e.preventDefault();
    const text = $("ask").value.trim();
    if (!text) return;
    $("ask").value = "";
    attempt(call("POST", "/api/say?wait=false", { text, aloud: $("aloud").checked })).then((out) => {
      if (!out) return;
      mind.begin(out.id, text);
    });
  });
  $("add-form").addEventListener("submit", (e) => { e.preventDefault(); addSource(); });
  $("search-form").addEventListener("submit", (e) => { e.preventDefault(); readAlbums($("search").value.trim()); });
  $("lang").addEventListener("click", () => { language = language === "zh" ? "en" : "zh"; keep("language", language); words(); readAll(); });
  $("login-form").addEventListener("submit", () => { token = $("token").value.trim(); keep("token", token); readAll(); follow(); });
  $("aloud").checked = recall("aloud") !== "no";
  $("aloud").addEventListener("change", () => keep("aloud", $("aloud").checked ? "yes" : "no"));
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) { e.preventDefault(); $("ask").focus(); }
  });

  words();
  readAll();
  follow();
  setInterval(showPosition, 500);
  setInterval(() => {
    const moving = status && (status.state !== "stopped" || status.downloads.some((d) => d.state === "running") || status.timers.length);
    if (!document.hidden && connected && (moving || performance.now() - statusAt > 10000)) readStatus();
  }, 1500);
})();
