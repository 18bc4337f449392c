// The panel that tells about the tick and, when one is selected, about a node.

const mostLines = 60;

// detailOf answers what the panel holds: app is the page.
function detailOf(app) {
  return app.selected === null ? tickCards(app) : nodeCards(app);
}

function tickCards(app) {
  return app.runs.flatMap((run, i) => {
    const place = app.placeIn(run);
    const parts = [app.runs.length > 1 ? h("p", { class: "run-name" }, run.name) : null, h("h2", {}, app.whereWords(run))];
    if (place === 0) parts.push(beginning(run));
    else parts.push(...happened(app, run, i, place));
    parts.push(next(app, run, place), waitingList(app, run, place));
    if (place === run.ticks) parts.push(ending(run));
    parts.push(...run.notes.map((note) => h("ul", { class: "note" }, note.replaceAll("`", "").split("\n").map((line) => h("li", {}, line)))), findingsList(app, run));
    return h("section", { class: "card" }, ...parts.filter(Boolean));
  });
}

function beginning(run) {
  const known = [];
  if (run.ticks === 0 && run.before.size === 0) known.push(h("p", { class: "quiet-text" }, "Nothing has fired."));
  if (run.value(run.args) !== null) known.push(h("h3", {}, "Input of the run"), full(run.value(run.args)));
  return h("div", {}, ...known);
}

function happened(app, run, i, place) {
  const firings = range(run.starts[place - 1], run.starts[place]);
  const told = run.told[place - 1];
  const time = run.times.get(run.first + place - 1);
  return [
    time ? h("p", { class: "quiet-text" }, new Date(time).toISOString().replace("T", " ").replace("Z", " UTC")) : null,
    told?.length ? h("ul", { class: "told" }, told.map((line) => h("li", {}, line.replaceAll("`", "")))) : null,
    h("h3", {}, `Fired (${firings.length})`),
    h("ul", { class: "firings" }, firings.slice(0, mostLines).map((f) => firingLine(app, run, i, f)),
      firings.length > mostLines ? h("li", { class: "quiet-text" }, `and ${firings.length - mostLines} more`) : null),
  ];
}

function firingLine(app, run, i, f) {
  const end = run.ended.get(f), name = run.graph.nodes[run.nodes[f]].name;
  return h("li", {}, h("button", { type: "button", class: end ? "line fails" : "line", click: () => app.select(name) },
    h("b", {}, name), h("span", { class: "brief" }, end ? end.error || end.status : run.bare ? "" : brief(run.value(run.outputs[f]), 48)),
    app.difference?.only[i].has(f) ? h("i", { class: "chip differs" }, "differs") : null));
}

function next(app, run, place) {
  const state = run.at(place), nodes = [];
  run.graph.nodes.forEach((node, n) => { if (run.fireableIn(state, n)) nodes.push(node.name); });
  if (!nodes.length) return null;
  return h("div", {}, h("h3", {}, place === run.ticks ? "Could fire next" : "Fires next"), nameButtons(app, nodes));
}

function nameButtons(app, names) {
  return h("p", { class: "names" }, names.slice(0, 24).map((name) => h("button", { type: "button", class: "name", click: () => app.select(name) }, name)),
    names.length > 24 ? h("span", { class: "quiet-text" }, ` and ${names.length - 24} more`) : null);
}

function waitingList(app, run, place) {
  const state = run.at(place), lines = [];
  run.graph.nodes.forEach((node, n) => {
    if (!run.waitsIn(state, n)) return;
    lines.push(h("li", {}, h("button", { type: "button", class: "line waits", click: () => app.select(node.name) },
      h("b", {}, node.name), h("span", { class: "brief" }, "for " + listed(lacks(run, state, n))))));
  });
  if (!lines.length) return null;
  const stuck = run.stuckAt(place);
  return h("div", { class: stuck ? "stuck-list" : "" }, h("h3", {}, stuck ? "Waits for ever" : "Waits"), h("ul", { class: "firings" }, lines.slice(0, mostLines)));
}

function lacks(run, state, n) {
  return run.graph.nodes[n].producers.filter((_, i) => !state.tokens[run.graph.firstSlot[n] + i]).map((p) => run.graph.nodes[p].name);
}

function ending(run) {
  const words = { idle: "The run has come to rest.", running: "The run could go on from here.", failed: "The run is stuck: nothing can fire any more, and a join still holds a token.", aborted: "The run was aborted.", cancelled: "The run was cancelled." };
  if (run.ticks === 0 && run.status === "running") return null;
  return h("p", { class: "end " + run.status }, words[run.status] ?? run.status, run.reason && run.status !== "failed" ? " " + run.reason : null);
}

function findingsList(app, run) {
  if (!run.findings.length) return null;
  return h("div", {}, h("h3", {}, `Findings (${run.findings.length})`), h("ul", { class: "findings" }, run.findings.slice(0, mostLines).map((finding) => findingLine(app, run, finding))));
}

function findingLine(app, run, finding) {
  const text = h("span", {}, finding.msg.replaceAll("`", ""), " ", h("code", {}, finding.code));
  return h("li", { class: finding.severity }, finding.node === null ? text
    : h("button", { type: "button", class: "line", click: () => app.select(run.graph.nodes[finding.node].name) }, text));
}

