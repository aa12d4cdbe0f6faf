// @ts-check
/** A model in the output of a cell: what the kernel tells goes into the store, what people do to the kernel. */

import * as faults from "./faults.js";
import { element, number } from "./format.js";
import { followTheme, place } from "./host.js";
import * as inspector from "./inspector.js";
import * as keyboard from "./keyboard.js";
import { layOut } from "./layout.js";
import { decode } from "./rows.js";
import { Runner, numberOf } from "./runner.js";
import * as runs from "./runs.js";
import { Scene } from "./scene.js";
import * as sliders from "./sliders.js";
import { changed, on, plotted, state } from "./store.js";
import * as tabs from "./tabs.js";
import { widgetTransport } from "./transport.js";

/** @typedef {import("./controls.js").Adjustable} Adjustable */

const QUIET = 160;  // ms
const SILENCE = 3000;  // ms without an answer after which that is said
const MOST_CURVES = 64;
const PANEL = 150, LEAST = 220, MOST = 560;  // px

/**
 * @param {{model: any, el: HTMLElement}} given
 * @param {string[]} styles
 */
export function render({ model, el }, styles) {
  const { host, root } = place(el, styles);
  const page = new Page(model, host, layOut(root));
  return () => page.close();
}

class Page {
  /**
   * @param {any} model of the widget
   * @param {HTMLElement} host
   * @param {Record<string, any>} at elements by their id
   */
  constructor(model, host, at) {
    this.model = model;
    this.host = host;
    this.at = at;
    this.options = model.get("_options");
    this.lostPins = [...model.get("_pins")];
    this.paths = /** @type {Set<string>} */ (new Set());
    this.scheduled = 0;
    this.silence = this.inspecting = 0;
    this.unlisten = () => {};
    this.follow = (/** @type {Adjustable[]} */ _) => {};
    this.recall();
    this.runner = new Runner((message) => this.send(message));
    const { plots, timeline, diagram, machine } = at;
    this.scene = new Scene({ plots, timeline, diagram, machine }, this.runner, {
      send: (message) => this.send(message), select: (path) => this.select(path),
      remove: (name) => this.show([name], false), exists: (path) => this.paths.has(path),
      keep: () => {}, scrolls: (event) => !event.ctrlKey && !event.metaKey });
    this.setUp();
    this.endTheme = followTheme(host, () => { this.scene.repaint(); this.scene.draw(); });
    this.listen();
    this.transport = widgetTransport(model, {
      message: (message) => this.heard(message), bytes: (buffer) => this.came(decode(buffer)),
      state: () => {} });
    this.expect();
  }

  close() {
    clearTimeout(this.silence);
    clearTimeout(this.inspecting);
    this.endTheme();
    this.unlisten();
    this.transport.close();
  }

  /** Take up what the notebook keeps. */
  recall() {
    state.values = { ...this.model.get("_values") };
    state.stopTime = this.model.get("stop_time");
    state.names = this.model.get("_plotted");
    state.lastRun = Math.max(0, ...this.lostPins.map((pin) => numberOf(pin.run)));
    state.isOpen = true;
  }

  /** Let the notebook keep what was set. */
  keep() {
    this.model.set("_values", { ...state.values });
    this.model.set("stop_time", state.stopTime);
    this.model.set("_plotted", state.names);
    this.model.save_changes();
  }

