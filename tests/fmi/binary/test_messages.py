"""What a unit logs: starts, steps, and why a step is given up."""

from __future__ import annotations

import ctypes
from pathlib import Path

from drivetrain import examples
from drivetrain.fmi.binary.library import link_unit
from drivetrain.fmi.binary.model_object import Unit as Made
from drivetrain.fmi.platforms import own_platform
from tests.fmi.binary.units import TOKEN, Instance, Unit, example_unit, parts_of


def logging(unit: Unit, *categories: str) -> Instance:
    one = Instance(unit)
    names = (ctypes.c_char_p * len(categories))(*(name.encode() for name in categories))
    assert one.call("SetDebugLogging", 1, ctypes.c_size_t(len(categories)), names) == 0
    return one


def limited(folder: Path, most_steps: int, notes: tuple[str, ...] = ()) -> Unit:
    prepared, settings, variables, follow = parts_of(examples.find("CoupledClutches")())
    made = Made(
        prepared, settings, variables, "unit", TOKEN, None, follow, notes, most_steps
    )  # fmt: skip
    link_unit(made, own_platform(), folder / "unit.so")
    return Unit(folder / "unit.so", variables, settings, follow)


def test_a_step_that_takes_too_many_steps_is_given_up(tmp_path: Path) -> None:
    one = Instance(limited(tmp_path, 10))
    assert one.start() == 0
    before = one.save()
    assert one.step(0.0, 1.5) == 2
    (told,) = one.told
    assert "the step from t = 0 s to 1.5 s is given up at t = " in told
    assert "after 10 steps of the solver; what limits them is " in told
    assert "most_steps" in told
    reached = ctypes.c_double()
    assert one.call("GetRealStatus", 2, ctypes.byref(reached)) == 0
    assert 0.0 <= reached.value < 1.5
    assert one.step(0.0, 1e-4) == 3  # only an earlier state helps
    assert one.call("SetFMUstate", before) == 0
    assert one.step(0.0, 1e-4) == 0


def test_a_step_with_as_many_steps_as_allowed_is_made(tmp_path: Path) -> None:
    free = logging(example_unit("CoupledClutches"), "logSteps")
    assert free.start() == 0
    assert free.step(0.0, 1.5) == 0
    count = int(free.told[-1].split(" after ")[1].split()[0])
    one = Instance(limited(tmp_path, count))
    assert one.start() == 0
    assert one.step(0.0, 1.5) == 0


def test_starts_and_warnings_of_the_model_are_logged(tmp_path: Path) -> None:
    one = logging(limited(tmp_path, 100, ("a start is not used",)), "logStart")
    assert one.start() == 0
    assert one.told[0] == "when the unit was made: a start is not used"
    assert "start at t = 0 s: clutch1.w_rel = -10, found" in one.told
    assert len(one.told) == 1 + one.unit.parameters.translation.kernel.struct.n_x
