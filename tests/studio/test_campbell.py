"""The tab with the Campbell diagram: its numbers, its picture, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.rotational import Inertia, SpringDamper
from tests.studio.serving import Served, answer, until
from tests.studio.test_page import field, select

ASK = {"type": "campbell", "parameters": {"shaft.c": 900.0}, "shaft": "left", "orders": [1, 2],
       "between": [60, 600]}  # fmt: skip


def test_critical_speeds_are_those_of_the_analysis(shaft: Served) -> None:
    with shaft.socket() as page:
        page.send(json.dumps(ASK))
        told = answer(page)
        page.send(json.dumps({**ASK, "shaft": "lefft"}))
        wrong = answer(page)
        page.send(json.dumps({**ASK, "between": None}))
        refused = answer(page)
    m = dt.Model("pair")
    left, shaft = Inertia(J=1.0, w=dt.fixed(1.0)), SpringDamper(c=900.0, d=0.2)
    m.add(left=left, shaft=shaft, right=Inertia(J=2.0))
    m.connect(m.left >> m.shaft >> m.right)
    between = (60 * np.pi / 30, 600 * np.pi / 30)
    found = dt.compile(m).campbell("left", orders=[1, 2], between=between)
    rpm = [one.speed * 30 / np.pi for one in found.critical]
    assert [one["speed"] for one in told["critical"]] == pytest.approx(rpm, rel=1e-9)
    assert len(rpm) == 2
    (track,) = told["tracks"]
    assert len(track) == len(told["speeds"])
    assert "did you mean" in wrong["sentence"]
    assert refused["type"] == "refused"


def test_the_picture(shaft: Served, open_page: Callable[[str], Any]) -> None:
    page = open_page(shaft.url)
    page.locator("#tab-campbell").click()
    page.locator("#campbell-orders").fill("1; 2")
    page.locator("#campbell-low").fill("60")
    page.locator("#campbell-high").fill("600")
    page.locator("#campbell-ask").click()
    rows = page.locator("#campbell-answer > table tbody tr")
    rows.first.wait_for()
    assert rows.count() == 2
    assert page.locator("#campbell-answer canvas").count() == 1
    old = page.locator("#panel-campbell [role=status]")
    assert old.inner_text() == ""
    select(page, "shaft")
    field(page, "shaft.c").fill("900")
    page.keyboard.press("Enter")
    page.locator("#panel-campbell [role=status]", has_text="changed since").wait_for()
    page.locator('.control[data-name="shaft.c"] .reset').click()
    until(lambda: old.inner_text() == "")
    page.locator("#campbell-low").fill("700")
    page.locator("#campbell-ask").click()
    page.locator("#campbell-answer .refusal").wait_for()
