// @ts-check
/** Asks for runs: at once while a slider moves, or when it is let go if runs are slow. */

import { state, plotted } from "./store.js";

const SLOW = 0.3;
const QUIET = 160;

/** "run 7" → 7. @param {string} run */
export function numberOf(run) {
  return Number(/^run (\d{1,9})$/.exec(run)?.[1] ?? 0);
}

export class Runner {
  /**
   * @param {(message: object) => boolean} send
   */
  constructor(send) {
    this.send = send;
    this.sequence = 0;
    this.drawn = 0;
    /** @type {number[]} how long the last two runs took: one alone may have waited for code */
    this.walls = [0, 0];
    this.timer = 0;
    /** What was asked for last: a slider that is let go where it is needs no other run. */
    this.asked = "";
  }

  get isBusy() {
    return this.drawn < this.sequence;
  }

  get isSlow() {
    return Math.min(...this.walls) > SLOW;
  }

  /**
   * Ask for a run with the present values, unless that was the last thing asked for.
   * @param {boolean} [isFinal] false while a slider moves
   */
  run(isFinal = true) {
    if (!state.model?.runs || (!isFinal && this.isSlow)) return;
    const setting = { parameters: state.values, structural: state.structural, names: plotted(),
      stop_time: state.stopTime };
    const asked = JSON.stringify([state.model.revision, setting]);
    if (asked === this.asked) return;
    const isSent = this.send({ type: "run", sequence: ++this.sequence, ...setting, after: state.lastRun });
    this.asked = isSent ? asked : "";
  }

  /** Begin anew, with a server that knows nothing of earlier runs. */
  forget() {
    this.drawn = this.sequence = 0;
    this.asked = "";
  }

  /** Ask for the curves of other variables, or for a part of them in full. */
  view() {
    if (!state.model?.runs) return;
    this.send({ type: "rows", sequence: this.sequence, names: plotted(), span: state.span });
  }

  /**
   * Take note of an answer; return whether it is still of interest.
   * @param {any} head
   */
  answered(head) {
    if (head.sequence < this.drawn) return false;
    this.drawn = head.sequence;
    state.lastRun = Math.max(state.lastRun, numberOf(head.run));
    if (!head.again && head.status === "done") this.walls = [this.walls[1], head.wall_time];
    return true;
  }

  /** Ask for numbers and events when nothing has changed for a moment. */
  settle() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.isBusy) return;
      this.send({ type: "numbers", names: plotted() });
      if (state.instant !== null && state.exact !== undefined) this.exact();
    }, QUIET);
  }

  /** Ask for exact values at the cursor. */
  exact() {
    if (state.instant === null) return;
    this.send({ type: "at", sequence: this.sequence, names: plotted(), time: state.instant });
  }
}
