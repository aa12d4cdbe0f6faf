// Shows a run on the diagram of its machine. Plain script without dependencies: it is part of a
// file that has to open from disk.
"use strict";
(() => {
  const TRAVEL = 56; // px that a mark moves in one turn, or in one metre
  const run = JSON.parse(document.getElementById("run").textContent);
  const svg = document.querySelector("svg.diagram");
  const slider = document.getElementById("instant");
  const button = document.getElementById("play");
  const shown = document.getElementById("time");
  const pace = document.getElementById("pace");
  const factor = document.getElementById("factor");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const floats = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new Float32Array(bytes.buffer);
  };
  const time = run.time;
  const decoded = (group) =>
    Object.fromEntries(Object.entries(group).map(([key, text]) => [key, floats(text)]));
  const ports = decoded(run.ports);
  const speeds = decoded(run.speeds);
  const losses = decoded(run.losses);
  const modes = run.modes;

  const most = (group) =>
    Object.values(group).reduce((top, all) => all.reduce((a, b) => Math.max(a, Math.abs(b)), top), 0);
  const mostLoss = most(losses) || 1;

  // Marks that run along the shafts.
  const lines = [];
  for (const net of svg.querySelectorAll("g.net")) {
    const angle = ports[net.dataset.path];
    if (!angle) continue;
    for (const path of [...net.querySelectorAll("path.rotation, path.translation")]) {
      const mark = path.cloneNode();
      mark.setAttribute("class", "running");
      net.append(mark);
      const turn = path.classList.contains("rotation") ? 2 * Math.PI : 1;
      lines.push({ mark, angle, turn });
    }
  }
  const nodes = new Map();
  for (const node of svg.querySelectorAll("g.node")) nodes.set(node.dataset.path, node);
  const labels = [];
  for (const [path, values] of Object.entries(speeds)) {
    const label = nodes.get(path)?.querySelector("text.note");
    if (!label) continue;
    labels.push({ label, values, unit: run.units[path] });
  }

  // The row before an instant, by halving.
  const rowAt = (t) => {
    let low = 0;
    let high = time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (time[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const between = (values, k, t) => {
    const next = Math.min(k + 1, time.length - 1);
    const step = time[next] - time[k];
    return step > 0 ? values[k] + ((values[next] - values[k]) * (t - time[k])) / step : values[k];
  };
  const rounded = (value, digits) => value.toFixed(digits).replace(/^-(?=[0.]+$)/, "");
  const told = (value, unit) =>
    unit === "rad/s" ? `${rounded((value * 30) / Math.PI, 0)} rpm` : `${rounded(value, 2)} ${unit}`;

  const show = (t) => {
    const k = rowAt(t);
    for (const { mark, angle, turn } of lines) {
      if (!still) {
        mark.style.strokeDashoffset = String(-((between(angle, k, t) / turn) * TRAVEL) % 280);
      }
    }
    for (const { label, values, unit } of labels) {
      label.textContent = told(between(values, k, t), unit);
    }
    for (const [path, values] of Object.entries(modes)) {
      const node = nodes.get(path);
      if (!node) continue;
      node.dataset.mode = run.labels[values[k]];
      const loss = losses[path] ? Math.max(between(losses[path], k, t), 0) / mostLoss : 0;
      node.style.setProperty("--glow", `${(8 * Math.sqrt(loss)).toFixed(1)}px`);
    }
    shown.textContent = `${t.toFixed(4)} s`;
    slider.value = String(t);
  };

  let now = time[0];
  let playing = false;
  let last = 0;
  const step = (stamp) => {
    if (!playing) return;
    if (last) now += ((stamp - last) / 1000 / run.slow) * Number(pace.value);
    last = stamp;
    if (now >= time[time.length - 1]) {
      now = time[time.length - 1];
      toggle(false);
    }
    show(now);
    requestAnimationFrame(step);
  };
  const toggle = (wanted) => {
    playing = wanted;
    last = 0;
    button.textContent = playing ? "Pause" : "Play";
    if (playing) {
      if (now >= time[time.length - 1]) now = time[0];
      requestAnimationFrame(step);
    }
  };
  slider.min = String(time[0]);
  slider.max = String(time[time.length - 1]);
  slider.step = "any";
  slider.addEventListener("input", () => {
    now = Number(slider.value);
    show(now);
  });
  button.addEventListener("click", () => toggle(!playing));
  pace.addEventListener("change", () => {
    factor.textContent = slower();
  });
  const slower = () => {
    const ratio = run.slow / Number(pace.value);
    return ratio >= 1 ? `${ratio.toPrecision(3)} times slower than life` : `${(1 / ratio).toPrecision(3)} times faster than life`;
  };
  factor.textContent = slower();
  show(now);
  if (!still) toggle(true);
})();
