// @ts-check
/** The part that is selected: what it is, its parameters, its variables; above, what was changed. */

import { control } from "./controls.js";
import { element, number, shownUnit } from "./format.js";
import { on, plotted, state } from "./store.js";

/** @typedef {import("./controls.js").Adjustable} Adjustable */

/**
 * @typedef {object} Actions
 * @property {(one: Adjustable, value: any, isFinal: boolean) => void} set
 * @property {(name: string) => void} reset
 * @property {() => void} resetAll
 * @property {(one: Adjustable) => void} vary
 * @property {(names: string[], isShown: boolean) => void} show
 * @property {() => void} write
 * @property {(path: string) => void} select
 */

const MANY = 14;
const MOST_ELEMENTS = 8;  // of an array that are drawn at once

/** @type {Actions} */
let actions;
/** @type {HTMLElement} */
let changes;
/** @type {HTMLElement} */
let details;
let filter = "";
/** What is shown, to leave it alone when the same comes again. */
let shown = "";

/**
 * @param {HTMLElement} place
 * @param {Actions} given
 */
export function setUp(place, given) {
  actions = given;
  changes = element("section", { id: "changes", "aria-label": "Changed values" });
  details = element("section", { id: "details" });
  place.append(changes, details);
  on(["part"], renew);
  on(["values", "model", "part"], showChanges);
  on(["reset"], showPart);
  on(["names"], tick);
  on(["numbers", "part"], showLosses);
}

function showChanges() {
  const given = Object.entries({ ...state.structural, ...state.values });
  changes.hidden = !given.length;
  const lines = given.map(([name, value]) => element("li", {},
    element("span", { class: "change-name" }, name),
    element("span", { class: "change-value" }, typeof value === "number" ? number(value, 6) : String(value)),
    element("button", { class: "reset", "aria-label": `Reset ${name}`, title: "Reset",
      onclick: () => actions.reset(name) }, "↺")));
  const canWrite = state.model?.may_edit && Object.keys(state.values).length > 0;
  changes.replaceChildren(
    element("h2", {}, "Changed", element("button", { class: "quiet", onclick: actions.resetAll }, "Reset all"),
      canWrite && element("button", { class: "quiet", onclick: actions.write }, "Write to file…")),
    element("ul", { class: "changes" }, ...lines));
}

/** Show the part as it is now; of one that is shown already only the controls whose values have changed. */
function renew() {
  const told = JSON.stringify(state.part), before = JSON.parse(shown || "null");
  if (told === shown) return;
  if (!before || !state.part || outline(before) !== outline(state.part)) {
    showPart();
    return;
  }
  shown = told;
  for (const [k, one] of state.part.parameters.entries()) {
    if (JSON.stringify(one) === JSON.stringify(before.parameters[k])) continue;
    details.querySelector(`.control[data-name="${CSS.escape(one.name)}"]`)?.replaceWith(controlOf(one));
  }
}

/** A part without the values of its parameters. @param {any} part */
function outline(part) {
  return JSON.stringify({ ...part, parameters: part.parameters.map((/** @type {Adjustable} */ one) => one.name) });
}

/** @param {Adjustable} one */
function controlOf(one) {
  return control(one, { set: actions.set, reset: () => actions.reset(one.name), vary: actions.vary });
}

/** Show the part; the control that has the focus keeps it. */
function showPart() {
  const focused = /** @type {Document | ShadowRoot} */ (details.getRootNode()).activeElement;
  const name = focused?.closest(".control")?.getAttribute("data-name");
  const kind = focused?.getAttribute("type") ?? "";
  shown = JSON.stringify(state.part);
  fill();
  showLosses();
  if (!name) return;
  const fields = [...details.querySelectorAll(`.control[data-name="${CSS.escape(name)}"] input`)];
  const same = fields.find((one) => (one.getAttribute("type") ?? "") === kind);
  if (same instanceof HTMLElement) same.focus();
}

