// @ts-check
/** A run on the diagram of its machine: marks run along the shafts, friction elements stick and glow. */

import { drawing } from "./format.js";

/**
 * @typedef {object} Motions
 * @property {ArrayLike<number>} time instants in s, ascending; twice at events
 * @property {number} slow how many times slower than life the fastest shaft makes one turn a second
 * @property {Record<string, ArrayLike<number>>} ports angles and positions by path
 * @property {Record<string, ArrayLike<number>[]>} speeds least and greatest one; of a single part the same
 * @property {Record<string, string>} units of the speeds
 * @property {Record<string, ArrayLike<number>>} modes by path, as indices into the labels
 * @property {string[]} labels
 * @property {Record<string, ArrayLike<number>>} losses in W by path
 */

const TRAVEL = 56; // px that a mark moves in one turn, or in one metre
const PERIOD = 280; // px after which marks look the same
const GLOW = 8; // px of the brightest glow
const RPM = 30 / Math.PI;

/** Looks of what moves; marks have a tail behind them, which tells the direction of a still picture. */
export const MOTION_STYLE = `
.running { fill: none; stroke: var(--running, #12998a); stroke-width: 4.4; stroke-dasharray: 1.5 2 3 2 7 12.5; }
.running.is-back { stroke-dasharray: 7 2 3 2 1.5 12.5; }
g.rotation > .running, g.translation > .running { stroke: inherit; stroke-width: 5; }
.speed { font-size: 9px; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
svg text.note, .speed { fill: var(--running-text, #0c7f74); font-variant-numeric: tabular-nums; }
[data-mode="stuck"] { --ink: var(--mode-stuck, #1e8449); }
[data-mode="forward"] { --ink: var(--mode-forward, #c4501b); }
[data-mode="backward"] { --ink: var(--mode-backward, #2457c5); }
[data-mode="several"] { --ink: var(--mode-several, #7b4fb3); }
g[data-mode] path { stroke: var(--ink); }
g[data-mode="stuck"] path { stroke-width: 2.8px; }
g[data-mode="backward"] path, g[data-mode="several"] path { stroke-dasharray: 5 2; }
g[data-mode="several"] path { stroke-dasharray: 2 2; }
g[data-mode="free"] path { opacity: 0.45; }
g[data-mode="forward"], g[data-mode="backward"] { filter: drop-shadow(0 0 var(--glow, 0) #ff9a2e); }
@media (prefers-reduced-motion: reduce) { .running { display: none; } }
`;

/**
 * Show modes of parts; those that are not named have none.
 * @param {ParentNode} root
 * @param {Map<string, string>} modes by path
 */
export function showModes(root, modes) {
  for (const one of root.querySelectorAll("g[data-path]")) {
    const mode = modes.get(/** @type {any} */ (one).dataset.path);
    if (!mode) one.removeAttribute("data-mode");
    else if (one.getAttribute("data-mode") !== mode) one.setAttribute("data-mode", mode);
  }
}

/** Take the texts away that keep room for speeds. @param {ParentNode} root */
export function clearSpeeds(root) {
  for (const one of root.querySelectorAll("text.note")) one.textContent = "";
  for (const one of root.querySelectorAll("tspan.speed")) one.remove();
}

/**
 * Return a speed as people read it, with an arrow that tells the direction.
 * @param {number} low
 * @param {number} high the same for a single part
 * @param {string} unit
 */
export function speedText(low, high, unit) {
  const isTurning = unit === "rad/s", factor = isTurning ? RPM : 1;
  const digits = isTurning ? Math.max(0, 3 - Math.floor(Math.log10(Math.max(1, Math.abs(high * factor))))) : 2;
  const [least, most] = [low, high]
    .map((one) => (one * factor).toFixed(Math.min(2, digits)).replace(/^-(?=[0.]+$)/, "").replace("-", "−"));
  const texts = least === most ? most : `${least} … ${most}`;
  const arrow = /[1-9]/.test(texts) ? (low + high > 0 ? "▸ " : "◂ ") : "";
  return `${arrow}${texts} ${isTurning ? "rpm" : unit}`;
}

/** @param {ArrayLike<number>} values */
function greatest(values) {
  let found = 0;
  for (let k = 0; k < values.length; k++) if (values[k] > found) found = values[k];
  return found;
}

