// The page: what is looked at, where it stands, and the keys, buttons and words that go with it.

class Page {
  constructor(doc) {
    this.selected = null; // a name: two runs may have it under different numbers
    this.playing = 0;
    this.theme();
    this.timeline = new Timeline({
      picked: (n) => this.select(this.run.graph.nodes[n].name),
      went: (place) => this.go(this.run.first + place),
    });
    this.controls();
    this.load(doc);
  }

  // load begins with a document.
  load(doc) {
    doc.graphs.forEach(prepare);
    this.all = doc.runs.map((run) => new Run(run, doc));
    this.doc = doc;
    for (const id of ["run", "other"]) {
      $(id).replaceChildren(...(id === "other" ? [h("option", { value: "" }, "nothing")] : []), ...this.all.map((run, i) => h("option", { value: i }, run.name)));
      $(id + "-choice").hidden = this.all.length < 2;
    }
    if (doc.compare) $("other").value = "1";
    this.choose(doc.at ?? undefined);
  }

  // choose takes the runs that are chosen, and shows them at a tick, the end unless it is given.
  choose(tick) {
    const other = $("other").value;
    this.run = this.all[Number($("run").value || 0)];
    this.runs = other === "" || this.all[Number(other)] === this.run ? [this.run] : [this.run, this.all[Number(other)]];
    this.difference = this.runs.length > 1 ? compareRuns(...this.runs) : null;
    const differs = $("divergence");
    differs.hidden = !this.difference;
    if (this.difference) {
      const { tick } = this.difference;
      differs.textContent = tick < 0 ? "No difference" : `First difference: tick ${tick}`;
      differs.disabled = tick < 0;
    }
    this.least = Math.min(...this.runs.map((run) => run.first));
    this.most = Math.max(...this.runs.map((run) => run.first + run.ticks));
    this.draw();
    this.timeline.set(this.run);
    this.search();
    document.body.classList.toggle("still", this.most === this.least);
    Object.assign($("scrubber"), { min: this.least, max: this.most });
    const status = $("status");
    status.className = "pill " + this.run.status;
    status.textContent = this.statusWords();
    $("title").textContent = this.run.name;
    this.tick = undefined;
    this.go(tick ?? this.beginAt(), true);
    for (const drawing of this.drawings) drawing.fit(false);
  }

  // beginAt answers the tick that is shown first: where two runs part, else the end.
  beginAt() { return this.difference?.tick >= 0 ? this.difference.tick + 1 : this.most; }

  statusWords() {
    const { run } = this, words = { failed: "stuck", running: run.ticks ? "can go on" : "not run yet" }[run.status] ?? run.status;
    const failures = run.ended.size ? `, ${counted(run.ended.size, "firing")} failed` : "";
    return run.ticks ? `${words} after ${counted(run.first + run.ticks, "tick")}${failures}` : words;
  }

  draw() {
    this.drawings = this.runs.map((run) => new Drawing(run.graph, { picked: (name) => this.select(name), moved: (drawing) => this.alike(drawing) }));
    this.drawings.forEach((drawing, i) => { drawing.label.textContent = this.runs.length > 1 ? this.runs[i].name : ""; });
    $("stage").replaceChildren(...this.drawings.map((drawing) => drawing.pane), h("div", { class: "zoom" },
      h("button", { type: "button", class: "icon", "aria-label": "Closer", title: "Closer (+)", click: () => this.zoom(1.3) }, "+"),
      h("button", { type: "button", class: "icon", "aria-label": "Further", title: "Further (−)", click: () => this.zoom(1 / 1.3) }, "−"),
      h("button", { type: "button", class: "icon", "aria-label": "The whole graph", title: "The whole graph (0)", click: () => this.fit() },
        svgIcon("M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4"))));
  }

  // alike moves the other drawing of the same graph along.
  alike(moved) {
    for (const drawing of this.drawings) {
      if (drawing === moved || drawing.graph !== moved.graph) continue;
      drawing.scale = moved.scale;
      drawing.pane.dataset.far = moved.pane.dataset.far;
      drawing.move(moved.x, moved.y);
    }
  }

  zoom(factor) {
    for (const drawing of this.drawings) drawing.zoom(factor);
  }

  fit() {
    for (const drawing of this.drawings) drawing.fit();
  }

  placeIn(run) { return Math.max(0, Math.min(run.ticks, this.tick - run.first)); }

  // whereWords answers where a run stands: after which tick.
  whereWords(run) {
    const place = this.placeIn(run);
    if (place > 0) return `Tick ${run.first + place - 1}`;
    return run.first > 0 ? `Before tick ${run.first}` : "Beginning";
  }