function fill() {
  const { part } = state;
  filter = "";
  if (!part) return details.replaceChildren();
  const title = part.part || state.model?.title || "";
  const summary = part.doc.split("\n\n")[0];
  const more = part.doc.slice(summary.length).trim();
  return details.replaceChildren(
    element("h2", {}, title, part.count ? ` × ${part.count}` : ""),
    part.part ? element("p", { class: "part-class" }, part.cls) : "",
    element("p", { class: "part-doc" }, summary),
    more && element("details", {}, element("summary", {}, "More"), element("pre", {}, more)),
    source(part.source),
    element("p", { class: "losses", hidden: true }),
    group("Parameters", part.parameters.filter((/** @type {any} */ one) => !["start", "choice"].includes(one.kind))),
    group("Start values", part.parameters.filter((/** @type {any} */ one) => one.kind === "start")),
    group("Structure", part.parameters.filter((/** @type {any} */ one) => one.kind === "choice"), true),
    variables(part.variables));
}

/** Show what the part turns into heat in the present run. */
function showLosses() {
  const place = details.querySelector(".losses"), lines = state.numbers?.runs[state.present?.head.run] ?? [];
  const line = lines.find((/** @type {any} */ one) => one.what === `dissipated by ${state.part?.part}`);
  if (!(place instanceof HTMLElement)) return;
  place.hidden = !line;
  place.textContent = line ? `Turns ${number(line.value, 5)} ${line.unit} into heat in ${state.present?.head.run}` : "";
}

/**
 * @param {any} found
 */
export function source(found) {
  if (!found) return "";
  const lines = found.lines.map((/** @type {string} */ line, /** @type {number} */ k) =>
    element("span", { class: found.first + k === found.line ? "line is-it" : "line" },
      element("i", {}, String(found.first + k)), line || " "));
  return element("details", { class: "source" },
    element("summary", {}, `${found.file}:${found.line}`), element("pre", {}, ...lines));
}

/**
 * @param {string} title
 * @param {Adjustable[]} some
 * @param {boolean} [isFolded]
 */
function group(title, some, isFolded = false) {
  if (!some.length) return "";
  const controls = some.map(controlOf);
  if (isFolded) {
    const opens = some.some((one) => one.is_settable);
    return element("details", { class: "group", open: opens }, element("summary", {}, title), ...controls);
  }
  return element("section", { class: "group" }, element("h3", {}, title), ...controls);
}

/** @param {any[]} some */
function variables(some) {
  if (!some.length) return "";
  const list = element("ul", { class: "variables" }, ...some.map(line));
  const find = element("input", { type: "search", class: "filter", placeholder: "Filter",
    "aria-label": "Filter variables", value: filter, oninput: (/** @type {any} */ event) => {
      filter = event.target.value.toLowerCase();
      for (const one of list.children) {
        /** @type {any} */ (one).hidden = !(one.textContent ?? "").toLowerCase().includes(filter);
      }
    } });
  return element("section", { class: "group" }, element("h3", {}, "Variables"),
    some.length > MANY && find, list);
}

/** @param {any} one */
function line(one) {
  const names = one.count > 1 ? elements(one.name, one.count) : [one.name];
  const box = element("input", { type: "checkbox", "data-names": JSON.stringify(names),
    checked: names.every((name) => plotted().includes(name)), "aria-label": `Plot ${one.name}`,
    onchange: (/** @type {any} */ event) => actions.show(names, event.target.checked) });
  const unit = shownUnit(one.unit);
  return element("li", { title: one.doc }, element("label", {}, box,
    element("span", { class: "variable-name" }, one.label),
    names.length < one.count && element("span", { class: "unit" }, `first ${names.length} of ${one.count}`),
    element("span", { class: "unit" }, unit),
    element("span", { class: "variable-doc" }, one.doc)));
}

/**
 * @param {string} name
 * @param {number} count
 */
function elements(name, count) {
  if ((name.match(/\[:\]/g) ?? []).length !== 1) return [name];
  return Array.from({ length: Math.min(count, MOST_ELEMENTS) }, (_, k) => name.replace("[:]", `[${k}]`));
}

function tick() {
  for (const box of details.querySelectorAll("[data-names]")) {
    const names = JSON.parse(/** @type {any} */ (box).dataset.names);
    /** @type {any} */ (box).checked = names.every((/** @type {string} */ name) => plotted().includes(name));
  }
}
