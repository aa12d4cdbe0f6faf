// @ts-check
/** The diagram of a model: an SVG whose elements name their parts by `data-path`. */

import { drawing } from "./format.js";
import { clearSpeeds, MOTION_STYLE, showModes } from "./motion.js";

const LEAST_SCALE = 0.5; // where there is less room, the diagram scrolls
const MOST_DOTS = 24;

export class Diagram {
  /**
   * @param {HTMLElement} place
   * @param {{select: (path: string) => void, point: (path: string | null) => void,
   *   open?: (path: string) => void}} options
   */
  constructor(place, options) {
    this.place = place;
    this.root = place.attachShadow({ mode: "open" });
    this.text = this.view = this.told = "";
    this.selected = "";
    this.options = options;
    /** @type {Map<string, SVGGElement>} symbols of parts by path, without numbers of elements */
    this.symbols = new Map();
    this.isMoved = false;
    place.addEventListener("click", (event) => {
      const path = pathOf(event);
      if (path !== null) options.select(path);
    });
    place.addEventListener("mousemove", (event) => options.point(pathOf(event)));
    new ResizeObserver(() => this.reveal(this.symbols.get(plain(this.selected)))).observe(place);
    place.addEventListener("mouseleave", () => options.point(null));
  }

  /**
   * Show a diagram. It is parsed as XML, and what could act is left out.
   * @param {string} text
   * @param {{closed?: string[], view?: string}} [facts] parts that can be opened; which picture it is
   */
  show(text, { closed = [], view = "schematic" } = {}) {
    if (text === this.text) return;
    this.text = text;
    this.view = view;
    this.told = "";
    this.symbols.clear();
    this.place.classList.toggle("is-empty", !text);
    this.root.replaceChildren();
    if (!text) return;
    const [drawing, styles] = withoutStyles(text);
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    if (!(parsed instanceof SVGSVGElement)) return;
    for (const one of parsed.querySelectorAll("script, foreignObject")) one.remove();
    this.root.adoptedStyleSheets = [...styles, MOTION_STYLE, OWN].map(sheet);
    this.root.append(document.adoptNode(parsed));
    const parts = [...this.root.querySelectorAll("g[data-path]")], areas = parts.map(area);
    parts.forEach((one, k) => one.prepend(areas[k]));
    for (const one of this.root.querySelectorAll("g[data-path]:not(.net, .rotation, .translation)")) {
      const symbol = /** @type {SVGGElement} */ (one), path = plain(symbol.dataset.path ?? "");
      if (!this.symbols.has(path)) this.symbols.set(path, symbol);
    }
    for (const path of this.options.open ? closed : []) this.addHandle(path);
    clearSpeeds(this.root);
    const { width, height } = parsed.viewBox.baseVal;
    parsed.style.minWidth = `${Math.round(LEAST_SCALE * width)}px`;
    parsed.style.minHeight = `${Math.round(LEAST_SCALE * height)}px`;
    this.paint();
    this.select(this.selected);
  }

  /** Add a small button that opens a part. @param {string} path */
  addHandle(path) {
    const symbol = this.symbols.get(plain(path));
    if (!symbol) return;
    const box = /** @type {SVGGraphicsElement} */ (symbol.querySelector(".area")).getBBox();
    const [x, y] = [box.x + box.width - 7, box.y - 5];
    const handle = drawing("g", { class: "handle", role: "button", tabindex: 0, "aria-label": `Open ${path}` },
      drawing("title", {}, `Show what is inside ${path} (O)`),
      drawing("rect", { x, y, width: 13, height: 13, rx: 3 }),
      drawing("path", { d: `M${x + 3} ${y + 6.5}h7M${x + 6.5} ${y + 3}v7` }));
    const open = (/** @type {Event} */ event) => {
      event.stopPropagation();
      event.preventDefault();
      this.options.open?.(path);
    };
    handle.addEventListener("click", open);
    handle.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") open(event); });
    symbol.addEventListener("dblclick", open);
    symbol.append(handle);
  }

  /** Draw in light or dark, as what is around it. */
  paint() {
    const theme = getComputedStyle(this.place).colorScheme === "dark" ? "dark" : "light";
    this.root.querySelector("svg")?.setAttribute("data-theme", theme);
  }

  /** @param {string} path */
  select(path) {
    this.selected = path;
    this.mark("is-selected", (one) => path !== "" && one === path);
    this.reveal(this.symbols.get(plain(path)));
  }

  /** Scroll to a symbol if it is out of sight. @param {SVGGElement | undefined} symbol */
  reveal(symbol) {
    if (!symbol) return;
    const box = symbol.getBoundingClientRect(), room = this.place.getBoundingClientRect();
    if (box.left < room.left || box.right > room.right) {
      this.place.scrollLeft += box.left + box.width / 2 - room.left - room.width / 2;
    }
    if (box.top < room.top || box.bottom > room.bottom) {
      this.place.scrollTop += box.top + box.height / 2 - room.top - room.height / 2;
    }
  }

  /** @param {string | null} path */
  light(path) {
    this.mark("is-lit", (one) => one === path);
  }

  /** @param {string[]} paths */
  blame(paths) {
    this.mark("is-faulty", (one) => paths.includes(one));
  }

