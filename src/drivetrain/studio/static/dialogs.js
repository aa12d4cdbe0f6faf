// @ts-check
/** Menus and dialogs. */

import { element } from "./format.js";

const KINDS = [["script", "Python script"], ["html", "Report, HTML"],
  ["csv", "Table, CSV"], ["parquet", "Table, Parquet"], ["mat", "Table, MAT"],
  ["svg", "Picture, SVG"], ["png", "Picture, PNG"], ["pdf", "Picture, PDF"]];

const KEYS = [["/", "search"], ["P", "pin the run"], ["R", "reset all values"],
  ["Space", "play, pause"], ["O", "open or close the part in the diagram"], ["Esc", "whole run, close"],
  ["← →", "move the cursor (in the curves)"], ["+ −", "zoom (in the curves)"],
  ["↑ ↓", "step a number, walk the tree"], ["wheel, drag", "zoom; double click: whole run"]];

/**
 * Open the menu of exports below its button.
 * @param {HTMLElement} menu
 * @param {HTMLElement} button
 * @param {(kind: string) => void} choose
 */
export function exportMenu(menu, button, choose) {
  const close = () => {
    menu.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  };
  const items = KINDS.map(([kind, label]) => element("button", { role: "menuitem", tabindex: "-1",
    "data-kind": kind, onclick: () => { close(); choose(kind); } }, label));
  menu.replaceChildren(...items);
  menu.hidden = false;
  button.setAttribute("aria-expanded", "true");
  const { right, bottom } = button.getBoundingClientRect();
  menu.style.top = `${bottom + 4}px`;
  menu.style.right = `${document.documentElement.clientWidth - right}px`;
  items[0].focus();
  menu.onkeydown = (event) => {
    const at = items.indexOf(/** @type {any} */ (document.activeElement)), n = items.length;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + n, Home: 0, End: n - 1 }[event.key];
    if (next !== undefined) { items[next % n].focus(); event.preventDefault(); }
    if (event.key === "Escape" || event.key === "Tab") { close(); event.preventDefault(); }
    event.stopPropagation();
  };
  const left = (/** @type {FocusEvent} */ event) => {
    if (menu.contains(/** @type {any} */ (event.relatedTarget))) return;
    menu.hidden = true;
    button.setAttribute("aria-expanded", "false");
    menu.removeEventListener("focusout", left);
  };
  menu.addEventListener("focusout", left);
}

/** @param {HTMLDialogElement} dialog */
export function showKeys(dialog) {
  const rows = KEYS.map(([key, what]) => element("tr", {}, element("th", { scope: "row" },
    element("kbd", {}, key)), element("td", {}, what)));
  fill(dialog, "Keyboard", element("table", { class: "keys" }, element("tbody", {}, ...rows)));
}

/**
 * Show what would be written into the source, or that it was written.
 * @param {HTMLDialogElement} dialog
 * @param {any} proposal
 * @param {(seen: string) => void} apply
 */
export function showProposal(dialog, proposal, apply) {
  if (proposal.written) {
    fill(dialog, "Written", element("p", {}, `${proposal.names.join(", ")} in the file.`));
    return;
  }
  const refused = Object.entries(proposal.refused).map(([name, why]) =>
    element("li", {}, element("code", {}, name), `: ${why}`));
  const lines = proposal.diff.split("\n").filter(Boolean).map((/** @type {string} */ line) =>
    element("span", { class: diffClass(line) }, line));
  const write = element("button", { class: "primary", disabled: !proposal.names.length,
    onclick: () => { dialog.close(); apply(proposal.seen); } }, "Write");
  fill(dialog, "Write values into the file",
    lines.length ? element("pre", { class: "diff" }, ...lines) : element("p", {}, "Nothing would change."),
    refused.length > 0 && element("p", {}, "Not written:"),
    refused.length > 0 && element("ul", {}, ...refused), write);
}

/** @param {string} line */
function diffClass(line) {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")) return "diff-head";
  return line.startsWith("+") ? "diff-new" : line.startsWith("-") ? "diff-old" : "";
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} title
 * @param {...any} contents
 */
function fill(dialog, title, ...contents) {
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(element("h2", {}, title), ...contents.filter(Boolean),
    element("button", { class: "quiet", onclick: () => dialog.close() }, "Close"));
  if (!dialog.open) dialog.showModal();
}
