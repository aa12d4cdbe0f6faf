// @ts-check
/** One parameter: a slider, a field for the number, a way back to the value of the model. */

import { element, number, shownUnit } from "./format.js";
import { state } from "./store.js";

const STEPS = 400;

/**
 * @typedef {object} Adjustable
 * @property {string} name
 * @property {string} label
 * @property {string} kind
 * @property {any} value
 * @property {string} unit
 * @property {string} doc
 * @property {number | null} least
 * @property {number | null} most
 * @property {number} low
 * @property {number} high
 * @property {boolean} is_logarithmic
 * @property {any[]} choices
 * @property {boolean} is_settable
 * @property {string} note
 */

/**
 * @typedef {object} Setter
 * @property {(one: Adjustable, value: any, isFinal: boolean) => void} set
 * @property {(one: Adjustable) => void} reset
 * @property {(one: Adjustable) => void} [vary]
 */

/** @param {Adjustable} one */
function kept(one) {
  return one.kind === "choice" ? state.structural : state.values;
}

/** @param {Adjustable} one @returns {any} */
function present(one) {
  return kept(one)[one.name] ?? one.value;
}

/**
 * Return the control of a parameter.
 * @param {Adjustable} one
 * @param {Setter} setter
 */
export function control(one, setter) {
  const isChanged = one.name in kept(one);
  const reset = element("button", { class: "reset", title: `Back to ${text(one.value)}`,
    "aria-label": `Reset ${one.label}`, onclick: () => setter.reset(one) }, "↺");
  const root = element("div", { class: "control", "data-name": one.name, title: one.doc },
    element("span", { class: "control-name" }, one.label), reset);
  root.classList.toggle("is-changed", isChanged);
  root.classList.toggle("is-fixed", !one.is_settable);
  root.append(...fields(one, setter, root));
  if (one.note && one.kind !== "start" && !one.is_settable) {
    root.append(element("p", { class: "control-note" }, one.note));
  }
  return root;
}

/**
 * @param {Adjustable} one
 * @param {Setter} setter
 * @param {HTMLElement} root
 */
function fields(one, setter, root) {
  if (one.kind === "table") return [element("span", { class: "control-value" }, "table")];
  if (!one.is_settable) return [element("span", { class: "control-value" }, text(one.value)), unit(one)];
  if (one.kind === "boolean") return [checkbox(one, setter, root)];
  if (one.choices.length) return [choice(one, setter, root), unit(one)];
  return numeric(one, setter, root);
}

/** @param {Adjustable} one */
function unit(one) {
  return element("span", { class: "unit" }, shownUnit(one.unit));
}

/**
 * Set a value that was chosen, and mark whether it differs from that of the model.
 * @param {Adjustable} one
 * @param {Setter} setter
 * @param {HTMLElement} root
 * @param {any} value
 */
function chosen(one, setter, root, value) {
  root.classList.toggle("is-changed", value !== one.value);
  setter.set(one, value, true);
}

/**
 * @param {Adjustable} one
 * @param {Setter} setter
 * @param {HTMLElement} root
 */
function checkbox(one, setter, root) {
  return element("input", { type: "checkbox", "aria-label": one.label, checked: present(one),
    onchange: (/** @type {any} */ event) => chosen(one, setter, root, event.target.checked) });
}

/**
 * @param {Adjustable} one
 * @param {Setter} setter
 * @param {HTMLElement} root
 */
function choice(one, setter, root) {
  const options = one.choices.map((value, k) =>
    element("option", { value: String(k), selected: value === present(one) }, text(value)));
  return element("select", { "aria-label": one.label,
    onchange: (/** @type {any} */ event) => chosen(one, setter, root, one.choices[event.target.value]) },
  ...options);
}

/**
 * @param {Adjustable} one
 * @param {Setter} setter
 * @param {HTMLElement} root
 */
