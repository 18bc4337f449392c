// The drawing of a graph, on which the marking of a run is shown. It is moved and scaled as a whole.

const closest = 3, margin = 28, readable = 0.55;

class Drawing {
  constructor(graph, events) {
    this.graph = graph;
    this.world = h("div", { class: "world" });
    this.world.innerHTML = graph.svg; // written by render, which escapes all names
    this.map = h("canvas", { class: "map", "aria-hidden": "true" });
    this.label = h("div", { class: "pane-name" });
    this.pane = h("div", { class: "pane", tabindex: "0", role: "group", "aria-label": "Drawing; arrow keys move it" }, this.world, this.map, this.label);
    const svg = this.world.querySelector("svg");
    this.width = svg.width.baseVal.value;
    this.height = svg.height.baseVal.value;
    svg.querySelector(".canvas").remove();
    this.nodeElements = [...svg.querySelectorAll(".node")];
    this.edgeElements = [...svg.querySelectorAll(".edge")];
    this.slotElements = [];
    for (const circle of svg.querySelectorAll("[data-slot]")) this.slotElements[circle.dataset.slot] = circle;
    this.shown = { nodes: this.nodeElements.map(classOf), edges: this.edgeElements.map(classOf), slots: this.slotElements.map(() => "slot") };
    this.plain = { nodes: [...this.shown.nodes], edges: [...this.shown.edges] };
    this.captions = this.nodeElements.map((element) => element.querySelector(".body"));
    this.bodies = this.captions.map((caption) => caption?.textContent);
    this.numbers = new Map(this.nodeElements.map((element, n) => [element, n]));
    this.active = [];
    this.x = this.y = 0;
    this.scale = 1;
    this.listen(events);
  }

