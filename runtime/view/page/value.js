// Elements, and values as people read them.

// h makes an element. Attributes that are functions are listeners, false and null are left out.
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const $ = (id) => document.getElementById(id);

// brief answers a value on one line, cut short. Where there is little room, what only frames it is left out.
function brief(value, most = 60) {
  let text = JSON.stringify(value);
  if (text.length > most && most < 20) text = text.replace(/["{}[\]]/g, "").replace(/([:,])/g, "$1 ");
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

const longText = 4000;

// full answers an element with all of a value.
function full(value) {
  const line = JSON.stringify(value), text = line.length <= 44 ? line : JSON.stringify(value, null, 2);
  const pre = h("pre", { class: "value " + kindOf(value), tabindex: "0" });
  if (text.length <= longText) {
    pre.textContent = text;
    return pre;
  }
  pre.textContent = text.slice(0, longText) + "…";
  const more = h("button", { type: "button", class: "quiet", click: () => { pre.textContent = text; more.remove(); } }, `show all ${text.length.toLocaleString("en")} characters`);
  return h("div", {}, pre, more);
}

function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
}

// counted answers "1 token", "2 tokens".
function counted(n, thing) { return n === 1 ? `1 ${thing}` : `${n.toLocaleString("en")} ${thing}s`; }

// listed answers names with commas, of many the first few.
function listed(names, most = 6) {
  if (names.length > most) return names.slice(0, most).join(", ") + ` and ${names.length - most} more`;
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
}

// ordinal answers "1st", "2nd".
function ordinal(n) {
  const ends = { one: "st", two: "nd", few: "rd", other: "th" };
  return n + ends[ordinals.select(n)];
}
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
