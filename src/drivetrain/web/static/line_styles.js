// @ts-check
/** Colours of lines, and dashes that tell lines of one colour apart: colours first, as in pictures of runs. */

import { drawing } from "./format.js";

export const COLOURS = 8;
const DASHES = [[], [7, 4], [2, 3]];

/**
 * Return a pattern of dashes; no two numbers have the same.
 * @param {number} number 0 for a full line
 * @returns {number[]}
 */
export function dashes(number) {
  if (number < DASHES.length) return DASHES[number];
  return [10, 3, ...Array.from({ length: number - DASHES.length + 1 }, () => [2, 3]).flat()];
}

/** How many patterns a run needs for its own curves. @param {number} curves */
export function blocks(curves) {
  return Math.max(1, Math.ceil(curves / COLOURS));
}

/**
 * Return colour and dashes of a curve: no pair occurs twice, in all runs that are shown.
 * @param {number} number place of the curve among those of a run
 * @param {number} age 0 for the present run
 * @param {number} curves how many a run has
 */
export function lineStyle(number, age, curves) {
  const dash = dashes(age * blocks(curves) + Math.floor(number / COLOURS));
  return { colour: number % COLOURS, dash };
}

/**
 * Return a short line as a sample of a style.
 * @param {{colour: number | null, dash: number[]}} style without a colour it has that of the text
 * @param {string} name of its class
 */
export function sample({ colour, dash }, name) {
  const line = drawing("line", { x1: 0, y1: 4, x2: 24, y2: 4, "stroke-dasharray": dash.join(" ") });
  const ink = colour === null ? "" : ` curve-${colour}`;
  return drawing("svg", { class: `${name}${ink}`, width: 24, height: 8, "aria-hidden": "true" }, line);
}
