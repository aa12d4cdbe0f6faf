"""Several parameters at random: the study of the page is that of a script, and its runs open."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import studies
from drivetrain.studio.export.script import script
from drivetrain.studio.model.loaded_model import load
from drivetrain.studio.runs.sampled_study import WORDS, Asked, SampledStudy, Varied
from drivetrain.studio.runs.studio_run import Setting
from drivetrain.studio.runs.study import Fan
from tests.studio.conftest import Desk
from tests.studio.serving import WAIT, Served
from tests.studio.test_models import BLOWS_UP
from tests.studio.test_page import select
from tests.studio.test_runs import Example, run

VARIED = [
    {"name": "J1.J", "spread": "uniform", "low": 0.5, "high": 2.0},
    {"name": "clutch1.fn_max", "spread": "log_uniform", "low": 5.0, "high": 20.0},
]
OUTCOMES = [
    {"word": "final", "of": "J1.w", "value": ""},
    {"word": "first", "of": "clutch1.mode", "value": "stuck"},
    {"word": "dissipated", "of": "", "value": ""},
]
ASK = {"type": "study", "parameters": {"f": 0.3}, "number": 7, "varied": VARIED,
       "outcomes": OUTCOMES, "count": 16, "seed": 3}  # fmt: skip


def told(page: Any, kind: str = "samples") -> dict[str, Any]:
    """Return the next message of a kind, or the refusal."""
    while True:
        message = page.recv(WAIT)
        if isinstance(message, str):
            facts: dict[str, Any] = json.loads(message)
            if facts["type"] in (kind, "refused"):
                return facts


def by_hand(count: int = 16) -> studies.StudyResult:
    study = dt.examples.find("CoupledClutches")().study(
        {"f": 0.3, "J1.J": studies.uniform(0.5, 2.0), "clutch1.fn_max": studies.log_uniform(5, 20)},
        design=studies.sobol(count, seed=3),
        record={
            "w": studies.final("J1.w"), "t": studies.first("clutch1.mode", "stuck"),
            "heat": studies.dissipated(),
        },
    )  # fmt: skip
    return study.run(progress=False)


def test_its_numbers_are_those_of_the_study_of_a_script(clutches: Served) -> None:
    with clutches.socket() as page:
        page.send(json.dumps(ASK))
        found = told(page)
    assert (found["status"], found["number"]) == ("done", 7)
    expected = by_hand()
    columns = {one["name"]: one for one in found["columns"]}
    assert list(columns) == [
        "J1.J", "clutch1.fn_max", "final(J1.w)", "first(clutch1.mode → stuck)", "dissipated()",
    ]  # fmt: skip
    assert columns["J1.J"]["values"] == expected.study.sets["J1.J"].tolist()
    for name, own in zip(list(columns)[2:], ("w", "t", "heat"), strict=True):
        values = np.array(columns[name]["values"], dtype=float)
        np.testing.assert_array_equal(values, expected[own])
    assert [columns[name]["unit"] for name in columns] == ["kg.m2", "N", "rad/s", "s", "J"]
    assert [one["is_parameter"] for one in columns.values()] == [True, True, False, False, False]


def test_a_study_that_was_stopped_goes_on(clutches: Served) -> None:
    asked = {**ASK, "count": 4096, "parameters": {"f": 0.25}}
    with clutches.socket() as page:
        page.send(json.dumps(asked))
        assert told(page, "sampled")["count"] == 4096
        page.send(json.dumps({"type": "stop_study"}))
        found = told(page)
        over = sum(status != "not run" for status in found["statuses"])
        assert (found["status"], found["number"]) == ("stopped", 7)
        assert over < 4096
        page.send(json.dumps({**asked, "number": 8}))
        first = told(page, "sampled")
        assert first["over"] >= over
        page.send(json.dumps({"type": "stop_study"}))
        told(page)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"count": 100}, "power of two"),
        ({"count": 8192}, "power of two"),
        ({"varied": []}, "one to 12"),
        ({"varied": [{**VARIED[0], "spread": "cauchy"}]}, "log_uniform"),
        ({"varied": [{**VARIED[0], "low": "0"}]}, "finite number"),
        ({"varied": [{**VARIED[0], "more": 1}]}, "an object with name, spread"),
        ({"varied": [{**VARIED[0], "low": 3.0}]}, "lower one"),
        ({"varied": [VARIED[0], VARIED[0]]}, "varied twice"),
        ({"varied": [{**VARIED[0], "name": "J1.K"}]}, "did you mean"),
        ({"varied": [{**VARIED[0], "low": -1.0}]}, "outside of its bounds"),
        ({"varied": [{**VARIED[1], "low": 0.0}]}, "positive"),
        ({"outcomes": [{**OUTCOMES[0], "word": "__import__"}]}, "there is no"),
        ({"outcomes": [{**OUTCOMES[0], "of": "J1.v"}]}, "J1"),
        ({"outcomes": [{**OUTCOMES[1], "value": "stock"}]}, "stuck"),
        ({"folder": "/tmp"}, "no argument 'folder'"),
    ],
    ids=str,
)
def test_what_a_page_asks_is_checked(clutches: Served, wrong: Any, sentence: str) -> None:
    with clutches.socket() as page:
        page.send(json.dumps({**ASK, **wrong}))
        found = told(page)
    assert found["type"] == "refused" or found["status"] == "refused"
    assert sentence in found["sentence"]


def test_words_are_outcomes() -> None:
    for word, what in WORDS.items():
        name = "clutch1.mode" if what == "event" else "J1" if what == "part" else "J1.w"
        assert Asked(word, name, "stuck").outcome().name.startswith(f"{word}({name}")


def test_arrays_are_set_but_not_drawn(tmp_path: Path) -> None:
    loaded = load(Example("machines.ShipShafting"), 1, {})
    varied = (Varied("throw[:].J", "uniform", 5e3, 7e3),)
    with pytest.raises(dt.errors.UsageError, match="stands for several"):
        SampledStudy(Setting({}, {}, 0.1), {}, varied, (Asked("dissipated", ""),), 4, 1).of(loaded)


def test_the_script_makes_both_studies_again(tmp_path: Path) -> None:
    made = run("CoupledClutches", stop_time=1.0, f=0.3)
    setting = Setting({"f": 0.3}, {}, 1.0)
    fan = Fan(setting, {"f": 0.3}, "J1.J", 0.5, 2.0, 4, False, ["J1.J"], ("J1.w",), made.revision)
    sampled = SampledStudy(
        setting, {"f": 0.3}, tuple(Varied(**one) for one in VARIED),  # type: ignore[arg-type]
        tuple(Asked(**one) for one in OUTCOMES), 8, 3, made.revision,
    )  # fmt: skip
    text = script(Example("CoupledClutches"), [made], ["J1.w"], made.revision, [fan, sampled])
    assert "earlier state" not in text
    later = script(Example("CoupledClutches"), [made], [], made.revision + 1, [fan])
    assert later.count("earlier state") == 2
    text += "print(over_one['final(J1.w)'].tolist())\nprint(over_several['final(J1.w)'].tolist())\n"
    (tmp_path / "made.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "made.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    one, several = map(json.loads, done.stdout.splitlines()[-2:])
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    many = compiled.ensemble({"J1.J": [0.5, 1.0, 1.5, 2.0], "f": 0.3}, stop_time=1.0)
    assert one == many.final("J1.w").tolist()
    study = sampled.of(load(Example("CoupledClutches"), 1, {}))
    assert several == study.run(progress=False)["final(J1.w)"].tolist()
    for name in ("CoupledClutches_bands.png", "CoupledClutches_scatter.png"):
        assert (tmp_path / name).stat().st_size > 1000
    assert (tmp_path / "CoupledClutches.study" / "manifest.json").exists()


def add(page: Any, name: str, low: str, high: str) -> None:
    page.locator(f'.control[data-name="{name}"] .vary').click()
    page.locator("#study-low").fill(low)
    page.locator("#study-high").fill(high)
    page.locator("#study-spacing").select_option("linear")
    page.locator("#study-draw").click()


def test_a_study_on_the_page_and_its_runs(
    clutches: Served, open_page: Callable[[str], Any]
) -> None:
    page = open_page(clutches.url)
    select(page, "J1")
    add(page, "J1.J", "0.5", "2")
    select(page, "clutch1")
    add(page, "clutch1.fn_max", "5", "20")
    row = page.locator('.drawn tr[data-name="clutch1.fn_max"]')
    row.locator("select").select_option("log_uniform")
    page.locator("#outcome-word").select_option("first")
    page.locator("#outcome-of").fill("clutch1.mode")
    page.locator("#outcome-value").fill("stuck")
    page.locator("#outcome-add").click()
    page.locator(".outcomes li", has_text="first(clutch1.mode → stuck)").wait_for()
    page.locator("#samples-count").select_option("16")
    page.locator("#samples-seed").fill("3")
    page.locator("#samples-begin").click()
    page.locator(".samples-told", has_text="16 of 16 runs").wait_for()
    page.locator("#samples-y").select_option("final(J1.w)")
    points = page.locator(".sample")
    assert points.count() == 16
    bins = page.locator(".histogram .bin title").all_text_contents()
    assert sum(int(text.split()[0]) for text in bins) == 16
    page.locator('.sample[data-sample="5"]').click()
    page.locator(".samples-told", has_text="run 5:").wait_for()
    vary = {"J1.J": studies.uniform(0.5, 2), "clutch1.fn_max": studies.log_uniform(5, 20)}
    record = {"w": studies.final("J1.w")}
    design = studies.sobol(16, seed=3)
    study = dt.examples.find("CoupledClutches")().study(vary, design=design, record=record)
    expected = study.run(progress=False)
    label = page.locator('.sample[data-sample="5"]').get_attribute("aria-label")
    shown = float(label.rpartition("final(J1.w): ")[2].split()[0].replace("−", "-"))
    assert shown == pytest.approx(expected["w"][5], rel=1e-6)
    page.locator("#tab-numbers").click()
    end = page.locator("#panel-numbers tr", has_text="J1.w, end")
    end.locator("td", has_text=f"{expected['w'][5]:.4g}"[:5]).first.wait_for()
    with page.expect_download() as waiting:
        page.locator("#export").click()
        page.locator('[data-kind="script"]').click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert "studies.sobol(16, seed=3)" in text
    assert '"clutch1.fn_max": studies.log_uniform(5.0, 20.0),' in text
    assert repr(float(study.sets["J1.J"][5])) in text


def test_points_are_walked_by_keys_and_failures_told(desk: Desk, context: Any) -> None:
    page = context.new_page()
    page.goto(desk.served.url)
    desk.write(BLOWS_UP.replace("A speed", "Drawn: a speed"))
    page.locator("#summary", has_text="Drawn").wait_for()
    add(page, "k", "0.1", "0.9")
    page.locator("#samples-count").select_option("16")
    page.locator("#samples-begin").click()
    page.locator(".study-failed summary").wait_for()
    failed = page.locator(".sample.is-failed").count()
    assert 0 < failed < 16
    assert page.locator(".study-failed summary").inner_text() == f"{failed} failed"
    page.locator('.sample[tabindex="0"]').focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.locator(".fault .sentence").wait_for()
    row = page.locator('.drawn tr[data-name="k"]')
    row.locator('input[data-end="low"]').fill("2")
    page.keyboard.press("Tab")
    page.locator("#samples-begin").click()
    page.locator(".samples-told.refusal", has_text="the lower one first").wait_for()
    row.locator("button").click()
    page.locator("form.samples").wait_for(state="hidden")
