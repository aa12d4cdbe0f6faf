"""A real kernel, whose front end is this test: what a widget hears while cells run."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

WAIT = 60.0
CELL = """
import drivetrain as dt
explorer = dt.examples.find("CoupledClutches")().explore("clutch1.fn_max")
explorer
"""

SLOW = """
import threading
all_heard = threading.Event()
session = explorer._views._sessions["a"]
perform = session._perform
session._perform = lambda *given: all_heard.wait() and perform(*given)
"""


def until(file: Path) -> str:
    """Return lines that wait for a file."""
    return f"import os, time\nwhile not os.path.exists({str(file)!r}): time.sleep(0.05)"


class Kernel:
    """A kernel with one widget."""

    def __init__(self) -> None:
        jupyter_client = pytest.importorskip("jupyter_client")
        pytest.importorskip("ipykernel")
        self.manager, self.client = jupyter_client.manager.start_new_kernel(startup_timeout=WAIT)
        self.heard: list[Any] = []
        self.client.execute(CELL)
        opened = self.wait(lambda one: one["msg_type"] == "comm_open" and "_esm" in state(one))
        self.comm = opened["content"]["comm_id"]

    def end(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def wait(self, holds: Callable[[Any], bool]) -> Any:
        """Return the first message of a kind, those that came before included."""
        end = time.monotonic() + WAIT
        for one in self.heard:
            if holds(one):
                return one
        while True:
            one = self.client.get_iopub_msg(timeout=end - time.monotonic())
            self.heard.append(one)
            if holds(one):
                return one

    def ask(self, sequence: int, subshell: str | None = None) -> None:
        """Ask for a run, as the page does."""
        values = {"clutch1.fn_max": 10.0 + sequence / 100}
        command = {"type": "run", "sequence": sequence, "parameters": values, "names": ["J1.w"]}
        content = {"view": "a", "text": json.dumps(command)}
        data = {"method": "custom", "content": content}
        message = self.client.session.msg("comm_msg", {"comm_id": self.comm, "data": data})
        if subshell is not None:
            message["header"]["subshell_id"] = subshell
        self.client.shell_channel.send(message)

    def answers(self) -> list[int]:
        return [sequence_of(one) for one in self.heard if one.get("buffers")]

    def wait_for_run(self, sequence: int) -> Any:
        return self.wait(lambda one: bool(one.get("buffers")) and sequence_of(one) == sequence)


def state(message: Any) -> Any:
    return message["content"].get("data", {}).get("state", {})


def sequence_of(message: Any) -> int:
    buffer = bytes(message["buffers"][0])
    length = int.from_bytes(buffer[:4], "little")
    return int(json.loads(buffer[4 : 4 + length])["sequence"])


@pytest.fixture(scope="module")
def kernel() -> Iterator[Kernel]:
    made = Kernel()
    yield made
    made.end()


def test_a_run_comes_as_one_binary_message(kernel: Kernel) -> None:
    kernel.ask(1)
    message = kernel.wait_for_run(1)
    assert message["content"]["data"] == {"method": "custom", "content": {"view": "a"}}
    assert len(message["buffers"]) == 1


def test_requests_that_came_while_a_cell_ran_do_not_pile_up(kernel: Kernel, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    kernel.client.execute(f"{SLOW}\n{until(asked)}\nprint('slept')")
    kernel.wait(lambda one: one["msg_type"] == "execute_input" and "slept" in str(one["content"]))
    for sequence in range(1001, 1301):
        kernel.ask(sequence)
    asked.touch()
    kernel.client.execute("all_heard.set()")
    kernel.wait_for_run(1300)
    assert [sequence for sequence in kernel.answers() if sequence > 1000] == [1001, 1300]


def test_the_object_knows_what_the_page_shows(kernel: Kernel) -> None:
    kernel.ask(2001)
    kernel.wait_for_run(2001)
    update = {"method": "update", "state": {"_values": {"clutch1.fn_max": 30.01}}}
    message = kernel.client.session.msg("comm_msg", {"comm_id": kernel.comm, "data": update})
    kernel.client.shell_channel.send(message)
    kernel.client.execute("print(explorer.parameters, explorer.result is explorer._last.result)")
    told = kernel.wait(lambda one: one["msg_type"] == "stream" and "30.01" in str(one["content"]))
    assert told["content"]["text"] == "{'clutch1.fn_max': 30.01} True\n"


def test_a_message_over_a_subshell_is_answered(kernel: Kernel) -> None:
    request = kernel.client.session.msg("create_subshell_request", {})
    kernel.client.control_channel.send(request)
    reply = kernel.client.get_control_msg(timeout=WAIT)
    if "subshell_id" not in reply["content"]:
        pytest.skip("this kernel has no subshells")
    kernel.ask(3001, reply["content"]["subshell_id"])
    kernel.wait_for_run(3001)


def test_a_run_that_was_asked_for_comes_while_a_cell_runs(kernel: Kernel, tmp_path: Path) -> None:
    came = tmp_path / "came"
    kernel.ask(4001)
    kernel.client.execute(f"{until(came)}\nprint('has waited')")
    kernel.wait_for_run(4001)
    came.touch()
    kernel.wait(lambda one: "has waited" in str(one["content"].get("text")))


def test_a_widget_that_is_closed_leaves_the_page(kernel: Kernel) -> None:
    kernel.client.execute("explorer.close()")
    kernel.wait(
        lambda one: one["msg_type"] == "comm_close" and one["content"]["comm_id"] == kernel.comm
    )
