import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, on, plotted, recall, remembered, state } from "./store.js";

test("what is remembered in the address is checked", () => {
  const address = (/** @type {any} */ kept) => encodeURIComponent(JSON.stringify(kept));
  assert.deepEqual(recall("%7B"), []);
  assert.deepEqual(recall("%"), []);
  assert.deepEqual(recall("null"), []);
  const pins = recall(address({ values: { a: [1] }, names: [1, "x"], stopTime: "2", selected: 3,
    pins: [null, { run: "run 1" }] }));
  assert.deepEqual(pins, [{ run: "run 1" }]);
  assert.deepEqual(state.values, {});
  assert.deepEqual(state.names, ["x"]);
  assert.equal(state.stopTime, null);
  assert.equal(state.selected, "");
});

test("what is kept comes back", () => {
  Object.assign(state, { values: { f: 0.3 }, structural: { law: "twice" }, stopTime: 2, names: ["J1.w"],
    selected: "J1", pins: [{ run: "run 2" }] });
  const kept = encodeURIComponent(JSON.stringify(remembered()));
  Object.assign(state, { values: {}, structural: {}, stopTime: null, names: null, selected: "", pins: [] });
  assert.deepEqual(recall(kept), [{ run: "run 2" }]);
  assert.deepEqual(state.values, { f: 0.3 });
  assert.deepEqual(state.structural, { law: "twice" });
  assert.deepEqual([state.stopTime, state.selected], [2, "J1"]);
  assert.deepEqual(plotted(), ["J1.w"]);
});

test("variables of the model are plotted until others are chosen", () => {
  Object.assign(state, { names: null, model: { names: ["a", "b"] } });
  assert.deepEqual(plotted(), ["a", "b"]);
  state.names = [];
  assert.deepEqual(plotted(), []);
});

test("a listener hears of several topics at once one time", () => {
  let heard = 0;
  on(["pins", "rows"], () => { heard += 1; });
  changed("pins", "rows");
  assert.equal(heard, 1);
  changed("names");
  assert.equal(heard, 1);
});
