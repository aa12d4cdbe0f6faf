// @ts-check
/** What is wrong: the sentence, the lines of the source, the table of a failed start. */

import { element, number, shownUnit } from "./format.js";
import { source } from "./inspector.js";
import { on, state } from "./store.js";

/**
 * @param {HTMLElement} place
 * @param {(path: string) => void} select
 */
export function setUp(place, select) {
  on(["model", "rows"], () => {
    const failed = state.present?.head.fault;
    const faults = state.model?.faults.length ? state.model.faults : failed ? [failed] : [];
    place.hidden = !faults.length;
    place.replaceChildren(...faults.map((/** @type {any} */ one) => box(one, select)));
  });
}

/**
 * @param {any} fault
 * @param {(path: string) => void} select
 */
function box(fault, select) {
  const lines = source(fault.source);
  if (lines instanceof HTMLElement) lines.setAttribute("open", "");
  return element("article", { class: "fault" },
    element("h2", {}, heading(fault.code)),
    element("pre", { class: "sentence" }, ...told(fault.sentence)),
    fault.parts.length > 0 && element("p", { class: "fault-parts" }, ...fault.parts.map(
      (/** @type {string} */ path) => element("button", { onclick: () => select(path) }, path))),
    lines,
    fault.start.length > 0 && startTable(fault.start));
}

/** The lines of a text; those that show a source keep their columns. @param {string} text */
function told(text) {
  return text.split(/(?<=\n)/).map((line) => (/^\s*\d*\s+\|/.test(line) ? element("code", {}, line) : line));
}

/** "ModelError" → "Model error". @param {string} code */
function heading(code) {
  const words = code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}

/** @param {any[]} lines */
function startTable(lines) {
  const rows = lines.map((one) => element("tr", {}, element("th", { scope: "row" }, one.name),
    element("td", {}, number(one.requested)), element("td", {}, one.label || number(one.reached)),
    element("td", { class: "unit" }, shownUnit(one.unit)), element("td", {}, one.rule)));
  return element("details", { class: "start" }, element("summary", {}, "How the start came about"),
    element("table", {}, element("thead", {}, element("tr", {}, ...["", "requested", "reached", "", "rule"].map(
      (title) => element("th", { scope: "col" }, title)))), element("tbody", {}, ...rows)));
}
