// @ts-check
/** Plays a run in slow motion: a button, a scrubber, and how much slower than life it is. */

import { element, number } from "./format.js";

const PACES = [0.1, 0.3, 1, 3, 10, 30, 100, 1000];

/**
 * @typedef {object} PlayerOptions
 * @property {() => [number, number]} range first and last instant
 * @property {(instant: number, isResting: boolean) => void} show
 * @property {() => void} [begin] called when playing is asked for; what is needed can be fetched
 */

export class Player {
  /**
   * @param {HTMLElement} place
   * @param {PlayerOptions} options
   */
  constructor(place, options) {
    this.options = options;
    this.now = 0;
    this.isPlaying = false;
    /** @type {number | null} null while it is not known; then it waits */
    this.slow = null;
    this.last = 0;
    this.button = element("button", { class: "play", type: "button", onclick: () => this.toggle() });
    this.slider = element("input", { type: "range", class: "scrubber", min: 0, max: 1, step: "any", value: "0",
      "aria-label": "Time", oninput: () => this.scrubbed(false), onchange: () => this.scrubbed(true) });
    this.time = element("output", { class: "play-time" });
    this.pace = element("select", { class: "pace", "aria-label": "Pace", title: "Pace",
      onchange: () => this.tellFactor() },
    ...PACES.map((one) => element("option", { value: String(one), selected: one === 1 }, `× ${one}`)));
    this.factor = element("span", { class: "factor" });
    place.append(this.button, this.slider, this.time, this.pace, this.factor);
    this.tellButton();
  }

  tellButton() {
    this.button.textContent = this.isPlaying ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    this.button.title = this.isPlaying ? "Pause (Space)" : "Play (Space)";
  }

  tellFactor() {
    if (this.slow === null) { this.factor.textContent = ""; return; }
    const ratio = this.slow / Number(this.pace.value);
    const text = ratio >= 1 ? `${number(ratio, 3)} × slower` : `${number(1 / ratio, 3)} × faster`;
    this.factor.textContent = `${text} than life`;
  }

  /** @param {number | null} slow how many times slower than life the pace × 1 is */
  setSlow(slow) {
    this.slow = slow;
    this.tellFactor();
  }

  /** Take up an instant that was chosen elsewhere. @param {number | null} instant */
  tell(instant) {
    const [first, last] = this.options.range();
    this.now = instant ?? first;
    this.slider.min = String(first);
    this.slider.max = String(last);
    this.slider.value = String(this.now);
    const text = instant === null ? "" : `${number(instant, 6)} s`;
    this.slider.setAttribute("aria-valuetext", text);
    this.time.textContent = text;
  }

  /** @param {boolean} isResting */
  scrubbed(isResting) {
    this.now = Number(this.slider.value);
    this.options.show(this.now, isResting && !this.isPlaying);
  }

  /** @param {boolean} [wanted] */
  toggle(wanted = !this.isPlaying) {
    if (wanted === this.isPlaying) return;
    this.isPlaying = wanted;
    this.last = 0;
    this.tellButton();
    if (!wanted) { this.options.show(this.now, true); return; }
    const [first, last] = this.options.range();
    if (this.now >= last || this.now < first) this.now = first;
    this.options.begin?.();
    requestAnimationFrame((stamp) => this.step(stamp));
  }

  /** @param {number} stamp in ms */
  step(stamp) {
    if (!this.isPlaying) return;
    const seconds = this.last ? (stamp - this.last) / 1000 : 0;
    this.last = stamp;
    if (this.slow !== null) {
      const last = this.options.range()[1];
      this.now = Math.min(last, this.now + (seconds / this.slow) * Number(this.pace.value));
      if (this.now >= last) return this.toggle(false);
      this.options.show(this.now, false);
    }
    requestAnimationFrame((next) => this.step(next));
    return undefined;
  }
}