  // go shows what is known before a tick, which is what the tick before it has come to.
  go(tick, quiet = false) {
    tick = Math.max(this.least, Math.min(this.most, tick));
    if (tick === this.tick) return;
    this.tick = tick;
    this.show();
    if (quiet) return;
    for (const drawing of this.drawings) drawing.follow();
    if (!this.playing) this.say(this.tickWords());
  }

  show() {
    const { run } = this, place = this.placeIn(run), scrubber = $("scrubber");
    this.runs.forEach((run, i) => {
      const n = run.graph.byName.get(this.selected), place = this.placeIn(run), differs = new Set();
      if (this.difference && place > 0) {
        for (let f = run.starts[place - 1]; f < run.starts[place]; f++) if (this.difference.only[i].has(f)) differs.add(run.nodes[f]);
      }
      this.drawings[i].show(run, place, { selected: n, hits: this.found?.[i]?.of, differs });
    });
    const selected = run.graph.byName.get(this.selected) ?? null;
    this.timeline.show(place, selected, { hits: this.found?.[0]?.firings.size ? this.found[0].firings : null, only: this.difference?.only[0] });
    scrubber.value = this.tick;
    scrubber.setAttribute("aria-valuetext", this.whereWords(run));
    scrubber.style.setProperty("--done", this.most > this.least ? (this.tick - this.least) / (this.most - this.least) : 0);
    $("where").replaceChildren(h("b", {}, this.whereWords(run)), ` of ${this.most > 0 ? this.most - 1 : 0}`);
    for (const id of ["first", "back"]) $(id).disabled = this.tick === this.least;
    for (const id of ["last", "forth"]) $(id).disabled = this.tick === this.most;
    this.detail();
  }

  // detail renews the panel, and keeps the focus on what had it.
  detail() {
    const panel = $("detail"), at = [...panel.querySelectorAll("button")].indexOf(document.activeElement);
    panel.replaceChildren(...detailOf(this));
    if (at >= 0) (panel.querySelectorAll("button")[at] ?? panel).focus();
  }

  select(name) {
    this.selected = name;
    this.show();
    this.runs.forEach((run, i) => {
      const n = run.graph.byName.get(name);
      if (n === undefined) return;
      this.drawings[i].reveal(n);
      if (i === 0) this.timeline.reveal(n);
    });
    $("detail").scrollTop = 0;
    if (name !== null) this.say(this.nodeWords());
  }