function numeric(one, setter, root) {
  const field = element("input", { class: "number", inputmode: "decimal", autocomplete: "off",
    "aria-label": `${one.label}${one.unit ? ` in ${one.unit}` : ""}`, value: plain(present(one)) });
  const slider = element("input", { type: "range", min: 0, max: STEPS, step: 1,
    "aria-label": one.label, value: String(place(one, present(one))) });
  slider.setAttribute("aria-valuetext", `${plain(present(one))} ${one.unit}`.trim());
  const moved = (/** @type {boolean} */ isFinal) => () => {
    const value = valueAt(one, Number(slider.value));
    field.value = plain(value);
    slider.setAttribute("aria-valuetext", `${plain(value)} ${one.unit}`.trim());
    root.classList.toggle("is-changed", value !== one.value);
    setter.set(one, value, isFinal);
  };
  slider.addEventListener("input", moved(false));
  slider.addEventListener("change", moved(true));
  const entered = (/** @type {number} */ value) => {
    slider.value = String(place(one, value));
    slider.setAttribute("aria-valuetext", `${plain(value)} ${one.unit}`.trim());
    root.classList.toggle("is-changed", value !== one.value);
    setter.set(one, value, true);
  };
  field.addEventListener("change", () => {
    const value = read(one, field.value);
    field.setAttribute("aria-invalid", String(value === null));
    field.title = value === null ? bounds(one) : "";
    if (value !== null) entered(value);
  });
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const now = read(one, field.value) ?? present(one);
    const step = one.kind === "integer" ? 1 : stepOf(now) * (event.shiftKey ? 10 : 1);
    const value = limited(one, Number((now + way * step).toPrecision(12)));
    field.value = plain(value);
    entered(value);
  });
  const vary = setter.vary && element("button", { class: "vary", title: `Vary ${one.label}: many runs`,
    "aria-label": `Vary ${one.label}`, onclick: () => setter.vary?.(one) }, "vary");
  return vary ? [field, unit(one), slider, vary] : [field, unit(one), slider];
}

/** A hundredth of a number, rounded down to 1, 2 or 5 at the front. @param {number} value */
function stepOf(value) {
  if (!value) return 0.01;
  const raw = Math.abs(value) / 50, size = 10 ** Math.floor(Math.log10(raw)), front = raw / size;
  return size * (front >= 5 ? 5 : front >= 2 ? 2 : 1);
}

/**
 * @param {Adjustable} one
 * @param {string} given
 */
function read(one, given) {
  const value = Number(given.trim().replace("−", "-").replace(",", "."));
  if (given.trim() === "" || !Number.isFinite(value)) return null;
  if (one.kind === "integer" && !Number.isInteger(value)) return null;
  return value === limited(one, value) ? value : null;
}

/** @param {Adjustable} one */
function bounds(one) {
  const whole = one.kind === "integer" ? "a whole number" : "a number";
  const least = one.least === null ? "" : ` of at least ${number(one.least)}`;
  const most = one.most === null ? "" : `${least ? " and" : " of"} at most ${number(one.most)}`;
  return `Give ${whole}${least}${most}`;
}

/**
 * @param {Adjustable} one
 * @param {number} value
 */
function limited(one, value) {
  return Math.min(one.most ?? Infinity, Math.max(one.least ?? -Infinity, value));
}

/**
 * Return where a slider is for a value.
 * @param {Adjustable} one
 * @param {number} value
 */
export function place(one, value) {
  const share = one.is_logarithmic && value > 0
    ? Math.log(value / one.low) / Math.log(one.high / one.low)
    : (value - one.low) / (one.high - one.low);
  return Math.round(STEPS * Math.min(1, Math.max(0, share)));
}

/**
 * Return the value for a place of the slider, with as many digits as one step needs.
 * @param {Adjustable} one
 * @param {number} at
 */
export function valueAt(one, at) {
  if (at === place(one, one.value) && typeof one.value === "number") return one.value;
  const share = at / STEPS;
  const value = one.is_logarithmic ? one.low * (one.high / one.low) ** share
    : one.low + (one.high - one.low) * share;
  if (one.kind === "integer") return Math.round(value);
  if (at === 0 || at === STEPS) return limited(one, Number(value.toPrecision(12)));
  const step = one.is_logarithmic ? value * 0.002 : (one.high - one.low) / STEPS;
  const digits = 10 ** Math.floor(Math.log10(Math.abs(step)));
  return limited(one, Number((Math.round(value / digits) * digits).toPrecision(12)));
}

/** @param {any} value */
function plain(value) {
  if (typeof value !== "number") return text(value);
  const size = Math.abs(value), kept = Number(value.toPrecision(7));
  return size >= 1e7 || (size && size < 1e-4) ? kept.toExponential().replace("e+", "e") : String(kept);
}

/** @param {any} value */
function text(value) {
  return typeof value === "number" ? number(value, 7) : value === null ? "several values" : String(value);
}
