// @ts-check
/** The page: what comes from the server goes into the store, what people do goes to the server. */

import * as campbell from "./campbell.js";
import * as dialogs from "./dialogs.js";
import * as eigenmodes from "./eigenmodes.js";
import * as faults from "./faults.js";
import { element, number } from "./format.js";
import * as inspector from "./inspector.js";
import * as keyboard from "./keyboard.js";
import { decode } from "./rows.js";
import { Runner, numberOf } from "./runner.js";
import * as runs from "./runs.js";
import * as samples from "./samples.js";
import { Scene } from "./scene.js";
import * as search from "./search.js";
import * as study from "./study.js";
import { changed, on, plotted, recall, remembered, state } from "./store.js";
import * as tabs from "./tabs.js";
import * as theme from "./theme.js";
import { socketTransport } from "./transport.js";
import * as tree from "./tree.js";

const MOST_CURVES = 64;
const at = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

const QUIET = 160;  // ms

let scheduled = 0, keeping = 0, inspecting = 0;
/** @type {[string, any][]} values that were written into the file, until it has been read again */
let written = [];
const lostPins = recall(location.hash.slice(1));
state.lastRun = Math.max(0, ...lostPins.map((/** @type {any} */ pin) => numberOf(pin.run)));
/** @type {Record<string, (message: any) => void>} */
const heard = {
  model: modelCame,
  diagram: (message) => {
    machine.drawn(message);
    diagram.blame(state.model.faults.flatMap((/** @type {any} */ one) => one.parts));
    scene.tell();
  },
  part: (message) => { state.part = message; changed("part"); },
  found: (message) => found(message),
  eigenmodes: (message) => modesCame(message),
  campbell: (message) => campbellCame(message),
  progress: ({ fraction, time, sequence }) => {
    if (sequence < runner.sequence) return;
    at("progress").hidden = false;
    at("progress").querySelector("progress").value = fraction;
    at("status").textContent = `t = ${number(time, 4)} s`;
  },
  pins: ({ pins }) => {
    state.pins = pins;
    for (const run of state.kept.keys()) {
      if (!pins.some((/** @type {any} */ pin) => pin.run === run)) state.kept.delete(run);
    }
    keep();
    changed("pins");
    runner.view();
    runner.settle();
  },
  numbers: (message) => { state.numbers = message; changed("numbers"); },
  values: (message) => {
    if (message.time !== state.instant) return;
    state.exact = message;
    changed("exact");
    machine.correct();
  },
  study: (message) => studied.over(message),
  sampled: (message) => sampled.going(message),
  samples: (message) => sampled.came(message),
  download: ({ key, name }) => {
    const link = element("a", { href: `/download/${key}`, download: name });
    document.body.append(link);
    link.click();
    link.remove();
  },
  proposal: (message) => {
    if (message.written) written = message.names.map((/** @type {string} */ name) => [name, state.values[name]]);
    dialogs.showProposal(at("dialog"), message,
      (seen) => send({ type: "write", parameters: state.values, apply: true, seen }));
  },
  refused: ({ sentence }) => notice(sentence, true),
};

const transport = socketTransport(`ws://${location.host}/socket`, {
  message: (message) => heard[message.type]?.(message),
  bytes: (buffer) => {
    const curves = decode(buffer);
    if (curves.head.study !== undefined) studied.came(curves);
    else if (curves.head.motions) machine.came(curves);
    else received(curves);
  },
  state: connected,
});
const send = (/** @type {object} */ message) => transport.send(message);
const runner = new Runner(send);

const places = { plots: at("plots"), timeline: at("timeline"), diagram: at("diagram"), machine: at("machine") };
const scene = new Scene(places, runner,
  { send, select, keep, exists: tree.exists, remove: (name) => show([name], false) });
const { plots, machine, diagram } = scene;
const choose = (/** @type {number} */ instant) => scene.choose(instant);
const zoom = (/** @type {[number, number] | null} */ span) => scene.zoom(span);
const found = search.setUp(at("search"), at("found"), {
  ask: (text) => send({ type: "search", text }), select, show });

tree.setUp(at("tree"), select);
inspector.setUp(at("inspector"), { set, reset, resetAll, show, select,
  vary: (one) => { openTab("tab-study"); studied.choose(one); },
  write: () => send({ type: "write", parameters: state.values }) });
