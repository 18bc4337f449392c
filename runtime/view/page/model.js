// The model: what the document says, and where the run stands after any number of ticks. Nodes, slots, edges, firings go
// by number. A place is how many ticks have been run: 0 is the beginning.

// prepare adds to a graph of the document what the page looks up all the time.
function prepare(graph) {
  graph.firstSlot = [];
  graph.consumer = [];
  graph.producer = [];
  graph.byName = new Map();
  graph.out = graph.nodes.map(() => []);
  graph.nodes.forEach((node, n) => {
    graph.byName.set(node.name, n);
    graph.firstSlot.push(graph.consumer.length);
    for (const p of node.producers) {
      graph.consumer.push(n);
      graph.producer.push(p);
    }
  });
  graph.edges.forEach((edge, e) => graph.out[edge.from].push(e));
  return graph;
}

const keyframeEvery = 128;

class Run {
  constructor(data, doc) {
    this.doc = doc;
    this.name = data.name;
    this.number = data.graph;
    this.graph = doc.graphs[data.graph];
    this.first = data.first;
    this.args = data.args;
    this.bare = data.bare; // values mean nothing
    this.notes = data.notes;
    this.findings = data.findings;
    this.before = new Map(data.before.map((b) => [b.node, b]));
    this.starts = [0]; // by tick: the number of its first firing; one more for the tick to come
    this.nodes = [];
    this.outputs = [];
    this.states = [];
    this.inputAt = []; // by firing: where its inputs begin
    this.inputs = [];
    this.writeAt = [];
    this.writes = "";
    this.tickOf = []; // by firing: how many ticks had been run before it
    this.ended = new Map(); // by firing: how it failed
    this.times = new Map();
    this.told = [];
    this.ofNode = this.graph.nodes.map(() => []); // by node: its firings
    this.failures = []; // the places after ticks in which a firing failed
    this.waits = this.graph.nodes.map(() => []); // by node: the places from and before which it waits, in turns
    const state = { tokens: new Uint8Array(this.graph.consumer.length), held: new Int32Array(this.graph.nodes.length), armed: new Uint8Array(this.graph.nodes.length) };
    for (const n of data.armed) state.armed[n] = 1;
    for (const slot of data.tokens) {
      state.tokens[slot] = 1;
      state.held[this.graph.consumer[slot]]++;
    }
    this.end = state;
    this.keyframes = [copyState(state)];
    this.here = copyState(state);
    this.place = 0;
    this.graph.nodes.forEach((_, n) => this.noteWait(n, 0));
    this.append(data);
  }

  get ticks() { return this.starts.length - 1; }

  // append makes a further part of the run known, such as the document has: all of it, or what came since.
  append(part) {
    const firstFiring = this.nodes.length;
    let writeAt = this.writes.length;
    this.writes += part.writes;
    let next = 0, inputAt = this.inputs.length;
    for (const input of part.inputs) this.inputs.push(input);
    for (const end of part.ended) this.ended.set(firstFiring + end.firing, end);
    for (const [tick, time] of part.times) this.times.set(tick, time);
    for (const lines of part.told) this.told.push(lines);
    for (const count of part.ticks) {
      const tick = this.ticks;
      for (let i = 0; i < count; i++, next++) {
        const n = part.nodes[next], f = this.nodes.length;
        this.nodes.push(n);
        this.outputs.push(part.outputs[next]);
        this.states.push(part.states[next]);
        this.inputAt.push(inputAt);
        this.writeAt.push(writeAt);
        this.tickOf.push(tick);
        this.ofNode[n].push(f);
        inputAt += this.graph.nodes[n].inputs.length;
        writeAt += this.graph.out[n].length;
        if (this.ended.has(f) && this.failures[this.failures.length - 1] !== tick + 1) this.failures.push(tick + 1);
      }
      this.starts.push(this.nodes.length);
      this.apply(this.end, tick, (n) => this.noteWait(n, tick + 1));
      if (this.ticks % keyframeEvery === 0) this.keyframes.push(copyState(this.end));
    }
    this.status = part.status;
    this.reason = part.reason;
    this.waiting = part.waiting;
  }

