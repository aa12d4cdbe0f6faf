"""The channel of a notebook with a front end that is a list: latest wins, one session per view."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.notebook.in_memory import bench_of
from drivetrain.notebook.views import Views
from drivetrain.studio.runs import studio_run
from drivetrain.studio.runs.studio_run import StudioRun

WAIT = 20.0


class FrontEnd:
    """Keeps what it is sent, and waits for it."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []
        self._came = threading.Condition()

    def take(self, content: Mapping[str, Any], buffers: Sequence[bytes]) -> None:
        message = json.loads(content["text"]) if "text" in content else head_of(buffers[0])
        with self._came:
            self.told.append((content["view"], message))
            self._came.notify_all()

    def wait(self, holds: Callable[[str, Any], bool]) -> Any:
        """Return the first message of a kind, as soon as it is there."""
        end = time.monotonic() + WAIT
        with self._came:
            while True:
                for view, message in self.told:
                    if holds(view, message):
                        return message
                assert self._came.wait(end - time.monotonic()), self.told

    def runs(self, view: str) -> list[int]:
        return [
            message["sequence"] for one, message in self.told if one == view and "rows" in message
        ]


def head_of(buffer: bytes) -> dict[str, Any]:
    length = int.from_bytes(buffer[:4], "little")
    head: dict[str, Any] = json.loads(buffer[4 : 4 + length])
    return head


def command(kind: str, **given: Any) -> str:
    return json.dumps({"type": kind, **given})


def run(sequence: int, **parameters: float) -> str:
    given = {name.replace("_", ".", 1): value for name, value in parameters.items()}
    return command("run", sequence=sequence, parameters=given, names=["J1.w"])


@pytest.fixture(scope="module")
def compiled() -> dt.CompiledModel:
    return dt.compile(dt.examples.find("CoupledClutches")())


@pytest.fixture
def front_end() -> FrontEnd:
    return FrontEnd()


@pytest.fixture
def shown() -> list[StudioRun]:
    return []


@pytest.fixture
def views(
    compiled: dt.CompiledModel, front_end: FrontEnd, shown: list[StudioRun]
) -> Iterator[Views]:
    made = Views(bench_of(compiled), front_end.take, shown.append)
    yield made
    made.close()


def test_a_view_that_says_it_is_there_is_told_the_model(views: Views, front_end: FrontEnd) -> None:
    views.hear({"view": "a"})
    model = front_end.wait(lambda _, message: message.get("type") == "model")
    assert model["title"] == "CoupledClutches"
    assert not model["may_edit"]
    drawn = front_end.wait(lambda _, message: message.get("type") == "diagram")
    assert 'data-path="clutch1"' in drawn["svg"]


def test_a_run_is_answered_and_shown(
    views: Views, front_end: FrontEnd, shown: list[StudioRun], compiled: dt.CompiledModel
) -> None:
    views.hear({"view": "a", "text": run(1, clutch1_fn_max=12.0)})
    head = front_end.wait(lambda _, message: message.get("sequence") == 1)
    assert head["names"] == ["J1.w"]
    assert [row["name"] for row in head["modes"]] == [f"clutch{k}.mode" for k in (1, 2, 3)]
    same = compiled.simulate(parameters={"clutch1.fn_max": 12.0})
    assert shown[0].result is not None
    assert (shown[0].result["J1.w"] == same["J1.w"]).all()


