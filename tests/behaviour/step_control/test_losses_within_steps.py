"""Losses that the motion does not notice: the audit has to see what happens within a long step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, fixed, simulate, thermal
from drivetrain.modeling import parameter
from drivetrain.translational import ElastoGap, Fixed, Mass


class Stop(Model):
    """A mass that hits an elastic stop.

    While it leaves, the damper takes all that the spring gives: the mass moves freely, and steps
    become long, though power flows until the contact opens.
    """

    n = parameter(1.0, doc="Exponent of the spring force")
    mass = Mass(m=2.0, s=fixed(0.0), v=fixed(-3.0))
    stop: Any = ElastoGap(c=1e4, d=20.0, n=n)
    wall = Fixed(s0=-0.1)

    def equations(self) -> Iterable[Any]:
        yield self.wall.flange >> self.stop >> self.mass


class Warming(Stop):
    """The same, and its losses warm a block."""

    stop = ElastoGap(c=1e4, d=20.0, n=Stop.n, use_heat_port=True)
    block = thermal.HeatCapacitor(C=1.0, T=fixed(300.0))

    def equations(self) -> Iterable[Any]:
        yield self.stop.heat_port >> self.block.port


@pytest.mark.parametrize(
    ("n", "solver", "tolerance", "bound"),
    [
        (1.0, "bs5", 1e-8, 5e-8),
        (1.0, "rodas", 1e-8, 5e-8),
        (1.0, "cvode", 1e-10, 5e-7),
        (1.5, "bs5", 1e-10, 5e-7),
        (1.5, "rodas", 1e-10, 5e-7),
        (1.5, "cvode", 1e-10, 5e-7),
    ],
)
def test_what_is_lost_is_what_was_stored(n, solver, tolerance, bound):
    if solver == "cvode":
        pytest.importorskip("sksundae")
    result = simulate(Stop(n=n), stop_time=0.3, tolerance=tolerance, solver=solver)
    energy = result.energy
    lost = energy.stored[0] - energy.stored[-1]
    assert lost == pytest.approx(9.0 - float(result.final["mass.v"]) ** 2, rel=1e-9)
    assert energy.dissipated[-1] == pytest.approx(lost, rel=bound)
    assert energy.relative_error < 20 * bound
    assert np.all(np.diff(energy.dissipated) > -1e-7 * lost)


def test_the_audit_knows_what_a_block_takes_up():
    result = simulate(Warming(), stop_time=0.3, tolerance=1e-8)
    taken = float(result.final["block.T"]) - 300.0
    assert result.energy.dissipated[-1] == pytest.approx(taken, rel=1e-7)
