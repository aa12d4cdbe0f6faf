// @ts-check
/** Frequencies over the speed of a shaft, with orders and critical speeds. */

import { element, number } from "./format.js";
import { on, state } from "./store.js";
import uPlot from "./vendor/uplot.js";

const HIGH = 300;
const COLOURS = 8;
const TITLES = ["", "rpm", "Hz", "order", "eigenmode", "damping ratio", ""];

/**
 * @param {HTMLElement} place
 * @param {(asked: object) => void} ask
 * @returns {(message: any) => void} takes what the server tells
 */
export function setUp(place, ask) {
  /** @type {any} */
  let chart = null;
  let asked = "", answered = "";
  const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ value) => {
    const input = element("input", { id: `campbell-${id}`, value, size: 8, autocomplete: "off" });
    return { input, label: element("label", {}, `${label} `, input) };
  };
  const shaft = element("select", { id: "campbell-shaft" });
  const orders = field("orders", "orders", "1, 2, 3");
  const low = field("low", "from", "100"), high = field("high", "to (rpm)", "6000");
  const average = field("average", "averaged over revolutions", "");
  const button = element("button", { id: "campbell-ask", type: "submit" }, "Compute");
  const answer = element("div", { id: "campbell-answer" });
  const form = element("form", { class: "campbell", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  } }, element("label", {}, "shaft ", shaft), orders.label, low.label, high.label, average.label, button);
  place.replaceChildren(form, answer);

  const read = (/** @type {any} */ { input }) => Number(input.value.trim().replace(",", "."));
  function send() {
    const list = orders.input.value.split(/[;,\s]+/).filter(Boolean).map(Number);
    const wrong = list.length === 0 || list.some((/** @type {number} */ one) => !(one > 0))
      || !(read(low) < read(high)) || !(read(low) > 0) || !(read(average) >= 0);
    if (wrong) {
      return refuse("Give orders above zero, such as 1, 2.5, and speeds of which the first is the lower one.");
    }
    answer.replaceChildren(element("p", { class: "hint" }, "Computing …"));
    asked = present();
    return ask({ shaft: shaft.value, orders: list, between: [read(low), read(high)],
      average: read(average) || null });
  }
  function refuse(/** @type {string} */ sentence) {
    answer.replaceChildren(element("p", { class: "refusal", role: "alert" }, sentence));
  }

  on(["model"], () => {
    const found = state.model?.shafts ?? [], chosen = shaft.value;
    shaft.replaceChildren(...found.map((/** @type {string} */ path) => element("option", { value: path }, path)));
    if (found.includes(chosen)) shaft.value = chosen;
  });

  const stale = element("p", { class: "hint", role: "status" });
  const compare = () => {
    const isOld = answered !== "" && answered !== present();
    stale.textContent = isOld ? "The values have changed since: compute it again." : "";
  };
  place.insertBefore(stale, answer);
  on(["values", "model"], compare);

  return (told) => {
    chart?.destroy();
    chart = null;
    answered = asked;
    compare();
    if (told.sentence) return refuse(told.sentence);
    const box = element("div", { class: "campbell-chart" });
    const table = element("table", {}, element("thead", {}, element("tr", {},
      ...TITLES.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...told.critical.map((/** @type {any} */ one) => element("tr", {},
      element("td", {}, String(one.number)), element("td", {}, number(one.speed, 6)),
      element("td", {}, number(one.frequency, 5)), element("td", {}, number(one.order, 4)),
      element("td", {}, String(one.mode)), element("td", {}, number(one.damping, 3)),
      element("td", { class: "unit" }, one.part)))));
    answer.replaceChildren(box, told.critical.length ? table : element("p", { class: "hint" }, "No critical speeds."),
      ...told.notes.map((/** @type {string} */ text) => element("p", { class: "hint" }, text)));
    chart = draw(box, told);
    return undefined;
  };
}

/** What the answer depends on besides what is asked for here. */
function present() {
  return JSON.stringify([state.model?.revision, state.values, state.structural]);
}

/**
 * @param {HTMLElement} box
 * @param {any} told
 */
function draw(box, told) {
  const style = getComputedStyle(box);
  const [ink, grid] = ["--ink-soft", "--grid"].map((name) => style.getPropertyValue(name));
  const axis = { stroke: ink, font: "12px system-ui, sans-serif", grid: { stroke: grid, width: 1 } };
  const tracks = told.tracks.map((/** @type {any} */ _, /** @type {number} */ k) => ({
    label: `eigenmode ${k + 1}`, stroke: style.getPropertyValue(`--curve-${k % COLOURS}`), width: 1.8,
    points: { show: false } }));
  const lines = told.lines.map((/** @type {any} */ one) => ({
    label: `order ${one.order}`, stroke: ink, width: 1, dash: [5, 4], points: { show: false } }));
  const top = Math.max(...told.tracks.flat().filter((/** @type {any} */ one) => one !== null), 0);
  const height = Math.min(top * 1.05, Math.max(...told.lines.flatMap((/** @type {any} */ one) => one.values)) * 1.2);
  return new uPlot({
    width: Math.max(box.clientWidth, 300), height: HIGH, series: [{ label: "rpm" }, ...tracks, ...lines],
    scales: { x: { time: false }, y: { range: [0, height || 1] } },
    axes: [{ ...axis, label: `speed of ${told.shaft}, rpm` }, { ...axis, label: "frequency, Hz" }],
  }, [told.speeds, ...told.tracks, ...told.lines.map((/** @type {any} */ one) => one.values)], box);
}
