// @ts-check
/** Curves over time, one panel for each unit, with one cursor and one zoom. */

import uPlot from "./vendor/uplot.js";
import { element, number, shownUnit } from "./format.js";
import { lineStyle, sample } from "./line_styles.js";
import { joined, valueAt } from "./rows.js";

/** @typedef {import("./rows.js").Curves} Curves */

const LEAST_HEIGHT = 92, LEAST_PLACE = 360;
const AXIS_WIDTH = 64, RIGHT = 20;

/**
 * Runs of one parameter varied, drawn behind the others; failed ones are dashed.
 * @typedef {object} Fan
 * @property {Curves[]} runs with `value` and `status` in their heads
 * @property {(value: number) => number} share 0 for the first value, drawn lightest, 1 for the last
 */

/**
 * @typedef {object} PlotOptions
 * @property {(instant: number | null) => void} hover the cursor moved
 * @property {(instant: number) => void} choose an instant was clicked
 * @property {(span: [number, number] | null) => void} zoom
 * @property {(name: string) => void} select a variable was clicked
 * @property {(name: string) => void} remove
 * @property {(name: string | null) => void} point at a variable
 * @property {(event: WheelEvent) => boolean} [scrolls] whether a wheel moves the page instead
 */

export class Plots {
  /**
   * @param {HTMLElement} place
   * @param {PlotOptions} options
   */
  constructor(place, options) {
    this.place = place;
    this.options = options;
    /** @type {Panel[]} */
    this.panels = [];
    this.shape = "";
    /** @type {Curves[]} */
    this.runs = [];
    /** @type {[number, number] | null} */
    this.span = null;
    this.instant = /** @type {number | null} */ (null);
    this.marks = /** @type {number[]} */ ([]);
    this.fan = /** @type {Fan | null} */ (null);
    this.observer = new ResizeObserver(() => this.resize());
  }

  /**
   * Draw runs; the last one is the present one, drawn in full lines.
   * @param {Curves[]} runs
   * @param {string[]} names
   * @param {number[]} marks instants of events
   */
  draw(runs, names, marks) {
    this.runs = runs;
    this.marks = marks;
    const groups = grouped(runs, names);
    const shape = JSON.stringify([groups, runs.length]);
    if (shape !== this.shape) this.build(groups);
    this.shape = shape;
    for (const panel of this.panels) panel.fill(runs, this.range());
    this.tell(this.instant);
  }

  /** Draw runs behind the others. @param {Fan | null} fan */
  setFan(fan) {
    if (!fan && !this.fan) return;
    this.fan = fan;
    for (const panel of this.panels) panel.fill(this.runs, this.range());
  }

  /** @param {{unit: string, names: string[], kinds: string[]}[]} groups */
  build(groups) {
    for (const panel of this.panels) panel.chart.destroy();
    this.place.replaceChildren();
    const order = new Map(groups.flatMap((group) => group.names).map((name, k) => [name, k]));
    this.panels = groups.map((group, k) =>
      new Panel(this, group, order, k === groups.length - 1));
    this.place.append(...this.panels.map((panel) => panel.root));
    this.place.classList.toggle("is-empty", !groups.length);
    this.observer.disconnect();  // legends grow when they show values
    for (const one of [this.place, ...this.panels.map((panel) => panel.legend)]) this.observer.observe(one);
    this.resize();
  }

  /** @returns {[number, number]} */
  range() {
    if (this.span) return this.span;
    const starts = this.runs.filter((run) => run.time.length);
    if (!starts.length) return [0, 1];
    const first = Math.min(...starts.map((run) => run.time[0]));
    const last = Math.max(...starts.map((run) => run.time[run.time.length - 1]));
    return last > first ? [first, last] : [first, first + 1];
  }

  /** @param {[number, number] | null} span */
  setSpan(span) {
    this.span = span;
    const [min, max] = this.range();
    for (const panel of this.panels) panel.chart.setScale("x", { min, max });
  }

  /**
   * Show an instant in all panels.
   * @param {number | null} instant
   */
  tell(instant) {
    this.instant = instant;
    for (const panel of this.panels) panel.tell(instant);
  }

  /** @param {string | null} name */
  light(name) {
    for (const panel of this.panels) panel.light(name);
  }

  /** Share the height among the panels, below their legends. */
  resize() {
    const pad = parseFloat(getComputedStyle(this.place).paddingTop), count = this.panels.length;
    const legends = this.panels.reduce((sum, panel) => sum + panel.legend.offsetHeight, 0);
    const least = pad + legends + count * (LEAST_HEIGHT + 1);
    this.place.style.minHeight = `${Math.min(least, LEAST_PLACE)}px`;
    const free = this.place.clientHeight - pad - legends;
    const height = Math.max(LEAST_HEIGHT, Math.floor(free / count) - 1);
    for (const panel of this.panels) {
      const width = panel.root.clientWidth;
      if (width) panel.chart.setSize({ width, height });
    }
  }
}

