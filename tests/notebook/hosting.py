"""A page that shows widgets as a notebook does, with their channel through a socket.

The protocol is that of ipywidgets: a comm opens with the state, sends changes of it and messages
with buffers, and hears both.
"""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import comm
from comm.base_comm import BaseComm
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>widgets</title>
<link rel="icon" href="data:,"></head><body style="background: white; margin: 16px">
<div class="cell" id="first"></div><div class="cell" id="second"></div>
<script type="module" src="/front_end.js"></script></body></html>"""

FRONT_END = """
const models = new Map();
const socket = new WebSocket(`ws://127.0.0.1:${SOCKET}`);
const bytes = (text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
function made(comm, state) {
  const listeners = {}, changed = new Set();
  const tell = (name, ...given) => (listeners[name] ?? []).forEach((one) => one(...given));
  const post = (data) => socket.send(JSON.stringify({ comm, data }));
  return { state, tell,
    get: (name) => state[name],
    set(name, value) {
      if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
      state[name] = value; changed.add(name); tell(`change:${name}`);
    },
    save_changes() {
      if (!changed.size) return;
      const entries = [...changed].map((one) => [one, state[one]]);
      post({ method: "update", state: Object.fromEntries(entries) });
      changed.clear();
    },
    on(name, listener) { (listeners[name] ??= []).push(listener); },
    off(name, listener) {
      listeners[name] = (listeners[name] ?? []).filter((one) => one !== listener);
    },
    send: (content) => post({ method: "custom", content }) };
}
socket.onmessage = ({ data }) => {
  const { type, comm, data: told, buffers } = JSON.parse(data);
  if (type === "comm_open") { models.set(comm, made(comm, told.state)); return; }
  const model = models.get(comm);
  if (!model) return;
  if (told.method === "custom") model.tell("msg:custom", told.content, buffers.map(bytes));
  else if (told.method === "update") for (const [name, value] of Object.entries(told.state)) {
    model.state[name] = value; model.tell(`change:${name}`);
  }
};
window.show = async (comm, place) => {
  while (!models.has(comm)) await new Promise((go) => setTimeout(go, 5));
  const model = models.get(comm);
  const url = URL.createObjectURL(new Blob([model.get("_esm")], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  const el = document.createElement("div");
  document.querySelector(place).append(el);
  const end = await widget.render({ model, el });
  return (el.end = () => { end(); el.remove(); }) && true;
};
socket.onopen = () => { document.body.dataset.ready = "yes"; };
"""


class Host:
    """Serves the page, and passes messages between it and the comms of this process."""

    def __init__(self) -> None:
        self.comms: dict[str, RelayedComm] = {}
        self.heard: list[dict[str, Any]] = []
        self._states: dict[str, dict[str, Any]] = {}
        self._page: ServerConnection | None = None
        self._lock = threading.Lock()
        self._goes_on = threading.Event()
        self._goes_on.set()
        self._socket = serve(self._converse, "127.0.0.1", 0, max_size=None)
        port = self._socket.socket.getsockname()[1]
        files = {
            "/": ("text/html", PAGE),
            "/front_end.js": ("text/javascript", FRONT_END.replace("${SOCKET}", str(port))),
        }
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _serving(files))
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        for one in (self._socket, self._server):
            threading.Thread(target=one.serve_forever, daemon=True).start()

    def pause(self) -> None:
        """Take no more messages, as a kernel that runs a cell."""
        self._goes_on.clear()

    def go_on(self) -> None:
        self._goes_on.set()

    def end(self) -> None:
        self._socket.shutdown()
        self._server.shutdown()
        self._server.server_close()

    def tell(self, kind: str, one: RelayedComm, data: Any, buffers: Any) -> None:
        plain = [base64.b64encode(bytes(part)).decode() for part in buffers or []]
        message = json.dumps({"type": kind, "comm": one.comm_id, "data": data, "buffers": plain})
        with self._lock:
            self.comms[one.comm_id] = one
            self._states.setdefault(one.comm_id, {}).update((data or {}).get("state", {}))
            if self._page is not None:
                with suppress(ConnectionClosed):
                    self._page.send(message)

    def _converse(self, page: ServerConnection) -> None:
        with self._lock:
            self._page = page
            for name, state in self._states.items():
                data = {"state": state}
                page.send(json.dumps({"type": "comm_open", "comm": name, "data": data}))
        for text in page:
            told = json.loads(text)
            self.heard.append(told["data"])
            self._goes_on.wait()
            self._states[told["comm"]].update(told["data"].get("state", {}))
            self.comms[told["comm"]].handle_msg({"content": {"data": told["data"]}, "buffers": []})


class RelayedComm(BaseComm):
    """A comm whose other end is the page of a host."""

    host: Host

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any
    ) -> None:
        self.host.tell(msg_type, self, data, buffers)


@contextmanager
def hosted() -> Iterator[Host]:
    """Serve a page for the widgets that are made meanwhile."""
    host = Host()
    before = comm.create_comm
    made = type("OwnComm", (RelayedComm,), {"host": host})
    comm.create_comm = made
    try:
        yield host
    finally:
        comm.create_comm = before
        host.end()


def _serving(files: dict[str, tuple[str, str]]) -> type[BaseHTTPRequestHandler]:
    class Serving(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, text = files.get(self.path, ("text/plain", ""))
            self.send_response(200 if text else 404)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    return Serving