  selectNext(by) {
    const { rows } = this.timeline, at = rows.indexOf(this.run.graph.byName.get(this.selected));
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by));
    if (rows.length) this.select(this.run.graph.nodes[rows[next]].name);
  }

  // goFiring goes to the next or previous firing of the selected node.
  goFiring(by) {
    const { run } = this, n = run.graph.byName.get(this.selected);
    if (n === undefined) return this.say("No node is selected.");
    this.goTo(run.ofNode[n].map((f) => run.tickOf[f] + 1), by, this.selected + (by > 0 ? " does not fire again." : " has not fired before."));
  }

  goFailure(by) { this.goTo(this.run.failures, by, by > 0 ? "No firing fails after this." : "No firing has failed before."); }

  // goTo goes to the next or previous one of some ascending places.
  goTo(places, by, none) {
    const place = this.placeIn(this.run), at = lowerBound(places, by > 0 ? place + 1 : place) - (by > 0 ? 0 : 1);
    if (at < 0 || at >= places.length) return this.say(none);
    this.go(this.run.first + places[at]);
  }

  goDifference() {
    if (this.difference && this.difference.tick >= 0) this.go(this.difference.tick + 1);
  }

  play(on = !this.playing) {
    clearTimeout(this.playing);
    this.playing = 0;
    document.body.classList.toggle("playing", on);
    $("play").setAttribute("aria-label", on ? "Pause" : "Play");
    if (!on) return;
    if (this.tick === this.most) this.go(this.least);
    const next = () => {
      this.go(this.tick + 1);
      if (this.tick === this.most) {
        this.play(false);
        this.say(this.tickWords());
      } else {
        this.playing = setTimeout(next, Number($("speed").value));
      }
    };
    this.playing = setTimeout(next, 120);
  }

  search() {
    const query = $("query").value;
    this.found = query.trim() ? this.runs.map((run) => search(run, query)) : null;
    const of = this.found?.[0];
    this.timeline.filter(filtered(this.run, $("filter").value, of));
    $("count").textContent = this.timeline.rows.length === this.run.graph.nodes.length ? counted(this.timeline.rows.length, "node") : `${this.timeline.rows.length} of ${counted(this.run.graph.nodes.length, "node")}`;
    $("found").textContent = of ? `${counted(of.of.size, "node")}${of.firings.size ? ", " + counted(of.firings.size, "firing") : ""}` : "";
  }

  // nextMatch goes on to the next node by name, or firing by value, that matches.
  nextMatch(by) {
    const of = this.found?.[0], { run } = this;
    if (!of) return;
    if (of.of.size === 0) return this.say("Nothing matches.");
    if (of.nodes.size) {
      const nodes = [...of.nodes].sort((a, b) => a - b), at = nodes.indexOf(run.graph.byName.get(this.selected));
      this.select(run.graph.nodes[nodes[at < 0 ? 0 : (at + by + nodes.length) % nodes.length]].name);
      return;
    }
    const firings = [...of.firings], place = this.placeIn(run);
    const next = by > 0 ? firings.find((f) => run.tickOf[f] + 1 > place) ?? firings[0] : firings.findLast((f) => run.tickOf[f] + 1 < place) ?? firings[firings.length - 1];
    this.go(run.first + run.tickOf[next] + 1);
    this.select(run.graph.nodes[run.nodes[next]].name);
  }

  say(words) { $("said").textContent = words; }

  tickWords() {
    const { run } = this, place = this.placeIn(run), state = run.at(place), names = run.graph.nodes;
    const words = [this.whereWords(run) + "."];
    if (place > 0) {
      const fired = range(run.starts[place - 1], run.starts[place]).map((f) => names[run.nodes[f]].name + (run.ended.has(f) ? " failed" : run.bare ? " fired" : " gave " + brief(run.value(run.outputs[f]), 30)));
      words.push(listed(fired, 5) + ".");
    }
    const next = [], waits = [];
    names.forEach((node, n) => {
      if (run.fireableIn(state, n)) next.push(node.name);
      else if (run.waitsIn(state, n)) waits.push(`${node.name} waits for ${listed(lacks(run, state, n), 3)}`);
    });
    if (next.length) words.push(`${listed(next, 5)} ${next.length === 1 ? "fires" : "fire"} next.`);
    if (waits.length) words.push(listed(waits, 3) + ".");
    if (place === run.ticks) words.push("This is the end: " + this.statusWords() + ".");
    return words.join(" ");
  }

  nodeWords() {
    const { run } = this, n = run.graph.byName.get(this.selected);
    if (n === undefined) return "";
    const place = this.placeIn(run), f = run.lastFiring(n, place), { words } = standingOf(run, run.at(place), place, n);
    const output = f < 0 || run.bare ? "" : run.ended.has(f) ? ` Its last firing failed: ${run.ended.get(f).error}.` : ` Its last output is ${brief(run.value(run.outputs[f]))}.`;
    return `${this.selected} ${words}.${output}`;
  }

  theme(chosen) {
    const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
    if (chosen) root.dataset.theme = chosen;
    else if (!root.dataset.theme) dark.addEventListener("change", () => this.theme(root.dataset.theme));
    readColours();
    if (this.timeline?.run) {
      this.timeline.draw();
      this.marks();
      for (const drawing of this.drawings) drawing.drawMap();
    }
  }

  switchTheme() {
    const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    this.theme(dark ? "light" : "dark");
  }

  // marks draws above the scrubber where firings fail and where two runs differ.
  marks() {
    const canvas = $("marks"), ratio = devicePixelRatio || 1, w = canvas.clientWidth, span = this.most - this.least;
    canvas.width = w * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const mark = (tick, colour) => {
      c.fillStyle = colour;
      c.fillRect(8 + (tick - this.least) / span * (w - 16) - 1, 0, 2, canvas.clientHeight);
    };
    if (!span) return;
    for (const place of this.run.failures) mark(this.run.first + place, colours.fail);
    if (this.difference?.tick >= 0) mark(this.difference.tick + 1, colours.differs);
    if (this.run.status === "failed") mark(this.run.first + this.run.ticks, colours.wait);
  }

  controls() {
    const on = (id, event, does) => $(id).addEventListener(event, does);
    on("first", "click", () => this.go(this.least));
    on("back", "click", () => this.go(this.tick - 1));
    on("play", "click", () => this.play());
    on("forth", "click", () => this.go(this.tick + 1));
    on("last", "click", () => this.go(this.most));
    on("scrubber", "input", () => this.go(Number($("scrubber").value)));
    on("run", "change", () => this.choose(this.tick));
    on("other", "change", () => this.choose(this.tick));
    on("divergence", "click", () => this.goDifference());
    on("theme", "click", () => this.switchTheme());
    on("help-open", "click", () => $("help").showModal());
    on("filter", "change", () => { this.search(); this.show(); });
    on("query", "input", () => { this.search(); this.show(); this.say($("found").textContent || "All nodes."); });
    addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => { if (this.run) this.marks(); }).observe($("marks"));
    new ResizeObserver(() => { for (const drawing of this.drawings ?? []) drawing.move(drawing.x, drawing.y); }).observe($("stage"));
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || $("help").open) return;
    const field = e.target.closest?.("input, select, textarea");
    if (field?.id === "query") return this.queryKey(e);
    if (field && !(field.type === "range" && !/^(Arrow|Home|End|Page)/.test(e.key))) return;
    if (e.key === " " && e.target.closest?.("button")) return;
    const does = {
      ArrowRight: () => this.go(this.tick + (e.shiftKey ? 10 : 1)), ArrowLeft: () => this.go(this.tick - (e.shiftKey ? 10 : 1)),
      Home: () => this.go(this.least), End: () => this.go(this.most), " ": () => this.play(),
      ArrowDown: () => this.selectNext(1), ArrowUp: () => this.selectNext(-1),
      n: () => this.goFiring(1), p: () => this.goFiring(-1), e: () => this.goFailure(1), E: () => this.goFailure(-1), d: () => this.goDifference(),
      "/": () => $("query").focus(), "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3), "−": () => this.zoom(1 / 1.3), 0: () => this.fit(),
      c: () => this.runs.forEach((run, i) => this.drawings[i].reveal(run.graph.byName.get(this.selected) ?? 0, true)),
      t: () => this.switchTheme(), "?": () => $("help").showModal(), Escape: () => this.clear(),
    }[e.key];
    if (!does || e.target.closest?.("#detail") && /^(ArrowUp|ArrowDown|Home|End| )$/.test(e.key)) return;
    e.preventDefault();
    does();
  }

  queryKey(e) {
    if (e.key === "Enter") this.nextMatch(e.shiftKey ? -1 : 1);
    else if (e.key === "Escape") this.clear();
    else return;
    e.preventDefault();
  }

  // clear takes back the search, else the selection.
  clear() {
    if ($("query").value) {
      $("query").value = "";
      this.search();
      this.show();
    } else if (this.selected !== null) {
      this.select(null);
    }
    if (document.activeElement === $("query")) $("rows").focus();
  }

  // push takes what came since: {document} for another one, or {run, values, part} for a further part of a run.
  push(update) {
    if (update.document) return this.load(update.document);
    const run = this.all[update.run], atEnd = this.tick === this.most;
    for (const value of update.values) this.doc.values.push(value);
    run.append(update.part);
    if (!this.runs.includes(run)) return;
    this.most = Math.max(...this.runs.map((run) => run.first + run.ticks));
    document.body.classList.toggle("still", this.most === this.least);
    $("scrubber").max = this.most;
    $("status").className = "pill " + this.run.status;
    $("status").textContent = this.statusWords();
    if (this.difference) this.difference = compareRuns(...this.runs);
    this.search();
    this.marks();
    this.timeline.resize();
    if (atEnd) this.go(this.most);
    else this.show();
  }
}