/** One panel: variables of one unit. */
class Panel {
  /**
   * @param {Plots} plots
   * @param {{unit: string, names: string[], kinds: string[]}} group
   * @param {Map<string, number>} order
   * @param {boolean} isLast
   */
  constructor(plots, group, order, isLast) {
    this.plots = plots;
    this.group = group;
    this.styles = (/** @type {number} */ age) =>
      group.names.map((name) => lineStyle(order.get(name) ?? 0, age, order.size));
    this.own = this.styles(0);
    /** @type {HTMLElement[]} */
    this.values = group.names.map(() => element("output", { class: "legend-value" }));
    this.items = group.names.map((name, k) => this.legendItem(name, k));
    this.legend = element("div", { class: "legend" },
      element("span", { class: "legend-unit" }, shownUnit(group.unit) || "1"), ...this.items);
    this.box = element("div", { class: "chart" });
    this.root = element("section", { class: "panel", "aria-label": group.names.join(", ") },
      this.legend, this.box);
    this.chart = new uPlot(this.settings(isLast, plots), [[], []], this.box);
  }

  /**
   * @param {string} name
   * @param {number} k
   */
  legendItem(name, k) {
    const { options } = this.plots;
    return element("span", { class: "legend-item", "data-name": name,
      onmouseenter: () => options.point(name), onmouseleave: () => options.point(null) },
      element("button", { class: "legend-name", title: `Show the part of ${name}`,
        onclick: () => options.select(name) }, sample(this.own[k], "swatch"), name),
      this.values[k],
      element("button", { class: "legend-remove", "aria-label": `Remove ${name}`,
        title: "Remove", onclick: () => options.remove(name) }, "×"));
  }

