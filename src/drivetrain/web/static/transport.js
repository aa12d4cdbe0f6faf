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

/**
 * Talk through the channel of a notebook widget: `model.send` and its event `msg:custom`.
 * @param {any} model
 * @param {Listener} listener
 * @returns {Transport}
 */
export function widgetTransport(model, listener) {
  const heard = (/** @type {any} */ message, /** @type {DataView[]} */ buffers) => {
    if (!buffers?.length) return listener.message(message);
    const { buffer, byteOffset, byteLength } = buffers[0];
    return listener.bytes(/** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength)));
  };
  model.on("msg:custom", heard);
  listener.state(true);
  return {
    send(message) { model.send(message); return true; },
    close() { model.off("msg:custom", heard); },
  };
}

/**
 * Show what is recorded; nothing can be asked.
 * @returns {Transport}
 */
export function noTransport() {
  return { send: () => false, close() {} };
}
