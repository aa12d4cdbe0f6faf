// @ts-check
/** The elements of the widget, by name. */

import { element } from "./format.js";

const TABS = ["events", "numbers", "messages"];

/**
 * @param {ShadowRoot} root
 * @returns {Record<string, any>} elements by their id
 */
export function layOut(root) {
  root.append(element("article", { id: "explorer" },
    header(),
    element("div", { id: "notice", role: "alert", hidden: true }),
    element("section", { id: "faults", "aria-label": "What is wrong", hidden: true }),
    element("div", { id: "diagram", class: "is-empty", "aria-label": "Diagram" }),
    element("div", { id: "machine", role: "group", "aria-label": "The machine over time", hidden: true }),
    element("div", { id: "middle" },
      element("div", { id: "drawn" },
        element("div", { id: "runs", role: "list", "aria-label": "Runs", hidden: true }),
        element("div", { id: "plots", tabindex: 0,
          "aria-label": "Curves; arrow keys move the cursor, plus and minus zoom" }),
        element("div", { id: "timeline", class: "is-empty" })),
      element("div", { id: "side" },
        element("section", { id: "sliders", "aria-label": "Parameters" }),
        element("section", { id: "inspector", "aria-label": "Part" }))),
    drawer()));
  return Object.fromEntries([...root.querySelectorAll("[id]")].map((one) => [one.id, one]));
}

function header() {
  return element("header", { id: "bar" },
    element("h1", { id: "title" }, "…"),
    element("output", { id: "status", "aria-live": "polite" }),
    element("div", { id: "progress", hidden: true },
      element("progress", { max: 1, value: 0, "aria-label": "Progress of the run" }),
      element("button", { id: "stop", class: "quiet" }, "Stop")),
    element("label", { id: "until", class: "stop-time" }, "until ",
      element("input", { id: "stop-time", inputmode: "decimal", autocomplete: "off" }), " s"),
    element("button", { id: "pin", title: "Keep this run to compare" }, "Pin run"));
}

function drawer() {
  const tab = (/** @type {string} */ name, /** @type {number} */ k) => element("button", {
    role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": String(k === 0),
    tabindex: k ? -1 : 0 }, name[0].toUpperCase() + name.slice(1));
  const panel = (/** @type {string} */ name, /** @type {number} */ k) => element("div", {
    role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0, hidden: k > 0 });
  return element("section", { id: "drawer", class: "is-folded", "aria-label": "Details of the run" },
    element("div", { role: "tablist", "aria-label": "Details" }, ...TABS.map(tab),
      element("button", { id: "fold", class: "quiet", "aria-expanded": "false",
        "aria-label": "Fold the details", title: "Fold" }, "⌄")),
    ...TABS.map(panel));
}
