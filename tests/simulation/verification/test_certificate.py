"""Every run is checked, and each kind of error that is planted is found."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.errors import CheckWarning, SimulationError
from drivetrain.kernel import library
from drivetrain.kernel.verification import Given
from drivetrain.modeling import (
    Component,
    Expr,
    constant,
    der,
    ensure,
    fixed,
    reinit,
    time,
    variable,
    when,
)
from drivetrain.rotational import (
    AngleToTorqueAdaptor,
    Clutch,
    Damper,
    Fixed,
    Flange,
    IdealGear,
    Inertia,
    LossyGear,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.certificate import (
    ENERGY,
    EQUATIONS,
    Certificate,
    largest_imbalance,
)

NOTHING_NOTED = library.StepProbe()
Vary = Callable[[np.ndarray, CompiledModel], None]


class HalfLoss(Damper):
    """A damper that reports half of what it turns into heat."""

    def dissipated_power(self) -> Expr:
        return self.loss_power / 2


def brake(damper: Component) -> dt.Model:
    """Return a shaft that a damper stops."""
    m = dt.Model("brake")
    m.add(shaft=Inertia(J=2.0, phi=fixed(0), w=fixed(10.0)), damper=damper, ground=Fixed())
    m.connect(m.shaft >> m.damper >> m.ground)
    return m


def clutches(**settings: Any) -> dt.Result:
    return dt.simulate(dt.examples.find("CoupledClutches")(), **settings)


def test_a_run_has_a_certificate_that_it_has_passed():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check = clutches().check
    assert check
    assert check.passed
    assert check.findings == ()
    assert check.equations > 80
    assert check.points >= 4
    assert check.steps > 0
    assert check.step_error < 10
    assert check.energy_in_tolerances < 10
    assert "passed" in str(check)


def test_the_summary_tells_the_check():
    assert "check      passed" in clutches().summary()


def test_a_planted_loss_of_energy_is_found_and_told():
    with pytest.warns(CheckWarning, match="energy does not balance") as told:
        result = dt.simulate(brake(HalfLoss(d=1.0)), stop_time=1.0)
    assert told[0].filename == __file__
    (found,) = result.check.findings
    assert found.check == ENERGY
    assert not result.check
    # of 100 J the damper takes 1 - exp(-1), and reports half of that
    share = (1 - np.exp(-1.0)) / 2
    assert found.value == pytest.approx(share, rel=1e-3)
    assert found.value > found.limit
    assert "Most is stored in shaft" in found.message
    assert "check      FAILED: energy of the model" in result.summary()
    assert "does not balance" in str(result.check)


def test_a_warning_can_be_made_an_error():
    compiled = dt.compile(brake(HalfLoss(d=1.0)))
    with warnings.catch_warnings():
        warnings.simplefilter("error", CheckWarning)
        with pytest.raises(CheckWarning):
            compiled.simulate(stop_time=1.0)


def test_what_a_run_was_asked_for_decides_how_much_energy_may_be_missing():
    assert largest_imbalance(1e-6) == pytest.approx(1e-3)
    assert largest_imbalance(1e-12) == 1e-6
    assert largest_imbalance(1e-2) == 0.1


class Blow(Component):
    """Halves the speed of a shaft at an instant: three quarters of its energy are lost at once."""

    flange = Flange()
    w = variable(unit="rad/s")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.flange.phi)
        yield self.flange.tau == 0 * constant(1.0, "N.m")
        yield when(time >= constant(0.5, "s"), reinit(self.w, self.w / 2))


# -- planted in the rows of a run ------------------------------------------------------------------


def held(model: dt.Model | str, change: Vary, **settings: Any) -> Certificate:
    """Return the certificate of a run whose rows have been changed."""
    compiled = dt.compile(dt.examples.find(model)() if isinstance(model, str) else model)
    result = compiled.simulate(**settings)
    assert result.check.passed
    rows, values = np.ascontiguousarray(result.rows), compiled.translation.values
    change(rows, compiled)
    table_offset = np.ascontiguousarray(values.table_offset)
    given = Given(*(a.ctypes.data for a in (values.parameter, values.tables, table_offset)))
    return compiled.prepared.verifier.of_rows(rows, NOTHING_NOTED, given, lambda: values, 1e-6)


def column(compiled: CompiledModel, name: str) -> int:
    return int(compiled.layout.column[compiled.layout.position(name)])


@pytest.mark.parametrize(
    ("name", "component"),
    [
        ("clutch1.tau", "clutch1"),
        ("J2.a", "J2"),
        ("clutch2.phi_rel", "clutch2"),
        ("torque.tau", ""),
        ("clutch3.sa", "clutch3"),
    ],
)
def test_a_wrong_value_is_found_with_its_equation(name: str, component: str):
    def change(rows: np.ndarray, compiled: CompiledModel) -> None:
        rows[:, column(compiled, name)] += 1e-2

    check = held("CoupledClutches", change)
    finding = next(one for one in check.findings if one.check == EQUATIONS)
    assert check.gap > 1e-4
    assert "is missed by" in finding.message
    if component:
        assert finding.component.split(".")[0] in {component, "J1", "J2", "J3", "torque"}


@pytest.mark.parametrize("name", ["clutch1.mode", "clutch2.locked", "clutch3.start_forward"])
def test_a_wrong_mode_is_found(name: str):
    def change(rows: np.ndarray, compiled: CompiledModel) -> None:
        at = column(compiled, name)
        rows[:, at] = 1 - rows[:, at]

    found = [one.component for one in held("CoupledClutches", change).findings]
    assert name.split(".")[0] in found


def test_a_lock_that_creeps_is_found():
    def change(rows: np.ndarray, compiled: CompiledModel) -> None:
        locked = rows[:, column(compiled, "clutch1.locked")] == 1
        rows[locked, column(compiled, "clutch1.w_rel")] += 1e-4

    check = held("CoupledClutches", change)
    assert check.findings


class Stuck(dt.Model):
    """A clutch that holds a shaft against a torque below its limit."""

    drive = Torque(tau=1.0)
    shaft = Inertia(J=1.0, phi=fixed(0), w=fixed(0))
    clutch = Clutch(mu_pos=[[0, 0.5]], fn_max=10.0, f_normalized=1.0)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.shaft >> self.clutch >> self.ground


def test_a_stuck_clutch_that_bears_more_than_its_limit_is_found():
    def change(rows: np.ndarray, compiled: CompiledModel) -> None:
        """Ten times the torque all over: only the limit of the clutch is exceeded."""
        for name in ("drive.flange.tau", "clutch.tau", "clutch.grip", "clutch.sa"):
            rows[:, column(compiled, name)] *= 10.0

    check = held(Stuck(), change, stop_time=1.0)
    assert "clutch" in {one.component for one in check.findings}


class Train(dt.Model):
    """Two shafts that a gear couples rigidly."""

    a = Inertia(J=1.0, phi=fixed(0), w=fixed(1.0))
    gear = IdealGear(ratio=3.0)
    b = Inertia(J=2.0)

    def equations(self) -> Iterable[Any]:
        yield self.a >> self.gear >> self.b


def test_constraint_drift_is_found():
    def change(rows: np.ndarray, compiled: CompiledModel) -> None:
        rows[-1, column(compiled, "gear.phi_a")] += 1e-3

    check = held(Train(), change, stop_time=1.0)
    assert {one.check for one in check.findings} == {EQUATIONS}
    assert check.findings[0].time == 1.0


def test_undefined_numbers_are_found():
    def change(rows: np.ndarray, compiled: CompiledModel) -> None:
        rows[-1, column(compiled, "J2.a")] = np.nan

    assert held("CoupledClutches", change).gap == np.inf


# -- which runs have one ---------------------------------------------------------------------------


def test_a_run_that_failed_is_not_checked():
    class Stop(dt.Model):
        shaft = Inertia(J=1.0, phi=fixed(0), w=fixed(1.0))

        def equations(self) -> Iterable[Any]:
            yield ensure(self.shaft.phi < constant(0.5, "rad"), "too far")

    with pytest.raises(SimulationError) as failed:
        dt.simulate(Stop(), stop_time=1.0)
    check = failed.value.result.check
    assert not check.made
    assert not check.passed
    assert str(check) == "not checked: the run failed"


def test_short_rows_are_completed_to_be_checked():
    class Shaft(dt.Model):
        disc = Inertia.array(40, J=0.1, w=fixed(0), phi=fixed(0))
        link = SpringDamper.array(39, c=1e3, d=1.0)
        drive = Torque(tau=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.drive >> self.disc[0]
            yield self.disc[:-1] >> self.link >> self.disc[1:]

    compiled = dt.compile(Shaft())
    result = compiled.simulate(stop_time=0.1)
    assert result._recording._complete is not None
    assert result.check.passed
    assert result.check.equations > 50


def test_a_certificate_goes_along_with_a_pickled_result():
    result = clutches()
    assert pickle.loads(pickle.dumps(result)).check == result.check


def test_a_blow_at_an_event_is_no_false_alarm():
    class Struck(dt.Model):
        shaft = Inertia(J=1.0, phi=fixed(0), w=fixed(4.0))
        blow = Blow()

        def equations(self) -> Iterable[Any]:
            yield self.shaft.flange_b >> self.blow.flange

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = dt.simulate(Struck(), stop_time=1.0)
    assert result.final["shaft.w"] == pytest.approx(2.0)
    assert result.check.passed


def test_every_run_of_an_ensemble_is_checked():
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    many = compiled.ensemble({"J1.J": np.linspace(1.0, 2.0, 7)})
    assert [check.passed for check in many.checks] == [True] * 7
    assert many.suspect == []
    assert many[3].check is many.checks[3]


def test_runs_of_an_ensemble_have_the_certificates_of_runs_alone():
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    peaks = [1.0, 1.2, 1.4]
    many = compiled.ensemble({"clutch1.peak": peaks}, interval=0.01)
    for peak, found in zip(peaks, many.checks, strict=True):
        alone = compiled.simulate(parameters={"clutch1.peak": peak}, interval=0.01)
        assert found == alone.check


def test_suspect_runs_of_an_ensemble_are_told():
    compiled = dt.compile(brake(HalfLoss(d=1.0)))
    with pytest.warns(CheckWarning, match="2 of 3 runs, first run 1,"):
        many = compiled.ensemble({"damper.d": [0.0, 1.0, 2.0]}, stop_time=1.0)
    assert many.suspect == [1, 2]
    assert "2 suspect" in repr(many)


def test_a_lossy_gear_that_rests_passes():
    class Rest(dt.Model):
        a = Inertia(J=1.0, phi=fixed(0), w=fixed(0))
        gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.8, 0.5, 0.4]])
        b = Inertia(J=1.0)
        drive = Torque(tau=0.1)

        def equations(self) -> Iterable[Any]:
            yield self.drive >> self.a >> self.gear >> self.b

    assert dt.simulate(Rest(), stop_time=1.0).check.passed


@pytest.mark.parametrize("name", dt.examples.names())
@pytest.mark.parametrize("tolerance", [1e-3, 1e-8])
def test_no_example_raises_an_alarm(name: str, tolerance: float):
    result = compiled_example(name).simulate(tolerance=tolerance)
    assert result.check.passed, result.check.message


# -- what is no error ------------------------------------------------------------------------------


class Brick(Component):
    """A part of the user's own with inertia, which says nothing of its energy."""

    flange = Flange()
    w = variable(unit="rad/s")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.flange.phi)
        yield constant(2.0, "kg.m2") * der(self.w) == self.flange.tau


def test_energy_is_not_checked_where_a_part_says_nothing_of_it():
    m = dt.Model("silent")
    m.add(drive=Torque(tau=1.0), shaft=Inertia(J=1.0, phi=fixed(0), w=fixed(0)), brick=Brick())
    m.connect(m.drive >> m.shaft, m.shaft.flange_b >> m.brick.flange)
    check = dt.simulate(m, stop_time=1.0).check
    assert check.passed
    assert check.unaudited == ("Brick",)
    assert "energy not checked: Brick says nothing of it" in str(check)


def test_a_motion_whose_derivatives_do_not_fit_is_found():
    m = dt.Model("moved")
    m.add(motion=AngleToTorqueAdaptor(use_a=False), inertia=Inertia(J=1.0))
    m.connect(m.motion.flange >> m.inertia)
    m.add(phi=Sine(amplitude=1.0, f=1.0), w=Sine(amplitude=1.0, f=1.0))
    m.connect(m.phi.y >> m.motion.phi, m.w.y >> m.motion.w)
    with pytest.warns(CheckWarning, match="see first that they fit"):
        dt.simulate(m, stop_time=1.0)
