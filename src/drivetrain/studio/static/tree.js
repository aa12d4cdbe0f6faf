// @ts-check
/** The tree of parts: one node can be reached by Tab, the others by arrow keys. */

import { element } from "./format.js";
import { on, state } from "./store.js";

const OPEN_AT_FIRST = 60;

/** @type {Map<string, any>} */
const parts = new Map();
/** @type {Set<string>} */
const open = new Set();
let shown = "", marked = "";
/** @type {(path: string) => void} */
let select = () => {};

/**
 * @param {HTMLElement} place
 * @param {(path: string) => void} selecting
 */
export function setUp(place, selecting) {
  select = selecting;
  on(["model"], () => rebuild(place));
  on(["selected"], () => mark(place));
  on(["values"], () => dot(place, false));
  place.addEventListener("keydown", (event) => pressed(place, event));
}

/** @param {string} path */
export function exists(path) {
  return parts.has(path);
}

/** @param {HTMLElement} place */
function rebuild(place) {
  const tree = state.model?.tree ?? null;
  const text = JSON.stringify(tree);
  if (text === shown) return mark(place);
  shown = text;
  parts.clear();
  if (tree) collect(tree);
  if (!open.size && parts.size <= OPEN_AT_FIRST) for (const path of parts.keys()) open.add(path);
  open.add("");
  place.replaceChildren(...(tree ? [node(tree, 1)] : []));
  mark(place);
  return dot(place);
}

/** @param {any} part */
function collect(part) {
  parts.set(part.path, part);
  for (const inside of part.parts) collect(inside);
}

/**
 * @param {any} part
 * @param {number} level
 */
function node(part, level) {
  const isOpen = open.has(part.path), has = part.parts.length > 0;
  const name = part.path ? part.name : state.model.title;
  const count = part.count === null ? "" : ` × ${part.count}`;
  const row = element("div", { class: "tree-row", title: `${name}\n${part.doc}`.trim() },
    element("span", { class: "twist", "aria-hidden": "true" }, has ? "›" : ""),
    element("span", { class: "tree-name" }, name + count),
    element("span", { class: "tree-class" }, part.path ? part.cls : ""));
  const item = element("li", { role: "treeitem", "data-path": part.path, "aria-level": level,
    "aria-label": `${name}${count}, ${part.cls}`, "aria-selected": "false", tabindex: "-1",
    "aria-expanded": has ? String(isOpen) : null }, row);
  row.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const twisted = /** @type {Element} */ (event.target).closest(".twist");
    if (twisted && has) unfold(item, !open.has(part.path)); else select(part.path);
  });
  if (has && isOpen) item.append(branch(part, level));
  return item;
}

/**
 * @param {any} part
 * @param {number} level
 */
function branch(part, level) {
  return element("ul", { role: "group" },
    ...part.parts.map((/** @type {any} */ one) => node(one, level + 1)));
}

/**
 * @param {HTMLElement} item
 * @param {boolean} isOpen
 */
function unfold(item, isOpen) {
  const path = item.dataset.path ?? "", part = parts.get(path);
  if (!part.parts.length) return;
  if (isOpen) open.add(path); else open.delete(path);
  item.setAttribute("aria-expanded", String(isOpen));
  item.querySelector(":scope > ul")?.remove();
  if (isOpen) item.append(branch(part, Number(item.getAttribute("aria-level"))));
  const tree = item.closest("#tree");
  if (tree instanceof HTMLElement) { mark(tree); dot(tree); }
}

/** @param {HTMLElement} place */
function mark(place) {
  let path = state.selected;
  while (path && !place.querySelector(`[data-path="${CSS.escape(path)}"]`)) {
    path = path.slice(0, Math.max(0, path.lastIndexOf(".")));
  }
  if (path !== state.selected && parts.has(state.selected)) {
    const item = place.querySelector(`[data-path="${CSS.escape(path)}"]`);
    if (item instanceof HTMLElement && !open.has(path)) return unfold(item, true);
  }
  for (const item of place.querySelectorAll("[role=treeitem]")) {
    const own = /** @type {HTMLElement} */ (item).dataset.path;
    item.setAttribute("aria-selected", String(own === state.selected));
    item.setAttribute("tabindex", own === path ? "0" : "-1");
  }
  place.querySelector("[aria-selected=true] > .tree-row")?.scrollIntoView({ block: "nearest" });
  return undefined;
}

/**
 * Mark parts with changed parameters, and faulty ones.
 * @param {HTMLElement} place
 * @param {boolean} [isRebuilt] false if the nodes are those that were marked before
 */
function dot(place, isRebuilt = true) {
  const owners = new Set();
  for (const name of Object.keys({ ...state.values, ...state.structural })) {
    owners.add(ownerOf(name));
  }
  const faulty = new Set((state.model?.faults ?? []).flatMap((/** @type {any} */ one) => one.parts));
  const marks = JSON.stringify([[...owners], [...faulty]]);
  if (marks === marked && !isRebuilt) return;
  marked = marks;
  for (const item of place.querySelectorAll("[role=treeitem]")) {
    const path = /** @type {HTMLElement} */ (item).dataset.path ?? "";
    item.classList.toggle("is-changed", owners.has(path));
    item.classList.toggle("is-faulty", faulty.has(path));
  }
}

/** @param {string} name */
export function ownerOf(name) {
  let path = name.replace(/\.start$/, "");
  do {
    path = path.slice(0, Math.max(0, path.lastIndexOf(".")));
    const plain = path.replace(/\[:\]$/, "");
    if (parts.has(plain)) return plain;
  } while (path);
  return "";
}

/**
 * @param {HTMLElement} place
 * @param {KeyboardEvent} event
 */
function pressed(place, event) {
  const item = /** @type {HTMLElement} */ (event.target).closest("[role=treeitem]");
  if (!(item instanceof HTMLElement)) return;
  const all = /** @type {HTMLElement[]} */ ([...place.querySelectorAll("[role=treeitem]")]);
  const at = all.indexOf(item), isOpen = item.getAttribute("aria-expanded") === "true";
  const parent = item.parentElement?.closest("[role=treeitem]");
  const actions = /** @type {Record<string, () => void>} */ ({
    ArrowDown: () => focus(all[at + 1]),
    ArrowUp: () => focus(all[at - 1]),
    Home: () => focus(all[0]),
    End: () => focus(all[all.length - 1]),
    ArrowRight: () => (isOpen ? focus(all[at + 1]) : unfold(item, true)),
    ArrowLeft: () => (isOpen ? unfold(item, false) : focus(/** @type {any} */ (parent))),
    Enter: () => select(item.dataset.path ?? ""),
    " ": () => select(item.dataset.path ?? ""),
  });
  if (!actions[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  actions[event.key]();
}

/** @param {HTMLElement | undefined | null} item */
function focus(item) {
  if (!item) return;
  for (const one of item.closest("#tree")?.querySelectorAll("[tabindex='0']") ?? []) {
    one.setAttribute("tabindex", "-1");
  }
  item.setAttribute("tabindex", "0");
  item.focus();
}

