// @ts-check
/** The eigenmodes of the model with the present values; the chosen one moves on the diagram. */

import { element, number } from "./format.js";
import { on, state } from "./store.js";

const HIGH = 14; // px that the largest amplitude moves a part
const SLOW = 1.2; // turns per second of what is shown, whatever the frequency
const QUIET = 200;
const MOST_NAMES = 6;

/**
 * @param {HTMLElement} place
 * @param {{ask: (time: number | null) => void, displace: (moved: Map<string, number>) => void,
 *   diagram: () => import("./diagram.js").Diagram}} acts
 * @returns {(message: any) => void} takes what the server tells
 */
export function setUp(place, acts) {
  /** @type {any} */
  let told = null;
  let chosen = 0, timer = 0, frame = 0, atCursor = false;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const isShown = () => !place.hidden;

  const ask = () => {
    clearTimeout(timer);
    if (told) place.setAttribute("aria-busy", "true");
    timer = window.setTimeout(() => {
      if (isShown() && state.model?.runs) acts.ask(atCursor ? state.instant : null);
    }, QUIET);
  };

  const move = (/** @type {number} */ stamp) => {
    const mode = told?.modes.find((/** @type {any} */ one) => one.number === chosen);
    if (!mode || !isShown()) {
      frame = 0;
      return acts.displace(new Map());
    }
    const angle = still.matches ? 0 : (stamp / 1000) * SLOW * 2 * Math.PI;
    const moved = new Map(Object.entries(mode.shape).map(([path, [re, im]]) =>
      [path, -HIGH * (re * Math.cos(angle) - im * Math.sin(angle))]));
    acts.displace(moved);
    frame = still.matches ? 0 : requestAnimationFrame(move);
  };
  const choose = (/** @type {number} */ mode) => {
    chosen = chosen === mode ? 0 : mode;
    draw();
    if (!frame) move(performance.now());
  };

  function draw() {
    if (!told) return place.replaceChildren(element("p", { class: "hint" }, "…"));
    const which = element("button", { class: "quiet", id: "modes-at",
      onclick: () => { atCursor = !atCursor; ask(); } },
    atCursor ? "Linearise at the start" : "Linearise at the cursor");
    const head = element("p", { class: "hint" }, `Linearised at ${told.at}. `, which);
    if (told.sentence) return place.replaceChildren(head, element("p", { class: "refusal" }, told.sentence));
    const titles = ["", "Hz", "damping ratio", "most kinetic", "most elastic"];
    const lines = told.modes.map((/** @type {any} */ one) => element("tr", {},
      element("td", {}, element("button", { class: "quiet mode", "aria-pressed": one.number === chosen,
        title: "Show its shape on the diagram", onclick: () => choose(one.number) }, String(one.number))),
      element("td", {}, number(one.frequency, 6)), element("td", {}, number(one.damping, 4)),
      element("td", { class: "unit" }, one.kinetic), element("td", { class: "unit" }, one.elastic)));
    const more = told.count - lines.length;
    const body = lines.length ? element("table", {}, element("thead", {}, element("tr", {},
      ...titles.map((text) => element("th", { scope: "col" }, text)))), element("tbody", {}, ...lines))
      : element("p", { class: "hint" }, "No oscillations.");
    return place.replaceChildren(head, body, ...remarks(),
      more > 0 ? element("p", { class: "hint" }, `… and ${more} more`) : "",
      ...told.notes.map((/** @type {string} */ text) => element("p", { class: "hint" }, text)));
  }

  /** What the picture of the shape leaves out, or shows in another way. */
  function remarks() {
    const mode = told.modes.find((/** @type {any} */ one) => one.number === chosen), diagram = acts.diagram();
    if (!mode) return [];
    const hint = (/** @type {string} */ text) => element("p", { class: "hint" }, text);
    if (diagram.view === "section") return [hint("The half section shows no shapes; shaft lines do.")];
    const paths = Object.keys(mode.shape), missing = paths.filter((path) => !diagram.moves(path));
    const shared = paths.some((path) => diagram.symbolOf(path)?.[1] === false);
    const names = missing.slice(0, MOST_NAMES).join(", ") + (missing.length > MOST_NAMES ? " …" : "");
    return [
      shared && hint("Where a symbol stands for several parts, a line across it shows the amplitude of each."),
      missing.length > 0 && hint(`Not on the diagram: ${names}`)].filter(Boolean);
  }

  new MutationObserver(() => {
    if (isShown()) ask();
    else move(0);
  }).observe(place, { attributes: true, attributeFilter: ["hidden"] });
  on(["values", "model"], ask);
  on(["rows"], () => { if (atCursor) ask(); });
  on(["diagram"], () => { if (told && isShown()) { draw(); if (chosen && !frame) move(performance.now()); } });
  draw();
  return (message) => {
    told = message;
    place.removeAttribute("aria-busy");
    draw();
    if (chosen && !frame) move(performance.now());
  };
}
