// @ts-check
/** Runs as points over two columns, and how a column is distributed. */

import { drawing, number, shownUnit } from "./format.js";
import { padded, ticks, walk } from "./study_picture.js";

const HIGH = 250, LEFT = 92, RIGHT = 24, TOP = 12, BOTTOM = 38, LOW = 120;
const MOST_BINS = 40;
const LEVELS = [0.05, 0.5, 0.95];

/** @typedef {{name: string, unit: string, values: (number | null)[]}} Column */
/** @typedef {{status: string[], messages: Record<string, string>, opened: number, step: number}} Told */

/**
 * Points that can be walked with arrow keys; each opens its run.
 * @param {Column} across
 * @param {Column} up
 * @param {Told} told
 * @param {(run: number) => void} open
 * @param {number} room px
 */
export function scatter(across, up, told, open, room) {
  const width = Math.max(320, Math.min(room || 640, 900)), inner = width - LEFT - RIGHT, high = HIGH - TOP - BOTTOM;
  const svg = drawing("svg", { class: "key-picture scatter", width, height: HIGH, role: "group",
    "aria-label": `${up.name} over ${across.name}; arrow keys walk the runs, Enter opens one` });
  const [x0, x1] = padded(...ends(across.values)), [y0, y1] = padded(...ends(up.values));
  const x = (/** @type {number} */ value) => LEFT + inner * (value - x0) / (x1 - x0);
  const y = (/** @type {number} */ value) => TOP + high * (1 - (value - y0) / (y1 - y0));
  for (const value of ticks(y0, y1)) {
    svg.append(drawing("path", { class: "grid", d: `M${LEFT} ${y(value)}h${inner}` }),
      drawing("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, number(value, 6)));
  }
  axis(svg, across, x, [x0, x1], inner, HIGH);
  svg.append(drawing("text", { class: "axis", x: 4, y: TOP + 4 }, shownUnit(up.unit)));
  const order = across.values.flatMap((value, run) => (value === null || told.status[run] === "not run" ? [] : [run]))
    .sort((a, b) => Number(across.values[a]) - Number(across.values[b]));
  const marks = order.map((run) => {
    const value = up.values[run], place = x(Number(across.values[run]));
    return mark(run, place, value === null ? null : y(value), across, up, told, open);
  });
  marks.forEach((one, k) => {
    one.setAttribute("tabindex", k ? "-1" : "0");
    one.addEventListener("keydown", (event) => walk(marks, k, event));
    svg.append(one);
  });
  return svg;
}

/**
 * @param {number} run
 * @param {number} x
 * @param {number | null} y null if there is no value: a cross at the bottom
 * @param {Column} across
 * @param {Column} up
 * @param {Told} told
 * @param {(run: number) => void} open
 */
function mark(run, x, y, across, up, told, open) {
  const sizes = [across, up].map((one) => `${one.name}: ${number(one.values[run], 7)} ${shownUnit(one.unit)}`.trim());
  const status = told.status[run], message = told.messages[run];
  const text = [`run ${run * told.step}`, ...sizes, ...(message ? [`${status}: ${message}`] : [])].join("\n");
  const bottom = HIGH - BOTTOM;
  const shape = y === null ? drawing("path", { d: `M${x - 3} ${bottom - 3}l6 6m0 -6l-6 6` })
    : drawing("circle", { cx: x, cy: y, r: 3.5 });
  const made = drawing("g", { class: `sample is-${status.replace(" ", "-")}${run === told.opened ? " is-open" : ""}`,
    role: "button", "data-sample": run, "aria-label": text.replaceAll("\n", "; ") },
  drawing("title", {}, text), shape);
  made.addEventListener("click", () => open(run));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open(run);
  });
  return made;
}

/**
 * How often values occur, with the median and the ends of nine tenths.
 * @param {Column} column
 * @param {number} room px
 */
export function histogram(column, room) {
  const width = Math.max(320, Math.min(room || 640, 900)), inner = width - LEFT - RIGHT, high = LOW - TOP - BOTTOM;
  const known = /** @type {number[]} */ (column.values.filter((one) => one !== null)).sort((a, b) => a - b);
  const svg = drawing("svg", { class: "key-picture histogram", width, height: LOW, role: "img",
    "aria-label": `Distribution of ${column.name}` });
  if (!known.length) return svg;
  const [low, most] = padded(known[0], known[known.length - 1]), counts = binned(known, low, most);
  const top = Math.max(...counts), step = inner / counts.length;
  const x = (/** @type {number} */ value) => LEFT + inner * (value - low) / (most - low);
  counts.forEach((count, k) => {
    const tall = high * count / top;
    svg.append(drawing("rect", { class: "bin", x: LEFT + k * step, y: TOP + high - tall, width: Math.max(step - 1, 0.5),
      height: tall }, drawing("title", {}, `${count} runs`)));
  });
  for (const level of LEVELS) {
    const value = quantile(known, level);
    svg.append(drawing("path", { class: "present", d: `M${x(value)} ${TOP}v${high}` },
      drawing("title", {}, `${100 * level} %: ${number(value, 6)} ${shownUnit(column.unit)}`)));
  }
  axis(svg, column, x, [low, most], inner, LOW);
  return svg;
}

/**
 * @param {SVGElement} svg
 * @param {Column} column
 * @param {(value: number) => number} x
 * @param {[number, number]} span
 * @param {number} inner
 * @param {number} height
 */
function axis(svg, column, x, span, inner, height) {
  for (const value of ticks(...span)) {
    svg.append(drawing("path", { class: "grid", d: `M${x(value)} ${TOP}V${height - BOTTOM}` }),
      drawing("text", { x: x(value), y: height - BOTTOM + 16, "text-anchor": "middle" }, number(value, 6)));
  }
  const unit = shownUnit(column.unit);
  svg.append(drawing("text", { class: "axis", x: LEFT + inner / 2, y: height - 5, "text-anchor": "middle" },
    column.name + (unit && `, ${unit}`)));
}

/** @param {(number | null)[]} values @returns {[number, number]} */
function ends(values) {
  const known = /** @type {number[]} */ (values.filter((one) => one !== null));
  return known.length ? [Math.min(...known), Math.max(...known)] : [0, 0];
}

/**
 * Count sorted numbers in bins of equal width.
 * @param {number[]} sorted
 * @param {number} low
 * @param {number} high
 */
export function binned(sorted, low, high) {
  const count = Math.min(MOST_BINS, Math.max(5, Math.ceil(Math.sqrt(sorted.length))));
  const counts = new Array(count).fill(0);
  for (const value of sorted) counts[Math.min(count - 1, Math.floor(count * (value - low) / (high - low)))] += 1;
  return counts;
}

/**
 * The value below which a share of sorted numbers lies, between two of them by a straight line.
 * @param {number[]} sorted
 * @param {number} level
 */
export function quantile(sorted, level) {
  const place = level * (sorted.length - 1), below = Math.floor(place), above = Math.ceil(place);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}