  listen(events) {
    let drag = null;
    this.pane.addEventListener("pointerdown", (e) => {
      if (e.button === 0) drag = { x: e.clientX, y: e.clientY, moved: false, node: e.target.closest?.(".node") };
    });
    this.pane.addEventListener("pointermove", (e) => {
      if (!drag) return;
      const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      if (!drag.moved) this.pane.setPointerCapture(e.pointerId);
      Object.assign(drag, { x: e.clientX, y: e.clientY, moved: true });
      this.move(this.x + dx, this.y + dy);
      events.moved(this);
    });
    this.pane.addEventListener("pointerup", () => {
      if (drag && !drag.moved) events.picked(drag.node ? this.graph.nodes[this.numbers.get(drag.node)].name : null);
      drag = null;
    });
    this.pane.addEventListener("pointercancel", () => { drag = null; });
    this.pane.addEventListener("wheel", (e) => {
      e.preventDefault();
      const box = this.pane.getBoundingClientRect();
      this.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX - box.left, e.clientY - box.top);
      events.moved(this);
    }, { passive: false });
    this.pane.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[e.key];
      if (!step || e.ctrlKey || e.metaKey || e.altKey || !e.target.matches(".pane")) return;
      e.preventDefault();
      e.stopPropagation();
      this.move(this.x + step[0], this.y + step[1]);
      events.moved(this);
    });
    this.map.addEventListener("pointerdown", (e) => {
      e.stopPropagation();
      const to = (e) => {
        const box = this.map.getBoundingClientRect(), k = this.width / box.width;
        this.center((e.clientX - box.left) * k, (e.clientY - box.top) * k);
        events.moved(this);
      };
      to(e);
      this.map.setPointerCapture(e.pointerId);
      this.map.onpointermove = to;
      this.map.onpointerup = () => { this.map.onpointermove = null; };
    });
  }

  // show marks where the run stands at a place, and what it has just done.
  show(run, place, options) {
    const { graph } = this, state = run.at(place), stuck = run.stuckAt(place);
    const fired = new Map();
    if (place > 0) for (let f = run.starts[place - 1]; f < run.starts[place]; f++) fired.set(run.nodes[f], f);
    this.active = [];
    for (let n = 0; n < graph.nodes.length; n++) {
      let mark = "";
      if (fired.has(n)) mark += " fired";
      if (run.fireableIn(state, n)) mark += run.status === "aborted" && place === run.ticks ? "" : " fireable";
      else if (run.waitsIn(state, n)) mark += stuck ? " waiting stuck" : " waiting";
      if (run.failedLast(n, place)) mark += " failed";
      if (run.timesFired(n, place) === 0) mark += " fresh";
      if (options.selected === n) mark += " selected";
      if (options.hits && !options.hits.has(n)) mark += " dim";
      if (options.differs?.has(n)) mark += " differs";
      if (mark.includes(" fire")) this.active.push(n);
      this.mark("nodes", n, this.plain.nodes[n] + mark);
      this.caption(n, fired.has(n) && !run.bare && !run.ended.has(fired.get(n)) ? run.value(run.outputs[fired.get(n)]) : undefined);
    }
    for (let slot = 0; slot < this.slotElements.length; slot++) {
      const consumer = graph.consumer[slot];
      const lacks = !state.tokens[slot] && run.waitsIn(state, consumer);
      this.mark("slots", slot, state.tokens[slot] ? "slot token" : lacks ? stuck ? "slot lack stuck" : "slot lack" : "slot");
    }
    const wrote = new Map();
    for (const f of fired.values()) for (const { edge, value } of run.writesOf(f)) wrote.set(edge, value);
    for (let e = 0; e < this.edgeElements.length; e++) {
      const value = wrote.get(e), edge = graph.edges[e];
      let mark = value === undefined ? "" : value ? " yes" : " no";
      if (options.hits && !(options.hits.has(edge.from) && options.hits.has(edge.to))) mark += " dim";
      this.mark("edges", e, this.plain.edges[e] + mark);
    }
    this.drawMap();
  }

  mark(kind, i, classes) {
    if (this.shown[kind][i] === classes) return;
    this.shown[kind][i] = classes;
    this[kind.slice(0, -1) + "Elements"][i]?.setAttribute("class", classes);
  }

  // caption shows what a node has just returned, in place of its body's name.
  caption(n, value) {
    if (!this.captions[n]) return;
    const text = value === undefined ? this.bodies[n] : "→ " + brief(value, Math.max(4, Math.floor(this.graph.nodes[n].box[2] / 7) - 3));
    if (this.captions[n].textContent !== text) this.captions[n].textContent = text;
  }

  move(x, y) {
    const w = this.pane.clientWidth, ht = this.pane.clientHeight, k = this.scale;
    this.x = Math.min(w - 60, Math.max(60 - this.width * k, x));
    this.y = Math.min(ht - 60, Math.max(60 - this.height * k, y));
    this.world.style.transform = `translate(${Math.round(this.x)}px,${Math.round(this.y)}px) scale(${k})`;
    this.drawMap();
  }

  zoom(factor, x = this.pane.clientWidth / 2, y = this.pane.clientHeight / 2) {
    const scale = Math.min(closest, Math.max(this.smallest(), this.scale * factor)), by = scale / this.scale;
    this.scale = scale;
    this.pane.dataset.far = scale < 0.24 ? 2 : scale < 0.5 ? 1 : 0;
    this.move(x - (x - this.x) * by, y - (y - this.y) * by);
  }

  smallest() { return Math.min(0.4, this.fitting() * 0.8); }

  fitting() { return Math.min((this.pane.clientWidth - 2 * margin) / this.width, (this.pane.clientHeight - 2 * margin) / this.height); }

  // fit shows the whole graph; the first time only if its names can be read then, else where something happens.
  fit(whole = true) {
    const k = this.fitting();
    this.scale = 1;
    if (whole || k >= readable) {
      this.zoom(Math.min(k, 1.4));
      this.move((this.pane.clientWidth - this.width * this.scale) / 2, (this.pane.clientHeight - this.height * this.scale) / 2);
      return;
    }
    this.zoom(0.8);
    this.follow(true);
  }

  // follow brings what happens into sight, unless it is.
  follow(always = false) {
    const inSight = this.active.some((n) => this.sees(n));
    if (this.active.length && (always || !inSight)) this.reveal(this.active[0], true);
    else if (always) this.reveal(0, true);
  }

  sees(n) {
    const [x, y, w, ht] = this.graph.nodes[n].box, k = this.scale;
    return this.x + x * k >= 0 && this.y + y * k >= 0 && this.x + (x + w) * k <= this.pane.clientWidth && this.y + (y + ht) * k <= this.pane.clientHeight;
  }

  reveal(n, always = false) {
    if (!always && this.sees(n)) return;
    const [x, y, w, ht] = this.graph.nodes[n].box;
    this.center(x + w / 2, y + ht / 2);
  }

  // center moves a point to the middle, but shows no emptiness beside a graph that is larger than the pane.
  center(x, y) {
    const place = (at, size, room) => {
      const whole = size * this.scale;
      if (whole + 2 * margin <= room) return (room - whole) / 2;
      return Math.min(margin, Math.max(room - whole - margin, room / 2 - at * this.scale));
    };
    this.move(place(x, this.width, this.pane.clientWidth), place(y, this.height, this.pane.clientHeight));
  }

  // drawMap draws the small map of a graph of which only a part can be seen.
  drawMap() {
    const fits = this.fitting() >= this.scale * 0.97;
    this.map.hidden = fits;
    if (fits || this.mapDue) return;
    this.mapDue = true;
    requestAnimationFrame(() => {
      this.mapDue = false;
      this.paintMap();
    });
  }

  paintMap() {
    const k = Math.min(180 / this.width, 130 / this.height), ratio = devicePixelRatio || 1;
    const w = Math.max(24, Math.round(this.width * k)), ht = Math.max(24, Math.round(this.height * k));
    if (this.map.width !== w * ratio || this.map.height !== ht * ratio) {
      this.map.width = w * ratio;
      this.map.height = ht * ratio;
      this.map.style.width = w + "px";
      this.map.style.height = ht + "px";
    }
    const c = this.map.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, w, ht);
    this.graph.nodes.forEach(({ box }, n) => {
      const mark = this.shown.nodes[n];
      c.fillStyle = mark.includes(" dim") ? colours.faint : mark.includes(" failed") || mark.includes(" stuck") ? colours.fail
        : mark.includes(" fire") ? colours.accent : mark.includes(" waiting") ? colours.wait : colours.map;
      const grown = c.fillStyle === colours.map ? 0 : 1;
      c.fillRect(box[0] * k - grown, box[1] * k - grown, Math.max(2, box[2] * k) + 2 * grown, Math.max(1.5, box[3] * k) + 2 * grown);
    });
    c.strokeStyle = colours.text;
    c.strokeRect(-this.x / this.scale * k + 0.5, -this.y / this.scale * k + 0.5, this.pane.clientWidth / this.scale * k - 1, this.pane.clientHeight / this.scale * k - 1);
  }
}

function classOf(element) { return element.getAttribute("class"); }

// colours are those of the style, for what is drawn on canvases.
const colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["text", "quiet", "faint", "line", "accent", "wait", "fail", "map", "differs", "surface", "soft", "strong"]) colours[name] = style.getPropertyValue("--" + name).trim();
}