runs.setUp({ runs: at("runs"), events: at("panel-events"), numbers: at("panel-numbers"),
  messages: at("panel-messages") },
{ forget: () => studied.forget(), unpin: (run) => send({ type: "unpin", run }), choose, apply: (pin) => takeUp(pin) });
faults.setUp(at("faults"), select);
const modesCame = eigenmodes.setUp(at("panel-eigenmodes"), {
  ask: (time) => send({ type: "eigenmodes", parameters: state.values, structural: state.structural, time }),
  displace: (moved) => diagram.displace(moved), diagram: () => diagram });
const campbellCame = campbell.setUp(at("panel-campbell"), (asked) =>
  send({ type: "campbell", parameters: state.values, structural: state.structural, ...asked }));
const openTab = tabs.setUp(at("drawer"));
const studied = study.setUp(at("study-one"), { send, take, fan: (fan) => plots.setFan(fan),
  draws: (drawn) => sampled.draws(drawn) });
const sampled = samples.setUp(at("study-several"), { send, open: (setting) => takeUp(setting),
  show: () => openTab("tab-study") });
theme.setUp(at("theme"), () => { scene.repaint(); draw(); });
keyboard.setUp({ search: () => at("search").focus(), pin: () => send({ type: "pin" }), reset: resetAll,
  help: () => dialogs.showKeys(at("dialog")), whole: () => zoom(null),
  play: () => { if (!at("machine").hidden && state.model?.runs) machine.player.toggle(); },
  open: () => machine.toggle(state.selected) });
keyboard.curves(at("plots"), { range: () => plots.range(), choose, zoom });

at("pin").addEventListener("click", () => send({ type: "pin" }));
at("stop").addEventListener("click", () => send({ type: "stop" }));
at("help").addEventListener("click", () => dialogs.showKeys(at("dialog")));
at("export").addEventListener("click", () => dialogs.exportMenu(at("menu"), at("export"),
  (kind) => send({ type: "export", kind, names: plotted() })));
at("stop-time").addEventListener("change", (/** @type {any} */ event) => {
  const value = Number(event.target.value.trim().replace(",", "."));
  const isWrong = !Number.isFinite(value) || event.target.value.trim() === "";
  event.target.setAttribute("aria-invalid", String(isWrong));
  if (isWrong) return;
  state.stopTime = value === state.model?.stop_time ? null : value;
  keep();
  zoom(null);
  runner.run();
});

/** @param {any} model */
function modelCame(model) {
  const isNew = state.model !== null;
  if (isNew && model.revision !== state.model.revision) forgetWritten();
  state.model = model;
  state.messages = model.warnings;
  document.title = `${model.title} – drivetrain Studio`;
  at("title").textContent = model.title;
  at("summary").textContent = model.doc.split("\n")[0];
  at("pin").disabled = at("export").disabled = !model.runs;
  showStopTime();
  at("drawer").hidden = !model.runs;
  if (!model.runs) state.present = null;
  changed("model", "values", "messages");
  machine.begin();
  inspect();
  runner.run();
  for (const pin of lostPins.splice(0)) {
    const { run, parameters, structural, stop_time } = pin;
    send({ type: "restore", run, parameters, structural, stop_time });
  }
  if (!model.runs) {
    at("status").textContent = isNew ? `read again, revision ${model.revision}` : "";
    at("progress").hidden = true;
    draw();
  }
}

/** What was written is in the source by now, and differs from it no longer. */
function forgetWritten() {
  for (const [name, value] of written.splice(0)) if (state.values[name] === value) delete state.values[name];
  keep();
}

/** @param {import("./rows.js").Curves} curves */
function received(curves) {
  const { head } = curves;
  if (!runner.answered(head)) return;
  const isPinned = state.pins.some((pin) => pin.run === head.run);
  if (head.again && state.span && head.span === null) return;
  if (isPinned) state.kept.set(head.run, curves);
  if (!head.again || head.run === state.present?.head.run) {
    if (head.again && head.span) {
      const { modes, modes_left_out } = state.present?.head ?? {};
      Object.assign(head, { modes, modes_left_out });
    }
    state.present = curves;
  }
  scheduled ||= requestAnimationFrame(draw);
  if (head.again) return;
  if (head.status === "failed" && !curves.time.length) at("status").textContent = "failed";
  const messages = [...(state.model?.warnings ?? []), ...head.warnings];
  if (messages.join("\n") !== state.messages.join("\n")) {
    state.messages = messages;
    changed("messages");
  }
  runner.settle();
}

