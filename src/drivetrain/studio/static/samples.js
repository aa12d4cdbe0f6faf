// @ts-check
/** Studies of several parameters, drawn here or stored in folders: pictures of what has come of all runs. */

import { element, number, shownUnit } from "./format.js";
import { on, plotted, state } from "./store.js";
import { histogram, scatter } from "./samples_picture.js";

/** @typedef {import("./controls.js").Adjustable} Adjustable */
/** @typedef {{one: Adjustable, spread: string, low: number, high: number}} Drawn */
/** @typedef {{word: string, of: string, value: string}} Outcome */

const SPREADS = [["uniform", "uniform"], ["log_uniform", "log-uniform"], ["normal", "normal, 95 % between"]];
const OF_VARIABLES = ["final", "minimum", "maximum", "mean", "rms", "integral", "peak"];
const OF_EVENTS = ["first", "last", "count", "time_in"];
const OF_PARTS = ["dissipated", "supplied", "stored"];
const COUNTS = [16, 64, 256, 1024, 4096];
const FIRST = 3;

/**
 * @param {HTMLElement} place
 * @param {{send: (message: object) => boolean, open: (setting: any) => void, show: () => void}} acts
 */
export function setUp(place, acts) {
  /** @type {Map<string, Drawn>} */
  const drawn = new Map();
  /** @type {Outcome[]} */
  let outcomes = [];
  /** @type {any} what the server has told */
  let samples = null;
  let count = 0, running = 0, opened = -1;
  let folder = "", revision = 0; // of the stored study that is shown, or was refused, and of the source at that time
  const form = element("form", { class: "samples", hidden: true, "aria-label": "Several parameters at random",
    onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(); } });
  const told = element("p", { class: "hint samples-told", role: "status" });
  const pictures = element("div", { class: "samples-pictures", hidden: true });
  const stored = element("p", { class: "stored", hidden: true });
  place.replaceChildren(stored, form, told, pictures);

  const rows = element("tbody");
  const kept = element("ul", { class: "outcomes", "aria-label": "What is kept of each run" });
  const word = element("select", { id: "outcome-word", "aria-label": "Outcome", onchange: fit },
    ...[...OF_VARIABLES, ...OF_EVENTS, ...OF_PARTS].map((text) => element("option", { value: text }, text)));
  const known = element("datalist", { id: "outcome-known" });
  const of = element("input", { id: "outcome-of", list: "outcome-known", size: 18, autocomplete: "off",
    "aria-label": "Variable or part" });
  const value = element("input", { id: "outcome-value", size: 8, autocomplete: "off", hidden: true,
    placeholder: "stuck", "aria-label": "Value of the variable" });
  const add = element("button", { type: "button", id: "outcome-add", class: "quiet", onclick: keep }, "Keep");
  const runs = element("select", { id: "samples-count" },
    ...COUNTS.map((n) => element("option", { value: n, selected: n === 256 }, String(n))));
  const seed = element("input", { id: "samples-seed", value: "1", size: 4, inputmode: "numeric", autocomplete: "off" });
  const start = element("button", { type: "submit", id: "samples-begin" }, "Run");
  const progress = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the samples" });
  const stop = element("button", { type: "button", class: "quiet", id: "samples-stop", hidden: true,
    onclick: () => acts.send({ type: "stop_study" }) }, "Stop");
  form.append(element("table", { class: "drawn" }, element("caption", {}, "Drawn at random"), rows),
    element("div", { class: "kept" }, element("span", {}, "of each run"), kept, word, of, known, value, add),
    element("div", { class: "kept" }, element("label", {}, "runs ", runs), element("label", {}, "seed ", seed),
      start, progress, stop));

  const across = element("select", { id: "samples-x", "aria-label": "Along the horizontal axis", onchange: draw });
  const up = element("select", { id: "samples-y", "aria-label": "Along the vertical axis", onchange: draw });

  /** Add a parameter, or change how it is drawn. @param {Drawn} one */
  function draws(one) {
    if (!outcomes.length) outcomes = usual();
    drawn.set(one.one.name, one);
    list();
  }

  /** Ends of the first curves, and what is lost. @returns {Outcome[]} */
  function usual() {
    const ends = plotted().slice(0, FIRST).map((name) => ({ word: "final", of: name, value: "" }));
    return [...ends, { word: "dissipated", of: "", value: "" }];
  }

  function list() {
    form.hidden = drawn.size === 0;
    rows.replaceChildren(...[...drawn.values()].map(row));
    kept.replaceChildren(...outcomes.map((one, k) => element("li", {}, title(one),
      element("button", { type: "button", class: "quiet", "aria-label": `Do not keep ${title(one)}`,
        onclick: () => { outcomes = outcomes.filter((_, other) => other !== k); list(); } }, "×"))));
    known.replaceChildren(...plotted().map((name) => element("option", { value: name })));
  }

  /** @param {Drawn} one */
  function row(one) {
    const { name, unit } = one.one;
    const ends = (/** @type {"low" | "high"} */ which, /** @type {string} */ label) => element("input", {
      size: 9, value: String(one[which]), inputmode: "decimal", autocomplete: "off",
      "aria-label": `${name} ${label}`, "data-end": which,
      onchange: (/** @type {any} */ event) => { one[which] = read(event.target); } });
    const spread = element("select", { "aria-label": `Distribution of ${name}`,
      onchange: (/** @type {any} */ event) => { one.spread = event.target.value; } },
    ...SPREADS.map(([key, text]) => element("option", { value: key, selected: key === one.spread }, text)));
    return element("tr", { "data-name": name }, element("th", { scope: "row" }, name),
      element("td", {}, spread),
      element("td", {}, ends("low", "from"), " … ", ends("high", "to"), " ", shownUnit(unit)),
      element("td", {}, element("button", { type: "button", class: "quiet", "aria-label": `Do not draw ${name}`,
        onclick: () => { drawn.delete(name); list(); } }, "×")));
  }

  function fit() {
    value.hidden = !OF_EVENTS.includes(word.value);
    of.placeholder = OF_PARTS.includes(word.value) ? "all parts" : "";
  }

  function keep() {
    const one = { word: word.value, of: of.value.trim(), value: value.hidden ? "" : value.value.trim() };
    if (!one.of && !OF_PARTS.includes(one.word)) { tell("Name a variable.", true); return; }
    if (!outcomes.some((other) => title(other) === title(one))) outcomes = [...outcomes, one];
    of.value = value.value = "";
    list();
  }

  function begin() {
    if (!state.model?.runs) return;
    const sentence = wrong();
    if (sentence) { tell(sentence, true); return; }
    const { values, structural, stopTime } = state;
    folder = "";
    samples = { number: ++count, base: { parameters: { ...values }, structural: { ...structural },
      stop_time: stopTime }, revision: state.model.revision, columns: null };
    running = count;
    opened = -1;
    progress.value = 0;
    acts.send({ type: "study", number: count, parameters: values, structural, stop_time: stopTime,
      varied: [...drawn.values()].map(({ one, spread, low, high }) => ({ name: one.name, spread, low, high })),
      outcomes, count: Number(runs.value), seed: Number(seed.value) });
    tell("Running …");
    refresh();
  }

  /** Offer the folders that the Studio was started with, and open the first of them at once. */
  function offer() {
    const names = state.model?.studies ?? [];
    stored.hidden = !names.length;
    stored.replaceChildren("Stored: ", ...names.map((/** @type {string} */ name) => element("button",
      { type: "button", class: "quiet", "data-study": name, onclick: () => reads(name) }, name)));
    if (!names.length || count || !state.model?.runs) return;
    acts.show();
    reads(names[0]);
  }

  /** Read a study in a folder. @param {string} name */
  function reads(name) {
    folder = name;
    samples = { number: ++count, study: name, revision: state.model?.revision, columns: null };
    revision = state.model?.revision ?? 0;
    running = count;
    opened = -1;
    acts.send({ type: "open_study", number: count, study: name });
    tell(`Reading ${name} …`);
    refresh();
  }

  function wrong() {
    for (const { one, low, high, spread } of drawn.values()) {
      if (!Number.isFinite(low) || !Number.isFinite(high) || low >= high) {
        return `${one.name}: give two numbers, the lower one first.`;
      }
      if (spread === "log_uniform" && low <= 0) return `${one.name}: equal ratios need numbers above zero.`;
    }
    if (!outcomes.length) return "Keep at least one number of each run.";
    return /^\d{1,9}$/.test(seed.value.trim()) ? "" : "The seed is a whole number.";
  }

  /** @param {any} message */
  function going({ number: which, over, failed, count: all }) {
    if (which !== running) return;
    progress.value = all ? over / all : 0;
    tell(`${over} of ${all} runs${failed ? `; ${failed} failed` : ""}.`);
  }

  /** @param {any} message */
  function came(message) {
    if (message.number !== running) return;
    if (message.status !== "running") running = 0;
    if (message.status === "refused") {
      samples = null;
      tell(message.sentence, true);
    } else {
      Object.assign(samples, message);
      choices();
    }
    refresh();
  }

  /** Offer the columns: parameters first along, outcomes first up. */
  function choices() {
    const { columns } = samples;
    const option = (/** @type {any} */ one) => element("option", { value: one.name }, one.name);
    const before = [across.value, up.value], names = columns.map((/** @type {any} */ one) => one.name);
    across.replaceChildren(...columns.map(option));
    up.replaceChildren(...[...columns].reverse().map(option));
    const first = columns.find((/** @type {any} */ one) => !one.is_parameter);
    across.value = names.includes(before[0]) ? before[0] : names[0];
    up.value = names.includes(before[1]) ? before[1] : first.name;
  }

  function refresh() {
    progress.hidden = stop.hidden = !running;
    start.disabled = running !== 0;
    draw();
  }

  function draw() {
    const { columns } = samples ?? {};
    pictures.hidden = !columns;
    if (!columns) return;
    const [x, y] = [across.value, up.value].map((name) => columns.find((/** @type {any} */ one) => one.name === name));
    const focused = document.activeElement?.getAttribute("data-sample") ?? null;
    pictures.replaceChildren(
      element("div", { class: "study-key" }, element("label", {}, "over ", across), " ",
        element("label", {}, "of ", up)),
      scatter(x, y, { status: samples.statuses, messages: samples.messages, opened, step: samples.step }, open,
        pictures.clientWidth),
      histogram(y, pictures.clientWidth), ...failures());
    if (focused !== null) /** @type {any} */ (pictures.querySelector(`[data-sample="${focused}"]`))?.focus();
    if (!running || samples.study) tell(summary(), samples.revision !== state.model?.revision);
  }

  function failures() {
    const failed = failedOnes();
    if (!failed.length) return [];
    return [element("details", { class: "study-failed" }, element("summary", {}, `${samples.failed} failed`),
      element("ul", {}, ...failed.slice(0, 100).map((run) => element("li", {},
        element("strong", {}, `run ${run * samples.step}`), " ", samples.messages[run]))))];
  }

  /** @returns {number[]} */
  function failedOnes() {
    return samples.statuses.flatMap((/** @type {string} */ status, /** @type {number} */ run) =>
      (status === "failed" ? [run] : []));
  }

  function summary() {
    const { over, failed, status, sentence, study, step } = samples;
    const words = [`${over} of ${samples.count} runs`];
    if (failed) words.push(`${failed} failed`);
    if (status === "running") words.push("others are being made");
    if (status === "stopped") words.push(study ? "no longer followed" : "stopped, Run goes on");
    if (sentence) words.push(sentence);
    if (samples.revision !== state.model?.revision) words.push("the source has changed since: run it again");
    if (opened >= 0) words.push(`run ${opened * step}: ${valuesOf(opened)}`);
    return `${study ? `${study}: ` : ""}${words.join("; ")}.`;
  }

  /** @param {number} run */
  function valuesOf(run) {
    return parameters().map((one) => `${one.name} = ${number(one.values[run], 5)}`).join(", ");
  }

  /** @returns {any[]} */
  function parameters() {
    return samples.columns.filter((/** @type {any} */ one) => one.is_parameter);
  }

  /** Show a run of the study: with its values, and all else as it was. @param {number} run */
  function open(run) {
    opened = run;
    const { base } = samples, own = { ...base.parameters }, structural = { ...base.structural };
    for (const { name, values, is_structural, is_flag } of parameters()) {
      (is_structural ? structural : own)[name] = is_flag ? Boolean(values[run]) : values[run];
    }
    acts.open({ ...base, parameters: own, structural });
    draw();
  }

  /** @param {string} sentence @param {boolean} [isWrong] */
  function tell(sentence, isWrong = false) {
    told.textContent = sentence;
    told.classList.toggle("refusal", isWrong);
  }

  on(["model"], () => {
    offer();
    if (folder && state.model?.runs && revision !== state.model.revision) reads(folder);
    else if (samples?.columns) draw();
  });
  return { draws, going, came };
}

/** @param {HTMLInputElement} input */
function read(input) {
  return Number(input.value.trim().replace("−", "-").replace(",", ".") || NaN);
}

/** As it is called in the table of the study. @param {Outcome} one */
export function title({ word, of, value }) {
  if (!value) return `${word}(${of})`;
  return word === "time_in" ? `${word}(${of} = ${value})` : `${word}(${of} → ${value})`;
}
