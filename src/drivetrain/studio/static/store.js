// @ts-check
/** What the page knows, and who wants to hear when it changes. */

/**
 * @typedef {object} State
 * @property {any} model facts of the model, null before they have come
 * @property {Record<string, number | boolean | string>} values parameters that differ from the model
 * @property {Record<string, number | boolean | string>} structural
 * @property {number | null} stopTime
 * @property {string[] | null} names variables that are plotted; null: those of the model
 * @property {string} selected path of a part
 * @property {string[]} opened parts that are open in the diagram
 * @property {string} view of the diagram; empty: what suits the model
 * @property {any} part facts of that part
 * @property {import("./rows.js").Curves | null} present
 * @property {Map<string, import("./rows.js").Curves>} kept curves of pinned runs
 * @property {any[]} pins
 * @property {number | null} instant
 * @property {[number, number] | null} span
 * @property {any} numbers
 * @property {any} exact values at the cursor, of each run
 * @property {any} study one parameter varied, with the runs that have come
 * @property {string[]} messages
 * @property {boolean} isOpen
 * @property {number} lastRun largest number of a run, so that no later one has the same name
 */

/** @type {State} */
export const state = {
  model: null, values: {}, structural: {}, stopTime: null, names: null, selected: "", opened: [], view: "",
  part: null, present: null, kept: new Map(), pins: [], instant: null, span: null, numbers: null, exact: null,
  study: null, messages: [], isOpen: false, lastRun: 0,
};

/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();

/**
 * Call a function after one of some topics has changed.
 * @param {string[]} topics
 * @param {() => void} listener
 */
export function on(topics, listener) {
  for (const topic of topics) {
    listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
  }
}

/** @param {string[]} topics */
export function changed(...topics) {
  const heard = new Set(topics.flatMap((topic) => [...(listeners.get(topic) ?? [])]));
  for (const listener of heard) listener();
}

/** Names of the variables that are plotted. @returns {string[]} */
export function plotted() {
  return state.names ?? state.model?.names ?? [];
}

const KEPT = /** @type {const} */ (["values", "structural", "stopTime", "names", "selected", "opened", "view"]);

/** What the address of the page keeps: enough to show the same again. */
export function remembered() {
  const kept = Object.fromEntries(KEPT.map((name) => [name, state[name]]));
  return { ...kept, pins: state.pins };
}

/**
 * Take up a state from the address; parts of it that are damaged are left out.
 * @param {string} text
 */
export function recall(text) {
  let kept;
  try {
    kept = JSON.parse(decodeURIComponent(text));
  } catch {
    return [];
  }
  if (typeof kept !== "object" || kept === null) return [];
  if (isPlain(kept.values)) state.values = kept.values;
  if (isPlain(kept.structural)) state.structural = kept.structural;
  if (Number.isFinite(kept.stopTime)) state.stopTime = kept.stopTime;
  if (Array.isArray(kept.names)) state.names = kept.names.filter(isText);
  if (isText(kept.selected)) state.selected = kept.selected;
  if (Array.isArray(kept.opened)) state.opened = kept.opened.filter(isText);
  if (["schematic", "section"].includes(kept.view)) state.view = kept.view;
  return Array.isArray(kept.pins) ? kept.pins.filter((/** @type {any} */ one) => isText(one?.run)) : [];
}

/** @param {unknown} value */
function isText(value) {
  return typeof value === "string";
}

/** @param {any} value */
function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((one) => ["number", "boolean", "string"].includes(typeof one));
}