  // apply runs a tick: its nodes take all their tokens, then each writes to the slots of its out-edges.
  apply(state, tick, touched) {
    const { graph } = this, from = this.starts[tick], to = this.starts[tick + 1];
    for (let f = from; f < to; f++) {
      const n = this.nodes[f];
      state.armed[n] = 0;
      if (state.held[n] > 0) {
        const first = graph.firstSlot[n];
        state.tokens.fill(0, first, first + graph.nodes[n].producers.length);
        state.held[n] = 0;
        if (touched) touched(n);
      }
    }
    for (let f = from; f < to; f++) {
      let at = this.writeAt[f];
      for (const e of graph.out[this.nodes[f]]) {
        const { slot, to: consumer } = graph.edges[e], value = this.writes.charCodeAt(at++) - 48;
        if (state.tokens[slot] === value) continue;
        state.tokens[slot] = value;
        state.held[consumer] += value ? 1 : -1;
        if (touched) touched(consumer);
      }
    }
  }

  // noteWait keeps since when, and until when, a join has held some of its tokens.
  noteWait(n, place) {
    const spans = this.waits[n], open = spans.length % 2 === 1, waits = this.waitsIn(this.end, n);
    if (waits && !open) {
      if (spans.length && spans[spans.length - 1] === place) spans.pop();
      else spans.push(place);
    } else if (!waits && open) {
      if (spans[spans.length - 1] === place) spans.pop();
      else spans.push(place);
    }
  }

  waitsIn(state, n) {
    const node = this.graph.nodes[n];
    return !node.or && state.held[n] > 0 && state.held[n] < node.producers.length && !state.armed[n];
  }

  fireableIn(state, n) {
    const node = this.graph.nodes[n], held = state.held[n];
    return state.armed[n] === 1 || held > 0 && (node.or || held === node.producers.length);
  }

  // at answers the marking at a place. It is the run's own and changes with the next call.
  at(place) {
    const { here } = this;
    if (place < this.place || place - this.place > keyframeEvery) {
      const k = Math.floor(place / keyframeEvery), from = this.keyframes[k];
      here.tokens.set(from.tokens);
      here.held.set(from.held);
      here.armed.set(from.armed);
      this.place = k * keyframeEvery;
    }
    while (this.place < place) this.apply(here, this.place++);
    return here;
  }

  // countBefore answers how many firings of a node lie before a place.
  countBefore(n, place) { return lowerBound(this.ofNode[n], this.starts[place]); }

  // lastFiring answers the last firing of a node before a place, or -1.
  lastFiring(n, place) {
    const count = this.countBefore(n, place);
    return count > 0 ? this.ofNode[n][count - 1] : -1;
  }

  // timesFired answers how often a node has fired before a place, and before all that is shown.
  timesFired(n, place) { return this.countBefore(n, place) + (this.before.get(n)?.count ?? 0); }

  statusOf(f) { return this.ended.get(f)?.status ?? "ok"; }
  tickNumber(f) { return this.first + this.tickOf[f]; }
  value(number) { return this.doc.values[number]; }

  // failedLast tells whether the last firing of a node before a place failed.
  failedLast(n, place) {
    const f = this.lastFiring(n, place);
    if (f >= 0) return this.ended.has(f);
    const before = this.before.get(n);
    return before !== undefined && before.status !== "ok";
  }

  // inputsOf answers the inputs of a firing: {name, value: a number, or -1 if it is missing}.
  inputsOf(f) {
    return this.graph.nodes[this.nodes[f]].inputs.map(([producer, k], i) => ({
      name: this.graph.nodes[producer].name + (k > 0 ? `[${k}]` : ""), value: this.inputs[this.inputAt[f] + i],
    }));
  }

  // writesOf answers what a firing wrote: {edge: a number, value}.
  writesOf(f) {
    return this.graph.out[this.nodes[f]].map((edge, i) => ({ edge, value: this.writes[this.writeAt[f] + i] === "1" }));
  }

  // stuckAt tells whether the run ended stuck and the place is its end.
  stuckAt(place) { return this.status === "failed" && place === this.ticks; }
}

function copyState(state) {
  return { tokens: state.tokens.slice(), held: state.held.slice(), armed: state.armed.slice() };
}

// lowerBound answers how many of some ascending numbers are smaller than one.
function lowerBound(numbers, than) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < than) low = middle + 1;
    else high = middle;
  }
  return low;
}
