import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { numberOf, Runner } from "./runner.js";
import { state } from "./store.js";

globalThis.window = globalThis;
/** @type {any[]} */
let sent = [];
let isOpen = true;
/** @type {Runner} */
let runner;

beforeEach(() => {
  sent = [];
  isOpen = true;
  Object.assign(state, { model: { runs: true, revision: 1, names: ["J1.w"] }, values: {}, stopTime: null });
  runner = new Runner((message) => { if (isOpen) sent.push(message); return isOpen; });
});

test("the same is asked for once", () => {
  runner.run(false);
  runner.run(true);
  assert.equal(sent.length, 1);
  state.values = { f: 0.3 };
  runner.run(false);
  state.stopTime = 2;
  runner.run();
  state.model.revision = 2;
  runner.run();
  assert.deepEqual(sent.map((one) => one.sequence), [1, 2, 3, 4]);
});

test("it is asked for again of a new server, or if it could not be sent", () => {
  runner.run();
  runner.forget();
  runner.run();
  isOpen = false;
  state.values = { f: 0.4 };
  runner.run();
  isOpen = true;
  runner.run();
  assert.deepEqual(sent.map((one) => one.parameters), [{}, {}, { f: 0.4 }]);
});

test("slow runs wait until the slider is let go", () => {
  for (const sequence of [1, 2]) {
    runner.answered({ sequence, run: `run ${sequence}`, status: "done", wall_time: 0.5 });
  }
  runner.run(false);
  assert.equal(sent.length, 0);
  runner.run(true);
  assert.equal(sent.length, 1);
});

test("one slow run alone may have waited for code", () => {
  runner.answered({ sequence: 1, run: "run 1", status: "done", wall_time: 0.5 });
  assert.equal(runner.isSlow, false);
});

test("answers that come late are left out", () => {
  assert.equal(runner.answered({ sequence: 3, run: "run 9", status: "done", wall_time: 0 }), true);
  assert.equal(runner.answered({ sequence: 2, run: "run 8", status: "done", wall_time: 0 }), false);
  assert.equal(state.lastRun, 9);
});

test("names of runs are numbered", () => {
  assert.deepEqual(["run 7", "run x", "7", "run 1234567890"].map(numberOf), [7, 0, 0, 0]);
});
