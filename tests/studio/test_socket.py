"""What the server tells a page, message by message."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from tests.studio.serving import WAIT, Served, answer

RUN = {"type": "run", "sequence": 1, "parameters": {}, "names": ["J1.w"]}


def rows(page: Any) -> tuple[dict[str, Any], Any]:
    """Return header and times of the next message with curves."""
    while isinstance(message := page.recv(WAIT), str):
        assert json.loads(message)["type"] in ("model", "diagram", "progress")
    (length,) = struct.unpack("<I", message[:4])
    head = json.loads(message[4 : 4 + length])
    return head, np.frombuffer(message, "<f8", head["rows"], 4 + length)


def ask(page: Any, **command: Any) -> None:
    page.send(json.dumps(command))


def test_a_long_run_is_thinned_and_refined_where_one_looks(clutches: Served) -> None:
    with clutches.socket() as page:
        ask(page, **RUN, stop_time=60.0)
        head, times = rows(page)
        assert head["of"] > 60_000
        assert head["rows"] < 22_000
        ask(page, type="rows", sequence=1, names=["J1.w"], span=[10.0, 11.0])
        head, part = rows(page)
    result = dt.simulate(dt.examples.find("CoupledClutches")(), stop_time=60.0)
    inside = result.time[(result.time >= 10.0) & (result.time <= 11.0)]
    assert head["again"]
    assert np.isin(inside, part).all()
    assert not np.isin(inside, times).all()
    assert np.isin(result.events.times(), times).all()


def test_only_the_newest_of_many_requests_is_run_last(clutches: Served) -> None:
    with clutches.socket() as page:
        for sequence in range(200):
            ask(page, **{**RUN, "sequence": sequence, "parameters": {"f": 0.2 + sequence / 1000}})
        seen = []
        while not seen or seen[-1]["sequence"] < 199:
            seen.append(rows(page)[0])
    assert len(seen) < 200
    assert [one["sequence"] for one in seen] == sorted(one["sequence"] for one in seen)
    assert seen[-1]["label"] == "f = 0.399"


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"J1.J": -1.0}, "J1.J"), ({"J1.K": 1.0}, "did you mean"), ({"J9[:].J": 1.0}, "J9"),
        ({"J1.J": "heavy"}, "J1.J"), ({"clutch1.law": "x"}, "changes the equations"),
    ],
)  # fmt: skip
def test_a_wrong_setting_fails_with_a_sentence(
    clutches: Served, parameters: dict[str, Any], told: str
) -> None:
    with clutches.socket() as page:
        ask(page, **{**RUN, "parameters": parameters})
        head, times = rows(page)
    assert (head["status"], len(times)) == ("failed", 0)
    assert told in head["fault"]["sentence"]


def test_a_start_value_and_a_quantity_can_be_given(clutches: Served) -> None:
    with clutches.socket() as page:
        ask(page, **{**RUN, "parameters": {"J1.w.start": 12.0, "J1.J": "2 kg.m2"}})
        assert rows(page)[0]["status"] == "done"
        ask(page, type="at", sequence=2, names=["J1.w"], time=0.0)
        assert answer(page)["runs"] == {"run 1": {"J1.w": 12.0}}


def test_search_finds_words_in_any_order_and_best_names_first(clutches: Served) -> None:
    with clutches.socket() as page:
        ask(page, type="search", text="TAU clutch2")
        found = answer(page)["entries"]
        assert found[0]["name"] == "clutch2.tau"
        ask(page, type="search", text="nothing-like-this")
        assert answer(page)["entries"] == []
