"""Orders of runs: exact values at equal angles, events, shafts that are no shafts."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.errors import (
    AnalysisError,
    ArgumentError,
    NameLookupError,
    ResultError,
    UsageError,
)
from drivetrain.examples.machines.ship_shafting import ShipShafting
from drivetrain.modeling import constant, cos, sin, variable, where
from drivetrain.rotational import Accelerate, Clutch, Inertia
from drivetrain.simulation.results.result import Result

TURN = 2 * np.pi
ODD = np.arange(1.0, 20.0, 2.0)


class Wave(dt.Model):
    """A shaft with a given acceleration, and a wave of order 3."""

    acceleration = Step(offset=3.0, height=0.0, start_time=1e3)
    drive = Accelerate()
    shaft = Inertia(J=1)
    wave = variable("N.m")

    def equations(self) -> Iterable[Any]:
        yield self.acceleration.y >> self.drive.a_ref
        yield self.drive >> self.shaft
        yield self.wave == constant(1.0, "N.m") * cos(3 * self.shaft.phi)


class Chirp(Wave):
    """The same with a signal that jumps."""

    square = variable("N.m")

    def equations(self) -> Iterable[Any]:
        unit = constant(1.0, "N.m")
        yield self.square == where(sin(self.shaft.phi) > 0, unit, 0 * unit)


@pytest.fixture(scope="module")
def chirp() -> dt.CompiledModel:
    return dt.compile(Chirp())


@pytest.fixture(scope="module")
def run(chirp: dt.CompiledModel) -> Result:
    return chirp.simulate(stop_time=12.0, interval=1e-3, tolerance=1e-9)


@pytest.fixture(scope="module")
def ship() -> dt.CompiledModel:
    return dt.compile(ShipShafting())


def test_a_chirp_has_one_order_only(run: Result) -> None:
    found = run.orders("wave", shaft="shaft")
    assert (found.signal, found.unit, found.shaft, found.model) == (
        "wave", "N.m", "shaft.phi", "Chirp",
    )  # fmt: skip
    assert len(found.spans) == 7
    assert found.order(3).complex_amplitude == pytest.approx(np.ones(7), abs=1e-11)
    assert found.amplitudes[:, found.orders != 3].max() < 1e-11
    assert found.speeds == pytest.approx(3 * found.times, rel=1e-10)
    assert found.highest_reliable == 20


def test_signals_that_jump_at_events_have_their_exact_orders(run: Result) -> None:
    """A square wave between 0 and 1: mean 1/2, odd orders ``2 / (pi o) sin o phi``."""
    found = run.orders("square", shaft="shaft", revolutions=2)
    assert len(run.events) > 60
    exact = -2j / (np.pi * ODD)
    for window in range(len(found.spans)):
        values = [found.order(o).complex_amplitude[window] for o in ODD.tolist()]
        assert values == pytest.approx(exact, abs=1e-10)
    assert found.order(0).amplitude == pytest.approx(np.full(len(found.spans), 0.5), abs=1e-10)
    others = ~np.isin(found.orders, [0, *ODD])
    assert found.amplitudes[:, others].max() < 1e-10
    assert found.highest_reliable == 20
    assert found.half_range.values == pytest.approx(np.full(34, 0.5), abs=1e-12)


def test_output_points_are_of_no_effect(chirp: dt.CompiledModel) -> None:
    """Values are those of the run, not those between its recorded points."""
    fine, coarse = (
        chirp.simulate(stop_time=12.0, interval=step).orders("square", shaft="shaft")
        for step in (1e-3, 4.0)
    )
    assert coarse.complex_amplitudes == pytest.approx(fine.complex_amplitudes, abs=1e-11)
    assert coarse.times == pytest.approx(fine.times, abs=1e-11)


def test_a_shaft_that_ends_where_it_began_is_followed_without_output_points() -> None:
    """It makes 150 rad at 30 rad/s to 0, and as many back: recorded are both ends only."""
    run = dt.simulate(
        Wave(acceleration={"offset": -3.0}),
        stop_time=20.0,
        interval=np.inf,
        tolerance=1e-9,
        parameters={"drive.w.start": 30.0},
    )
    assert len(run.time) == 2
    assert run["shaft.phi"] == pytest.approx([0, 0], abs=1e-6)
    found = run.orders("wave", shaft="shaft", overlap=0)
    assert np.sign(found.speeds).tolist() == [1, 1, -1, -1]
    assert found.order(3).amplitude == pytest.approx(np.ones(4), abs=1e-9)


def test_a_shaft_that_turns_back_is_analysed_on_both_ways(chirp: dt.CompiledModel) -> None:
    """From 8 s on the acceleration is reversed: the shaft stands at 16 s."""
    there_and_back = {"acceleration.height": -6.0, "acceleration.start_time": 8.0}
    run = chirp.simulate(stop_time=24.0, parameters=there_and_back, tolerance=1e-9)
    found = run.orders("wave", shaft="shaft", revolutions=8, overlap=0)
    assert np.sign(found.speeds).tolist() == [1, 1, 1, -1]
    assert found.order(3).complex_amplitude == pytest.approx(np.ones(4), abs=1e-10)
    ((begin, end),) = found.left_out
    assert begin < 16 < end
    assert end - begin < 0.2
    first = run.orders("wave", shaft="shaft", revolutions=4, between=(2.0, 10.0))
    assert first.spans.begins[0] > 2
    assert first.spans.ends[-1] < 10
    assert not first.left_out


def test_the_ship_passes_its_critical_speed(ship: dt.CompiledModel) -> None:
    """Linear peak at 4.423 rad/s, a sixth of the natural frequency; a run-up shifts it upwards."""
    run = ship.simulate(stop_time=120.0, interval=0.05, parameters={"load.duration": 400.0})
    found = run.orders("intermediate_shaft.tau", shaft="flywheel", revolutions=4)
    track = found.order(6).over("flywheel.w")
    assert 4.423 < track.along.values[track.amplitude.argmax()] < 4.423 + 0.1
    assert 280e3 < track.peak.amplitude < 329.8e3  # the linear one, which takes longer to build up
    assert found.strongest(1) == [6]
    load = found.order(6).over("load.y").along
    assert (load.name, load.unit) == ("load.y", "1")
    assert load.values[5:] == pytest.approx(found.times[5:] * 0.5 / 400, rel=5e-3)


def linear_torque(speed: float, order: int, torques: Any) -> complex:
    """Return the complex torque of the intermediate shaft, by matrices of masses and springs.

    Parameters
    ----------
    speed : float
        Speed of the shaft, rad/s: the propeller is damped by the slope of its quadratic law.
    order : int
        Order of the torques.
    torques : complex array, shape (6,)
        Complex torques of the cylinders, N.m.
    """
    omega = order * speed
    inertias = [4000, *[6500] * 6, 8000, 600, 42e3]
    shafts = [79.3e9 * np.pi * d**4 / (32 * length) for d, length in ((0.395, 8), (0.48, 6))]
    stiffness = np.array([5e6, *[7e8] * 5, 9e8, *shafts])
    damping = np.array([60e3, *[2e4] * 6, 8e3, 8e3])
    twists = np.diff(np.eye(10), axis=0)  # of each spring, by the angles of all discs
    springs = stiffness + 1j * omega * damping
    matrix = twists.T * springs @ twists - omega**2 * np.diag(inertias)
    matrix[9, 9] += 1j * omega * 2 * 714e3 * speed / (127 * np.pi / 30) ** 2
    angles = np.linalg.solve(matrix, [0, *torques, 0, 0, 0])
    return complex(springs[7] * (twists @ angles)[7])


@pytest.mark.parametrize(
    ("load", "speed", "order", "harmonic", "within", "apart"),
    [
        (0.0997386, 4.1961, 6, 0.45, 1e-3, 2e-3),
        (0.1104553, 4.3920, 6, 0.45, 1e-3, 2e-3),
        (0.1413596, 4.9978, 6, 0.45, 1e-3, 5e-3),
        (0.4378587, 8.7983, 3, 1.3, 5e-3, 0.05),  # at resonance the phase turns quickly
    ],
)
def test_orders_of_the_ship_at_constant_load_are_those_of_linear_theory(
    ship: dt.CompiledModel,
    load: float,
    speed: float,
    order: int,
    harmonic: float,
    within: float,
    apart: float,
) -> None:
    """Amplitude and phase of the forced response at the mean speed that the run reaches."""
    steady = {"load.duration": 1e-3, "load.height": load, "flywheel.w.start": speed}
    run = ship.simulate(stop_time=60.0, interval=0.05, tolerance=1e-8, parameters=steady)
    found = run.orders("intermediate_shaft.tau", shaft="flywheel", between=(40.0, 60.0))
    track = found.order(order)
    assert track.speeds == pytest.approx(np.full(len(track.speeds), speed), abs=1e-4)
    firing = np.radians([60 * k for k in (0, 4, 2, 3, 1, 5)])
    # A cylinder delivers a sin(o (phi - firing)), that is -i a exp(-i o firing).
    torques = -1j * harmonic * load * 714e3 / 6 * np.exp(-1j * order * firing)
    linear = linear_torque(speed, order, torques)
    assert track.amplitude == pytest.approx(np.full(len(track.speeds), abs(linear)), rel=within)
    assert np.abs(np.angle(track.complex_amplitude / linear)).max() < apart


def test_a_shaft_is_a_part_or_an_angle(run: Result) -> None:
    for shaft in ("shaft", "shaft.phi", "drive", "shaft.flange_b"):
        assert run.orders("wave", shaft=shaft).order(3).amplitude == pytest.approx(np.ones(7))


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"signal": "wavy"}, NameLookupError, "did you mean 'wave'"),
        ({"shaft": "shafd"}, NameLookupError, "did you mean 'shaft'"),
        ({"shaft": "shaft.phj"}, NameLookupError, r"did you mean 'shaft\.phi'"),
        ({"shaft": "acceleration"}, NameLookupError, "no part of this name has an angle phi"),
        ({"shaft": "shaft.w"}, UsageError, r"shaft\.w is no angle, its unit is 'rad/s'"),
        ({"shaft": "square"}, UsageError, r"square is no angle, its unit is 'N\.m'"),
        ({"shaft": 3}, UsageError, "name of a part"),
        ({"revolutions": 64}, AnalysisError, r"34\.4 revolutions, from 0 s to 12 s"),
        ({"window": "hanning"}, UsageError, "did you mean 'hann'"),
        ({"method": "cubic"}, UsageError, "'exact' or 'linear'"),
        ({"between": (5.0, 3.0)}, UsageError, "two increasing instants within the run, 0 s … 12 s"),
        ({"between": (5.0, 30.0)}, UsageError, "two increasing instants"),
        ({"between": 5.0}, UsageError, "two increasing instants"),
        ({"between": (5.0, 6.0)}, AnalysisError, "is not to be had"),
        ({"revolution": 8}, ArgumentError, "did you mean 'revolutions'"),
    ],
)
def test_refused(run: Result, asked: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        run.orders(**{"signal": "wave", "shaft": "shaft", **asked})


def test_a_part_with_two_ends_names_their_angles() -> None:
    m = dt.Model("two ends")
    m.add(a=Inertia(J=1, w=dt.fixed(100)), clutch=Clutch(fn_max=1), b=Inertia(J=1))
    m.add(pedal=Step(height=0.0))
    m.connect(m.a >> m.clutch >> m.b)
    m.connect(m.pedal.y >> m.clutch.f_normalized)
    run = dt.simulate(m, stop_time=1.0)
    with pytest.raises(NameLookupError, match=r"name one: .*clutch\.flange_a\.phi"):
        run.orders("a.w", shaft="clutch")


def test_what_was_not_recorded_is_said(chirp: dt.CompiledModel) -> None:
    run = chirp.simulate(stop_time=12.0, record=["wave"])
    with pytest.raises(NameLookupError, match="not recorded"):
        run.orders("wave", shaft="shaft")


def test_a_copy_has_no_model_and_says_so(run: Result) -> None:
    copy = pickle.loads(pickle.dumps(run))
    with pytest.raises(ResultError, match=r"orders\(…, method='linear'\)"):
        copy.orders("wave", shaft="shaft")
    found = copy.orders("wave", shaft="shaft", method="linear")
    exact = run.orders("wave", shaft="shaft")
    assert found.order(3).amplitude == pytest.approx(exact.order(3).amplitude, rel=5e-3)
    assert 3 <= found.highest_reliable <= 20
    assert np.isinf(exact.known_up_to).all()


def test_the_angle_itself_may_be_the_signal(run: Result) -> None:
    """A ramp over whole turns has the orders ``2 i / o``."""
    found = run.orders("shaft.phi", shaft="shaft", overlap=0)
    middle = TURN * np.array([4, 12, 20, 28])
    assert found.order(0).complex_amplitude == pytest.approx(middle, rel=1e-12)
    assert found.order(2).complex_amplitude == pytest.approx(np.full(4, 2j / 2), abs=1e-10)


def test_names_of_other_tools_are_understood() -> None:
    t = np.linspace(0, 10, 20001)
    data = pd.DataFrame(
        {"time": t, "crankPhi [rad]": 2 * TURN * t, "tauX [N.m]": np.sin(4 * TURN * t)}
    )
    made = Result.from_pandas(data)
    layout = replace(made.layout, aliases={"crank_phi": "crankPhi", "tau_x": "tauX"})
    loaded = Result(layout, made.rows, model="other", status=made.status)
    found = loaded.orders("tau_x", shaft="crank_phi", method="linear", highest=4)
    assert found.order(2).amplitude == pytest.approx(np.ones(4), rel=1e-4)


def test_measured_angles_may_be_in_degrees() -> None:
    t = np.linspace(0, 10, 20001)
    data = pd.DataFrame({"time": t, "crank [deg]": 720 * t, "tau [N.m]": np.sin(4 * TURN * t)})
    bench = Result.from_pandas(data)
    found = bench.orders("tau", shaft="crank", method="linear", highest=10)
    assert found.shaft == "crank"
    assert found.order(2).amplitude == pytest.approx(np.ones(4), rel=1e-4)
    assert found.speeds == pytest.approx(np.full(4, 2 * TURN))
    unknown = Result.from_pandas(data.rename(columns={"crank [deg]": "crank"}))
    with pytest.raises(UsageError, match="is no angle"):
        unknown.orders("tau", shaft="crank", method="linear")


def test_maps_can_be_pickled_without_their_run(run: Result) -> None:
    found = run.orders("wave", shaft="shaft")
    copy = pickle.loads(pickle.dumps(found))
    assert copy.complex_amplitudes.tobytes() == found.complex_amplitudes.tobytes()
    assert len(pickle.dumps(found)) < 200_000
    with pytest.raises(AnalysisError, match="comes without its run"):
        copy.order(3).over("shaft.w")
