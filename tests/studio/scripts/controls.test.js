import assert from "node:assert/strict";
import { test } from "node:test";
import { place, valueAt } from "./controls.js";

const logarithmic = { kind: "real", value: 20, low: 20 / 3, high: 60, is_logarithmic: true, least: 0, most: null };
const linear = { ...logarithmic, value: 0.3, low: 0, high: 1, is_logarithmic: false, most: 1 };
const whole = { ...linear, kind: "integer", value: 3, low: 1, high: 9, most: 9, least: 1 };
const all = (one) => Array.from({ length: 401 }, (_, k) => valueAt(one, k));

test("sliders give back what they were set to", () => {
  assert.equal(valueAt(logarithmic, place(logarithmic, 20)), 20);
  assert.equal(valueAt(linear, place(linear, 0.3)), 0.3);
  for (const [k, value] of all(logarithmic).entries()) {
    assert.ok(Math.abs(place(logarithmic, value) - k) <= 1, `${k}: ${value}`);
  }
});

test("values ascend from one end to the other", () => {
  assert.deepEqual([all(linear)[0], all(linear)[400]], [0, 1]);
  assert.deepEqual([all(whole)[0], all(whole)[400]], [1, 9]);
  assert.ok(all(whole).every(Number.isInteger));
  for (const values of [all(logarithmic), all(linear), all(whole)]) {
    assert.deepEqual(values, values.toSorted((a, b) => a - b));
  }
});

test("a value beyond the ends stands at the end", () => {
  assert.deepEqual([place(linear, -5), place(linear, 5)], [0, 400]);
});
