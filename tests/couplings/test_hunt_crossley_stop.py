"""Stops of Hunt and Crossley reach the coefficient of restitution that is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Result, simulate
from drivetrain import compile as compile_model
from drivetrain.couplings import HuntCrossleyStop
from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import ConstantTorque, Fixed, Inertia

W = 3.0


def thrown(**stop: Any) -> Model:
    """Return a body that is thrown against a stop at 0.1 rad, and comes back."""

    class Thrown(Model):
        ground = Fixed()
        stop_ = HuntCrossleyStop(
            **{"lower": -0.1, "upper": 0.1, "tau_ref": 1e6, "w_nominal": W, **stop}
        )
        w0 = parameter(W, unit="rad/s")
        body = Inertia(J=0.02, phi=fixed(0.0), w=fixed(w0))

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop_ >> self.body

    return Thrown()


def blow(model: Model, w0: float = W) -> Result:
    """Return the run up to a little behind the first blow."""
    return simulate(model, stop_time=0.1 / abs(w0) + 0.02, tolerance=1e-12, parameters={"w0": w0})


@pytest.mark.parametrize("e", [0.9, 0.8, 0.5, 0.3])
@pytest.mark.parametrize("n", [1.0, 1.5, 2.0])
def test_the_restitution_is_reached(e: float, n: float) -> None:
    result = blow(thrown(e=e, n=n))
    assert result["stop_.contact"].max() == 1
    assert result.final["stop_.contact"] == 0
    assert -result.final["body.w"] / W == pytest.approx(e, abs=1e-9)
    assert result.energy.dissipated[-1] == pytest.approx(0.01 * W**2 * (1 - e**2), rel=1e-8)


@pytest.mark.parametrize("e", [0.8, 0.5])
def test_neither_inertia_nor_stiffness_nor_direction_matter(e: float) -> None:
    model = compile_model(thrown(e=e))
    for stiffness, inertia, w0 in ((1e4, 0.02, W), (1e6, 0.5, W), (1e6, 0.02, -W)):
        values = {"stop_.tau_ref": stiffness, "body.J": inertia, "w0": w0}
        result = model.simulate(stop_time=0.3, tolerance=1e-12, parameters=values)
        contact = result["stop_.contact"] != 0
        last = np.flatnonzero(contact[:-1] & ~contact[1:])[0] + 1
        assert -result["body.w"][last] / w0 == pytest.approx(e, abs=1e-9)


def test_two_bodies_of_which_none_is_fixed() -> None:
    class Met(Model):
        left = Inertia(J=0.5, phi=fixed(0.0), w=fixed(1.0))
        stop_ = HuntCrossleyStop(lower=-0.1, upper=0.1, tau_ref=1e6, e=0.6, w_nominal=W)
        right = Inertia(J=0.02, phi=fixed(0.0), w=fixed(1.0 + W))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.stop_ >> self.right

    result = simulate(Met(), stop_time=0.06, tolerance=1e-12)
    common = (0.5 * 1.0 + 0.02 * (1.0 + W)) / 0.52
    assert result.final["left.w"] == pytest.approx(common + 0.02 / 0.52 * 0.6 * W, abs=1e-9)
    assert result.final["right.w"] == pytest.approx(common - 0.5 / 0.52 * 0.6 * W, abs=1e-9)


def test_slower_blows_lose_less() -> None:
    model = thrown(e=0.6)
    ratios = [-blow(model, w).final["body.w"] / w for w in (0.3, 1.0, W, 6.0)]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[0] > 0.9
    assert ratios[2] == pytest.approx(0.6, abs=1e-9)


def test_heights_of_a_lever_that_falls_shrink_by_the_square() -> None:
    """From 1 rad under 2 N·m it falls with 2 rad/s: it comes back to e² = 0.36 rad, less the time
    in contact, in which the torque acts as well."""

    class Falling(Model):
        ground = Fixed()
        stop_ = HuntCrossleyStop(lower=0.0, upper=2.0, tau_ref=1e10, e=0.6, w_nominal=2.0)
        lever = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
        weight = ConstantTorque(tau_constant=-2.0)

        def equations(self) -> Iterable[Any]:
            yield self.ground >> self.stop_ >> self.lever >> self.weight

    result = simulate(Falling(), stop_time=2.0, tolerance=1e-10, interval=1e-3)
    highest = result["lever.phi"][result.time > 1.1].max()
    assert highest == pytest.approx(0.36, rel=1e-3)
