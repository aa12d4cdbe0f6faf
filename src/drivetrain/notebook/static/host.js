// @ts-check
/** The notebook around the widget: light or dark, and its keys. */

import { element } from "./format.js";

const LATER = [60, 400];  // ms: style sheets of a theme come after its name

/**
 * Make the place of the widget: nothing of the notebook's style reaches in, nothing of ours out.
 * @param {HTMLElement} el
 * @param {string[]} styles
 */
export function place(el, styles) {
  const host = element("div", { class: "drivetrain-explorer", "data-lm-suppress-shortcuts": "true" });
  const root = /** @type {ShadowRoot} */ (host.attachShadow({ mode: "open" }));
  root.adoptedStyleSheets = styles.map((text) => {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    return made;
  });
  host.addEventListener("keydown", (/** @type {Event} */ event) => event.stopPropagation());
  el.append(host);
  return { host, root };
}

/**
 * Be light or dark as the notebook is, whichever that is: by the colour behind the widget.
 * @param {HTMLElement} host
 * @param {() => void} repaint
 * @returns {() => void} ends it
 */
export function followTheme(host, repaint) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let timers = /** @type {number[]} */ ([]);
  const apply = () => {
    const theme = isDark(host) ? "dark" : "light";
    if (host.dataset.theme === theme) return;
    host.dataset.theme = theme;
    repaint();
  };
  const changed = () => {
    timers.forEach(clearTimeout);
    timers = LATER.map((delay) => window.setTimeout(apply, delay));
  };
  const observer = new MutationObserver(changed);
  for (const one of [document.documentElement, document.body]) observer.observe(one, { attributes: true });
  system.addEventListener("change", changed);
  apply();
  return () => {
    timers.forEach(clearTimeout);
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}

/** @param {HTMLElement} host */
function isDark(host) {
  for (let one = above(host); one; one = above(one)) {
    const light = lightness(getComputedStyle(one).backgroundColor);
    if (light !== null) return light < 0.5;
  }
  return getComputedStyle(document.documentElement).colorScheme === "dark";
}

/** @param {Element} one @returns {Element | null} */
function above(one) {
  if (one.assignedSlot) return one.assignedSlot;
  const root = one.getRootNode();
  return one.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Return 0 for black to 1 for white, null for what can be seen through. @param {string} colour */
function lightness(colour) {
  const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (!colour.startsWith("rgb") || alpha < 0.5) return null;
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
