// @ts-check
/** The diagram with what moves on it: open parts, modes and speeds at the cursor, slow motion. */

import { Diagram } from "./diagram.js";
import { element, partOf } from "./format.js";
import { Motion } from "./motion.js";
import { Player } from "./player.js";
import { changed, on, state } from "./store.js";

const QUIET = 160;
const VIEWS = /** @type {Record<string, string>} */ ({ schematic: "Shaft lines", section: "Half section" });

/**
 * @typedef {object} Actions
 * @property {(message: object) => boolean} send
 * @property {(path: string) => void} select
 * @property {(path: string | null) => void} point
 * @property {(instant: number, isResting: boolean) => void} show an instant, in all pictures
 * @property {() => [number, number]} range first and last instant
 * @property {() => void} keep what is open
 * @property {(path: string) => boolean} exists
 */

export class Machine {
  /**
   * @param {HTMLElement} place of the diagram
   * @param {HTMLElement} bar below it
   * @param {Actions} actions
   */
  constructor(place, bar, actions) {
    this.actions = actions;
    this.bar = bar;
    this.diagram = new Diagram(place, { select: actions.select, point: actions.point,
      open: (path) => this.open(path) });
    const controls = element("span", { class: "player" });
    on(["model"], () => controls.classList.toggle("is-hidden", !state.model?.runs));
    this.views = element("span", { class: "views" });
    const large = element("button", { class: "quiet large", "aria-pressed": "false", title: "Larger diagram",
      "aria-label": "Larger diagram", onclick: () => {
        large.setAttribute("aria-pressed", String(place.classList.toggle("is-large")));
      } }, "⤢");
    bar.append(controls, this.views, large);
    this.player = new Player(controls, { range: actions.range, show: actions.show, begin: () => this.need() });
    /** @type {any} what the server told of the diagram */
    this.facts = { svg: "", view: "", views: [], opened: [], closed: [], told: "" };
    /** @type {import("./motion.js").Motions | null} */
    this.motions = null;
    /** @type {Motion | null} */
    this.motion = null;
    this.asked = this.run = "";
    this.timer = 0;
    this.isFresh = true;
  }

  /** Take up what was open before the page was loaded, or the connection lost. */
  begin() {
    if (this.isFresh && (state.opened.length || state.view)) this.ask();
    this.isFresh = false;
  }

  ask() {
    this.actions.send({ type: "diagram", opened: state.opened, view: state.view });
  }

  /** @param {any} facts */
  drawn(facts) {
    this.facts = facts;
    if (facts.told) state.opened = facts.opened;
    this.forget();
    this.diagram.show(facts.svg, facts);
    this.bar.hidden = !facts.svg;
    this.showViews();
    this.actions.keep();
    changed("diagram");
    if (this.isWanted) this.need();
  }

  showViews() {
    const { view, views, opened, told } = this.facts;
    const others = views.filter((/** @type {string} */ one) => one !== view);
    this.views.replaceChildren(
      told && element("span", { class: "told", role: "status", title: told }, told),
      ...opened.map((/** @type {string} */ path) => element("button", { class: "opened", "data-path": path,
        title: `Close ${path} (O)`, "aria-label": `Close ${path}`, onclick: () => this.close(path) }, `${path} ×`)),
      ...others.map((/** @type {string} */ one) => element("button", { class: "quiet", "data-view": one,
        title: opened.length ? `${VIEWS[one]}; closes what is open` : VIEWS[one],
        onclick: () => this.look(one) }, VIEWS[one])));
  }

  /** @param {string} view */
  look(view) {
    state.view = view;
    if (view === "section") state.opened = [];
    this.ask();
  }

  /** @param {string} path */
  open(path) {
    state.opened = [...state.opened.filter((one) => one !== path), path];
    if (state.view === "section") state.view = "schematic";
    this.ask();
  }

  /** @param {string} path */
  close(path) {
    state.opened = state.opened.filter((one) => one !== path && !one.startsWith(`${path}.`));
    this.ask();
  }

