"""Parameters of units: whatever can be set has the effect that it has in a run without FMI."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from fmpy import extract, read_model_description
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model

import drivetrain as dt
from drivetrain.rotational import Clutch, Damper, Fixed, Inertia
from tests.compiled_examples import compiled_example
from tests.fmi.running import opened
from tests.fmi.test_co_simulation import compare
from tests.fmi.units import describe


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        ("First", "damper.phi_nominal"),
        ("Backlash", "elasto_backlash.phi_nominal"),  # 1 in the model, which says nothing
        ("redundancy.ParallelClutches", "second.phi_nominal"),  # of a state with two names
    ],
)
def test_sizes_of_states_follow_from_parameters(
    name: str, parameter: str, fmi: int, tmp_path: Path
) -> None:
    compare(name, fmi, 0.25, tmp_path, {parameter: 3e-3})


def test_other_sizes_are_other_bits(tmp_path: Path) -> None:
    compiled = compiled_example("First")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu")
    found = []
    for k, size in enumerate((1e-4, 3e-3)):
        with opened(unit, tmp_path / f"{k}", {"damper.phi_nominal": size}) as one:
            one.slave.doStep(0.0, 1.0)
            found.append(one.get(["inertia3.w"])[0])
    assert found[0] != found[1]
    assert found[0] == pytest.approx(found[1], rel=1e-3)


def test_other_integrators_are_told_the_size_that_was_set(tmp_path: Path) -> None:
    compiled = compiled_example("First")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=2, kinds=("me",))
    description = read_model_description(str(unit))
    names = {v.name: v.valueReference for v in description.modelVariables}
    told = []
    for value in (None, 1e-9):
        one = FMU2Model(
            guid=description.guid, unzipDirectory=extract(str(unit), str(tmp_path / f"{value}")),
            instanceName="one", modelIdentifier=description.modelExchange.modelIdentifier,
        )  # fmt: skip
        one.instantiate()
        if value is not None:
            one.setReal([names["damper.phi_nominal"]], [value])
        one.setupExperiment()
        one.enterInitializationMode()
        one.exitInitializationMode()
        n_states = description.numberOfContinuousStates
        nominals = (ctypes.c_double * n_states)()
        one.getNominalsOfContinuousStates(nominals, n_states)
        told.append([*nominals])
        one.terminate()
        one.freeInstance()
    assert [1e-9 in one for one in told] == [False, True]


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_size_that_is_not_above_zero_is_refused(fmi: int, tmp_path: Path) -> None:
    unit = dt.export(sized(1e-3), tmp_path / "unit.fmu", fmi=fmi)
    with (
        pytest.raises(FMICallException, match="xitInitializationMode"),
        opened(unit, tmp_path / "in", {"size": 0.0}),
    ):
        pass


def sized(value: float) -> dt.Model:
    """Return a model in which the size of a state is any number."""

    class Sized(dt.Model):
        """A signal that decays."""

        T = dt.modeling.parameter(1.0, unit="s", doc="Time constant")
        size = dt.modeling.parameter(value, doc="Size of the signal")
        u = dt.modeling.variable(start=dt.fixed(1.0), nominal=size, doc="Signal")

        def equations(self) -> dt.Equations:
            yield dt.modeling.der(self.u) == -self.u / self.T

    return Sized()


class Slipping(dt.Model):
    """A disc that a clutch holds, in which the speed of regularised friction means nothing."""

    load = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(30.0))
    clutch = Clutch(fn_max=20, mu_pos=[[0, 0.4]])
    damper = Damper(d=0.1)
    ground = Fixed()

    def equations(self) -> dt.Equations:
        yield self.load >> self.clutch >> self.damper >> self.ground
        yield self.clutch.f_normalized == 1.0


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_what_has_no_effect_cannot_be_set(version: str, tmp_path: Path) -> None:
    _, description = describe(dt.compile(Slipping()), version)
    named = dict(description.names())
    idle = named["clutch.w_small"]
    assert (idle.causality, idle.variability, idle.start) == ("local", "fixed", None)
    assert "nothing follows from it in this model" in idle.description
    assert named["damper.d"].causality == named["clutch.fn_max"].causality == "parameter"
    unit = dt.export(Slipping(), tmp_path / "unit.fmu", fmi=version)
    with (
        pytest.raises(FMICallException, match=r"Set(Real|Float64)"),
        opened(unit, tmp_path / "in", {"clutch.w_small": 1.0}),
    ):
        pass


def test_parameters_of_loops_over_rows_and_of_algebraic_loops_can_be_set() -> None:
    for name in ("machines.ShipShafting", "gears.WormHoist"):
        compiled = compiled_example(name)
        _, description = describe(compiled, "3.0")
        free = [v.name for v in description.variables if v.causality == "parameter"]
        assert sum(n.endswith((".J", ".c", ".ratio", ".gamma")) for n in free) > 1


def test_what_initial_equations_read_may_differ_by_rounding(tmp_path: Path) -> None:
    """The slack of a rope moves the drum, and an initial equation reads torques of the brake."""
    compiled = compiled_example("machines.Hoist")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu")
    with opened(unit, tmp_path / "in", {"slack": 0.107}) as one:
        found = one.get(["rope_end.s", "load.s", "rope.s_rel"])
    run = compiled.simulate(parameters={"slack": 0.107}, stop_time=0.1)
    expected = [run[name][0] for name in ("rope_end.s", "load.s", "rope.s_rel")]
    assert found == pytest.approx(expected, abs=1e-12)