  /**
   * Show the mode of parts.
   * @param {Map<string, string>} modes by path
   */
  tell(modes) {
    const told = JSON.stringify([...modes]);
    if (told === this.told) return;
    this.told = told;
    showModes(this.root, modes);
  }

  /** Whether a part can be moved, itself or as a part of another. @param {string} path */
  moves(path) {
    return this.view === "schematic" && this.symbolOf(path) !== null;
  }

  /** @param {string} path @returns {[SVGGElement, boolean] | null} the symbol; whether it is of this part alone */
  symbolOf(path) {
    for (let at = plain(path); at; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      const symbol = this.symbols.get(at);
      if (symbol) return [symbol, at === path];
    }
    return null;
  }

  /**
   * Move parts up and down; those that are not named go back to their places. Where one symbol stands
   * for several parts, an array or a closed part, it stays, and a line across it shows each of them.
   * @param {Map<string, number>} moved px downwards by path, in the order along the machine
   */
  displace(moved) {
    if (!this.isMoved && !moved.size) return;
    this.isMoved = moved.size > 0;
    /** @type {Map<SVGGElement, number[]>} */
    const several = new Map();
    for (const line of this.root.querySelectorAll(".shape")) line.remove();
    for (const symbol of this.symbols.values()) symbol.style.transform = "";
    for (const [path, far] of moved) {
      const found = this.moves(path) && this.symbolOf(path);
      if (!found) continue;
      const [symbol, isAlone] = found;
      if (isAlone) symbol.style.transform = `translateY(${far.toFixed(1)}px)`;
      else several.set(symbol, [...(several.get(symbol) ?? []), far]);
    }
    for (const [symbol, values] of several) symbol.append(shapeLine(symbol, values));
  }

  /**
   * @param {string} name
   * @param {(path: string) => boolean} holds
   */
  mark(name, holds) {
    for (const one of this.root.querySelectorAll("[data-path]")) {
      one.classList.toggle(name, holds(/** @type {any} */ (one).dataset.path));
    }
  }
}

const OWN = `
svg { max-width: 100%; max-height: var(--diagram-height, 100%); height: auto; display: block; margin: auto; }
.handle { cursor: pointer; }
.handle rect { fill: var(--raised); stroke: var(--accent); }
.diagram .handle path { stroke: var(--accent); stroke-width: 1.6; stroke-dasharray: none; opacity: 1; }
.handle:hover rect { fill: var(--accent-soft); }
.handle:focus { outline: none; }
.handle:focus-visible rect { stroke-width: 2.5; fill: var(--accent-soft); }
.shape { fill: none; stroke: var(--accent); stroke-width: 1.6; }
.shape circle { fill: var(--accent); stroke: none; }
.shape .rest { stroke-width: 0.7; stroke-dasharray: 2 2; }
[data-path] { cursor: pointer; }
[data-path] > .area { stroke: none; }
[data-path].is-lit > .area { fill: var(--accent-soft); rx: 4px; }
[data-path].is-selected > .area { fill: var(--accent-soft); stroke: var(--accent); stroke-width: 1; rx: 4px; }
.diagram [data-path].is-faulty { --ink: var(--bad); }
`;

/** Return a path without numbers of elements. @param {string} path */
function plain(path) {
  return path.replace(/\[[^\]]*\]/g, "");
}

/**
 * Return a line across a symbol, with a dot for each of the parts that it stands for.
 * @param {SVGGElement} symbol
 * @param {number[]} values px downwards
 */
function shapeLine(symbol, values) {
  const box = /** @type {SVGGraphicsElement} */ (symbol.querySelector(".area")).getBBox();
  const middle = box.y + box.height / 2, step = box.width / values.length;
  const points = values.map((far, k) => [box.x + step * (k + 0.5), middle + far].map((one) => one.toFixed(1)));
  const dots = points.length > MOST_DOTS ? []
    : points.map(([cx, cy]) => drawing("circle", { cx, cy, r: 2.2 }));
  return drawing("g", { class: "shape" },
    drawing("path", { class: "rest", d: `M${box.x} ${middle}h${box.width}` }),
    drawing("polyline", { points: points.map((one) => one.join(",")).join(" ") }), ...dots);
}

/** @param {string} text */
function sheet(text) {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

/**
 * Take the styles out of a drawing: the policy of the page allows them as sheets only.
 * @param {string} text
 * @returns {[string, string[]]}
 */
function withoutStyles(text) {
  /** @type {string[]} */
  const styles = [];
  const rest = text.replace(/<style>([^<]*)<\/style>/g, (_, style) => { styles.push(style); return ""; });
  return [rest, styles];
}

/** Return an invisible area that makes all of a part react to the mouse. @param {any} part */
function area(part) {
  const box = part.getBBox(), made = document.createElementNS(part.namespaceURI, "rect");
  for (const name of ["x", "y", "width", "height"]) made.setAttribute(name, String(box[name]));
  made.setAttribute("fill", "transparent");
  made.setAttribute("class", "area");
  return made;
}

/** @param {Event} event */
function pathOf(event) {
  const found = event.composedPath().find((one) => one instanceof Element && one.hasAttribute("data-path"));
  return found instanceof Element ? found.getAttribute("data-path") : null;
}
