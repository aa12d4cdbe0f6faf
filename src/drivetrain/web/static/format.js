// @ts-check
/** Numbers and elements as people read them. */

/**
 * Return a number with few digits: "0.25", "5200", "1.3e-6".
 * @param {number | null | undefined} value
 * @param {number} [digits]
 */
export function number(value, digits = 5) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-4 || size >= 1e7)
    ? value.toExponential(Math.max(0, digits - 2)).replace(/\.?0+e/, "e").replace("e+", "e")
    : String(Number(value.toPrecision(digits)));
  return text.replaceAll("-", "−");
}

/** @param {string} unit */
export function shownUnit(unit) {
  return unit === "1" ? "" : unit.replace(/\./g, "·").replace(/(?<=[a-zA-Z])2\b/g, "²");
}

/**
 * Make an element with attributes and children; texts stay texts.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] a function is a listener: `onclick`
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") /** @type {any} */ (made)[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((one) => one !== null && one !== false && one !== undefined)
    .map((one) => /** @type {any} */ (one)));
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function drawing(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Return the part that a variable belongs to.
 * @param {string} name
 * @param {(path: string) => boolean} exists
 */
export function partOf(name, exists) {
  let path = name;
  while (path.includes(".")) {
    path = path.slice(0, path.lastIndexOf("."));
    const plain = path.replace(/\[\d+\]$/, "").replace(/\[\d+\]/g, "[:]");
    if (exists(plain)) return plain;
  }
  return "";
}