function svgIcon(path) {
  const span = h("span");
  span.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path class="open" d="${path}"/></svg>`;
  return span.firstChild;
}

const page = new Page(JSON.parse($("document").textContent));

// tickflow is what others may use of the page: push adds to what is shown, state tells where it stands, go and select move it.
window.tickflow = {
  push: (update) => page.push(update),
  go: (tick) => page.go(tick),
  select: (name) => page.select(name),
  state: () => stateOf(page),
};

// stateOf answers where the run that is shown stands, by name.
function stateOf(page) {
  const { run, tick, selected } = page, place = page.placeIn(run), state = run.at(place), names = run.graph.nodes.map((node) => node.name);
  const those = (has) => names.filter((_, n) => has(n));
  return {
    tick, selected, status: run.status,
    slots: [...state.tokens.keys()].filter((slot) => state.tokens[slot]).map((slot) => [names[run.graph.consumer[slot]], names[run.graph.producer[slot]]]),
    armed: those((n) => state.armed[n] === 1), fireable: those((n) => run.fireableIn(state, n)), waiting: those((n) => run.waitsIn(state, n)),
    firings: place === 0 ? [] : range(run.starts[place - 1], run.starts[place]).map((f) => ({
      node: names[run.nodes[f]], status: run.statusOf(f), error: run.ended.get(f)?.error ?? null, output: run.value(run.outputs[f]), state: run.value(run.states[f]),
      inputs: Object.fromEntries(run.inputsOf(f).filter((input) => input.value >= 0).map((input) => [input.name, run.value(input.value)])),
      edges: run.writesOf(f).map(({ edge, value }) => [names[run.graph.edges[edge].to], run.graph.edges[edge].guard ?? null, value]),
    })),
  };
}
