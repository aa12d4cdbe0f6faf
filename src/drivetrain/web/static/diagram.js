// @ts-check
/** The diagram of a model: an SVG whose elements name their parts by `data-path`. */

export class Diagram {
  /**
   * @param {HTMLElement} place
   * @param {{select: (path: string) => void, point: (path: string | null) => void}} options
   */
  constructor(place, options) {
    this.place = place;
    this.root = place.attachShadow({ mode: "open" });
    this.text = this.told = "";
    this.selected = "";
    place.addEventListener("click", (event) => {
      const path = pathOf(event);
      if (path !== null) options.select(path);
    });
    place.addEventListener("mousemove", (event) => options.point(pathOf(event)));
    place.addEventListener("mouseleave", () => options.point(null));
  }

  /**
   * Show a diagram. It is parsed as XML, and what could act is left out.
   * @param {string} text
   */
  show(text) {
    if (text === this.text) return;
    this.text = text;
    this.told = "";
    this.place.classList.toggle("is-empty", !text);
    this.root.replaceChildren();
    if (!text) return;
    const [drawing, styles] = withoutStyles(text);
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    for (const one of parsed.querySelectorAll("script, foreignObject")) one.remove();
    this.root.adoptedStyleSheets = [...styles, OWN].map(sheet);
    this.root.append(document.adoptNode(parsed));
    const parts = [...this.root.querySelectorAll("g[data-path]")], areas = parts.map(area);
    parts.forEach((one, k) => one.prepend(areas[k]));
    this.paint();
    this.select(this.selected);
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
    for (const one of this.root.querySelectorAll("[data-path]")) {
      const mode = modes.get(/** @type {any} */ (one).dataset.path);
      if (mode) one.setAttribute("data-mode", mode); else one.removeAttribute("data-mode");
    }
  }

  /**
   * Move parts up and down; those that are not named go back to their places.
   * @param {Map<string, number>} moved px downwards by path; an array moves with its first element
   */
  displace(moved) {
    for (const one of this.root.querySelectorAll("g.node[data-path]")) {
      const node = /** @type {any} */ (one), { path } = node.dataset;
      const far = moved.get(path) ?? moved.get(`${path}[0]`);
      node.style.transform = far === undefined ? "" : `translateY(${far.toFixed(1)}px)`;
    }
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
[data-path] { cursor: pointer; }
[data-path] > .area { stroke: none; }
[data-path].is-lit > .area { fill: var(--accent-soft); rx: 4px; }
[data-path].is-selected > .area { fill: var(--accent-soft); stroke: var(--accent); stroke-width: 1; rx: 4px; }
.diagram [data-mode="stuck"] { --ink: var(--mode-stuck); }
.diagram [data-mode="forward"] { --ink: var(--mode-forward); }
.diagram [data-mode="backward"] { --ink: var(--mode-backward); }
.diagram [data-path].is-faulty { --ink: var(--bad); }
`;

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
