// @ts-check
/** Keys of the page, and of the curves. */

import { state } from "./store.js";

const STEP = 1 / 100, FINE = 1 / 1000, ZOOM = 0.8;

const USES_SPACE = "button, input, select, summary, a, [role=treeitem], [role=tab], [role=button]";

/**
 * @param {{search: () => void, pin: () => void, reset: () => void, help: () => void,
 *   whole: () => void, play: () => void, open: () => void}} actions
 */
export function setUp(actions) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.matches("input:not([type=range], [type=checkbox]), select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") { target.blur(); actions.whole(); return; }
    if (isTyping) return;
    const inner = /** @type {Element} */ (event.composedPath()[0]);
    if (event.key === " " && inner.closest(USES_SPACE)) return;
    const action = /** @type {Record<string, () => void>} */ ({
      "/": actions.search, p: actions.pin, r: actions.reset, o: actions.open, " ": actions.play,
      "?": actions.help })[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/**
 * @param {HTMLElement} place
 * @param {{range: () => [number, number], choose: (instant: number) => void,
 *   zoom: (span: [number, number] | null) => void}} actions
 */
export function curves(place, actions) {
  place.addEventListener("keydown", (event) => {
    if (event.target !== place) return;
    const [first, last] = actions.range(), size = last - first;
    const at = state.instant ?? first, step = size * (event.shiftKey ? FINE : STEP);
    const move = (/** @type {number} */ by) => actions.choose(Math.min(last, Math.max(first, at + by)));
    const zoom = (/** @type {number} */ by) =>
      actions.zoom([at - (at - first) * by, at + (last - at) * by]);
    const action = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => move(-step), ArrowRight: () => move(step),
      Home: () => move(-size), End: () => move(size),
      "+": () => zoom(ZOOM), "=": () => zoom(ZOOM), "-": () => zoom(1 / ZOOM),
      0: () => actions.zoom(null),
    })[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}
