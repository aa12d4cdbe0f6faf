// @ts-check
/** Curves as they come in binary messages: exact times, float32 values. */

/**
 * @typedef {object} Curves
 * @property {any} head what the message says besides: run, status, names, units, kinds, modes …
 * @property {Float64Array} time instants in s
 * @property {Float32Array[]} columns values, one array for each name
 */

/**
 * Read a message: length of the header, JSON, times as float64, each curve as float32.
 * @param {ArrayBuffer} buffer
 * @returns {Curves}
 */
export function decode(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let at = 4 + length;
  const time = new Float64Array(buffer, at, head.rows);
  at += 8 * head.rows;
  const columns = head.names.map((/** @type {string} */ _, /** @type {number} */ k) =>
    new Float32Array(buffer, at + 4 * head.rows * k, head.rows));
  return { head, time, columns };
}

/**
 * Return the last row that is not after an instant; 0 if all are.
 * @param {ArrayLike<number>} time
 * @param {number} instant
 */
export function rowAt(time, instant) {
  let low = 0, high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle] <= instant) low = middle + 1; else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * Return a value between two rows, without crossing an event; steps for discrete variables.
 * @param {Curves} curves
 * @param {number} k which of them
 * @param {number} instant
 */
export function valueAt(curves, k, instant) {
  const { time, columns, head } = curves, values = columns[k], n = time.length;
  if (!n || instant < time[0] || instant > time[n - 1]) return NaN;
  const row = rowAt(time, instant);
  if (head.kinds[k] !== "real" || row + 1 >= n || time[row + 1] === time[row]) return values[row];
  const share = (instant - time[row]) / (time[row + 1] - time[row]);
  return values[row] + share * (values[row + 1] - values[row]);
}

/**
 * Put curves of several runs on one axis of time, without giving up a point of any: where a run has
 * no point its value is undefined, which is drawn through.
 * @param {Curves[]} runs
 * @param {(run: Curves) => ArrayLike<number>[]} chosen the columns of each run
 * @returns {{time: ArrayLike<number>, columns: any[]}}
 */
export function joined(runs, chosen) {
  if (runs.length === 1) return { time: runs[0].time, columns: [...chosen(runs[0])] };
  const total = runs.reduce((sum, run) => sum + run.time.length, 0);
  const time = new Float64Array(total), places = runs.map((run) => new Uint32Array(run.time.length));
  const next = runs.map(() => 0);
  for (let row = 0; row < total; row++) {
    let first = -1;
    for (let r = 0; r < runs.length; r++) {
      if (next[r] < runs[r].time.length &&
          (first < 0 || runs[r].time[next[r]] < runs[first].time[next[first]])) first = r;
    }
    time[row] = runs[first].time[next[first]];
    places[first][next[first]++] = row;
  }
  const columns = runs.flatMap((run, r) => Array.from(chosen(run), (values) => {
    const spread = new Array(total).fill(undefined);
    for (let k = 0; k < values.length; k++) spread[places[r][k]] = values[k];
    return spread;
  }));
  return { time, columns };
}
