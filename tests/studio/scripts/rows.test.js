import assert from "node:assert/strict";
import { test } from "node:test";
import { joined, rowAt, valueAt } from "./rows.js";

const curves = (time, columns, kinds) => ({ head: { kinds }, time, columns });

test("runs are put on one axis without losing points", () => {
  const one = { time: [0, 1, 1, 2], columns: [[1, 2, 3, 4]] };
  const other = { time: [0.5, 1, 3], columns: [[5, 6, 7]] };
  const made = joined([one, other], (run) => run.columns);
  assert.deepEqual([...made.time], [0, 0.5, 1, 1, 1, 2, 3]);
  assert.deepEqual(made.columns[0].filter((v) => v !== undefined), [1, 2, 3, 4]);
  assert.deepEqual(made.columns[1].filter((v) => v !== undefined), [5, 6, 7]);
  assert.equal(made.columns[0].length, 7);
});

test("a single run keeps its own arrays", () => {
  const time = new Float64Array([0, 1]), column = new Float32Array([3, 4]);
  const made = joined([{ time, columns: [column] }], (run) => run.columns);
  assert.equal(made.time, time);
  assert.equal(made.columns[0], column);
});

test("the row of an instant is the last that is not after it", () => {
  const time = [0, 1, 1, 1, 2];
  assert.deepEqual([-1, 0, 0.5, 1, 1.5, 2, 9].map((t) => rowAt(time, t)), [0, 0, 0, 3, 3, 4, 4]);
  assert.equal(rowAt([], 1), 0);
});

test("values are interpolated, but not across an event nor of discrete variables", () => {
  const run = curves([0, 1, 1, 2], [[0, 2, 10, 20], [0, 1, 5, 6]], ["real", "integer"]);
  assert.deepEqual([0.25, 1, 1.5, 2].map((t) => valueAt(run, 0, t)), [0.5, 10, 15, 20]);
  assert.deepEqual([0.25, 1, 1.5, 2].map((t) => valueAt(run, 1, t)), [0, 5, 5, 6]);
  assert.ok([-0.1, 2.1].every((t) => Number.isNaN(valueAt(run, 0, t))));
  assert.ok(Number.isNaN(valueAt(curves([], [[]], ["real"]), 0, 0)));
});
