"""Every block fulfils its own equations, evaluated independently, at every instant of a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import blocks as b
from drivetrain import compile as translate
from drivetrain.modeling import Component, Model
from drivetrain.simulation.verification.residuals import residuals

TABLE = [[0.0, 1.0], [1.0, 3.0], [1.0, 2.0], [3.0, 4.0]]
SURFACE = [[0, 0, 1, 2], [0, 1, 2, 0], [1, 0, 3, 1], [2, 1, 1, 1]]
WAVE, SECOND = b.Sine(f=0.7, amplitude=2.0), b.Cosine(f=0.9, amplitude=1.5)
PULSES = b.BooleanPulse(period=0.7, start_time=0.1)

BLOCKS: list[tuple[Component, dict[str, Component]]] = [
    (b.CombiTimeTable(table=TABLE, extrapolation="periodic"), {}),
    (b.CombiTimeTable(table=TABLE, time_events="no_time_events"), {}),
    (b.TimeTable(table=TABLE), {}),
    (b.KinematicPTP2(qd_max=[2.0], start_time=0.2), {}),
    (b.BooleanTable(table=[0.3, 0.7], extrapolation="periodic"), {}),
    (b.Trapezoid(rising=0.1, width=0.2, falling=0.1, period=0.5), {}),
    (b.CombiTable2Ds(table=SURFACE, smoothness="continuous_derivative"),
     {"u1": WAVE, "u2": SECOND}),
    (b.LimPID(y_max=1.0), {"u_s": WAVE, "u_m": SECOND}),
    (b.LimIntegrator(out_max=0.2, use_reset=True), {"u": WAVE, "reset": PULSES}),
    (b.SlewRateLimiter(), {"u": WAVE}),
    (b.TransferFunction(b=[1.0, 2.0], a=[1.0, 2.0, 3.0]), {"u": WAVE}),
    (b.PadeDelay(delay_time=0.3, n=4), {"u": WAVE}),
    (b.Filter(f_cut=1.0, order=5, analog_filter="bessel"), {"u": WAVE}),
    (b.RealToInteger(), {"u": WAVE}),
    (b.Mean(f=2.0), {"u": WAVE}),
    (b.Hysteresis(u_low=-0.5, u_high=0.5), {"u": WAVE}),
    (b.OnOffController(bandwidth=0.5), {"u": WAVE, "reference": SECOND}),
    (b.TriggeredTrapezoid(rising=0.3), {"u": PULSES}),
    (b.LogicalDelay(delay_time=0.1), {"u": PULSES}),
    (b.Timer(), {"u": PULSES}),
]  # fmt: skip


@pytest.mark.parametrize(("block", "inputs"), BLOCKS, ids=lambda c: type(c).__name__)
def test_blocks_fulfil_their_equations(block, inputs):
    def equations(self: Any) -> Iterable[Any]:
        for name in inputs:
            yield getattr(self, f"s_{name}").y >> getattr(self.block, name)

    members = {f"s_{name}": source for name, source in inputs.items()}
    model = type("OneBlock", (Model,), {"block": block, **members, "equations": equations})()
    compiled = translate(model)
    result = compiled.simulate(stop_time=4.0, interval=0.01)
    assert residuals(compiled, result).worst <= 1e-9
