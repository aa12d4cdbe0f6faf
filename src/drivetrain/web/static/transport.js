// @ts-check
/**
 * How a page talks to what runs the model. Three makes have one shape: a socket, the channel of a
 * notebook, and none (a report, which shows what is recorded).
 *
 * @typedef {object} Transport
 * @property {(message: object) => boolean} send false if there is no connection
 * @property {() => void} close
 */

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} message a JSON message
 * @property {(buffer: ArrayBuffer) => void} bytes a binary message
 * @property {(isOpen: boolean) => void} state the connection was made or lost
 */

const PATIENCE = [200, 500, 1000, 2000];

/**
 * Connect by a WebSocket, and again whenever the connection is lost.
 * @param {string} address
 * @param {Listener} listener
 * @returns {Transport}
 */
export function socketTransport(address, listener) {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0, isClosed = false;

  function connect() {
    const made = new WebSocket(address);
    made.binaryType = "arraybuffer";
    made.onopen = () => { socket = made; tries = 0; listener.state(true); };
    made.onmessage = ({ data }) => {
      if (typeof data === "string") listener.message(JSON.parse(data)); else listener.bytes(data);
    };
    made.onclose = () => {
      if (isClosed) return;
      if (socket === made || tries === 0) listener.state(false);
      socket = null;
      setTimeout(connect, PATIENCE[Math.min(tries++, PATIENCE.length - 1)]);
    };
  }
  connect();
  return {
    send(message) {
      if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() { isClosed = true; socket?.close(); },
  };
}

const PACE = 300;  // ms between requests for runs while one is unanswered

/**
 * Talk through the channel of a notebook widget: `model.send` and its event `msg:custom`. A widget
 * may have several views, each of which hears all messages; a name tells whose they are.
 *
 * A kernel that is busy hears nothing, and everything afterwards. So a request for a run waits as long
 * as one is unanswered, and only the newest of those that wait is sent.
 * @param {any} model
 * @param {Listener} listener
 * @returns {Transport}
 */
export function widgetTransport(model, listener) {
  const view = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
  /** @type {object | null} */
  let waiting = null;
  let isUnanswered = false, isClosed = false, timer = 0;

  const pass = (/** @type {object} */ message) => model.send({ view, text: JSON.stringify(message) });
  function run(/** @type {object} */ message) {
    isUnanswered = true;
    pass(message);
    clearTimeout(timer);
    timer = window.setTimeout(answered, PACE);
  }
  function answered() {
    clearTimeout(timer);
    isUnanswered = false;
    const next = waiting;
    waiting = null;
    if (next) run(next);
  }
  const heard = (/** @type {any} */ content, /** @type {DataView[]} */ buffers) => {
    if (content.view !== view) return;
    if (!buffers?.length) {
      listener.message(JSON.parse(content.text));
      return;
    }
    const { buffer, byteOffset, byteLength } = buffers[0];
    listener.bytes(/** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength)));
    answered();
  };
  model.on("msg:custom", heard);
  listener.state(true);
  model.send({ view });
  return {
    send(message) {
      if (isClosed) return false;
      if (/** @type {any} */ (message).type !== "run") pass(message);
      else if (isUnanswered) waiting = message;
      else run(message);
      return true;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      model.off("msg:custom", heard);
      model.send({ view, end: true });
    },
  };
}

/**
 * Show what is recorded; nothing can be asked.
 * @returns {Transport}
 */
export function noTransport() {
  return { send: () => false, close() {} };
}
