"""Studies in folders: shown beside their model, followed while they run, opened run by run."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import drivetrain as dt
from drivetrain import studies
from drivetrain.cli import main
from drivetrain.errors import StudyError
from drivetrain.studies.store.lock import Lock
from drivetrain.studio.model.loaded_model import load
from drivetrain.studio.runs import stored_study as module
from drivetrain.studio.runs.stored_study import stored_study
from drivetrain.studio.runs.studio_run import Setting, perform
from tests.studies.models import Driven, Flywheel
from tests.studio.serving import WAIT, Served
from tests.studio.test_runs import Example

VARY = {"J1.J": studies.uniform(0.5, 2.0), "clutch1.fn_max": studies.log_uniform(5, 20)}
RECORD = {"w": studies.final("J1.w"), "locked": studies.first("clutch1.mode", "stuck")}


class Given:
    """A source that always gives the same class."""

    label = "given"

    def __init__(self, thing: type[dt.Model]) -> None:
        self._thing = thing

    def load(self) -> type[dt.Model]:
        return self._thing


def loaded(thing: type[dt.Model]) -> Any:
    return load(Given(thing), 1, {})  # type: ignore[arg-type]


def clutches_study(**settings: Any) -> studies.Study:
    model = dt.examples.find("CoupledClutches")()
    return model.study(VARY, design=studies.sobol(16, seed=3), record=RECORD, **settings)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("stored") / "launch.study"
    clutches_study(stop_time=1.0).run(made, progress=False)
    return made


def told(page: Any, *statuses: str) -> dict[str, Any]:
    """Return the next message on a study with one of some statuses, or a refusal."""
    while True:
        message = page.recv(WAIT)
        if isinstance(message, str):
            facts: dict[str, Any] = json.loads(message)
            if facts["type"] == "refused" or facts.get("status") in statuses:
                return facts


def column(found: Any, name: str) -> dict[str, Any]:
    one: dict[str, Any] = next(one for one in found["columns"] if one["name"] == name)
    return one


def test_what_is_told_is_what_was_recorded(folder: Path) -> None:
    found = stored_study(folder, load(Example("CoupledClutches"), 1, {}))
    expected = studies.StudyResult.load(folder)
    assert not found.is_written
    assert found.sentence == ""
    assert found.facts["base"] == {"parameters": {}, "structural": {}, "stop_time": 1.0}
    assert [found.facts[name] for name in ("count", "over", "failed", "step")] == [16, 16, 0, 1]
    for name in ("J1.J", "clutch1.fn_max", "w", "locked"):
        values = np.array(column(found.facts, name)["values"], dtype=float)
        np.testing.assert_array_equal(values, expected[name])


def test_a_run_that_is_opened_has_the_numbers_that_were_recorded(folder: Path) -> None:
    model = load(Example("CoupledClutches"), 1, {})
    facts = stored_study(folder, model).facts
    own = {one["name"]: one["values"][5] for one in facts["columns"] if one["is_parameter"]}
    setting = Setting(own, {}, facts["base"]["stop_time"])
    run = perform(model, setting, "run 1", lambda *_: None, threading.Event())
    assert run.result is not None
    assert run.result.final["J1.w"] == column(facts, "w")["values"][5]


def test_structure_and_flags_are_told_apart(tmp_path: Path) -> None:
    vary = {"n": [1, 3], "amplitude": [1.0, 2.0]}
    study = Driven().study(vary, design=studies.grid(), record={"w": studies.final("left.w")})
    study.run(tmp_path, progress=False)
    facts = stored_study(tmp_path, loaded(Driven)).facts
    assert [one["is_structural"] for one in facts["columns"]] == [True, False, False]
    run = perform(
        loaded(Driven),
        Setting({"amplitude": 2.0}, {"n": 3}),
        "",
        lambda *_: None,
        threading.Event(),
    )
    assert run.result is not None
    assert run.result.final["left.w"] == column(facts, "w")["values"][3]


def wheel_study(folder: Path, model: dt.Model | None = None, **asked: Any) -> Path:
    vary = asked.pop("vary", {"wheel.J": studies.uniform(1, 3)})
    record = {"w": studies.final("wheel.w")}
    study = (model or Flywheel()).study(vary, design=studies.random(20), record=record, **asked)
    study.run(folder, progress=False)
    return folder


def test_other_models_and_versions_are_refused(tmp_path: Path) -> None:
    changed = Flywheel(wheel={"w": dt.fixed(2.0)})
    with pytest.raises(StudyError, match="other equations or values of the model"):
        stored_study(wheel_study(tmp_path / "changed", changed), loaded(Flywheel))
    own = wheel_study(tmp_path / "own")
    with pytest.raises(StudyError, match="model 'Flywheel' there, 'Driven' here"):
        stored_study(own, loaded(Driven))
    manifest = json.loads((own / "manifest.json").read_text())
    (own / "manifest.json").write_text(json.dumps({**manifest, "drivetrain": "0.0.9"}))
    with pytest.raises(StudyError, match=r"version of drivetrain '0\.0\.9' there"):
        stored_study(own, loaded(Flywheel))
    with pytest.raises(StudyError, match="no folder of a study"):
        stored_study(tmp_path, loaded(Flywheel))


def test_runs_that_the_page_would_make_otherwise_are_told_or_refused(tmp_path: Path) -> None:
    found = stored_study(wheel_study(tmp_path / "fine", tolerance=1e-9), loaded(Flywheel))
    assert found.sentence == "its runs have tolerance 1e-09, and those that are opened 1e-06"
    with pytest.raises(StudyError, match="begin at 1 s"):
        stored_study(wheel_study(tmp_path / "late", start_time=1.0), loaded(Flywheel))
    tables = {"wheel.J": 2.0, "bearing.tau_pos": [[[0, 2.0]], [[0, 3.0]]]}
    study = Flywheel().study(tables, design=studies.grid(), record={"w": studies.final("wheel.w")})
    study.run(tmp_path / "tables", progress=False)
    with pytest.raises(StudyError, match=r"values of bearing\.tau_pos, which are no numbers"):
        stored_study(tmp_path / "tables", loaded(Flywheel))


def test_of_many_runs_some_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_DRAWN", 8)
    found = stored_study(wheel_study(tmp_path), loaded(Flywheel))
    assert found.sentence == "one in 3 runs is drawn"
    assert (found.facts["count"], found.facts["over"], found.facts["step"]) == (20, 20, 3)
    drawn = column(found.facts, "wheel.J")["values"]
    assert drawn == studies.StudyResult.load(tmp_path)["wheel.J"][::3].tolist()


def test_a_study_that_others_write_is_followed(
    studio: Callable[..., Served], tmp_path: Path
) -> None:
    name = str(tmp_path / "s")
    clutches_study().run(name, progress=False)
    chunks = list(Path(name).glob("chunk-*.npz"))
    away = [chunk.rename(tmp_path / chunk.name) for chunk in chunks]
    lock = Lock(Path(name))
    served = studio("CoupledClutches", "--study", name)
    with served.socket() as page:
        page.send(json.dumps({"type": "open_study", "number": 1, "study": name}))
        part = told(page, "running")
        assert (part["over"], part["count"]) == (0, 16)
        for chunk in away:
            chunk.rename(Path(name) / chunk.name)
        lock.release()
        whole = told(page, "done")
        assert whole["over"] == 16
        page.send(json.dumps({"type": "open_study", "number": 2, "study": "/etc"}))
        refused = told(page, "refused")
        assert "no such study" in refused["sentence"]


def test_a_folder_without_a_study_is_refused_at_once(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["studio", "CoupledClutches", "--study", str(tmp_path)])
    assert done.exit_code == 2
    assert "is no folder of a study" in done.output


def test_a_stored_study_on_the_page(
    studio: Callable[..., Served], folder: Path, open_page: Callable[[str], Any]
) -> None:
    page = open_page(studio("CoupledClutches", "--study", str(folder)).url)
    page.locator(".samples-told", has_text="launch.study: 16 of 16 runs").wait_for()
    assert page.locator(".sample").count() == 16
    page.locator("#samples-y").select_option("w")
    page.locator('.sample[data-sample="5"]').click()
    page.locator(".samples-told", has_text="run 5:").wait_for()
    recorded = studies.StudyResult.load(folder)["w"][5]
    label = page.locator('.sample[data-sample="5"]').get_attribute("aria-label")
    shown = float(label.rpartition("w: ")[2].split()[0].replace("−", "-"))
    assert shown == pytest.approx(recorded, rel=1e-6)
    page.locator("#tab-numbers").click()
    end = page.locator("#panel-numbers tr", has_text="J1.w, end")
    end.locator("td", has_text=f"{recorded:.4g}"[:5]).first.wait_for()


ONE = """
import drivetrain as dt
from drivetrain.rotational import BearingFriction, Inertia


class Wheel(dt.Model):
    experiment = dt.Experiment(stop_time=4.0)
    wheel = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(3.0))
    bearing = BearingFriction(tau_pos=[[0, 2.0]])

    def equations(self):
        yield self.wheel >> self.bearing
"""


def test_a_source_that_changes_shuts_its_study(
    studio: Callable[..., Served], tmp_path: Path, open_page: Callable[[str], Any]
) -> None:
    file = tmp_path / "wheel.py"
    file.write_text(ONE, encoding="utf-8")
    space: dict[str, Any] = {"__name__": "wheel"}
    exec(ONE, space)
    study = wheel_study(tmp_path / "wheel.study", space["Wheel"]())
    page = open_page(studio(f"{file}:Wheel", "--study", str(study)).url)
    page.locator(".samples-told", has_text="20 of 20 runs").wait_for()
    file.write_text(ONE.replace("fixed(3.0)", "fixed(2.5)"), encoding="utf-8")
    refusal = page.locator(".samples-told.refusal")
    refusal.filter(has_text="other equations or values of the model").wait_for()
    assert page.locator(".sample:visible").count() == 0
    file.write_text(ONE, encoding="utf-8")
    page.locator(".samples-told", has_text="20 of 20 runs").wait_for()