  setUp() {
    const { at, options } = this;
    const reset = (/** @type {string} */ name) => this.reset(name);
    on(["values"], () => {
      clearTimeout(this.inspecting);
      this.inspecting = window.setTimeout(() => this.inspect(), QUIET);
    });
    this.follow = sliders.setUp(at.sliders, options.sliders, { reset,
      set: (one, value, isFinal) => this.set(one, value, isFinal, "reset") });
    inspector.setUp(at.inspector, this.inspectorActions());
    runs.setUp({ runs: at.runs, events: at["panel-events"], numbers: at["panel-numbers"],
      messages: at["panel-messages"] }, this.runActions());
    faults.setUp(at.faults, (path) => this.select(path));
    tabs.setUp(at.drawer);
    keyboard.curves(at.plots, { range: () => this.scene.plots.range(),
      choose: (instant) => this.scene.choose(instant), zoom: (span) => this.scene.zoom(span) });
    at.plots.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") this.scene.zoom(null);
    });
    at.pin.addEventListener("click", () => this.send({ type: "pin" }));
    at.stop.addEventListener("click", () => this.send({ type: "stop" }));
    at["stop-time"].addEventListener("change", () => this.stopTimeEntered());
    at.until.hidden = at.pin.hidden = options.isFixed;
  }

  /** What can be done in the inspector; nothing is written to a file from here. @returns {any} */
  inspectorActions() {
    return {
      set: (/** @type {Adjustable} */ one, /** @type {any} */ value, /** @type {boolean} */ isFinal) =>
        this.set(one, value, isFinal, "moved"),
      reset: (/** @type {string} */ name) => this.reset(name), resetAll: () => this.reset(null),
      show: (/** @type {string[]} */ names, /** @type {boolean} */ isShown) => this.show(names, isShown),
      select: (/** @type {string} */ path) => this.select(path),
    };
  }

  /** What can be done with runs. @returns {any} */
  runActions() {
    return {
      unpin: (/** @type {string} */ run) => this.send({ type: "unpin", run }),
      choose: (/** @type {number} */ instant) => this.scene.choose(instant),
      apply: (/** @type {any} */ pin) => this.takeUp(pin),
    };
  }

  /** Hear what a cell of the notebook sets, or another view of this widget. */
  listen() {
    const adopt = () => this.adopt();
    const follow = () => this.follow(this.model.get("_options").sliders);
    this.model.on("change:_options", follow);
    this.model.on("change:_values", adopt);
    this.model.on("change:stop_time", adopt);
    this.unlisten = () => {
      this.model.off("change:_options", follow);
      this.model.off("change:_values", adopt);
      this.model.off("change:stop_time", adopt);
    };
  }

  adopt() {
    const values = this.model.get("_values"), stopTime = this.model.get("stop_time");
    if (same(values, state.values) && stopTime === state.stopTime) return;
    state.values = { ...values };
    state.stopTime = stopTime;
    this.showStopTime();
    changed("values", "reset");
    this.runner.run();
  }

  /** @param {object} message */
  send(message) {
    this.expect();
    return this.transport.send(message);
  }

  /** Say so if no answer comes: the kernel is busy, or it is another one. */
  expect() {
    if (this.silence) return;
    this.silence = window.setTimeout(() => this.notice("No answer yet: the kernel is busy with a cell. " +
      "If it was started anew, run the cell of this widget again."), SILENCE);
  }

  answered() {
    if (this.silence) this.notice("");
    clearTimeout(this.silence);
    this.silence = 0;
  }

  /** @param {any} message */
  heard(message) {
    this.answered();
    const { at } = this;
    if (message.type === "model") this.modelCame(message);
    else if (message.type === "diagram") this.diagramCame(message);
    else if (message.type === "part") { state.part = message; changed("part"); }
    else if (message.type === "progress") this.progressCame(message);
    else if (message.type === "pins") this.pinsCame(message.pins);
    else if (message.type === "numbers") { state.numbers = message; changed("numbers"); }
    else if (message.type === "values" && message.time === state.instant) {
      state.exact = message;
      changed("exact");
      this.scene.machine.correct();
    } else if (message.type === "refused") {
      at.progress.hidden = true;
      this.notice(message.sentence);
    }
  }

  /** @param {any} model */
  modelCame(model) {
    state.model = model;
    state.messages = model.warnings;
    this.paths = new Set(pathsOf(model.tree));
    this.at.title.textContent = model.title;
    this.at.title.title = model.doc.split("\n")[0];
    this.showStopTime();
    changed("model", "values", "messages");
    this.scene.machine.begin();
    this.select(this.options.sliders.length ? state.selected : state.selected || "");
    this.runner.run();
    for (const { run, parameters, structural, stop_time } of this.lostPins.splice(0)) {
      this.send({ type: "restore", run, parameters, structural, stop_time });
    }
  }

  /** @param {any} facts */
  diagramCame(facts) {
    this.scene.machine.drawn(facts);
    this.scene.tell();
  }

  /** @param {any} told */
  progressCame({ fraction, time, sequence }) {
    if (sequence < this.runner.sequence) return;
    this.at.progress.hidden = false;
    this.at.progress.querySelector("progress").value = fraction;
    this.at.status.textContent = `t = ${number(time, 4)} s`;
  }

  /** @param {any[]} pins */
  pinsCame(pins) {
    state.pins = pins;
    for (const run of state.kept.keys()) {
      if (!pins.some((pin) => pin.run === run)) state.kept.delete(run);
    }
    this.model.set("_pins", pins);
    this.model.save_changes();
    changed("pins");
    this.runner.view();
    this.runner.settle();
  }

  /** @param {import("./rows.js").Curves} curves */
  came(curves) {
    this.answered();
    if (curves.head.motions) this.scene.machine.came(curves); else this.received(curves);
  }

  /** @param {import("./rows.js").Curves} curves */
  received(curves) {
    const { head } = curves;
    if (!this.runner.answered(head) || (head.again && state.span && head.span === null)) return;
    if (state.pins.some((pin) => pin.run === head.run)) state.kept.set(head.run, curves);
    if (!head.again || head.run === state.present?.head.run) {
      if (head.again && head.span) {
        const { modes, modes_left_out } = state.present?.head ?? {};
        Object.assign(head, { modes, modes_left_out });
      }
      state.present = curves;
    }
    this.scheduled ||= requestAnimationFrame(() => this.draw());
    if (head.again) return;
    state.messages = [...(state.model?.warnings ?? []), ...head.warnings];
    changed("messages");
    this.runner.settle();
  }

  draw() {
    this.scheduled = 0;
    this.scene.draw();
    const { present } = state, { at, scene } = this;
    const height = Math.min(MOST, Math.max(LEAST, PANEL * scene.plots.panels.length));
    at.plots.style.flexBasis = `${height}px`;
    if (!this.runner.isBusy) at.progress.hidden = true;
    if (present) this.summarise(present.head);
    changed("rows");
    this.host.dataset.run = present?.head.run ?? "";
    this.host.dataset.sequence = String(this.runner.drawn);
  }

  /** @param {any} head */
  summarise(head) {
    const { wall_time: wall, status } = head;
    const took = wall < 1 ? `${number(wall * 1000, 2)} ms` : `${number(wall, 3)} s`;
    const words = { done: "", stopped: ", stopped", failed: ", failed" }[/** @type {string} */ (status)];
    this.at.status.textContent = this.options.isFixed ? `${head.of} points`
      : `${head.run}${words} · ${took} · ${head.of} points`;
    this.at.status.className = status;
  }

  /** @param {string} text */
  notice(text) {
    const close = element("button", { class: "quiet", "aria-label": "Close", onclick: () => this.notice("") }, "×");
    this.at.notice.hidden = !text;
    this.at.notice.replaceChildren(text, close);
  }

  /** Show a part; that which is shown already goes. @param {string} path */
  select(path) {
    const isOpen = path !== "" && path === state.selected && !this.at.inspector.hidden;
    state.selected = isOpen ? "" : path;
    this.at.inspector.hidden = state.selected === "" && this.options.sliders.length > 0;
    this.scene.diagram.select(state.selected);
    changed("selected");
    this.inspect();
  }

  /** Ask for the selected part: its values depend on what is set elsewhere. */
  inspect() {
    clearTimeout(this.inspecting);
    this.send({ type: "inspect", part: state.selected, parameters: state.values });
  }

  /**
   * @param {Adjustable} one
   * @param {any} value
   * @param {boolean} isFinal
   * @param {string} topic who has to show the value as well
   */
  set(one, value, isFinal, topic) {
    if (value === one.value) delete state.values[one.name]; else state.values[one.name] = value;
    changed("values");
    this.runner.run(isFinal);
    if (!isFinal) return;
    changed(topic);
    this.keep();
  }

  /** @param {string | null} name null for all */
  reset(name) {
    if (name === null) state.values = {}; else delete state.values[name];
    changed("values", "reset");
    this.runner.run();
    this.keep();
  }

  /** Set the values of a pinned run again. @param {any} pin */
  takeUp(pin) {
    state.values = { ...pin.parameters };
    state.stopTime = pin.stop_time;
    this.showStopTime();
    changed("values", "reset");
    this.runner.run();
    this.keep();
  }

  stopTimeEntered() {
    const field = this.at["stop-time"], text = field.value.trim().replace(",", ".");
    const value = Number(text), isWrong = text === "" || !Number.isFinite(value);
    field.setAttribute("aria-invalid", String(isWrong));
    if (isWrong) return;
    state.stopTime = value === state.model?.stop_time ? null : value;
    this.scene.zoom(null);
    this.runner.run();
    this.keep();
  }

  showStopTime() {
    const value = state.stopTime ?? state.model?.stop_time;
    this.at["stop-time"].value = value === null || value === undefined ? "" : String(value);
  }

  /**
   * @param {string[]} names
   * @param {boolean} isShown
   */
  show(names, isShown) {
    const kept = plotted().filter((name) => !names.includes(name));
    if (isShown && kept.length + names.length > MOST_CURVES) {
      this.notice(`No more than ${MOST_CURVES} curves are drawn at once: remove some first.`);
      changed("names");
      return;
    }
    state.names = isShown ? [...kept, ...names] : kept;
    changed("names");
    this.scene.plots.light(null);
    this.keep();
    this.runner.view();
    this.runner.settle();
    if (!isShown) this.draw();
  }
}

/** @param {any} node @returns {string[]} */
function pathsOf(node) {
  return node ? [node.path, ...node.parts.flatMap(pathsOf)] : [];
}

/**
 * @param {Record<string, any>} one
 * @param {Record<string, any>} other
 */
function same(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
