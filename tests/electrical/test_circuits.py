"""Circuits and machines on them against closed forms."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import BooleanStep
from drivetrain.electrical import (
    CCC,
    CCV,
    VCC,
    VCV,
    Capacitor,
    ConstantCurrent,
    ConstantVoltage,
    CurrentSensor,
    Diode,
    Ground,
    Gyrator,
    HeatingResistor,
    IdealClosingSwitch,
    IdealDiode,
    IdealOpeningSwitch,
    IdealTransformer,
    Inductor,
    MultiSensor,
    PotentialSensor,
    PowerSensor,
    Resistor,
    RotationalEMF,
    SineVoltage,
    Transformer,
    TranslationalEMF,
    VoltageSensor,
)
from drivetrain.modeling import Component, Model, fixed
from drivetrain.rotational import ConstantTorque, Inertia
from drivetrain.simulation.results.result import Result
from drivetrain.thermal import FixedTemperature, HeatCapacitor
from drivetrain.translational import Mass


def loop(*parts: str, more: Any = None, **members: Any) -> Model:
    """Return a circuit of parts one after the other, from p to n; the first one's n is grounded.

    The current that the first one drives leaves it at p.
    """

    class Loop(Model):
        ground = Ground()

        def equations(self) -> Iterable[Any]:
            yield getattr(self, parts[0]).p >> getattr(self, parts[1]).p
            for one, other in pairwise(parts[1:]):
                yield getattr(self, one).n >> getattr(self, other).p
            yield getattr(self, parts[-1]).n >> getattr(self, parts[0]).n
            yield self.ground.p >> getattr(self, parts[0]).n
            if more is not None:
                yield from more(self)

    made: Model = type("Circuit", (Loop,), members)()
    return made


def run(model: Model, stop_time: float, **more: Any) -> Result:
    return simulate(model, stop_time=stop_time, **{"tolerance": 1e-10, **more})


def test_a_capacitor_is_charged() -> None:
    model = loop(
        "supply", "resistor", "capacitor",
        supply=ConstantVoltage(V=12.0), resistor=Resistor(R=2e3),
        capacitor=Capacitor(C=1e-6, v=fixed(0.0)),
    )  # fmt: skip
    result = run(model, 0.01)
    expected = 12.0 * (1 - np.exp(-result.time / 2e-3))
    np.testing.assert_allclose(result["capacitor.v"], expected, atol=1e-8)
    np.testing.assert_allclose(result["supply.i"], -(12.0 - expected) / 2e3, atol=1e-11)
    lost = 12.0**2 * 1e-6 / 2 * (1 - np.exp(-10.0))
    assert result.energy.dissipated_by["resistor"][-1] == pytest.approx(lost, rel=1e-6)
    assert result.energy.relative_error < 1e-8


def test_an_oscillating_circuit() -> None:
    model = loop(
        "capacitor", "resistor", "coil",
        capacitor=Capacitor(C=1e-3, v=fixed(5.0)), resistor=Resistor(R=0.2),
        coil=Inductor(L=4e-3, i=fixed(0.0)),
    )  # fmt: skip
    result = run(model, 0.05)
    decay, omega = 0.2 / (2 * 4e-3), np.sqrt(1 / (4e-3 * 1e-3) - (0.2 / 8e-3) ** 2)
    t = result.time
    expected = 5.0 / (omega * 4e-3) * np.exp(-decay * t) * np.sin(omega * t)
    np.testing.assert_allclose(result["coil.i"], expected, atol=1e-7)
    stored = result.energy.stored_by
    start = 1e-3 * 25.0 / 2
    assert stored["capacitor"][0] == pytest.approx(start)
    total = stored["capacitor"] + stored["coil"] + result.energy.dissipated_by["resistor"]
    np.testing.assert_allclose(total, start, rtol=1e-7)


def shafts(self: Any) -> Iterable[Any]:
    yield self.emf.flange >> self.rotor.flange_a
    yield self.load.flange >> self.rotor.flange_b


def test_a_machine_with_a_load_reaches_its_speed() -> None:
    resistance, coil, k, inertia, load, voltage = 0.5, 2e-3, 0.08, 3e-4, 0.1, 24.0
    model = loop(
        "supply", "resistor", "coil", "emf", more=shafts,
        supply=ConstantVoltage(V=voltage), resistor=Resistor(R=resistance),
        coil=Inductor(L=coil, i=fixed(0.0)), emf=RotationalEMF(k=k),
        rotor=Inertia(J=inertia, phi=fixed(0.0), w=fixed(0.0)),
        load=ConstantTorque(tau_constant=-load),
    )  # fmt: skip
    result = run(model, 0.2)
    system = np.array([[-resistance / coil, -k / coil], [k / inertia, 0.0]])
    rest = np.linalg.solve(system, [-voltage / coil, load / inertia])
    values, vectors = np.linalg.eig(system)
    weights = np.linalg.solve(vectors, -rest)
    parts = np.exp(np.outer(result.time, values)) * weights
    expected = (parts @ vectors.T).real + rest
    np.testing.assert_allclose(result["coil.i"], expected[:, 0], atol=2e-7)
    np.testing.assert_allclose(result["rotor.w"], expected[:, 1], atol=2e-6)
    assert rest[1] == pytest.approx((voltage - resistance * load / k) / k)
    assert result.energy.relative_error < 1e-7
    np.testing.assert_array_equal(result["emf.tau_electrical"], -result["emf.flange.tau"])


def test_a_generator_on_a_moving_housing() -> None:
    """Rotor and stator are free: their relative speed decays, their momentum stays."""

    def between(self: Any) -> Iterable[Any]:
        yield self.emf.flange >> self.rotor.flange_a
        yield self.emf.support >> self.stator.flange_a

    model = loop(
        "emf", "resistor", more=between,
        emf=RotationalEMF(k=0.3, use_support=True), resistor=Resistor(R=1.5),
        rotor=Inertia(J=0.1, phi=fixed(0.0), w=fixed(30.0)),
        stator=Inertia(J=0.4, phi=fixed(0.0), w=fixed(0.0)),
    )  # fmt: skip
    result = run(model, 2.0)
    rate = 0.3**2 / 1.5 * (1 / 0.1 + 1 / 0.4)
    np.testing.assert_allclose(result["emf.w"], 30.0 * np.exp(-rate * result.time), atol=1e-7)
    momentum = 0.1 * result["rotor.w"] + 0.4 * result["stator.w"]
    np.testing.assert_allclose(momentum, 3.0, rtol=1e-10)


def test_a_linear_machine_brakes() -> None:
    def rod(self: Any) -> Iterable[Any]:
        yield self.emf.flange >> self.mass.flange_a

    model = loop(
        "emf", "resistor", more=rod,
        emf=TranslationalEMF(k=20.0), resistor=Resistor(R=4.0),
        mass=Mass(m=50.0, s=fixed(0.0), v=fixed(2.0)),
    )  # fmt: skip
    result = run(model, 1.0)
    np.testing.assert_allclose(result["mass.v"], 2.0 * np.exp(-2.0 * result.time), atol=1e-9)
    assert result["emf.f"][0] == pytest.approx(20.0 * 10.0)


def test_a_resistor_heats_itself() -> None:
    """At a constant voltage, d(T)/dt = V²/(R C (1 + alpha (T - T_ref)))."""

    def heat(self: Any) -> Iterable[Any]:
        yield self.resistor.heat_port >> self.wire.port

    model = loop(
        "supply", "resistor", more=heat,
        supply=ConstantVoltage(V=10.0), resistor=HeatingResistor(R_ref=2.0, alpha=4e-3),
        wire=HeatCapacitor(C=5.0, T=fixed(300.15)),
    )  # fmt: skip
    result = run(model, 20.0)
    rise = result["wire.T"] - 300.15
    np.testing.assert_allclose(rise + 2e-3 * rise**2, 10.0 * result.time, atol=1e-6)
    assert result.energy.relative_error < 1e-8


def test_a_resistor_without_port_has_its_own_temperature() -> None:
    cold = loop("supply", "r", supply=ConstantVoltage(V=1.0), r=Resistor(R=2.0, alpha=0.01))
    warm = loop(
        "supply", "r", supply=ConstantVoltage(V=1.0), r=Resistor(R=2.0, alpha=0.01, T=350.15)
    )
    assert run(cold, 1.0).final["r.i"] == pytest.approx(0.5)
    assert run(warm, 1.0).final["r.i"] == pytest.approx(1 / 3)


def test_a_half_wave_rectifier_on_a_coil_conducts_until_the_current_is_zero() -> None:
    """The current is V/|Z| (sin(wt - a) + sin(a) exp(-wt/tan(a))) until it vanishes."""
    omega, resistance, coil, voltage = 2 * np.pi * 50.0, 5.0, 0.02, 100.0
    ideal = IdealDiode(Ron=0.0, Goff=1e-9)
    model = loop(
        "supply", "diode", "resistor", "coil",
        supply=SineVoltage(V=voltage, f=50.0), diode=ideal, resistor=Resistor(R=resistance),
        coil=Inductor(L=coil, i=fixed(0.0)),
    )  # fmt: skip
    result = run(model, 0.02)
    angle = np.arctan2(omega * coil, resistance)
    x = omega * result.time
    wave = np.sin(x - angle) + np.sin(angle) * np.exp(-x / np.tan(angle))
    current = voltage / np.hypot(resistance, omega * coil) * wave
    end = result.time[(x > 1.0) & (current < 0)][0]
    conducts = result.time < end - 1e-4
    np.testing.assert_allclose(result["coil.i"][conducts], current[conducts], atol=1e-5)
    blocks = result.time > end + 1e-4
    assert np.abs(result["coil.i"][blocks]).max() < 2e-7
    (stops,) = [e.time for e in result.events if e.time > 1e-3]
    assert stops == pytest.approx(end, abs=2e-4)


def bridge(self: Any) -> Iterable[Any]:
    yield self.supply.p >> self.d1.p
    yield self.supply.p >> self.d2.n
    yield self.supply.n >> self.d3.p
    yield self.supply.n >> self.d4.n
    yield self.d1.n >> self.resistor.p
    yield self.d3.n >> self.resistor.p
    yield self.resistor.n >> self.coil.p
    yield self.coil.n >> self.d2.p
    yield self.coil.n >> self.d4.p
    yield self.ground.p >> self.coil.n


def test_a_bridge_of_four_diodes_carries_the_mean_voltage() -> None:
    diodes = {f"d{k}": IdealDiode() for k in range(1, 5)}
    members = {
        **diodes, "supply": SineVoltage(V=100.0, f=50.0), "resistor": Resistor(R=1.0),
        "coil": Inductor(L=0.2, i=fixed(60.0)), "ground": Ground(), "equations": bridge,
    }  # fmt: skip
    result = run(type("Bridge", (Model,), members)(), 2.0, interval=1e-3, tolerance=1e-8)
    late = result.time >= 1.8
    assert np.trapezoid(result["coil.i"][late], result.time[late]) / 0.2 == pytest.approx(
        2 * 100.0 / np.pi, rel=1e-4
    )
    rectified = result["resistor.p.v"] - result["coil.n.v"]
    np.testing.assert_allclose(rectified, np.abs(result["supply.v"]), atol=5e-3)
    assert result.energy.relative_error < 1e-6


def test_switches() -> None:
    def signals(self: Any) -> Iterable[Any]:
        yield self.signal.y >> self.on.control
        yield self.signal.y >> self.off.control
        yield self.supply.p >> self.off.p
        yield self.off.n >> self.load.p
        yield self.load.n >> self.ground.p

    model = loop(
        "supply", "on", "resistor", more=signals,
        supply=ConstantVoltage(V=10.0), resistor=Resistor(R=2.0), load=Resistor(R=5.0),
        on=IdealClosingSwitch(), off=IdealOpeningSwitch(), signal=BooleanStep(start_time=0.5),
    )  # fmt: skip
    result = run(model, 1.0)
    before, after = result.time < 0.5, result.time > 0.5
    np.testing.assert_allclose(result["resistor.i"][before], 0.0, atol=2e-4)
    np.testing.assert_allclose(result["resistor.i"][after], 5.0, rtol=1e-5)
    np.testing.assert_allclose(result["load.i"][before], 2.0, rtol=1e-5)
    np.testing.assert_allclose(result["load.i"][after], 0.0, atol=2e-4)
    assert result.energy.relative_error < 1e-9


@pytest.mark.parametrize(("voltage", "current"), [(0.2, 1.474151591e-4), (-1.0, -1.01e-6)])
def test_the_characteristic_of_a_diode(voltage: float, current: float) -> None:
    """Source: Ids (exp(V/Vt) - 1) + V/R with Ids = 1e-6, Vt = 0.04, R = 1e8."""
    model = loop("supply", "diode", supply=ConstantVoltage(V=voltage), diode=Diode())
    assert run(model, 1.0).final["diode.i"] == pytest.approx(current, rel=1e-6)


def test_a_diode_goes_on_straight() -> None:
    slope = []
    for voltage in (0.5999, 0.6001, 0.7, 0.8):
        model = loop("supply", "diode", supply=ConstantVoltage(V=voltage), diode=Diode())
        slope.append(run(model, 1.0).final["diode.i"])
    below, above, first, second = slope
    assert above - below == pytest.approx(1e-6 * np.exp(15.0) * 2e-4 / 0.04, rel=0.01)
    assert second - first == pytest.approx(1e-6 * np.exp(15.0) * 0.1 / 0.04, rel=1e-6)


def measured(self: Any) -> Iterable[Any]:
    yield self.power.pv >> self.power.pc
    yield self.power.nv >> self.ground.p
    yield self.multi.pv >> self.multi.pc
    yield self.multi.nv >> self.ground.p
    yield self.potential.p >> self.load.p
    yield self.voltage.p >> self.load.p
    yield self.voltage.n >> self.load.n
    yield self.supply.p >> self.power.pc
    yield self.power.nc >> self.multi.pc
    yield self.multi.nc >> self.current.p
    yield self.current.n >> self.load.p
    yield self.load.n >> self.ground.p
    yield self.supply.n >> self.ground.p


def test_sensors() -> None:
    sensors = {
        "power": PowerSensor(), "multi": MultiSensor(), "current": CurrentSensor(),
        "voltage": VoltageSensor(), "potential": PotentialSensor(),
    }  # fmt: skip
    members = {
        **sensors, "supply": ConstantVoltage(V=12.0), "load": Resistor(R=4.0),
        "ground": Ground(), "equations": measured,
    }  # fmt: skip
    final = run(type("Measured", (Model,), members)(), 1.0).final
    assert final["current.i"] == final["multi.i"] == pytest.approx(3.0)
    assert final["voltage.v"] == final["potential.phi"] == final["multi.v"] == pytest.approx(12.0)
    assert final["power.power"] == final["multi.power"] == pytest.approx(36.0)


def both_sides(self: Any) -> Iterable[Any]:
    yield self.supply.p >> self.part.p1
    yield self.part.p2 >> self.load.p
    for pin in (self.part.n1, self.part.n2, self.load.n, self.ground.p):
        yield self.supply.n >> pin


def over_two_ports(supply: Component, part: Component, **load: float) -> Result:
    members = {
        "supply": supply, "part": part, "load": Resistor(**load), "ground": Ground(),
        "equations": both_sides,
    }  # fmt: skip
    return run(type("Ports", (Model,), members)(), 1.0)


@pytest.mark.parametrize(
    ("supply", "part", "voltage"),
    [
        (ConstantVoltage(V=3.0), VCV(gain=2.0), 6.0),
        (ConstantVoltage(V=3.0), VCC(trans_conductance=0.5), -15.0),
        (ConstantCurrent(I=-3.0), CCV(trans_resistance=2.0), 6.0),
        (ConstantCurrent(I=-3.0), CCC(gain=0.5), -15.0),
        (ConstantVoltage(V=3.0), IdealTransformer(n=0.5), 6.0),
        (ConstantVoltage(V=3.0), Gyrator(G1=0.5, G2=0.5), 15.0),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_two_ports_do(supply: Component, part: Component, voltage: float) -> None:
    result = over_two_ports(supply, part, R=10.0)
    assert result.final["load.v"] == pytest.approx(voltage)
    assert result.energy.relative_error < 1e-12


def test_a_transformer_in_steady_state() -> None:
    """Source: phasors of V1 = jw(L1 I1 + M I2), V2 = jw(M I1 + L2 I2) = -R I2."""
    part = Transformer(L1=0.5, L2=0.125, M=0.2)
    omega = 2 * np.pi * 50.0
    members = {
        "supply": SineVoltage(V=100.0, f=50.0), "part": part, "load": Resistor(R=10.0),
        "wire": Resistor(R=1.0), "ground": Ground(), "equations": with_wire,
    }  # fmt: skip
    result = run(type("Ports", (Model,), members)(), 4.0, tolerance=1e-9)
    impedance = 1j * omega * np.array([[0.5, 0.2], [0.2, 0.125]]) + np.diag([1.0, 10.0])
    current = np.linalg.solve(impedance, [100.0, 0.0])[1]
    late = result.time > 3.9
    expected = (current * np.exp(1j * omega * result.time)).imag
    np.testing.assert_allclose(result["part.i2"][late], expected[late], atol=2e-4)


def with_wire(self: Any) -> Iterable[Any]:
    yield self.supply.p >> self.wire.p
    yield self.wire.n >> self.part.p1
    yield self.part.p2 >> self.load.p
    for pin in (self.part.n1, self.part.n2, self.load.n, self.ground.p):
        yield self.supply.n >> pin


def test_a_heat_port_sets_the_temperature() -> None:
    def heat(self: Any) -> Iterable[Any]:
        yield self.resistor.heat_port >> self.bath.port

    model = loop(
        "supply", "resistor", more=heat,
        supply=ConstantVoltage(V=10.0), bath=FixedTemperature(T=400.15),
        resistor=Resistor(R=2.0, alpha=0.01, use_heat_port=True, T=300.15),
    )  # fmt: skip
    final = run(model, 1.0).final
    assert final["resistor.R_actual"] == pytest.approx(4.0)
    assert final["resistor.heat_port.Q_flow"] == pytest.approx(-25.0)
