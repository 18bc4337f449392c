// Two runs beside each other: which firings only one of them has, and where that begins.

// signature answers what a firing came to, in a form that can be compared between runs.
function signature(run, f) {
  const names = run.graph.nodes, end = run.ended.get(f);
  return JSON.stringify([
    names[run.nodes[f]].name, run.outputs[f], run.states[f], end ? [end.status, end.error] : 0,
    run.inputsOf(f).map((input) => [input.name, input.value]),
    run.writesOf(f).map(({ edge, value }) => [names[run.graph.edges[edge].to].name, run.graph.edges[edge].guard ?? "", value]),
  ]);
}

// compareRuns answers {tick: the first in which the runs differ, or -1, only: for each run the set of its firings that the
// other one does not have in the same tick}.
function compareRuns(a, b) {
  const result = { tick: -1, only: [new Set(), new Set()] };
  const last = Math.max(a.first + a.ticks, b.first + b.ticks);
  for (let tick = Math.min(a.first, b.first); tick < last; tick++) {
    const sides = [a, b].map((run) => firingsIn(run, tick));
    const signatures = sides.map((firings, i) => new Set(firings.map((f) => signature(i ? b : a, f))));
    sides.forEach((firings, i) => {
      for (const f of firings) {
        if (signatures[1 - i].has(signature(i ? b : a, f))) continue;
        result.only[i].add(f);
        if (result.tick < 0) result.tick = tick;
      }
    });
  }
  return result;
}

function firingsIn(run, tick) {
  const t = tick - run.first;
  if (t < 0 || t >= run.ticks) return [];
  return range(run.starts[t], run.starts[t + 1]);
}

function range(from, to) {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
