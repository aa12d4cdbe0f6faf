// @ts-check
/** A key number of each run of a study over the parameter; a point sets its value. */

import { drawing, number } from "./format.js";

const HIGH = 210, LEFT = 92, RIGHT = 24, TOP = 12, BOTTOM = 38;
const TICKS = 5;

/**
 * @typedef {object} Facts
 * @property {string} name of the parameter
 * @property {string} unit
 * @property {(value: number) => number} share where a value is, 0 … 1
 * @property {number} low
 * @property {number} high
 * @property {boolean} logarithmic
 * @property {string} key name of the number
 * @property {string} keyUnit
 * @property {any} present value of the parameter
 */

/**
 * @param {import("./rows.js").Curves[]} runs
 * @param {Facts} facts
 * @param {(value: number) => void} take
 * @param {number} room px
 */
export function keyPicture(runs, facts, take, room) {
  const width = Math.max(320, Math.min(room || 640, 900)), inner = width - LEFT - RIGHT, high = HIGH - TOP - BOTTOM;
  const points = runs.map(({ head }) => ({ ...head, size: valueOf(head, facts.key) }));
  const known = points.map((one) => one.size).filter((one) => one !== null);
  const [least, most] = padded(Math.min(...known), Math.max(...known));
  const x = (/** @type {number} */ value) => LEFT + inner * Math.min(1, Math.max(0, facts.share(value)));
  const y = (/** @type {number | null} */ size) =>
    (size === null ? HIGH - BOTTOM : TOP + high * (1 - (size - least) / (most - least)));
  const svg = drawing("svg", { class: "key-picture", width, height: HIGH, role: "group",
    "aria-label": `${facts.key} over ${facts.name}; arrow keys walk the runs, Enter sets the value` });
  for (const size of known.length ? ticks(least, most) : []) {
    svg.append(drawing("path", { class: "grid", d: `M${LEFT} ${y(size)}h${inner}` }),
      drawing("text", { x: LEFT - 8, y: y(size) + 4, "text-anchor": "end" }, number(size, 6)));
  }
  for (const value of facts.logarithmic ? ratios(facts.low, facts.high) : ticks(facts.low, facts.high)) {
    svg.append(drawing("path", { class: "grid", d: `M${x(value)} ${TOP}v${high}` }),
      drawing("text", { x: x(value), y: HIGH - BOTTOM + 16, "text-anchor": "middle" }, number(value, 6)));
  }
  svg.append(drawing("text", { class: "axis", x: LEFT + inner / 2, y: HIGH - 5, "text-anchor": "middle" },
    facts.name + (facts.unit && `, ${facts.unit}`)));
  svg.append(drawing("text", { class: "axis", x: 4, y: TOP + 4 }, facts.keyUnit));
  const line = points.filter((one) => one.size !== null).map((one) => `${x(one.value)},${y(one.size)}`);
  svg.append(drawing("polyline", { class: "key-line", points: line.join(" ") }));
  if (typeof facts.present === "number" && facts.share(facts.present) >= 0 && facts.share(facts.present) <= 1) {
    svg.append(drawing("path", { class: "present", d: `M${x(facts.present)} ${TOP}v${high}` },
      drawing("title", {}, "the present value")));
  }
  const marks = points.map((one) => mark(one, x(one.value), y(one.size), facts, take));
  marks.forEach((one, k) => {
    one.setAttribute("tabindex", k ? "-1" : "0");
    one.addEventListener("keydown", (event) => walk(marks, k, event));
    svg.append(one);
  });
  return svg;
}

/** @param {any} head @param {string} key @returns {number | null} */
function valueOf(head, key) {
  const found = head.numbers.find((/** @type {any} */ line) => line.what === key)?.value;
  return typeof found === "number" ? found : null;
}

/**
 * @param {any} one
 * @param {number} x
 * @param {number} y
 * @param {Facts} facts
 * @param {(value: number) => void} take
 */
function mark(one, x, y, facts, take) {
  const given = `${facts.name} = ${number(one.value, 6)}${facts.unit && ` ${facts.unit}`}`;
  const size = one.size === null ? "" : `${facts.key}: ${number(one.size, 7)}${facts.keyUnit && ` ${facts.keyUnit}`}`;
  const text = [given, size, one.status === "done" ? "" : `${one.status}: ${one.message}`].filter(Boolean).join("\n");
  const shape = one.size === null ? drawing("path", { d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` })
    : drawing("circle", { cx: x, cy: y, r: 4.5 });
  const made = drawing("g", { class: `key-point is-${one.status}`, role: "button", "data-place": one.place,
    "aria-label": text.replaceAll("\n", "; ") },
  drawing("title", {}, text), drawing("circle", { class: "area", cx: x, cy: y, r: 10 }), shape);
  made.addEventListener("click", () => take(one.value));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    take(one.value);
  });
  return made;
}

/**
 * @param {SVGElement[]} marks
 * @param {number} k
 * @param {KeyboardEvent} event
 */
export function walk(marks, k, event) {
  const to = { ArrowRight: k + 1, ArrowLeft: k - 1, Home: 0, End: marks.length - 1 }[event.key];
  if (to === undefined || !marks[to]) return;
  event.preventDefault();
  marks[k].setAttribute("tabindex", "-1");
  marks[to].setAttribute("tabindex", "0");
  marks[to].focus();
}

/** @param {number} least @param {number} most @returns {[number, number]} */
export function padded(least, most) {
  if (!(most > least)) {
    const around = Math.abs(least) * 0.1 || 1;
    return [least - around, least + around];
  }
  const room = (most - least) * 0.08;
  return [least - room, most + room];
}

/**
 * Return round numbers between two.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
  const raw = (high - low) / TICKS, size = 10 ** Math.floor(Math.log10(raw)), front = raw / size;
  const step = size * (front > 5 ? 10 : front > 2 ? 5 : front > 1 ? 2 : 1), first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/**
 * Return round numbers for an axis of ratios.
 * @param {number} low
 * @param {number} high
 */
export function ratios(low, high) {
  const fronts = high / low > 50 ? [1] : high / low > 8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
  const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
  const all = Array.from({ length: last - first + 1 }, (_, k) =>
    fronts.map((front) => Number((front * 10 ** (first + k)).toPrecision(6)))).flat();
  return all.filter((one) => one >= low * 0.9999 && one <= high * 1.0001);
}
