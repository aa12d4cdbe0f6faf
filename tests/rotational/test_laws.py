"""Laws of single components at single points."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivetrain.rotational import (
    ElastoBacklash,
    ElastoBacklash2,
    Position,
    QuadraticSpeedDependentTorque,
    SpringDamper,
    TorqueStep,
)

C, D, B = 100.0, 10.0, 0.2
BACKLASHES = (ElastoBacklash, ElastoBacklash2)


def contact(law, phi, w, initial=False):
    """Return the variables of a backlash at the relative angle and speed given."""
    v = {"phi_rel": phi, "w_rel": w}
    for name in ("phi_diff", "tau_d", "tau_c", "tau", "loss_power"):
        v[name] = float(law(name, initial=initial, **v))
    return v


def energy(law, v):
    return float(law.evaluate(law.trace.monitors["stored_energy"], v))


def dissipated(law, v):
    return float(law.evaluate(law.trace.monitors["dissipated_power"], v))


@pytest.mark.parametrize("cls", BACKLASHES)
def test_nothing_in_the_gap(laws, cls):
    v = contact(laws(cls(c=C, d=D, b=B)), 0.09, 3.0)
    assert (v["tau_c"], v["tau"], v["loss_power"]) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("cls", BACKLASHES)
@pytest.mark.parametrize("side", [1, -1])
def test_contact_does_not_pull(laws, cls, side):
    v = contact(laws(cls(c=C, d=D, b=B)), side * 0.15, -side * 2.0)
    assert v["tau_c"] == pytest.approx(side * 5.0)
    assert (v["tau"], v["loss_power"]) == (0.0, 0.0)


@pytest.mark.parametrize("side", [1, -1])
def test_damping_in_contact_is_limited_only_in_the_first_kind(laws, side):
    limited = contact(laws(ElastoBacklash(c=C, d=D, b=B)), side * 0.15, side * 2.0)
    full = contact(laws(ElastoBacklash2(c=C, d=D, b=B)), side * 0.15, side * 2.0)
    assert limited["tau"] == pytest.approx(side * 10.0)
    assert limited["loss_power"] == pytest.approx(10.0)
    assert full["tau"] == pytest.approx(side * 25.0)
    assert full["loss_power"] == pytest.approx(40.0)


@pytest.mark.parametrize("cls", BACKLASHES)
def test_negligible_backlash_is_a_spring_damper(laws, cls):
    law, plain = laws(cls(c=C, d=D, b=1e-10)), laws(SpringDamper(c=C, d=D))
    for phi, w in ((0.1, 1.0), (-0.1, 3.0), (0.0, -1.0)):
        v = contact(law, phi, w)
        parts = {n: plain(n, phi_rel=phi, w_rel=w) for n in ("tau_c", "tau_d")}
        assert v["tau"] == pytest.approx(plain("tau", **parts))


@pytest.mark.parametrize("cls", BACKLASHES)
def test_the_law_for_start_values_rises_strictly_and_is_continuous(laws, cls):
    law = laws(cls(c=C, d=D, b=B))
    torque = [contact(law, phi, 0.0, initial=True)["tau"] for phi in np.linspace(-0.5, 0.5, 201)]
    steps = np.diff(torque)
    assert steps.min() > 0
    assert steps.max() <= C * 0.005 * (1 + 1e-9)


@pytest.mark.parametrize("cls", BACKLASHES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(phi=st.floats(-1, 1), w=st.floats(-10, 10))
def test_power_at_the_flanges_is_stored_or_dissipated(laws, cls, phi, w):
    law = laws(cls(c=C, d=D, b=B))
    v = contact(law, phi, w)
    h = 1e-7
    before, after = (energy(law, contact(law, phi + s * h, w)) for s in (-1, 1))
    balance = v["tau"] * w - (after - before) / (2 * h) * w
    assert dissipated(law, v) == pytest.approx(balance, abs=1e-3)
    assert dissipated(law, v) >= 0


def test_torque_step(laws):
    law = laws(TorqueStep(step_torque=3.0, offset_torque=1.0, start_time=0.5))
    right = next(e.rhs for e in law.trace.equations if "offset_torque" in str(e.rhs))
    assert [float(law.evaluate(right, {}, time=t)) for t in (0.4, 0.5, 1.0)] == [1.0, 4.0, 4.0]


@pytest.mark.parametrize(
    ("torque_direction", "w", "tau"),
    [(True, 5.0, -5.0), (True, -5.0, -5.0), (False, 5.0, -5.0), (False, -5.0, 5.0)],
)
def test_quadratic_torque(laws, torque_direction, w, tau):
    law = laws(
        QuadraticSpeedDependentTorque(
            tau_nominal=-20.0, w_nominal=10.0, torque_direction=torque_direction
        )
    )
    assert law("tau", w=w) == pytest.approx(tau)


def test_position_filter_is_a_bessel_filter(laws):
    law = laws(Position(f_crit=1.0))
    right = next(e.rhs for e in law.trace.equations if "phi_ref" in str(e.rhs))
    w_crit = 2 * math.pi
    at_rest = law.evaluate(right, {"phi_ref": 1.0, "phi": 0.0, "w": 0.0})
    moving = law.evaluate(right, {"phi_ref": 0.0, "phi": 0.0, "w": 1.0})
    assert at_rest == pytest.approx(w_crit**2 / 0.6180)
    assert moving == pytest.approx(-1.3617 * w_crit / 0.6180)