  /**
   * @param {boolean} isLast
   * @param {Plots} plots
   */
  settings(isLast, plots) {
    const style = getComputedStyle(plots.place);
    const [ink, grid] = ["--ink-soft", "--grid"].map((name) => style.getPropertyValue(name));
    const axis = { stroke: ink, font: "12px system-ui, sans-serif", grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1, size: 4 } };
    const runs = Math.max(1, plots.runs.length);
    return {
      width: 600,
      height: LEAST_HEIGHT,
      padding: [8, RIGHT, 0, 0],
      legend: { show: false },
      scales: { x: { time: false, range: () => plots.range() },
        y: { range: (/** @type {any} */ _, /** @type {number} */ least, /** @type {number} */ most) =>
          this.heights(least, most) } },
      axes: [
        { ...axis, size: isLast ? 30 : 8, values: (/** @type {any} */ _, /** @type {number[]} */ at) =>
          at.map((one, k) => (isLast ? number(one, 7) + (k === 0 ? " s" : "") : "")) },
        { ...axis, size: AXIS_WIDTH, values: (/** @type {any} */ _, /** @type {number[]} */ at) =>
          at.map((one) => number(one, 6)) },
      ],
      series: [{}, ...Array.from({ length: runs }, (_, r) => this.series(style, runs - 1 - r)).flat()],
      cursor: {
        sync: { key: "plots" }, focus: { prox: 24 }, points: { size: 6 },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => { plots.options.zoom(null); return null; } },
      },
      hooks: {
        setCursor: [(/** @type {any} */ chart) => this.hovered(chart)],
        setSelect: [(/** @type {any} */ chart) => this.selected(chart)],
        drawClear: [(/** @type {any} */ chart) => {
          this.drawFan(chart, style);
          this.drawMarks(chart, grid);
        }],
        ready: [(/** @type {any} */ chart) => this.listen(chart)],
      },
    };
  }

  /**
   * @param {CSSStyleDeclaration} style
   * @param {number} age 0 for the present run
   */
  series(style, age) {
    const styles = this.styles(age);
    return this.group.names.map((name, k) => ({
      label: name,
      stroke: style.getPropertyValue(`--curve-${styles[k].colour}`),
      width: age ? 1.25 : 1.75,
      alpha: age ? 0.75 : 1,
      dash: styles[k].dash,
      points: { show: false },
      paths: this.group.kinds[k] === "real" ? undefined : uPlot.paths.stepped({ align: 1 }),
    }));
  }

  /**
   * @param {Curves[]} runs
   * @param {[number, number]} range
   */
  fill(runs, range) {
    const { names } = this.group;
    const chosen = (/** @type {Curves} */ run) => names.map((name) => {
      const place = run.head.names.indexOf(name);
      return place < 0 ? new Float32Array(run.time.length).fill(NaN) : run.columns[place];
    });
    const { time, columns } = joined(runs, chosen);
    this.chart.setData([time, ...columns], false);
    this.chart.setScale("x", { min: range[0], max: range[1] });
  }

  /** The curves of the fan in this panel. */
  fanCurves() {
    const { fan } = this.plots;
    return (fan?.runs ?? []).flatMap((run) => this.group.names.map((name, k) => ({ run, k,
      values: run.columns[run.head.names.indexOf(name)] }))).filter(({ values }) => values !== undefined);
  }

  /**
   * The range of the axis, with room for the fan.
   * @param {number | null} least
   * @param {number | null} most
   */
  heights(least, most) {
    let low = least ?? Infinity, high = most ?? -Infinity;
    for (const { values } of this.fanCurves()) {
      for (const value of values) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    return low <= high ? uPlot.rangeNum(low, high, 0.1, true) : [null, null];
  }

  /**
   * @param {any} chart
   * @param {CSSStyleDeclaration} style
   */
  drawFan(chart, style) {
    const { fan } = this.plots, { ctx, bbox } = chart;
    if (!fan) return;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.lineWidth = devicePixelRatio;
    for (const { run, k, values } of this.fanCurves()) {
      ctx.strokeStyle = style.getPropertyValue(`--curve-${this.own[k].colour}`);
      ctx.globalAlpha = 0.2 + 0.55 * Math.min(1, Math.max(0, fan.share(run.head.value)));
      ctx.setLineDash(run.head.status === "done" ? [] : [6, 5]);
      const isStepped = this.group.kinds[k] !== "real";
      ctx.beginPath();
      for (let row = 0; row < values.length; row++) {
        const x = chart.valToPos(run.time[row], "x", true), y = chart.valToPos(values[row], "y", true);
        if (isStepped && row) ctx.lineTo(x, chart.valToPos(values[row - 1], "y", true));
        if (row) ctx.lineTo(x, y); else ctx.moveTo(x, y);
      }
      ctx.stroke();
    }
    ctx.restore();
  }

  /** @param {any} chart */
  hovered(chart) {
    if (!chart.over.matches(":hover")) return;
    const { left } = chart.cursor;
    this.plots.options.hover(left < 0 ? null : chart.posToVal(left, "x"));
  }

  /** @param {any} chart */
  selected(chart) {
    const { left, width } = chart.select;
    if (width < 4) return;
    this.plots.options.zoom([chart.posToVal(left, "x"), chart.posToVal(left + width, "x")]);
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  /** @param {any} chart */
  listen(chart) {
    chart.over.addEventListener("click", () => {
      const { left } = chart.cursor;
      if (left >= 0) this.plots.options.choose(chart.posToVal(left, "x"));
    });
    chart.over.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      if (this.plots.options.scrolls?.(event)) return;
      event.preventDefault();
      const [first, last] = this.plots.range();
      const at = chart.posToVal(event.offsetX, "x"), factor = Math.exp(event.deltaY / 500);
      this.plots.options.zoom([at - (at - first) * factor, at + (last - at) * factor]);
    }, { passive: false });
  }

  /**
   * Draw thin lines where modes changed.
   * @param {any} chart
   * @param {string} colour
   */
  drawMarks(chart, colour) {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1;
    ctx.setLineDash([2, 3]);
    ctx.beginPath();
    for (const instant of this.plots.marks) {
      const x = Math.round(chart.valToPos(instant, "x", true)) + 0.5;
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
    }
    ctx.stroke();
    ctx.restore();
  }

  /** @param {number | null} instant */
  tell(instant) {
    const present = this.plots.runs[this.plots.runs.length - 1];
    this.group.names.forEach((name, k) => {
      const place = present ? present.head.names.indexOf(name) : -1;
      this.values[k].textContent = instant === null || place < 0 ? ""
        : number(valueAt(present, place, instant));
    });
    const { cursor, over } = this.chart;
    if (over.matches(":hover")) {
      this.chart.setCursor({ left: cursor.left, top: cursor.top }, false);
      return;
    }
    const left = instant === null ? -10 : this.chart.valToPos(instant, "x");
    this.chart.setCursor({ left, top: -10 }, false);
  }

  /** @param {string | null} name */
  light(name) {
    for (const item of this.items) item.classList.toggle("is-lit", item.dataset.name === name);
  }
}

/**
 * Group variables by unit; discrete ones without a unit are apart.
 * @param {Curves[]} runs
 * @param {string[]} names
 */
function grouped(runs, names) {
  /** @type {Map<string, {unit: string, names: string[], kinds: string[]}>} */
  const groups = new Map();
  for (const name of names) {
    const run = runs.findLast((one) => one.head.names.includes(name));
    if (!run) continue;
    const place = run.head.names.indexOf(name);
    const unit = run.head.units[place], kind = run.head.kinds[place];
    const key = `${unit} ${kind === "real"}`;
    /** @type {{unit: string, names: string[], kinds: string[]}} */
    const group = groups.get(key) ?? { unit, names: [], kinds: [] };
    group.names.push(name);
    group.kinds.push(kind);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export { AXIS_WIDTH, RIGHT };
