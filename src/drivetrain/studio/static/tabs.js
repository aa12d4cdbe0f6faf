// @ts-check
/** The drawer with events, numbers and messages. */

import { on, state } from "./store.js";

/**
 * @param {HTMLElement} drawer
 * @returns {(id: string) => void} opens a tab
 */
export function setUp(drawer) {
  const all = /** @type {HTMLElement[]} */ ([...drawer.querySelectorAll("[role=tab]")]);
  const fold = /** @type {HTMLElement} */ (drawer.querySelector("#fold"));
  const choose = (/** @type {HTMLElement} */ chosen) => {
    for (const tab of all) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panel(drawer, tab).hidden = tab !== chosen;
    }
    setFolded(false);
  };
  const setFolded = (/** @type {boolean} */ isFolded) => {
    drawer.classList.toggle("is-folded", isFolded);
    fold.setAttribute("aria-expanded", String(!isFolded));
  };
  all.forEach((tab, k) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      const next = all[(k + way + all.length) % all.length];
      choose(next);
      next.focus();
      event.preventDefault();
    });
  });
  fold.addEventListener("click", () => setFolded(!drawer.classList.contains("is-folded")));
  on(["messages"], () => {
    const count = state.messages.length;
    all[2].textContent = count ? `Messages (${count})` : "Messages";
  });
  return (id) => choose(all.find((tab) => tab.id === id) ?? all[0]);
}

/**
 * @param {HTMLElement} drawer
 * @param {HTMLElement} tab
 */
function panel(drawer, tab) {
  return /** @type {HTMLElement} */ (drawer.querySelector(`#${tab.getAttribute("aria-controls")}`));
}
