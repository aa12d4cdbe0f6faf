"""The page follows a slider at once; the limit is generous, for machines that do other things."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

from tests.studio.latency import key_to_frame
from tests.studio.serving import Served


def test_a_key_is_followed_by_its_frame(clutches: Served, open_page: Callable[[str], Any]) -> None:
    times = key_to_frame(open_page(clutches.url), "clutch1", "clutch1.fn_max", 30)
    assert median(times) < 150
