"""Random drivelines: whatever is put in a row, energy adds up and connections balance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivetrain import simulate
from drivetrain.blocks import Sine
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    Damper,
    ElastoBacklash,
    IdealGear,
    Inertia,
    Spring,
    SpringDamper,
    Torque,
)

pytestmark = pytest.mark.slow

positive = st.floats(0.5, 5.0)
stiffness = st.floats(50.0, 1000.0)
peaks = st.sampled_from([1.0, 1.1, 1.5])

RIGID = st.one_of(
    st.builds(lambda ratio: IdealGear(ratio=ratio), st.sampled_from([-2.0, 0.5, 3.0])),
    st.builds(
        lambda tau, peak: BearingFriction(tau_pos=[[0, tau], [5, tau + 1]], peak=peak),
        positive,
        peaks,
    ),
    st.builds(lambda fn, peak: Brake(fn_max=fn, f_normalized=0.5, peak=peak), positive, peaks),
)
SOFT = st.one_of(
    st.builds(lambda c: Spring(c=c), stiffness),
    st.builds(lambda d: Damper(d=d), positive),
    st.builds(lambda c, d: SpringDamper(c=c, d=d), stiffness, positive),
    st.builds(lambda c, d: ElastoBacklash(c=c, d=d, b=0.1), stiffness, positive),
    st.builds(
        lambda fn, peak: Clutch(fn_max=fn, f_normalized=1.0, peak=peak),
        st.floats(2.0, 20.0),
        peaks,
    ),
)


LINK = st.tuples(
    st.one_of(RIGID.map(lambda c: (True, c)), SOFT.map(lambda c: (False, c))), positive
)
LINKS = st.lists(LINK, min_size=1, max_size=6)


def driveline(links: list[Any], amplitude: float) -> Model:
    """Return inertias joined by the links, driven by a sine at the left end."""
    members: dict[str, Any] = {
        "motor": Torque(),
        "sine": Sine(amplitude=amplitude, f=2.0),
        "mass0": Inertia(J=1.0, phi=fixed(0.0), w=fixed(2.0)),
    }
    for k, ((rigid, link), J) in enumerate(links):
        start = {} if rigid else {"phi": fixed(0.0), "w": fixed(0.0)}
        members |= {f"link{k}": link, f"mass{k + 1}": Inertia(J=J, **start)}

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.mass0
        for k in range(len(links)):
            left, link, right = (getattr(self, n) for n in (f"mass{k}", f"link{k}", f"mass{k + 1}"))
            yield left >> link >> right

    made: Model = type("Driveline", (Model,), {**members, "equations": equations})()
    return made


def imbalance(result: Any) -> float:
    """Return supplied - stored - dissipated energy, relative to the energy turned over."""
    audit = result.energy
    change = audit.stored[-1] - audit.stored[0]
    scale = audit.stored.max() + audit.dissipated[-1] + 1.0
    return float(abs(audit.supplied[-1] - change - audit.dissipated[-1]) / scale)


@settings(max_examples=40)
@given(links=LINKS, amplitude=st.floats(1.0, 50.0))
def test_energy_adds_up_and_torques_balance(links, amplitude):
    result = simulate(driveline(links, amplitude), stop_time=1.0, tolerance=1e-7, interval=0.01)
    assert imbalance(result) < 1e-4
    for k in range(len(links)):
        torque = np.abs(result[f"link{k}.flange_a.tau"]).max() + 1.0
        for left, right in ((f"mass{k}", f"link{k}"), (f"link{k}", f"mass{k + 1}")):
            sums = result[f"{left}.flange_b.tau"] + result[f"{right}.flange_a.tau"]
            np.testing.assert_allclose(sums, 0.0, atol=1e-9 * torque)


def test_a_start_that_is_taken_back_leaves_no_motion_behind():
    links = [
        ((False, SpringDamper(c=50.0, d=0.5)), 1.0),
        ((False, Clutch(fn_max=3.0, f_normalized=1.0)), 1.0),
        ((True, BearingFriction(tau_pos=[[0, 1.0], [5, 2.0]], peak=1.3)), 5.0),
    ]
    result = simulate(driveline(links, 1.0), stop_time=0.1, tolerance=1e-8, interval=0.01)
    assert imbalance(result) < 1e-6
