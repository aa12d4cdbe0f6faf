"""Stops with a spring and a damper: blow, contact time, rest."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, sqrt
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import build, event_times, turning

from drivetrain import simulate
from drivetrain.couplings import HardStop
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import ConstantTorque, ElastoBacklash, Fixed, Inertia

C, J, W, GAP = 2e4, 0.02, 3.0, 0.1


def thrown(stop: Any, w0: float = W) -> Model:
    def equations(self: Any) -> Iterable[Any]:
        yield self.ground >> self.stop_ >> self.body

    return build(equations, ground=Fixed(), stop_=stop, body=Inertia(J=J, **turning(w0)))


@pytest.mark.parametrize("w0", [W, -W])
def test_a_blow_without_damping(w0: float) -> None:
    model = thrown(HardStop(lower=-GAP, upper=GAP, c=C), w0)
    result = simulate(model, stop_time=0.05, interval=1e-5, tolerance=1e-11)
    meets, leaves = np.unique(np.round(event_times(result), 12))[:2]
    assert meets == pytest.approx(GAP / W, rel=1e-9)
    assert leaves - meets == pytest.approx(pi * sqrt(J / C), rel=1e-8)
    assert result.final["body.w"] == pytest.approx(-w0, rel=1e-9)
    assert abs(result["stop_.tau"]).max() == pytest.approx(W * sqrt(C * J), rel=1e-5)
    assert np.sign(result["stop_.tau"][np.argmax(abs(result["stop_.tau"]))]) == np.sign(w0)
    assert set(result["stop_.contact"]) == {0, int(np.sign(w0))}


def test_stops_on_either_side_of_a_range_that_is_not_symmetric() -> None:
    model = thrown(HardStop(lower=-0.05, upper=0.2, c=1e6))
    result = simulate(model, stop_time=0.5, interval=1e-3, tolerance=1e-9)
    deepest = W * sqrt(J / 1e6)
    assert result["body.phi"].max() == pytest.approx(0.2 + deepest, abs=deepest)
    assert result["body.phi"].min() == pytest.approx(-0.05 - deepest, abs=deepest)
    assert {-1, 0, 1} == set(result["stop_.contact"])


@pytest.mark.parametrize("d", [1.0, 50.0])
def test_it_is_a_backlash_with_the_same_spring_and_damper(d: float) -> None:
    ours = simulate(
        thrown(HardStop(lower=-0.05, upper=0.15, c=C, d=d)), stop_time=0.2, tolerance=1e-10
    )
    other = thrown(ElastoBacklash(b=0.2, phi_rel0=0.05, c=C, d=d))
    theirs = simulate(other, stop_time=0.2, tolerance=1e-10)
    assert ours.final["body.w"] == pytest.approx(theirs.final["body.w"], abs=1e-8)
    assert ours.final["body.phi"] == pytest.approx(theirs.final["body.phi"], abs=1e-8)
    assert ours["stop_.push"].min() >= 0.0


def test_a_body_comes_to_rest_on_a_stop() -> None:
    """It sinks in until the spring carries the torque; all energy that is gone has become heat."""

    class Falling(Model):
        ground = Fixed()
        stop_ = HardStop(lower=0.0, upper=1.0, c=1e4, d=60.0)
        body = Inertia(J=1.0, phi=fixed(0.5), w=fixed(0.0))
        weight = ConstantTorque(tau_constant=-10.0)

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop_ >> self.body >> self.weight

    result = simulate(Falling(), stop_time=3.0, tolerance=1e-9)
    assert result.final["body.phi"] == pytest.approx(-10.0 / 1e4, rel=1e-6)
    assert result.final["body.w"] == pytest.approx(0.0, abs=1e-6)
    fallen = 10.0 * (0.5 + 1e-3)
    assert result.energy.dissipated[-1] == pytest.approx(fallen - 10.0**2 / 2e4, rel=1e-6)


def test_limits_the_wrong_way_round_are_refused() -> None:
    with pytest.raises(DrivetrainError, match="upper = -1"):
        simulate(thrown(HardStop(lower=1.0, upper=-1.0, c=C)))