function nodeCards(app) {
  const cards = app.runs.map((run, i) => {
    const n = run.graph.byName.get(app.selected);
    if (n === undefined) return h("section", { class: "card" }, h("p", { class: "run-name" }, run.name), h("p", { class: "quiet-text" }, `This run's graph has no node ${app.selected}.`));
    return h("section", { class: "card" }, app.runs.length > 1 ? h("p", { class: "run-name" }, run.name) : null, ...nodeCard(app, run, i, n));
  });
  const back = h("button", { type: "button", class: "quiet back", click: () => app.select(null) }, "← " + app.whereWords(app.run));
  return [back, ...cards];
}

function nodeCard(app, run, i, n) {
  const node = run.graph.nodes[n], place = app.placeIn(run), state = run.at(place), f = run.lastFiring(n, place);
  const chips = [];
  if (node.start) chips.push("start");
  if (node.producers.length > 1) chips.push(node.or ? `any of ${node.producers.length}` : `all of ${node.producers.length}`);
  if (node.body) chips.push("body " + node.body);
  const standing = standingOf(run, state, place, n);
  return [
    h("h2", {}, node.name),
    h("p", { class: "chips" }, chips.map((chip) => h("i", { class: "chip" }, chip)), h("i", { class: "chip standing " + standing.kind }, standing.words)),
    tokensOf(app, run, state, n),
    waitingReasons(run, place, node.name),
    ...(f >= 0 ? firingParts(app, run, i, n, f, place) : beforeParts(run, n)),
    ...run.findings.filter((finding) => finding.node === n).map((finding) => h("p", { class: "note " + finding.severity }, finding.msg.replaceAll("`", ""))),
    walk(app, run, n, f),
  ].filter(Boolean);
}

// tokensOf tells which tokens a node holds, and which it lacks.
function tokensOf(app, run, state, n) {
  const node = run.graph.nodes[n];
  if (!node.producers.length) return null;
  return h("ul", { class: "tokens", "aria-label": "Tokens" }, node.producers.slice(0, mostLines).map((p, i) => {
    const has = state.tokens[run.graph.firstSlot[n] + i] === 1, name = run.graph.nodes[p].name;
    return h("li", { class: has ? "has" : run.waitsIn(state, n) ? "lacks" : "" }, h("i"), h("button", { type: "button", class: "name", click: () => app.select(name) }, name),
      h("span", { class: "unseen" }, has ? ": a token" : ": no token"));
  }));
}

function waitingReasons(run, place, name) {
  const waiting = place === run.ticks && run.waiting.find((w) => w.node === name);
  if (!waiting || !waiting.reasons.length) return null;
  return h("div", { class: "stuck-list" }, h("h3", {}, "Why it waits"), h("ul", { class: "told" }, waiting.reasons.map((reason) => h("li", {}, reason.replaceAll("`", "")))));
}

function firingParts(app, run, i, n, f, place) {
  const end = run.ended.get(f), state = run.value(run.states[f]), inputs = run.inputsOf(f), writes = run.writesOf(f);
  const all = run.ofNode[n].length + (run.before.get(n)?.count ?? 0), tick = run.tickNumber(f);
  const now = run.tickOf[f] === place - 1;
  return [
    h("h3", { class: "firing" }, now ? `Fired in this tick, ${tick}` : `Last fired in tick ${tick}`, h("small", {}, `${ordinal(run.timesFired(n, place))} of ${all}`),
      app.difference?.only[i].has(f) ? h("i", { class: "chip differs" }, "differs") : null),
    end ? h("p", { class: "error" }, h("b", {}, end.status === "aborted" ? "Aborted the run: " : "Failed: "), end.error) : null,
    inputs.length && !run.bare ? h("dl", {}, inputs.flatMap((input) => [h("dt", {}, input.name), h("dd", {}, input.value < 0 ? h("em", {}, "missing") : full(run.value(input.value)))])) : null,
    end || run.bare ? null : h("h4", {}, "Output"),
    end || run.bare ? null : full(run.value(run.outputs[f])),
    Object.keys(state).length ? h("h4", {}, "State") : null,
    Object.keys(state).length ? full(state) : null,
    writes.length ? h("h4", {}, "Edges") : null,
    writes.length ? h("ul", { class: "edges" }, writes.slice(0, mostLines).map(({ edge, value }) => {
      const { to, guard } = run.graph.edges[edge], name = run.graph.nodes[to].name;
      return h("li", { class: value ? "yes" : "no" }, h("i"), h("button", { type: "button", class: "name", click: () => app.select(name) }, name),
        h("span", {}, guard ? `${guard} is ${value}` : value ? "token" : "no token"));
    })) : null,
  ];
}

function beforeParts(run, n) {
  const before = run.before.get(n);
  if (!before) return [h("p", { class: "quiet-text" }, run.ofNode[n].length ? `Fires first in tick ${run.tickNumber(run.ofNode[n][0])}.` : "Never fires in what is shown.")];
  return [
    h("h3", { class: "firing" }, `Fired ${counted(before.count, "time")} before what is shown`), h("h4", {}, "Output"), full(run.value(before.output)),
    ...(Object.keys(run.value(before.state)).length ? [h("h4", {}, "State"), full(run.value(before.state))] : []),
  ];
}

// walk answers the buttons that lead to the other firings of a node.
function walk(app, run, n, f) {
  if (run !== app.run || run.ofNode[n].length === 0) return null;
  return h("p", { class: "walk" },
    h("button", { type: "button", class: "quiet", click: () => app.goFiring(-1) }, "‹ Previous firing"),
    h("button", { type: "button", class: "quiet", click: () => app.goFiring(1) }, "Next firing ›"));
}
