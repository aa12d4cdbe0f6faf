"""Energy through flanges: closed forms, and the audit of the same run."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.modeling import constant
from drivetrain.rotational import Damper, Fixed, Inertia, Spring, Torque
from drivetrain.simulation.results.energy_flow.cells import NODES, energies
from drivetrain.simulation.results.energy_flow.energy_flow import EnergyFlow
from drivetrain.simulation.results.result import Result

QUADRATURE = 1e-8
"""Accuracy of the integrals, relative to the largest energy; kinks without events limit it."""


@pytest.fixture(scope="module")
def shifts() -> Result:
    return dt.simulate(dt.examples.find("machines.EightSpeedAutomatic")())


@pytest.mark.parametrize("name", dt.examples.names())
def test_the_works_of_all_examples_sum_to_the_audit(name: str) -> None:
    run = compiled_example(name).simulate()
    flow, energy = run.energy_flow(), run.energy
    size = max(np.abs(e).max() for e in (energy.stored, energy.dissipated, energy.supplied))
    assert abs(sum(part.work + part.at_once for part in flow)) < 1e-11 * size
    assert abs(sum(part.remainder for part in flow) - energy.balance[-1]) < 1e-11 * size
    assert abs(flow.lost - energy.dissipated[-1]) < 1e-11 * size
    assert abs(flow.stored - (energy.stored[-1] - energy.stored[0])) < 1e-11 * size
    assert abs(flow.supplied - energy.supplied[-1]) < 1e-11 * size
    assert flow.unresolved < 1e-6 * size


@pytest.mark.parametrize("name", ["CoupledClutches", "OneWayClutch", "machines.DualClutchLaunch"])
def test_what_is_left_over_by_parts_vanishes_with_the_tolerance(name: str) -> None:
    model = compiled_example(name)
    coarse = model.simulate(tolerance=1e-5).energy_flow().relative_remainder
    fine = model.simulate(tolerance=1e-10).energy_flow().relative_remainder
    assert fine < 1e-7
    assert fine < max(0.1 * coarse, QUADRATURE)


def test_works_follow_their_closed_forms() -> None:
    class Brake(dt.Model):
        """Flywheel that a damper stops: it loses its energy with the square of the speed."""

        wheel = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(10))
        drag = Damper(d=0.5)
        ground = Fixed()

        def equations(self) -> dt.Equations:
            yield self.wheel >> self.drag >> self.ground

    flow = dt.simulate(Brake(), stop_time=3.0, tolerance=1e-9).energy_flow(0.5, 2.0)
    speeds = 10 * np.exp(-0.25 * np.array([0.5, 2.0]))
    lost = speeds[0] ** 2 - speeds[1] ** 2
    assert flow["drag"].lost == pytest.approx(lost, rel=1e-8)
    assert flow["drag"].flanges[0].energy == pytest.approx(lost, rel=1e-8)
    assert flow["wheel"].work == pytest.approx(-lost, rel=1e-8)
    assert flow["ground"].work == 0.0


def test_fast_oscillations_between_recorded_points_are_resolved() -> None:
    class Ringing(dt.Model):
        push = Torque()
        disc = Inertia(J=1e-4, phi=dt.fixed(0), w=dt.fixed(0))
        spring = Spring(c=1e4)
        ground = Fixed()

        def equations(self) -> dt.Equations:
            yield self.push.tau == constant(5.0, "N.m")
            yield self.push >> self.disc >> self.spring >> self.ground

    run = dt.simulate(Ringing(), stop_time=0.1, tolerance=1e-9, interval=0.05)
    omega = 1e4
    energy = 5.0**2 / 1e4 * (1 - np.cos(omega * 0.1))
    assert run.energy_flow()["disc"].flanges[0].energy == pytest.approx(energy, rel=1e-5)


def test_planetary_gearboxes_circulate_energy(shifts: Result) -> None:
    flow = shifts.energy_flow()
    works = {one.name: one.energy for one in flow["set1"].flanges}
    assert works["sun"] == pytest.approx(148e3, rel=0.01)
    assert works["carrier"] == pytest.approx(-127e3, rel=0.01)
    assert works["ring"] == pytest.approx(-21e3, rel=0.02)
    assert abs(flow["set1"].remainder) < 1e-8 * works["sun"]


def test_windows_add_up(shifts: Result) -> None:
    cuts = [0.0, 1.111, float(shifts.events.times("clutch_e.mode")[0]), 7.5, 30.0]
    parts = [shifts.energy_flow(*pair) for pair in itertools.pairwise(cuts)]
    whole = shifts.energy_flow()
    for kind in ("supplied", "lost", "stored"):
        total = sum(getattr(one, kind) for one in parts)
        assert total == pytest.approx(getattr(whole, kind), rel=1e-9)
    works = sum(one["clutch_e"].flanges[0].energy for one in parts)
    through = whole["clutch_e"].flanges[0].energy
    assert works == pytest.approx(through, rel=QUADRATURE)


def test_composite_parts_are_found_with_all_that_is_inside(shifts: Result) -> None:
    flow = shifts.energy_flow()
    vehicle = flow["vehicle"]
    inside = [part for part in flow if part.path.startswith("vehicle.")]
    assert vehicle.is_composite
    assert vehicle.stored == pytest.approx(sum(part.stored for part in inside))
    assert vehicle.work == pytest.approx(sum(part.work for part in inside), rel=1e-9)
    assert abs(vehicle.remainder) < 1e-6 * vehicle.work


def test_impacts_move_energy_in_no_time() -> None:
    run = dt.simulate(dt.examples.find("contacts.RigidRatchet")())
    flow = run.energy_flow()
    received = [part.at_once for part in flow if abs(part.at_once) > 1e-9]
    assert len(received) >= 2
    assert abs(sum(received)) < 1e-9 * max(map(abs, received))
    assert "at once [J]" in flow.to_pandas().columns


def test_runs_that_keep_few_variables_have_the_same_flow() -> None:
    model = dt.compile(dt.examples.find("CoupledClutches")())
    whole, narrow = model.simulate(), model.simulate(record=["J1.w"])
    one, other = whole.energy_flow(0.3, 1.0), narrow.energy_flow(0.3, 1.0)
    for part, same in zip(one, other, strict=True):
        assert same.work == pytest.approx(part.work, rel=1e-9, abs=1e-9)
        assert same.stored == pytest.approx(part.stored, rel=1e-12, abs=1e-12)


def test_parts_of_very_large_arrays_are_one() -> None:
    class Shaft(dt.Model):
        disc = Inertia.array(300, J=1.0, w=dt.guess(1.0))
        link = Spring.array(299, c=10.0)

        def equations(self) -> dt.Equations:
            yield self.disc[:-1] >> self.link >> self.disc[1:]

    flow = dt.simulate(Shaft(), stop_time=0.1).energy_flow()
    assert [part.path for part in flow] == ["all Inertia", "all Spring"]
    assert len(flow["all Spring"].flanges) == 598


def test_heat_is_listed_but_does_not_enter_the_balance() -> None:
    run = dt.simulate(dt.examples.find("HeatLosses")())
    table = run.energy_flow().flanges()
    heat = table[table["kind"] == "heat"].set_index(["part", "flange"])["energy [J]"]
    assert heat["damper", "heat_port"] == pytest.approx(-run.energy_flow()["damper"].lost, rel=1e-6)


def test_flows_are_tables(shifts: Result) -> None:
    flow = shifts.energy_flow()
    assert "remainder [J]" in flow.to_pandas().columns
    assert "left over" in str(flow)
    assert "<table>" in flow._repr_html_()
    again: EnergyFlow = pickle.loads(pickle.dumps(flow))
    assert again.parts == flow.parts


def test_what_has_no_flow_is_refused(shifts: Result) -> None:
    with pytest.raises(NameLookupError, match="did you mean 'clutch_"):
        shifts.energy_flow(0, 1)["clutch_x"]
    with pytest.raises(ResultError, match="comes without its model"):
        pickle.loads(pickle.dumps(shifts)).energy_flow()
    with pytest.raises(ResultError, match="lies outside of the run"):
        shifts.energy_flow(stop=31)


@pytest.mark.parametrize("rule", ["displacement", "product", "flow"])
def test_cells_integrate_polynomials_exactly(rule: Any) -> None:
    width = np.array([0.5])
    time = 1.0 + width[0] * (NODES + 1) / 2
    flow, potential = time**3, time**4
    fine, error = energies(
        [rule], flow[np.newaxis, :, np.newaxis], potential[np.newaxis, :, np.newaxis], width
    )
    wanted = {
        "displacement": 4 * (1.5**7 - 1) / 7,
        "product": (1.5**8 - 1) / 8,
        "flow": (1.5**4 - 1) / 4,
    }
    assert fine[0, 0] == pytest.approx(wanted[rule], rel=1e-14 if rule != "product" else 1e-12)
    assert error[0, 0] >= 0