/** Draw what the store has. */
function draw() {
  scheduled = 0;
  const { present } = state;
  scene.draw();
  if (!runner.isBusy) at("progress").hidden = true;
  if (present) summarise(present);
  changed("rows");
  document.body.dataset.run = present?.head.run ?? "";
  document.body.dataset.sequence = String(runner.drawn);
}

/** @param {import("./rows.js").Curves} curves */
function summarise({ head }) {
  const wall = head.wall_time < 1 ? `${number(head.wall_time * 1000, 2)} ms` : `${number(head.wall_time, 3)} s`;
  const words = { done: "", stopped: ", stopped", failed: ", failed" }[/** @type {string} */ (head.status)];
  at("status").textContent = `${head.run}${words} · ${wall} · ${head.of} points`;
  at("status").className = head.status;
}

/** @param {boolean} isOpen */
function connected(isOpen) {
  state.isOpen = isOpen;
  document.body.classList.toggle("is-cut-off", !isOpen);
  if (isOpen) {
    notice("", false);
    if (state.model) lostPins.push(...state.pins);
    state.pins = [];
    state.kept.clear();
    runner.forget();
    machine.isFresh = true;
    return;
  }
  notice("The connection is lost. If the Studio was ended, start it again with the same --port and " +
    "open its new address; this page then goes on.", true);
}

/**
 * @param {string} text
 * @param {boolean} isShown
 */
function notice(text, isShown) {
  at("notice").hidden = !isShown;
  at("notice").replaceChildren(text, isShown && state.isOpen
    ? element("button", { class: "quiet", "aria-label": "Close", onclick: () => notice("", false) }, "×") : "");
}

/** @param {string} path */
function select(path) {
  state.selected = path;
  changed("selected");
  diagram.select(path);
  inspect(path);
  keep();
}

/** Ask for the selected part: its values depend on what is set elsewhere. */
function inspect(part = tree.exists(state.selected) ? state.selected : "") {
  clearTimeout(inspecting);
  send({ type: "inspect", part, parameters: state.values });
}

/**
 * @param {import("./controls.js").Adjustable} one
 * @param {any} value
 * @param {boolean} isFinal
 */
function set(one, value, isFinal) {
  const kept = one.kind === "choice" ? state.structural : state.values;
  if (value === one.value) delete kept[one.name]; else kept[one.name] = value;
  changed("values");
  runner.run(isFinal);
  if (isFinal) keep();
}

/** @param {string} name */
function reset(name) {
  delete state.values[name];
  delete state.structural[name];
  changed("values", "reset");
  runner.run();
  keep();
}

function resetAll() {
  state.values = {};
  state.structural = {};
  changed("values", "reset");
  runner.run();
  keep();
}

/**
 * Set the value of a run of a study.
 * @param {import("./controls.js").Adjustable} one
 * @param {number} value
 */
function take(one, value) {
  set(one, value, true);
  changed("reset");
}

/** Set the values of a pinned run again. @param {any} pin */
function takeUp(pin) {
  state.values = { ...pin.parameters };
  state.structural = { ...pin.structural };
  state.stopTime = pin.stop_time;
  showStopTime();
  changed("values", "reset");
  runner.run();
  keep();
}

function showStopTime() {
  const value = state.stopTime ?? state.model?.stop_time;
  at("stop-time").value = value === null || value === undefined ? "" : String(value);
}

/**
 * @param {string[]} names
 * @param {boolean} isShown
 */
function show(names, isShown) {
  const kept = plotted().filter((name) => !names.includes(name));
  if (isShown && kept.length + names.length > MOST_CURVES) {
    notice(`No more than ${MOST_CURVES} curves are drawn at once: remove some first.`, true);
    changed("names");
    return;
  }
  state.names = isShown ? [...kept, ...names] : kept;
  changed("names");
  keep();
  runner.view();
  runner.settle();
  if (!isShown) draw();
}

/** Keep the state in the address, which the server never sees. */
function keep() {
  clearTimeout(keeping);
  keeping = window.setTimeout(() => {
    history.replaceState(null, "", `#${encodeURIComponent(JSON.stringify(remembered()))}`);
  }, 200);
}

on(["values"], () => {
  clearTimeout(inspecting);
  inspecting = window.setTimeout(() => inspect(), QUIET);
});
on(["names"], () => plots.light(null));
