// @ts-check
/** What is drawn of the runs: curves, modes and the machine, with one cursor and one zoom. */

import { partOf } from "./format.js";
import { Machine } from "./machine.js";
import { Plots } from "./plots.js";
import { plotted, state } from "./store.js";
import { Timeline } from "./timeline.js";

const MOST_MARKS = 400, REST = 120;

/**
 * @typedef {object} SceneActions
 * @property {(message: object) => boolean} send
 * @property {(path: string) => void} select a part
 * @property {(name: string) => void} remove a curve
 * @property {(path: string) => boolean} exists
 * @property {() => void} keep what is open
 * @property {(event: WheelEvent) => boolean} [scrolls] whether a wheel over the curves moves the page
 */

export class Scene {
  /**
   * @param {{plots: HTMLElement, timeline: HTMLElement, diagram: HTMLElement, machine: HTMLElement}} places
   * @param {import("./runner.js").Runner} runner
   * @param {SceneActions} actions
   */
  constructor(places, runner, actions) {
    this.runner = runner;
    this.partOf = (/** @type {string} */ name) => partOf(name, actions.exists);
    this.refining = 0;
    const choose = (/** @type {number} */ instant) => this.choose(instant);
    const select = (/** @type {string} */ name) => actions.select(this.partOf(name));
    this.plots = new Plots(places.plots, {
      hover: (instant) => this.pointed(instant), choose, select,
      zoom: (span) => this.zoom(span), remove: actions.remove, scrolls: actions.scrolls,
      point: (name) => this.diagram.light(name && this.partOf(name)) });
    this.timeline = new Timeline(places.timeline, { choose, select });
    this.machine = new Machine(places.diagram, places.machine, {
      send: actions.send, select: actions.select, keep: actions.keep, exists: actions.exists,
      point: (path) => this.lightCurves(path), range: () => this.plots.range(),
      show: (instant, isResting) => this.played(instant, isResting) });
    this.diagram = this.machine.diagram;
  }

  /** Draw the runs of the store. */
  draw() {
    const { present } = state, rows = present?.head.modes ?? [];
    const others = [...state.kept.values()].filter((one) => one.head.run !== present?.head.run);
    this.plots.span = state.span;
    this.plots.draw([...others, ...(present ? [present] : [])], plotted(), marksOf(rows));
    this.timeline.draw(rows, this.plots.range(), endOf(present), present?.head.modes_left_out);
    this.machine.ran();
    this.tell();
  }

  /** Draw in other colours. */
  repaint() {
    this.plots.shape = "";
    this.diagram.paint();
  }

  /** Show an instant in curves, timeline and diagram. */
  tell(instant = state.instant) {
    this.plots.tell(instant);
    this.timeline.tell(instant);
    this.machine.tell(instant, instant === null ? new Map() : this.timeline.modesAt(instant));
  }

  /** The mouse points at an instant. @param {number | null} instant */
  pointed(instant) {
    if (!this.machine.player.isPlaying) this.tell(instant ?? state.instant);
  }

  /**
   * @param {number} instant
   * @param {boolean} isResting false while a run is played
   */
  played(instant, isResting) {
    state.instant = instant;
    if (isResting) this.choose(instant); else this.tell();
  }

  /** @param {number} instant */
  choose(instant) {
    state.instant = instant;
    this.tell();
    this.runner.exact();
  }

  /** @param {[number, number] | null} span */
  zoom(span) {
    const whole = state.present, wasPart = state.span !== null;
    state.span = span && whole && !wasPart && covers(span, whole) ? null : span;
    this.plots.setSpan(state.span);
    this.timeline.draw(this.timeline.rows, this.plots.range(), this.timeline.end, this.timeline.leftOut);
    this.tell();
    if (whole && (whole.head.rows < whole.head.of || wasPart)) this.refine();
  }

  /** Ask for the points that a zoom shows, when it is at rest. */
  refine() {
    clearTimeout(this.refining);
    this.refining = window.setTimeout(() => this.runner.view(), REST);
  }

  /** @param {string | null} path */
  lightCurves(path) {
    const name = path === null ? undefined : plotted().find((one) => this.partOf(one) === path);
    this.plots.light(name ?? null);
    this.diagram.light(path);
  }
}

/**
 * @param {[number, number]} span
 * @param {import("./rows.js").Curves} curves
 */
function covers([first, last], curves) {
  return curves.time.length > 0 && first <= curves.time[0] && last >= endOf(curves);
}

/** @param {any[]} rows */
function marksOf(rows) {
  const marks = rows.flatMap((row) => row.times.slice(1));
  return marks.length > MOST_MARKS ? [] : marks;
}

/** @param {import("./rows.js").Curves | null} curves */
function endOf(curves) {
  return curves?.time.length ? curves.time[curves.time.length - 1] : 1;
}
