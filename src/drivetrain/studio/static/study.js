// @ts-check
/** One parameter varied: a form, the curves of all runs as a fan, and a key number over the parameter. */

import { element, number, shownUnit } from "./format.js";
import { changed, on, plotted, state } from "./store.js";
import { keyPicture } from "./study_picture.js";

/** @typedef {import("./controls.js").Adjustable} Adjustable */

const MOST = 200;
const QUIET = 60; // ms between pictures while runs come in

/**
 * @param {HTMLElement} place
 * @param {{send: (message: object) => boolean, take: (one: Adjustable, value: number) => void,
 *   fan: (fan: import("./plots.js").Fan | null) => void,
 *   draws: (drawn: import("./samples.js").Drawn) => void}} acts
 */
export function setUp(place, acts) {
  /** @type {Adjustable | null} */
  let one = null;
  let count = 0, timer = 0, key = "";
  let refusal = ""; // what is wrong with the fields; stays until they change, whatever is drawn meanwhile
  const form = element("form", { class: "study", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    begin();
  }, oninput: () => { if (refusal) refuse(""); } });
  const told = element("p", { class: "hint study-told", role: "status" });
  const picture = element("div", { class: "study-picture", hidden: true });
  const hint = element("p", { class: "hint" }, "Choose “vary” beside a parameter.");
  place.replaceChildren(hint, form, told, picture);

  /** @param {string} label @param {Record<string, any>} given */
  const made = (label, given) => {
    const input = element("input", { size: 8, autocomplete: "off", inputmode: "decimal", ...given });
    return { input, label: element("label", {}, `${label} `, input) };
  };
  const low = made("from", { id: "study-low" }), high = made("to", { id: "study-high" });
  const runs = made("runs", { id: "study-count", value: "11", size: 4 });
  const spacing = element("select", { id: "study-spacing" }, element("option", { value: "linear" }, "equal steps"),
    element("option", { value: "log" }, "equal ratios"));
  const stop = element("button", { type: "button", class: "quiet", id: "study-stop", hidden: true,
    onclick: () => acts.send({ type: "stop_study" }) }, "Stop");
  const progress = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the study" });
  const keys = element("select", { id: "study-key", "aria-label": "Key number",
    onchange: () => { key = keys.value; draw(); } });

  /** @param {Adjustable} chosen */
  function choose(chosen) {
    one = chosen;
    hint.hidden = true;
    refuse("");
    const unit = shownUnit(chosen.unit);
    low.input.value = String(Number(chosen.low.toPrecision(6)));
    high.input.value = String(Number(chosen.high.toPrecision(6)));
    const whole = chosen.kind === "integer" ? chosen.high - chosen.low + 1 : Infinity;
    runs.input.value = String(Math.max(2, Math.min(11, whole)));
    spacing.value = chosen.is_logarithmic && chosen.kind !== "integer" ? "log" : "linear";
    spacing.disabled = chosen.kind === "integer";
    form.replaceChildren(element("strong", {}, chosen.name, unit && ` in ${unit}`), low.label, high.label,
      runs.label, spacing, element("button", { type: "submit", id: "study-begin" }, "Run"),
      chosen.kind === "integer" ? "" : element("button", { type: "button", class: "quiet", id: "study-draw",
        title: "Draw it at random, together with others", onclick: together }, "Draw with others"), progress, stop);
    low.input.focus();
  }

  /** Return what is wrong with the fields; empty if nothing is. @param {number[]} given */
  function wrong([from, to, wanted]) {
    const { kind, least, most } = /** @type {Adjustable} */ (one);
    if (![from, to, wanted].every(Number.isFinite) || from >= to) return "Give two numbers, the lower one first.";
    if (least !== null && from < least) return `The least value is ${number(least)}.`;
    if (most !== null && to > most) return `The greatest value is ${number(most)}.`;
    if (!Number.isInteger(wanted) || wanted < 2 || wanted > MOST) return `Give a number of runs from 2 to ${MOST}.`;
    if (spacing.value === "log" && from <= 0) return "Equal ratios need numbers above zero.";
    if (kind === "integer" && ![from, to, (to - from) / (wanted - 1)].every(Number.isInteger)) {
      return "The values have to be whole numbers: choose ends and a number of runs for which they are.";
    }
    return "";
  }

  /** Draw the parameter at random, together with others. */
  function together() {
    const given = [low, high].map(read), sentence = wrong([...given, 2]);
    refuse(sentence);
    if (!one || sentence) return;
    acts.draws({ one, spread: spacing.value === "log" ? "log_uniform" : "uniform", low: given[0], high: given[1] });
  }

  /** @param {{input: HTMLInputElement}} field */
  function read({ input }) {
    return Number(input.value.trim().replace("−", "-").replace(",", ".") || NaN);
  }

  function begin() {
    if (!one || !state.model?.runs) return;
    const given = [low, high, runs].map(read), sentence = wrong(given);
    refuse(sentence);
    if (sentence) return;
    const { [one.name]: _, ...parameters } = state.values, names = plotted();
    state.study = { one, number: ++count, count: given[2], base: base(one.name), revision: state.model.revision,
      names, low: given[0], high: given[1], logarithmic: spacing.value === "log", runs: [], status: "running" };
    acts.send({ type: "vary", number: count, name: one.name, low: given[0], high: given[1], count: given[2],
      logarithmic: state.study.logarithmic, parameters, structural: state.structural, names,
      stop_time: state.stopTime });
    refresh();
  }

  /** All settings but the parameter that is varied. @param {string} name */
  function base(name) {
    const { [name]: _, ...others } = state.values;
    return JSON.stringify([others, state.structural, state.stopTime]);
  }

  /** @param {import("./rows.js").Curves} curves */
  function came(curves) {
    const { study } = state;
    if (curves.head.study !== study?.number) return;
    study.runs[curves.head.place] = curves;
    timer ||= window.setTimeout(refresh, QUIET);
  }

  /** @param {any} message */
  function over({ number: which, status, sentence }) {
    if (which !== state.study?.number) return;
    state.study.status = status;
    state.study.sentence = sentence;
    refresh();
  }

  function forget() {
    if (state.study?.status === "running") acts.send({ type: "stop_study" });
    state.study = null;
    refresh();
  }

  function refresh() {
    clearTimeout(timer);
    timer = 0;
    const { study } = state, isRunning = study?.status === "running";
    const come = (study?.runs ?? []).filter(Boolean);
    progress.hidden = stop.hidden = !isRunning;
    progress.value = study ? come.length / study.count : 0;
    acts.fan(study && come.length ? { runs: come, share } : null);
    changed("study");
    draw();
  }

  /** Where a value is between the first and the last one. @param {number} value */
  function share(value) {
    const { low: from, high: to, logarithmic } = state.study;
    return logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
  }

  /** @param {string} sentence empty if nothing is wrong */
  function refuse(sentence) {
    refusal = sentence;
    tell();
  }

  /** Say what is wrong with the fields, or else how the study stands. */
  function tell() {
    const { study } = state;
    told.textContent = refusal || (study ? summary(study) : "");
    told.classList.toggle("refusal", refusal !== "" || study?.status === "refused");
  }

  function draw() {
    timer = 0;
    const { study } = state;
    picture.hidden = !study;
    tell();
    if (!study) return;
    const come = study.runs.filter(Boolean), failed = come.filter(isFailed);
    const lines = linesOf(come), focused = document.activeElement?.getAttribute("data-place") ?? null;
    if (!lines.some((line) => line.what === key)) key = firstKey(lines);
    keys.replaceChildren(...lines.map(({ what }) => element("option", { value: what, selected: what === key }, what)));
    const choice = element("label", { class: "study-key" }, "over the parameter: ", keys);
    picture.replaceChildren(...(lines.length ? [choice] : []),
      ...(come.length ? [keyPicture(come, facts(study, lines), (value) => acts.take(study.one, value),
        picture.clientWidth)] : []),
      ...(failed.length ? [reasons(failed)] : []));
    if (focused !== null) /** @type {any} */ (picture.querySelector(`[data-place="${focused}"]`))?.focus();
  }

  /** What the picture has to know. @param {any} study @param {any[]} lines */
  function facts(study, lines) {
    const { name, unit, value } = study.one, { low: from, high: to, logarithmic } = study;
    return { name, unit: shownUnit(unit), share, low: from, high: to, logarithmic, key,
      keyUnit: shownUnit(lines.find((line) => line.what === key)?.unit ?? ""), present: state.values[name] ?? value };
  }

  /** @param {any[]} failed */
  function reasons(failed) {
    return element("details", { class: "study-failed" }, element("summary", {}, `${failed.length} failed`),
      element("ul", {}, ...failed.map((run) => element("li", {},
        element("strong", {}, number(run.head.value, 6)), " ", run.head.message))));
  }

  /** @param {any} study */
  function summary(study) {
    const come = study.runs.filter(Boolean), failed = come.filter(isFailed).length;
    const { name, unit } = study.one, size = unit && ` ${shownUnit(unit)}`;
    const words = [`${name} from ${number(study.low, 6)} to ${number(study.high, 6)}${size}`,
      `${come.length} of ${study.count} runs`];
    if (failed) words.push(`${failed} failed`);
    if (study.status === "stopped") words.push("stopped");
    if (study.sentence) words.push(study.sentence);
    if (study.revision !== state.model?.revision) words.push("the source has changed since: run it again");
    else if (study.base !== base(name)) words.push("other values have changed since: run it again");
    const missing = plotted().filter((curve) => !study.names.includes(curve));
    if (missing.length) words.push(`without ${missing.join(", ")}: run it again to see them`);
    return `${words.join("; ")}.`;
  }

  on(["values", "model", "names", "rows"], () => {
    if (state.study && !timer) timer = window.setTimeout(draw, QUIET);
  });
  return { choose, came, over, forget };
}

/** @param {import("./rows.js").Curves} run */
function isFailed({ head }) {
  return head.status === "failed";
}

/** The numbers that some run has. @param {import("./rows.js").Curves[]} runs @returns {any[]} */
function linesOf(runs) {
  const all = runs.flatMap(({ head }) => head.numbers);
  return [...new Map(all.map((/** @type {any} */ line) => [line.what, line])).values()];
}

/** The number that tells most at first: the end of the first curve. @param {any[]} lines */
function firstKey(lines) {
  return lines.find((line) => line.what.endsWith(", end"))?.what ?? lines[0]?.what ?? "";
}
