import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { createElementNS: () => ({}) };
const { pieces } = await import("./timeline.js");
const row = (times, values) =>
  ({ name: "x", labels: { 0: "stuck", 1: "forward" }, times, values, left_out: 0 });

test("narrow modes stay visible and are counted", () => {
  const seen = pieces(row([0, 5, 5.001, 5.002, 5.003, 5.004, 9], [0, 1, 0, 1, 0, 1, 0]), [0, 10], 10, 100);
  assert.deepEqual(seen.map((one) => Number(one.x.toFixed(3))), [0, 50, 50.04, 90]);
  assert.deepEqual(seen.map((one) => one.count), [1, 4, 1, 1]);
  assert.deepEqual(seen.map((one) => one.label), ["stuck", "several", "forward", "stuck"]);
  assert.ok(seen.every((one) => one.width >= 2));
});

test("a zoom shows what lies in it, cut at its edges", () => {
  const seen = pieces(row([0, 2, 6], [0, 1, 0]), [3, 5], 10, 100);
  assert.deepEqual(seen.map((one) => [one.x, one.width, one.label]), [[0, 100, "forward"]]);
});

test("a mode without a label is told as its number", () => {
  assert.equal(pieces(row([0], [7]), [0, 1], 1, 100)[0].label, "7");
});