  /** Open a part, or close the open one that it is in. @param {string} path */
  toggle(path) {
    const { closed, opened } = this.facts;
    if (closed.includes(path)) return this.open(path);
    for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      if (opened.includes(at)) return this.close(at);
    }
    return undefined;
  }

  get isWanted() {
    return this.player.isPlaying || state.instant !== null;
  }

  /** Forget what moved: another run is drawn, or another diagram. */
  forget() {
    this.motion?.remove();
    this.motions = this.motion = null;
    this.asked = "";
    this.player.setSlow(null);
    clearTimeout(this.timer);
    if (this.isWanted) this.timer = window.setTimeout(() => this.need(), QUIET);
  }

  /** Ask for what moves in the present run. */
  need() {
    const run = state.present?.head.run;
    if (!run || !state.present?.time.length || !this.facts.svg || this.motions || this.asked === run) return;
    this.asked = run;
    this.actions.send({ type: "motions", sequence: state.present.head.sequence });
  }

  /** @param {import("./rows.js").Curves} curves */
  came({ head, time, columns }) {
    const of = (/** @type {Record<string, number>} */ places) =>
      Object.fromEntries(Object.entries(places).map(([path, k]) => [path, columns[k]]));
    if (head.motions !== state.present?.head.run) { this.asked = ""; return; }
    this.motion?.remove();
    this.motion = null;
    this.motions = { time, slow: head.slow, units: head.units, labels: head.labels,
      ports: of(head.ports), modes: of(head.modes), losses: of(head.losses),
      speeds: Object.fromEntries(Object.entries(head.speeds).map(([path, pair]) =>
        [path, /** @type {number[]} */ (pair).map((k) => columns[k])])) };
    this.player.setSlow(head.slow);
    if (state.instant !== null) this.actions.show(state.instant, false);
  }

  /** A run is drawn. */
  ran() {
    const run = state.present?.head.run ?? "";
    if (run !== this.run) this.forget();
    this.run = run;
    this.player.tell(state.instant);
  }

  /**
   * Show an instant.
   * @param {number | null} instant
   * @param {Map<string, string>} modes by the names of variables
   */
  tell(instant, modes) {
    this.diagram.tell(this.completed(byPart(modes, this.actions.exists), instant));
    this.player.tell(instant);
    if (instant === null) {
      this.motion?.remove();
      this.motion = null;
      return;
    }
    if (!this.motions) return this.need();
    this.motion ??= new Motion(this.diagram.root, this.motions);
    this.motion.show(instant);
    this.correct();
  }

  /**
   * Add modes that the rows of the timeline do not tell, or only of some elements of an array.
   * @param {Map<string, string>} modes by path
   * @param {number | null} instant
   */
  completed(modes, instant) {
    const head = state.present?.head, isPart = head?.modes_left_out > 0;
    if (instant === null || !this.motions) return modes;
    if (!isPart && !head?.modes.some((/** @type {any} */ row) => row.left_out)) return modes;
    this.motion ??= new Motion(this.diagram.root, this.motions);
    for (const [path, mode] of this.motion.modesAt(instant)) {
      if (isPart || !modes.has(path)) modes.set(path, mode);
    }
    return modes;
  }

  /** Show exact speeds where the cursor rests. */
  correct() {
    const { exact, present, instant } = state;
    if (this.player.isPlaying || exact?.last !== present?.head.run || exact?.time !== this.player.now) return;
    if (exact.time === instant) this.motion?.correct(exact.speeds);
  }
}

/**
 * Return the mode of each part; of an array whose elements differ, "several".
 * @param {Map<string, string>} modes by the names of variables
 * @param {(path: string) => boolean} exists
 */
export function byPart(modes, exists) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [name, mode] of modes) {
    const path = partOf(name, exists), before = found.get(path);
    found.set(path, before === undefined || before === mode ? mode : "several");
  }
  return found;
}
