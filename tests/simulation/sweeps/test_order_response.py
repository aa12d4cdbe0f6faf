"""Response to orders over the speed: against runs, closed forms, and the classical synthesis."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.analysis.excitation import OrderTable
from drivetrain.analysis.limits import Limit, iacs_m68
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError, NameLookupError, UsageError
from drivetrain.rotational import (
    Clutch,
    Inertia,
    QuadraticSpeedDependentTorque,
    SpringDamper,
    Torque,
)

FULL = 127 * math.pi / 30
SHAFT = "intermediate_shaft.tau"


@pytest.fixture(scope="module")
def ship() -> dt.CompiledModel:
    return dt.compile(examples.find("machines.ShipShafting")())


@pytest.fixture(scope="module")
def two_discs() -> dt.CompiledModel:
    """Two inertias 2 and 3, c = 1200, d = 6: natural frequency 31.6228 rad/s, damping 0.079057."""
    model = dt.Model("two discs")
    model.add(
        a=Inertia(J=2, w=dt.fixed(0.0)),
        shaft=SpringDamper(c=1200, d=6, phi_rel=dt.fixed(0), w_rel=dt.fixed(0)),
        b=Inertia(J=3),
    )
    model.connect(model.a >> model.shaft >> model.b)
    return dt.compile(model)


@pytest.mark.parametrize(
    ("load", "speed", "order"),
    [
        (0.1, 4.1960972, 6),
        (0.11034, 4.3920086, 6),
        (0.141445, 4.9977765, 6),
    ],
)
def test_a_run_answers_as_the_linear_model_does(
    ship: dt.CompiledModel, load: float, speed: float, order: int
) -> None:
    """Amplitudes of a run at constant load agree within 0.1 % at the mean speed it reaches."""
    steady = {"load.duration": 1e-3, "load.height": load}
    begun = {**steady, "flywheel.w.start": speed}
    run = ship.simulate(stop_time=60.0, interval=0.05, tolerance=1e-8, parameters=begun)
    measured = run.orders(SHAFT, shaft="flywheel", between=(40.0, 60.0)).order(order)
    reached = float(measured.speeds.mean())
    found = ship.order_response(
        "cylinder[*].tau", shaft="flywheel", speeds=[reached], outputs=[SHAFT], time=1.0,
        highest=9, revolutions=1, parameters=steady,
    )  # fmt: skip
    linear = found[SHAFT].order(order)[0]
    assert measured.amplitude == pytest.approx(np.full(len(measured.times), abs(linear)), rel=1e-3)
    assert np.abs(np.angle(measured.complex_amplitude / linear)).max() < 5e-3


def test_the_ship_along_its_propeller_law(ship: dt.CompiledModel) -> None:
    """The load keeps each speed; the sixth order peaks at 4.423 rad/s with 329.8 kN.m."""
    found = ship.order_response(
        "cylinder[*].tau", shaft="flywheel", between=(4.2, 4.7), outputs=[SHAFT], time=45.0,
        highest=9, revolutions=1, balance="load.height",
    )  # fmt: skip
    peak = found[SHAFT].peak(6)
    assert peak.amplitude == pytest.approx(329.8e3, rel=1e-3)
    assert peak.speed == pytest.approx(4.423, abs=5e-3)
    assert found[SHAFT].unit == "N.m"
    assert found[SHAFT].mean[-1] == pytest.approx(-714e3 * (4.7 / FULL) ** 2, rel=1e-3)
    width = peak.speed * 0.0145
    assert ((found.speeds > peak.speed - width) & (found.speeds < peak.speed + width)).sum() >= 9


@pytest.mark.parametrize(
    ("ratio", "amplitude", "phase"),
    [(0.5, 7.980746061, 178.503), (1.0, 38.418745425, 98.985), (2.0, 2.086060486, 23.566)],
)
def test_two_discs_in_closed_form(
    two_discs: dt.CompiledModel, ratio: float, amplitude: float, phase: float
) -> None:
    """10 N.m at the first disc: ``T J2/(J1+J2) |(1 + 2i zeta r)/(1 - r^2 + 2i zeta r)|``."""
    table = OrderTable({"a": {2: 10.0}}, shaft="a")
    speed = ratio * math.sqrt(1000) / 2
    found = two_discs.order_response(table, speeds=[speed], outputs=["shaft.tau"])
    (value,) = found["shaft.tau"].order(2)
    assert abs(value) == pytest.approx(amplitude, rel=1e-9)
    assert abs(math.degrees(np.angle(value))) == pytest.approx(phase, abs=1e-3)
    assert found["shaft.tau"].half_range == pytest.approx([amplitude], rel=1e-9)


def test_the_half_range_is_that_of_the_synthesis(two_discs: dt.CompiledModel) -> None:
    table = OrderTable({"a": {1: 3.0, 2: 2j, 2.5: -1.0}}, shaft="a")
    found = two_discs.order_response(table, speeds=[5.0, 9.0], outputs=["shaft.*"])["shaft.tau"]
    angle = 2 * np.pi * 2 * np.arange(40000) / 40000
    for place, speed in enumerate((5.0, 9.0)):
        curve = found.synthesis(speed, angle) - found.mean[place]
        assert found.half_range[place] == pytest.approx(np.ptp(curve) / 2, rel=1e-7)
        assert found.half_range[place] < 0.95 * found.upper_bound[place]


def test_a_cylinder_is_cut_out(ship: dt.CompiledModel) -> None:
    """With all cylinders alike the first order cancels; without one it does not."""
    how: dict[str, Any] = {
        "speeds": [6.0], "outputs": [SHAFT], "time": 45.0, "parameters": {"load.height": 0.2},
    }  # fmt: skip
    table = ship.excitation("cylinder[*].tau", shaft="flywheel", time=45.0, highest=9)
    normal = ship.order_response(table, **how)
    third = ship.order_response(table, **how, cut_out=[3])
    named = ship.order_response(table, **how, cut_out=["cylinder[2].tau"])
    assert abs(normal[SHAFT].order(1)[0]) < 0.2 * abs(third[SHAFT].order(1)[0])
    assert np.array_equal(third[SHAFT].complex_amplitudes, named[SHAFT].complex_amplitudes)
    assert "cut out: cylinder[2].tau" in str(third)
    assert abs(third[SHAFT].order(6)[0]) == pytest.approx(
        5 / 6 * abs(normal[SHAFT].order(6)[0]), rel=0.01
    )


def test_excitation_may_depend_on_the_speed(two_discs: dt.CompiledModel) -> None:
    def propeller(speed: float) -> OrderTable:
        return OrderTable({"b": {4: 0.02 * speed**2}}, shaft="a")

    found = two_discs.order_response(propeller, speeds=[4.0, 8.0], outputs=["b.a"])
    fixed = OrderTable({"b": {4: 0.02 * 64}}, shaft="a")
    same = two_discs.order_response(fixed, speeds=[8.0], outputs=["b.a"])
    assert found["b.a"].order(4)[1] == pytest.approx(same["b.a"].order(4)[0], rel=1e-12)


def test_limits(ship: dt.CompiledModel) -> None:
    """27.3 N/mm² in the intermediate shaft at 42.2 rpm, where 74.1 are allowed."""
    found = ship.order_response(
        "cylinder[*].tau", shaft="flywheel", between=(4.2, 4.7), outputs=[SHAFT], time=45.0,
        highest=9, revolutions=1, balance="load.height",
    )  # fmt: skip
    limits = iacs_m68(diameter=0.395, tensile=600e6, rated="127 rpm", c_k=1.0)
    checks = found.check({SHAFT: limits})
    worst, speed = checks[SHAFT].worst
    stress = limits.section.stress(found[SHAFT].peak(6).amplitude)
    assert float(stress) == pytest.approx(27.3e6, rel=2e-3)
    assert worst == pytest.approx(27.3 / 74.1, rel=1e-2)
    assert speed == pytest.approx(4.423, abs=0.01)
    torque = Limit("shaft", "torque", "300 kN.m")
    assert found.check(torque)[SHAFT].violations
    with pytest.raises(UsageError, match="unit"):
        found[SHAFT].check(Limit("ripple", "speed", "1 rpm"))


@pytest.mark.parametrize(
    ("changed", "error", "said"),
    [
        ({"speeds": None}, UsageError, "give speeds"),
        ({"between": (1.0, 2.0)}, UsageError, "give speeds"),
        ({"speeds": [2.0, 1.0]}, UsageError, "ascend"),
        ({"speeds": [-1.0, 1.0]}, UsageError, "above zero"),
        ({"outputs": ["shaft.tow"]}, NameLookupError, "did you mean 'shaft.tau'"),
        ({"outputs": []}, UsageError, "outputs"),
        ({"shaft": "c"}, NameLookupError, "no part of this name"),
        ({"cut_out": ["b"]}, NameLookupError, "no source 'b'"),
        ({"cut_out": [2]}, UsageError, "sources 1 to 1"),
        ({"cut_out": 1}, UsageError, "give a list"),
        ({"excitation": OrderTable({"aa": {1: 1.0}}, shaft="a")}, NameLookupError, "aa"),
        ({"excitation": OrderTable({"a": {1: 1.0}}, unit="rad", shaft="a")}, UsageError, "rad"),
        ({"excitation": OrderTable({"a": {1: 1.0}})}, UsageError, "name the shaft"),
        ({"excitation": lambda speed: 3.0}, UsageError, "no OrderTable"),
        ({"excitation": 3.0}, UsageError, "give names"),
        ({"parameters": 3.0}, UsageError, "parameters"),
    ],
)
def test_refused(
    two_discs: dt.CompiledModel, changed: dict[str, Any], error: type[Exception], said: str
) -> None:
    asked: dict[str, Any] = {
        "excitation": OrderTable({"a": {1: 1.0}}, shaft="a"), "speeds": [1.0, 2.0],
        "outputs": ["shaft.tau"], **changed,
    }  # fmt: skip
    with pytest.raises(error, match=said):
        two_discs.order_response(**asked)


def test_parts_of_a_response(two_discs: dt.CompiledModel) -> None:
    table = OrderTable({"a": {1: 1.0, 2: 1.0}}, shaft="a")
    found = two_discs.order_response(table, speeds=[1.0, 2.0], outputs=["shaft.tau", "b.w"])
    assert found.outputs == ("shaft.tau", "b.w") == tuple(one.name for one in found)
    with pytest.raises(UsageError, match=r"did you mean 'shaft\.tau'"):
        found["shaft.tow"]
    with pytest.raises(AnalysisError, match="nothing excites order 3"):
        found["b.w"].order(3)
    with pytest.raises(UsageError, match="nearest of its speeds is 2"):
        found["b.w"].synthesis(3.0)
    frame = found["b.w"].to_pandas()
    assert list(frame.columns)[:2] == ["mean [rad/s]", "half range [rad/s]"]
    assert found.to_pandas().shape == (2, 10)


def test_resonances_between_given_speeds_are_told(ship: dt.CompiledModel) -> None:
    """A coarse grid passes over the peak at 4.42 rad/s; a fine one shows it."""
    how: dict[str, Any] = {
        "shaft": "flywheel", "outputs": ["propeller_shaft.tau"], "highest": 6, "time": 45.0,
        "balance": "load.height", "average": 2,
    }  # fmt: skip
    coarse = ship.order_response("cylinder[*].tau", speeds=[4.0, 5.0], **how)
    (said,) = [one for one in coarse.remarks if "peaks may be missed" in one]
    assert "order 6 at 4.42" in said
    assert said in str(coarse)
    fine = ship.order_response("cylinder[*].tau", speeds=np.linspace(4.38, 4.46, 5), **how)
    assert not any("peaks may be missed" in one for one in fine.remarks)


def test_contacts_that_change_over_the_speed_are_told() -> None:
    """An overload clutch slips from 100 rad/s on, where the drag of the fan is 50 N·m."""
    model = dt.Model("overload")
    model.add(
        drive=Torque(), motor=Inertia(J=1.0),
        clutch=Clutch(fn_max=100.0, mu_pos=[[0, 0.5], [100, 0.6]]),
        hub=Inertia(J=0.1), shaft=SpringDamper(c=1000, d=0.3), fan=Inertia(J=1.0),
        drag=QuadraticSpeedDependentTorque(tau_nominal=-50.0, w_nominal=100.0),
        press=Constant(k=1.0), feed=Constant(k=0.0),
    )  # fmt: skip
    model.connect(
        model.drive >> model.motor >> model.clutch >> model.hub >> model.shaft >> model.fan
        >> model.drag
    )  # fmt: skip
    model.connect(model.press.y >> model.clutch.f_normalized)
    model.connect(model.feed.y >> model.drive.tau)
    table = OrderTable({"motor": {2.0: 1.0}})
    how: dict[str, Any] = {"shaft": "fan", "outputs": ["shaft.tau"], "balance": "feed.k"}
    sticking = dt.compile(model).order_response(table, speeds=[90.0, 95.0], **how)
    assert not any("contacts change" in one for one in sticking.remarks)
    sliding = dt.compile(model).order_response(table, speeds=[90.0, 95.0, 110.0, 115.0], **how)
    (said,) = [one for one in sliding.remarks if "contacts change" in one]
    assert "between 95 and 110 rad/s (clutch.mode: stuck → backward)" in said
    assert said in str(sliding)
