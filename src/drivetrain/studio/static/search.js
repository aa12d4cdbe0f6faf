// @ts-check
/** The search above the tree. */

import { element } from "./format.js";

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} list
 * @param {{ask: (text: string) => void, select: (path: string) => void,
 *   show: (names: string[], isShown: boolean) => void}} actions
 * @returns {(answer: any) => void} takes what was found
 */
export function setUp(field, list, actions) {
  const close = () => { list.hidden = true; list.replaceChildren(); };
  field.addEventListener("input", () => (field.value.trim() ? actions.ask(field.value) : close()));
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { list.querySelector("button")?.focus(); event.preventDefault(); }
    if (event.key === "Enter") list.querySelector("button")?.click();
    if (event.key === "Escape") { field.value = ""; close(); }
  });
  list.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll("button")];
    const at = all.indexOf(/** @type {any} */ (document.activeElement));
    if (event.key === "ArrowDown") all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (at > 0 ? all[at - 1] : field).focus();
    else if (event.key === "Escape") { field.focus(); close(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return ({ text, entries }) => {
    if (text !== field.value) return;
    list.hidden = false;
    list.replaceChildren(...(entries.length ? entries.map((/** @type {any} */ one) => entry(one, actions))
      : [element("li", { class: "hint" }, "Nothing has this name.")]));
  };
}

/**
 * @param {any} one
 * @param {any} actions
 */
function entry(one, actions) {
  const act = () => {
    actions.select(one.part);
    if (one.kind === "variable" && !one.name.includes("[:]")) actions.show([one.name], true);
  };
  return element("li", {}, element("button", { title: one.doc, onclick: act },
    element("span", { class: `kind kind-${one.kind}` }, one.kind),
    element("span", {}, one.name)));
}
