import assert from "node:assert/strict";
import { test } from "node:test";
import { number, partOf, shownUnit } from "./format.js";

test("numbers are short", () => {
  const shown = [[0, "0"], [0.25, "0.25"], [5200, "5200"], [-1.3e-6, "−1.3e−6"], [-2.5, "−2.5"],
    [1e10, "1e10"], [123456.789, "123460"], [null, "–"], [NaN, "–"], [Infinity, "∞"], [-Infinity, "−∞"],
    [1e-4, "0.0001"], [9.99e-5, "9.99e−5"], [undefined, "–"]];
  for (const [value, text] of shown) assert.equal(number(value), text);
  assert.equal(number(1 / 3, 3), "0.333");
});

test("units have raised twos and dots in the middle, and one is not written", () => {
  assert.equal(shownUnit("kg.m2"), "kg·m²");
  assert.equal(shownUnit("N.m.s2/rad2"), "N·m·s²/rad²");
  assert.equal(shownUnit("1"), "");
});

test("a variable belongs to the innermost part that exists", () => {
  const parts = new Set(["box", "box.gear", "disc", "throw[:].pin"]);
  const owner = (/** @type {string} */ name) => partOf(name, (path) => parts.has(path));
  assert.equal(owner("box.gear.tau"), "box.gear");
  assert.equal(owner("box.gear.flange_a.tau"), "box.gear");
  assert.equal(owner("box.other.tau"), "box");
  assert.equal(owner("disc[7].w"), "disc");
  assert.equal(owner("throw[2].pin.w"), "throw[:].pin");
  assert.equal(owner("w"), "");
});
