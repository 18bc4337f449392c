// The timeline: a row for each node, with its firings and the time in which it waits. Only what can be seen is drawn.

const rowHeight = 24, widestTick = 64, legibleTick = 30, narrowTick = 7;

class Timeline {
  constructor(events) {
    this.list = $("rows");
    this.cells = $("cells");
    this.axis = $("axis");
    this.inner = h("div", { class: "inner" });
    this.list.append(this.inner);
    this.rows = []; // node numbers
    this.from = 0; // the tick at the left edge
    this.events = events;
    this.list.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("click", (e) => {
      const row = e.target.closest("[data-node]");
      if (row) events.picked(Number(row.dataset.node));
    });
    for (const canvas of [this.cells, this.axis]) canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.cells.addEventListener("click", (e) => {
      const row = Math.floor((e.offsetY + this.list.scrollTop) / rowHeight);
      if (row < this.rows.length) events.picked(this.rows[row]);
      events.went(Math.floor(this.from + e.offsetX / this.tick) + 1);
    });
    this.axis.addEventListener("click", (e) => events.went(Math.floor(this.from + e.offsetX / this.tick) + 1));
    new ResizeObserver(() => this.resize()).observe(this.list);
  }

  wheel(e) {
    e.preventDefault();
    if (e.ctrlKey) {
      const at = this.from + e.offsetX / this.tick;
      this.tick = Math.min(widestTick, Math.max(this.leastTick(), this.tick * Math.exp(-e.deltaY * 0.005)));
      this.from = at - e.offsetX / this.tick;
    } else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      this.from += (e.deltaX || e.deltaY) / this.tick;
    } else {
      this.list.scrollTop += e.deltaY;
    }
    this.draw();
  }

  leastTick() { return Math.min(narrowTick, this.width / Math.max(1, this.run.ticks)); }

  // set shows a run from its beginning on.
  set(run) {
    this.run = run;
    this.tick = 0;
    this.resize();
  }

  filter(rows) {
    this.rows = rows;
    this.inner.style.height = rows.length * rowHeight + "px";
    document.querySelector("main").style.setProperty("--timeline", Math.max(rows.length, 4) * rowHeight + 38 + "px");
    this.draw();
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    for (const canvas of [this.cells, this.axis]) {
      canvas.width = canvas.clientWidth * ratio;
      canvas.height = canvas.clientHeight * ratio;
    }
    this.width = this.cells.clientWidth;
    if (!this.run) return;
    this.tick = Math.max(this.tick || Math.min(widestTick, this.width / Math.max(1, this.run.ticks)), narrowTick);
    this.draw();
  }

  // show follows the run to a place.
  show(place, selected, marks) {
    Object.assign(this, { place, selected, marks });
    const span = this.width / this.tick;
    if (place - 1 < this.from || place > this.from + span) this.from = place - span * 0.6;
    this.draw();
  }

  reveal(n) {
    const row = this.rows.indexOf(n);
    if (row < 0) return;
    const top = row * rowHeight, { scrollTop, clientHeight } = this.list;
    if (top < scrollTop) this.list.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) this.list.scrollTop = top + rowHeight - clientHeight;
  }

  draw() {
    if (this.due || !this.run) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.paint();
    });
  }

  paint() {
    const { run } = this, span = this.width / this.tick;
    this.from = Math.max(0, Math.min(this.from, run.ticks - span));
    const top = this.list.scrollTop, first = Math.floor(top / rowHeight);
    const last = Math.min(this.rows.length, Math.ceil((top + this.list.clientHeight) / rowHeight));
    this.paintNames(first, last);
    const c = this.begin(this.cells);
    const to = Math.min(run.ticks, Math.ceil(this.from + span) + 1);
    if (this.place > 0) {
      c.fillStyle = colours.soft;
      c.fillRect((this.place - 1 - this.from) * this.tick, 0, Math.max(2, this.tick), this.cells.clientHeight);
    }
    for (let row = first; row < last; row++) this.paintRow(c, this.rows[row], row * rowHeight - top, to);
    this.paintAxis(span);
  }

  begin(canvas) {
    const c = canvas.getContext("2d"), ratio = devicePixelRatio || 1;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    return c;
  }

  paintRow(c, n, y, to) {
    const { run, tick } = this, x = (place) => (place - this.from) * tick;
    if (n === this.selected) {
      c.fillStyle = colours.soft;
      c.fillRect(0, y, this.width, rowHeight);
    }
    c.fillStyle = colours.line;
    c.fillRect(0, y + rowHeight - 1, this.width, 1);
    const waits = run.waits[n];
    for (let i = Math.max(0, lowerBound(waits, this.from) & ~1) - 2; i < waits.length; i += 2) {
      if (i < 0) continue;
      if (waits[i] > to) break;
      const until = waits[i + 1] ?? run.ticks + 1;
      c.fillStyle = waits[i + 1] === undefined && run.status === "failed" ? colours.fail : colours.wait;
      c.fillRect(x(waits[i]), y + rowHeight / 2 - 1.5, Math.max(2, (until - waits[i]) * tick), 3);
    }
    const firings = run.ofNode[n], inset = tick > 8 ? 1.5 : tick > 3 ? 0.5 : 0;
    let drawn = -1;
    for (let i = lowerBound(firings, run.starts[Math.max(0, Math.floor(this.from))]); i < firings.length && run.tickOf[firings[i]] < to; i++) {
      const f = firings[i], at = x(run.tickOf[f]), fails = run.ended.has(f);
      if (at - drawn < 1 && !fails) continue; // several to a pixel
      drawn = at;
      c.fillStyle = fails ? colours.fail : this.marks?.hits && !this.marks.hits.has(f) ? colours.faint : colours.accent;
      c.beginPath();
      c.roundRect(at + inset, y + 5, Math.max(1.5, tick - 2 * inset), rowHeight - 11, Math.min(4, tick / 4));
      c.fill();
      if (tick >= legibleTick && !run.bare) this.paintValue(c, f, at + tick / 2, y + rowHeight / 2);
      if (this.marks?.only?.has(f)) {
        c.fillStyle = colours.differs;
        c.fillRect(at + inset, y + rowHeight - 5, Math.max(2, tick - 2 * inset), 3);
      }
    }
  }

  // paintValue writes what a firing returned on its cell.
  paintValue(c, f, x, y) {
    c.font = "11px ui-monospace, Menlo, Consolas, monospace";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillStyle = colours.strong;
    const text = this.run.ended.has(f) ? "failed" : brief(this.run.value(this.run.outputs[f]), Math.floor((this.tick - 8) / 6.8));
    c.fillText(text, x, y);
  }

  paintAxis(span) {
    const c = this.begin(this.axis), { run } = this;
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000].find((s) => s * this.tick >= 46) ?? 100000;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.textAlign = "center";
    for (let t = Math.ceil((this.from + run.first) / step) * step; t < run.first + run.ticks && t - run.first <= this.from + span; t += step) {
      c.fillStyle = t - run.first === this.place - 1 ? colours.text : colours.quiet;
      c.fillText(t, (t - run.first - this.from + 0.5) * this.tick, this.axis.clientHeight / 2);
    }
  }

  // paintNames makes the rows that can be seen, which are all that a reader of the screen needs besides their number.
  paintNames(first, last) {
    const { run, place } = this, state = run.at(place);
    const rows = [];
    for (let row = first; row < last; row++) {
      const n = this.rows[row], standing = standingOf(run, state, place, n);
      const fires = run.timesFired(n, place), name = run.graph.nodes[n].name;
      rows.push(h("div", {
        class: "row " + standing.kind, role: "option", id: "row-" + n, "data-node": n, style: `top:${row * rowHeight}px`, title: name,
        "aria-selected": String(n === this.selected), "aria-setsize": this.rows.length, "aria-posinset": row + 1,
        "aria-label": `${name}, ${standing.words}, fired ${fires === 1 ? "once" : fires + " times"}`,
      }, h("i"), h("span", {}, name), h("b", {}, fires > 0 ? fires : "")));
    }
    this.inner.replaceChildren(...rows);
    if (this.selected !== undefined && this.selected !== null && document.getElementById("row-" + this.selected)) this.list.setAttribute("aria-activedescendant", "row-" + this.selected);
    else this.list.removeAttribute("aria-activedescendant");
  }
}

// standingOf answers where a node stands at a place, as a class and in words.
function standingOf(run, state, place, n) {
  const fired = place > 0 && run.tickOf[run.lastFiring(n, place)] === place - 1;
  const held = state.held[n], slots = run.graph.nodes[n].producers.length;
  const words = [];
  let kind = run.timesFired(n, place) > 0 ? "done" : "fresh";
  if (run.failedLast(n, place)) {
    kind = "failed";
    words.push(fired ? "has just failed" : "has failed");
  } else if (fired) {
    kind = "fired";
    words.push("has just fired");
  }
  if (run.fireableIn(state, n)) {
    if (kind !== "failed" && !fired) kind = "fireable";
    words.push("fires next");
  } else if (run.waitsIn(state, n)) {
    if (!fired) kind = run.stuckAt(place) ? "stuck" : "waiting";
    words.push(`waits with ${held} of ${slots} tokens`);
  }
  return { kind, words: words.join(", ") || (kind === "fresh" ? "has not fired yet" : "is at rest") };
}
