// @ts-check
/** The runs that are shown: chips for pinned ones, tables of their numbers and events. */

import { element, number, shownUnit } from "./format.js";
import { blocks, dashes, sample } from "./line_styles.js";
import { on, plotted, state } from "./store.js";

const LONGEST_TABLE = 400;

/**
 * @param {{runs: HTMLElement, events: HTMLElement, numbers: HTMLElement, messages: HTMLElement}} places
 * @param {{unpin: (run: string) => void, choose: (instant: number) => void,
 *   apply: (pin: any) => void, forget: () => void}} actions
 */
export function setUp(places, actions) {
  on(["pins", "rows", "names", "study", "model"], () => showChips(places.runs, actions));
  on(["numbers"], () => showEvents(places.events, actions.choose));
  on(["numbers", "exact", "pins", "model"], () => showNumbers(places.numbers));
  on(["messages"], () => showMessages(places.messages));
}

/**
 * @param {HTMLElement} place
 * @param {any} actions
 */
function showChips(place, actions) {
  place.hidden = !state.pins.length && !state.study;
  if (place.hidden) return place.replaceChildren();
  const present = state.present?.head;
  const isPinned = state.pins.some((pin) => pin.run === present?.run);
  const ages = state.pins.length - (isPinned ? 1 : 0);
  const chips = state.pins.map((pin, k) => chip(pin, pin.run === present?.run ? 0 : ages - k, actions));
  if (present && !isPinned) chips.push(chip({ ...present, isPresent: true }, 0, actions));
  if (state.study) chips.push(fanChip(actions));
  return place.replaceChildren(...chips);
}

/**
 * @param {any} run
 * @param {number} age
 * @param {any} actions
 */
function chip(run, age, actions) {
  const label = [run.label || "as in the model", ...remarks(run)].join(", ");
  const dash = dashes(age * blocks(state.present?.head.names.length ?? 0));
  return element("span", { class: "chip", role: "listitem", "data-run": run.run },
    sample({ colour: null, dash }, "chip-line"),
    element("button", { class: "chip-name", title: run.isPresent ? label : `Set these values: ${label}`,
      onclick: () => { if (!run.isPresent) actions.apply(run); } },
    `${run.run}: `, element("span", {}, label)),
    !run.isPresent && element("button", { class: "chip-remove", "aria-label": `Remove ${run.run}`,
      title: "Remove", onclick: () => actions.unpin(run.run) }, "×"));
}

/**
 * What there is to know of a run beside others: that it is not complete, or not of the present source.
 * @param {any} run facts of a pinned run, or the head of its curves
 * @returns {string[]}
 */
function remarks(run) {
  const status = { failed: ["failed"], stopped: ["stopped"] }[/** @type {string} */ (run?.status)] ?? [];
  const isOld = run && state.model && run.revision !== state.model.revision;
  return [...status, ...(isOld ? ["earlier source"] : [])];
}

/** @param {any} actions */
function fanChip(actions) {
  const { one, low, high, runs } = state.study, count = runs.filter(Boolean).length;
  const label = `${one.name} from ${number(low)} (light) to ${number(high)} (dark), ${count} runs`;
  return element("span", { class: "chip", role: "listitem", "data-run": "study" },
    element("span", { class: "chip-name", title: label }, "study: ", element("span", {}, label)),
    element("button", { class: "chip-remove", "aria-label": "Remove the study", title: "Remove",
      onclick: actions.forget }, "×"));
}

/**
 * @param {HTMLElement} place
 * @param {(instant: number) => void} choose
 */
function showEvents(place, choose) {
  const { events } = state.numbers ?? { events: { lines: [], count: 0 } };
  const lines = events.lines.slice(0, LONGEST_TABLE).map((/** @type {any} */ one) =>
    element("li", {}, element("button", { onclick: () => choose(one.time) },
      element("span", { class: "event-time" }, `${number(one.time, 6)} s`), one.text)));
  const more = events.count - lines.length;
  place.replaceChildren(lines.length ? element("ol", { class: "events" }, ...lines)
    : element("p", { class: "hint" }, "No events."),
  more > 0 ? element("p", { class: "hint" }, `… and ${more} more`) : "");
}

/** @param {HTMLElement} place */
function showNumbers(place) {
  const told = state.numbers?.runs ?? {};
  const present = state.present?.head.run;
  const runs = Object.keys(told).filter((run) => run === present || state.pins.some((pin) => pin.run === run));
  if (!runs.length) return place.replaceChildren(element("p", { class: "hint" }, "No run yet."));
  const reference = runs.length > 1 ? runs[0] : null;
  const cursor = cursorLines(runs);
  const keys = told[runs[runs.length - 1]].map((/** @type {any} */ line) => line.what);
  const lines = keys.map((/** @type {string} */ what) => ({ what,
    unit: told[runs[runs.length - 1]].find((/** @type {any} */ one) => one.what === what).unit,
    values: runs.map((run) => told[run].find((/** @type {any} */ one) => one.what === what)?.value) }));
  const head = element("tr", {}, element("th", {}, ""),
    ...runs.map((run) => element("th", { scope: "col" }, titled(run))),
    reference && element("th", { scope: "col" }, `Δ to ${reference}`), element("th", {}, ""));
  return place.replaceChildren(element("table", {}, element("thead", {}, head),
    element("tbody", {}, ...[...cursor, ...lines].map((one) => tableLine(one, reference !== null)))));
}

/** The name of a run, with what there is to know of it. @param {string} run */
function titled(run) {
  const present = state.present?.head;
  const facts = run === present?.run ? present : state.pins.find((pin) => pin.run === run);
  return [run, ...remarks(facts)].join(", ");
}

/** Exact values at the cursor. @param {string[]} runs */
function cursorLines(runs) {
  const { exact } = state;
  if (!exact) return [];
  const at = `at ${number(exact.time, 6)} s`;
  return plotted().filter((name) => runs.some((run) => exact.runs[run]?.[name] !== undefined))
    .map((name) => ({ what: `${name} ${at}`, unit: unitOf(name),
      values: runs.map((run) => exact.runs[run]?.[name]) }));
}

/** @param {string} name */
function unitOf(name) {
  const head = state.present?.head, place = head ? head.names.indexOf(name) : -1;
  return place < 0 ? "" : head.units[place];
}

/**
 * @param {{what: string, unit: string, values: any[]}} line
 * @param {boolean} hasReference
 */
function tableLine({ what, unit, values }, hasReference) {
  const [first] = values, last = values[values.length - 1];
  const isKnown = typeof first === "number" && typeof last === "number";
  return element("tr", {}, element("th", { scope: "row" }, what),
    ...values.map((value) => element("td", {}, number(value, 8))),
    hasReference && element("td", {}, isKnown ? signed(last - first) : "–"),
    element("td", { class: "unit" }, shownUnit(unit)));
}

/** @param {number} value */
function signed(value) {
  return value > 0 ? `+${number(value, 4)}` : number(value, 4);
}

/** @param {HTMLElement} place */
function showMessages(place) {
  const lines = state.messages.map((one) => element("li", {}, one));
  place.replaceChildren(lines.length ? element("ul", { class: "messages" }, ...lines)
    : element("p", { class: "hint" }, "Nothing to say."));
}
