// @ts-check
/** When each friction element, freewheel and gap was in which mode. */

import { drawing, element } from "./format.js";
import { rowAt } from "./rows.js";
import { RIGHT } from "./plots.js";

const ROW = 22, BAR = 16, LEAST = 2;
const KNOWN = new Set(["stuck", "forward", "backward", "free"]);
const OTHERS = 8;

/**
 * @typedef {object} ModeRow
 * @property {string} name
 * @property {Record<string, string>} labels
 * @property {number[]} times
 * @property {number[]} values
 * @property {number} left_out
 */

export class Timeline {
  /**
   * @param {HTMLElement} place
   * @param {{choose: (instant: number) => void, select: (name: string) => void}} options
   */
  constructor(place, options) {
    this.place = place;
    this.options = options;
    /** @type {ModeRow[]} */
    this.rows = [];
    this.range = /** @type {[number, number]} */ ([0, 1]);
    this.end = 1;
    this.leftOut = 0;
    this.svg = drawing("svg", { class: "timeline", role: "img" }, hatches());
    this.bars = drawing("g", {});
    this.line = drawing("line", { class: "timeline-cursor", y1: 0, y2: 0 });
    this.svg.append(this.bars, this.line);
    this.names = element("div", { class: "timeline-names" });
    place.append(this.names, this.svg);
    this.svg.addEventListener("click", (event) => options.choose(this.instantAt(event.offsetX)));
    this.room = 0;
    this.instant = /** @type {number | null} */ (null);
    new ResizeObserver(() => this.resize()).observe(this.svg);
  }

  /**
   * @param {ModeRow[]} rows
   * @param {[number, number]} range
   * @param {number} end of the run
   * @param {number} [leftOut] how many more variables tell modes
   */
  draw(rows, range, end, leftOut = 0) {
    const names = rows.map((row) => row.name).join("\n");
    if (names !== this.rows.map((row) => row.name).join("\n") || leftOut !== this.leftOut) this.label(rows, leftOut);
    this.leftOut = leftOut;
    this.rows = rows;
    this.range = range;
    this.end = end;
    this.redraw();
  }

  /**
   * @param {ModeRow[]} rows
   * @param {number} leftOut
   */
  label(rows, leftOut) {
    this.place.classList.toggle("is-empty", !rows.length);
    this.names.replaceChildren(...rows.map(({ name }) =>
      element("button", { title: name, onclick: () => this.options.select(name) },
        name.replace(/\.mode$/, ""))), leftOut > 0 && element("span", { class: "hint" }, `and ${leftOut} more`) || "");
  }

  /** Take note of the room: asking for it with each run would lay out the page before it is drawn. */
  resize() {
    if (this.room === this.svg.clientWidth) return;
    this.room = this.svg.clientWidth;
    this.redraw();
    this.tell(this.instant);
  }

  width() {
    return Math.max(50, this.room - RIGHT);
  }

  /** @param {number} x */
  instantAt(x) {
    const [first, last] = this.range;
    return first + (last - first) * Math.min(1, Math.max(0, x / this.width()));
  }

  redraw() {
    const height = ROW * this.rows.length + 2;
    this.svg.setAttribute("height", String(height));
    this.line.setAttribute("y2", String(height));
    this.svg.setAttribute("aria-label", described(this.rows));
    const width = this.width();
    this.bars.replaceChildren(...this.rows.flatMap((row, k) =>
      pieces(row, this.range, this.end, width).map((piece) => bar(piece, k * ROW + 3))));
  }

  /** @param {number | null} instant */
  tell(instant) {
    this.instant = instant;
    const [first, last] = this.range;
    const share = instant === null ? -1 : (instant - first) / (last - first);
    const isSeen = share >= 0 && share <= 1;
    this.line.classList.toggle("is-hidden", !isSeen);
    if (!isSeen) return;
    const x = String(share * this.width());
    this.line.setAttribute("x1", x);
    this.line.setAttribute("x2", x);
  }

  /**
   * Return the modes at an instant, by the name of the variable, where all changes are known.
   * @param {number} instant
   * @returns {Map<string, string>}
   */
  modesAt(instant) {
    return new Map(this.rows.filter((row) => row.times.length && !row.left_out).map((row) => {
      const value = row.values[rowAt(row.times, instant)];
      return [row.name, row.labels[value] ?? String(value)];
    }));
  }
}

/**
 * Return what is drawn of a row: pieces narrower than two points are drawn as wide as that, and
 * where several of them would cover each other they are one piece that counts them.
 * @param {ModeRow} row
 * @param {[number, number]} range
 * @param {number} end
 * @param {number} width
 */
export function pieces(row, range, end, width) {
  const scale = width / (range[1] - range[0]);
  /** @type {{x: number, width: number, label: string, value: number, count: number}[]} */
  const found = [];
  for (let k = 0; k < row.times.length; k++) {
    const from = Math.max(row.times[k], range[0]);
    const to = Math.min(k + 1 < row.times.length ? row.times[k + 1] : end, range[1]);
    if (to < range[0] || from > range[1] || to < from) continue;
    const x = (from - range[0]) * scale, wide = (to - from) * scale;
    const value = row.values[k], label = row.labels[value] ?? String(value);
    const last = found[found.length - 1];
    if (wide < LEAST && last && last.width <= LEAST && x < last.x + LEAST) {
      last.count += 1;
      if (last.label !== label) last.label = "several";
      continue;
    }
    found.push({ x, width: Math.max(LEAST, wide), label, value, count: 1 });
  }
  return found;
}

/**
 * @param {{x: number, width: number, label: string, value: number, count: number}} piece
 * @param {number} y
 */
function bar(piece, y) {
  const kind = KNOWN.has(piece.label) || piece.label === "several" ? piece.label
    : `other-${Math.abs(piece.value) % OTHERS}`;
  const many = piece.count > 1 ? ` ×${piece.count}` : "";
  const rect = { x: piece.x.toFixed(2), y, width: Math.max(1, piece.width - 0.5).toFixed(2),
    height: BAR, rx: piece.width > 6 ? 2 : 0 };
  const group = drawing("g", { class: `bar mode-${kind}` },
    drawing("title", {}, `${piece.label}${many}`), drawing("rect", rect));
  if (kind === "forward" || kind === "backward") {
    group.append(drawing("rect", { ...rect, fill: `url(#hatch-${kind})`, class: "hatch" }));
  }
  const text = `${piece.label}${many}`;
  if (piece.width > 7 * text.length + 8) {
    group.append(drawing("text", { x: (piece.x + piece.width / 2).toFixed(1), y: y + 12 }, text));
  }
  return group;
}

/** Hatches tell the direction of sliding without colour. */
function hatches() {
  const made = [["forward", "M-2,8 L8,-2 M4,10 L10,4"], ["backward", "M-2,-2 L10,10"]].map(
    ([name, path]) => drawing("pattern", { id: `hatch-${name}`, width: 8, height: 8,
      patternUnits: "userSpaceOnUse" }, drawing("path", { d: path, class: "hatch-line" })));
  return drawing("defs", {}, ...made);
}

/** @param {ModeRow[]} rows */
function described(rows) {
  const texts = rows.map((row) =>
    `${row.name} ends ${row.labels[row.values[row.values.length - 1]] ?? ""} after ` +
    `${row.values.length - 1 + row.left_out} changes`);
  return texts.length ? `Modes over time: ${texts.join("; ")}` : "No modes";
}
