// Shows a run on the diagram of its machine, in a page that opens from disk.
import { Motion, MOTION_STYLE, showModes } from "./motion.js";
import { Player } from "./player.js";

const packed = JSON.parse(document.getElementById("run").textContent);
const floats = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const decoded = (group, read) => Object.fromEntries(Object.entries(group).map(([key, one]) => [key, read(one)]));
const single = (text) => { const values = floats(text); return [values, values]; };
const run = {
  ...packed,
  ports: decoded(packed.ports, floats),
  losses: decoded(packed.losses, floats),
  speeds: { ...decoded(packed.speeds, single), ...decoded(packed.ranges, (pair) => pair.map(floats)) },
};
const looks = document.createElement("style");
looks.textContent = MOTION_STYLE;
document.head.append(looks);

const svg = document.querySelector("svg.diagram");
const motion = new Motion(svg, run);
const span = [run.time[0], run.time[run.time.length - 1]];
const show = (instant) => {
  motion.show(instant);
  showModes(svg, motion.modesAt(instant));
  player.tell(instant);
};
const player = new Player(document.getElementById("player"), { range: () => span, show });
player.setSlow(run.slow);
show(span[0]);
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("button, input, select")) return;
  event.preventDefault();
  player.toggle();
});
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.toggle(true);
