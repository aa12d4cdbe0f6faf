// @ts-check
/** The sliders that were asked for, above the part that is selected. */

import { control } from "./controls.js";
import { on } from "./store.js";

/** @typedef {import("./controls.js").Adjustable} Adjustable */

/**
 * @param {HTMLElement} place
 * @param {Adjustable[]} some
 * @param {{set: (one: Adjustable, value: any, isFinal: boolean) => void, reset: (name: string) => void}} actions
 */
export function setUp(place, some, actions) {
  place.hidden = !some.length;
  let isOwn = false;  // what is being moved stays as it is
  const set = (/** @type {Adjustable} */ one, /** @type {any} */ value, /** @type {boolean} */ isFinal) => {
    isOwn = true;
    actions.set(one, value, isFinal);
    isOwn = false;
  };
  const show = () => {
    if (isOwn) return;
    place.replaceChildren(...some.map((one) =>
      control({ ...one, label: one.name }, { set, reset: () => actions.reset(one.name) })));
  };
  on(["reset", "moved"], show);
  show();
}