def test_of_many_requests_at_once_the_newest_wins(
    compiled: dt.CompiledModel, front_end: FrontEnd
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(*given: Any) -> StudioRun:
        begun.set()
        assert go_on.wait(WAIT)
        return studio_run.perform(*given)

    views = Views(bench_of(compiled), front_end.take, lambda one: None, slow)
    views.hear({"view": "a", "text": run(1)})
    assert begun.wait(WAIT)
    before = time.thread_time()
    for sequence in range(2, 402):
        views.hear({"view": "a", "text": run(sequence, clutch1_fn_max=sequence / 20)})
    handed_over = time.thread_time() - before
    views.hear({"view": "a", "text": command("inspect", part="J1")})
    front_end.wait(lambda _, message: message.get("type") == "part")  # all were taken by now
    go_on.set()
    front_end.wait(lambda _, message: message.get("sequence") == 401)
    assert front_end.runs("a") == [1, 401]
    assert handed_over < 0.5
    views.close()


def test_a_long_run_is_stopped_though_other_questions_wait_for_it(front_end: FrontEnd) -> None:
    long = dt.compile(dt.examples.find("machines.EightSpeedAutomatic")())
    views = Views(bench_of(long), front_end.take, lambda one: None)
    ask = {"sequence": 1, "names": ["input.w"], "parameters": {}, "stop_time": 1e5}
    views.hear({"view": "a", "text": command("run", **ask)})
    front_end.wait(lambda _, message: message.get("type") == "progress")
    views.hear({"view": "a", "text": command("at", sequence=1, names=["input.w"], time=1.0)})
    views.hear({"view": "a", "text": command("stop")})
    head = front_end.wait(lambda _, message: "rows" in message)
    assert head["status"] == "stopped"
    views.close()


def test_views_do_not_hear_one_another(views: Views, front_end: FrontEnd) -> None:
    for view in ("a", "b"):
        views.hear({"view": view, "text": run(1)})
        front_end.wait(lambda one, message, view=view: one == view and "rows" in message)  # type: ignore[misc]
    views.hear({"view": "a", "text": command("pin")})
    pins = front_end.wait(lambda view, message: view == "a" and message.get("type") == "pins")
    assert len(pins["pins"]) == 1
    views.hear({"view": "b", "text": command("unpin", run="run 1")})
    told = front_end.wait(lambda view, message: view == "b" and message.get("type") == "refused")
    assert "no pinned run" in told["sentence"]


def test_a_view_that_goes_is_forgotten(views: Views, front_end: FrontEnd) -> None:
    views.hear({"view": "a", "text": run(1)})
    front_end.wait(lambda _, message: "rows" in message)
    views.hear({"view": "a", "end": True})
    views.hear({"view": "a", "text": command("pin")})  # begins anew, without a run
    told = front_end.wait(lambda _, message: message.get("type") == "refused")
    assert "no run to pin" in told["sentence"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"type": "exec", "code": "1"}', "there is no command 'exec'"),
        ('{"type": "run"}', "needs the argument"),
        ("no json", "a command is a JSON object"),
        ('{"type": "write", "parameters": {}}', "values are not written into the source"),
    ],
)
def test_commands_are_the_closed_list_of_the_studio(
    views: Views, front_end: FrontEnd, text: str, told: str
) -> None:
    views.hear({"view": "a", "text": text})
    refused = front_end.wait(lambda _, message: message.get("type") == "refused")
    assert told in refused["sentence"]


@pytest.mark.parametrize("content", [None, [], "run", {}, {"view": 3}, {"text": run(1)}])
def test_messages_of_another_shape_are_left_alone(
    views: Views, front_end: FrontEnd, content: Any
) -> None:
    views.hear(content)
    views.hear({"view": "a", "text": run(7)})
    assert front_end.wait(lambda _, message: "rows" in message)["sequence"] == 7
    assert {view for view, _ in front_end.told} == {"a"}


def test_of_very_many_views_the_oldest_is_forgotten(views: Views, front_end: FrontEnd) -> None:
    for k in range(10):
        views.hear({"view": str(k)})
        front_end.wait(lambda view, message, k=k: view == str(k) and message["type"] == "model")  # type: ignore[misc]
    assert list(views._sessions) == [str(k) for k in range(2, 10)]


def test_a_closed_widget_answers_nothing(compiled: dt.CompiledModel, front_end: FrontEnd) -> None:
    views = Views(bench_of(compiled), front_end.take, lambda one: None)
    views.hear({"view": "a"})
    front_end.wait(lambda _, message: message.get("type") == "model")
    views.close()
    count = len(front_end.told)
    views.hear({"view": "b"})
    time.sleep(0.1)
    assert not [view for view, _ in front_end.told[count:] if view == "b"]


def test_warnings_of_the_user_are_left_alone_while_a_run_goes_on(
    compiled: dt.CompiledModel, front_end: FrontEnd
) -> None:
    import warnings

    views = Views(bench_of(compiled), front_end.take, lambda one: None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        filters = list(warnings.filters)
        for sequence in range(1, 40):
            views.hear({"view": "a", "text": run(sequence)})
            warnings.warn("mine", stacklevel=1)
            assert warnings.filters == filters
        front_end.wait(lambda _, message: message.get("sequence") == 39)
    assert [str(one.message) for one in caught] == ["mine"] * 39
    views.close()
