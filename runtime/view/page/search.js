// Search: nodes by name, body and guards, firings by what is in their output, state and error.

// search answers {nodes: the numbers of nodes that match by themselves, firings: those whose values match, of: the nodes of
// both}; null for a query that asks nothing.
function search(run, query) {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return null;
  const has = (text) => text !== undefined && text.toLowerCase().includes(wanted);
  const nodes = new Set();
  run.graph.nodes.forEach((node, n) => {
    if (has(node.name) || has(node.body) || run.graph.out[n].some((e) => has(run.graph.edges[e].guard))) nodes.add(n);
  });
  const values = run.doc.values.map((value) => has(JSON.stringify(value))), firings = new Set(), of = new Set(nodes);
  for (let f = 0; f < run.nodes.length; f++) {
    if (!values[run.outputs[f]] && !values[run.states[f]] && !has(run.ended.get(f)?.error)) continue;
    firings.add(f);
    of.add(run.nodes[f]);
  }
  return { nodes, firings, of };
}

// filtered answers the nodes that a filter of the timeline shows.
function filtered(run, filter, found) {
  const shows = {
    all: () => true,
    fired: (n) => run.ofNode[n].length > 0,
    failed: (n) => run.ofNode[n].some((f) => run.ended.has(f)),
    waiting: (n) => run.waits[n].length > 0,
    never: (n) => run.ofNode[n].length === 0 && !run.before.has(n),
  }[filter];
  return range(0, run.graph.nodes.length).filter((n) => shows(n) && (!found || found.of.has(n)));
}