export class Motion {
  /**
   * @param {ParentNode} root a diagram; what was drawn of another run has to be removed before
   * @param {Motions} run
   */
  constructor(root, run) {
    this.run = run;
    clearSpeeds(root);
    const groups = [.../** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("g[data-path]"))];
    this.lines = groups.flatMap((group) => this.marksOf(group));
    /** @type {Map<string, SVGElement[]>} */
    this.parts = new Map();
    for (const group of groups) {
      const path = group.dataset.path ?? "";
      this.parts.set(path, [...(this.parts.get(path) ?? []), group]);
    }
    this.labels = new Map(Object.keys(run.speeds).flatMap((path) => this.labelOf(path)));
    this.mostLoss = Object.values(run.losses).reduce((top, all) => Math.max(top, greatest(all)), 0) || 1;
  }

  /** Draw the marks of a line. @param {SVGElement} group */
  marksOf(group) {
    const angle = this.run.ports[group.dataset.path ?? ""];
    if (!angle || !/^(net|rotation|translation)\b/.test(group.getAttribute("class") ?? "")) return [];
    return [...group.querySelectorAll("path")].flatMap((path) => {
      const kind = `${path.getAttribute("class") ?? ""} ${group.getAttribute("class")}`;
      if (!/rotation|translation/.test(kind)) return [];
      const mark = /** @type {SVGElement} */ (path.cloneNode());
      mark.setAttribute("class", "running");
      group.append(mark);
      return [{ mark, angle, turn: /rotation/.test(kind) ? 2 * Math.PI : 1 }];
    });
  }

  /** @param {string} path @returns {[string, Element][]} */
  labelOf(path) {
    for (const part of this.parts.get(path) ?? []) {
      const note = part.querySelector("text.note");
      if (note) return [[path, note]];
      const name = part.querySelector(":scope > text.small");
      if (!name) continue;
      const speed = drawing("tspan", { class: "speed", x: name.getAttribute("x"), dy: 10 });
      name.append(speed);
      return [[path, speed]];
    }
    return [];
  }

  /** The row before an instant. @param {number} instant */
  rowAt(instant) {
    const { time } = this.run;
    let low = 0, high = time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (time[middle] <= instant) low = middle; else high = middle - 1;
    }
    return low;
  }

  /** Show an instant. @param {number} instant */
  show(instant) {
    const { time, speeds, units, losses } = this.run;
    const row = this.rowAt(instant), next = Math.min(row + 1, time.length - 1), step = time[next] - time[row];
    const share = step > 0 ? Math.min(1, Math.max(0, (instant - time[row]) / step)) : 0;
    const at = (/** @type {ArrayLike<number>} */ values) => values[row] + (values[next] - values[row]) * share;
    for (const { mark, angle, turn } of this.lines) {
      mark.style.strokeDashoffset = String(-((at(angle) / turn) * TRAVEL) % PERIOD);
      const rate = step > 0 ? angle[next] - angle[row] : 0;
      if (rate) mark.classList.toggle("is-back", rate < 0);
    }
    for (const [path, label] of this.labels) {
      const [low, high] = speeds[path].map(at);
      label.textContent = speedText(low, high, units[path]);
    }
    for (const [path, values] of Object.entries(losses)) {
      const glow = `${(GLOW * Math.sqrt(Math.max(at(values), 0) / this.mostLoss)).toFixed(1)}px`;
      for (const part of this.parts.get(path) ?? []) part.style.setProperty("--glow", glow);
    }
  }

  /**
   * Show exact speeds, as they were told for the instant that is shown.
   * @param {Record<string, [number, number]>} speeds
   */
  correct(speeds) {
    for (const [path, [low, high]] of Object.entries(speeds)) {
      const label = this.labels.get(path);
      if (label) label.textContent = speedText(low, high, this.run.units[path]);
    }
  }

  /** The modes at an instant. @param {number} instant @returns {Map<string, string>} */
  modesAt(instant) {
    const row = this.rowAt(instant), { modes, labels } = this.run;
    return new Map(Object.entries(modes).map(([path, values]) => [path, labels[values[row]]]));
  }

  /** Take away what was drawn. */
  remove() {
    for (const { mark } of this.lines) mark.remove();
    for (const label of this.labels.values()) label.textContent = "";
    for (const parts of this.parts.values()) for (const one of parts) one.style.removeProperty("--glow");
  }
}
