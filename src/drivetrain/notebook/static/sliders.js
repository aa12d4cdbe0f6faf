// @ts-check
/** The sliders that were asked for, above the part that is selected. */

import { control } from "./controls.js";
import { on } from "./store.js";

/** @typedef {import("./controls.js").Adjustable} Adjustable */

/**
 * @param {HTMLElement} place
 * @param {Adjustable[]} some
 * @param {{set: (one: Adjustable, value: any, isFinal: boolean) => void, reset: (name: string) => void}} actions
 * @returns {(some: Adjustable[]) => void} takes the sliders with other values of the model
 */
export function setUp(place, some, actions) {
  place.hidden = !some.length;
  let isOwn = false;  // what is being moved stays as it is
  const set = (/** @type {Adjustable} */ one, /** @type {any} */ value, /** @type {boolean} */ isFinal) => {
    isOwn = true;
    actions.set(one, value, isFinal);
    isOwn = false;
  };
  const made = (/** @type {Adjustable} */ one) =>
    control({ ...one, label: one.name }, { set, reset: () => actions.reset(one.name) });
  const show = () => {
    if (!isOwn) place.replaceChildren(...some.map(made));
  };
  on(["reset", "moved"], show);
  show();
  return (others) => {
    others.forEach((one, k) => {
      if (JSON.stringify(one) !== JSON.stringify(some[k])) place.children[k]?.replaceWith(made(one));
    });
    some = others;
  };
}
