"""Derivatives of every example are those with halved steps."""

from __future__ import annotations

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.gradients import dissipated, final
from tests.compiled_examples import compiled_example

FEW = (
    "CoupledClutches", "machines.DualClutchLaunch", "machines.EngineStart", "gears.WormHoist",
    "LossyGearDemo1", "OneWayClutch", "contacts.BandBrake", "edition2002.Friction",
)  # fmt: skip
COUNT = 3
STEPS = 4e-5, 2e-5
TOLERANCE = 1e-11
ROUNDING = 8 * float(np.finfo(float).eps)
"""Beside the size of an outcome: runs that differ by less do so by rounding. Some derivatives are
nothing else, as that of a final speed by a damping that has long done its work."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name",
    [
        name if name in FEW else pytest.param(name, marks=pytest.mark.slow)
        for name in dt.examples.names()
    ],
)
def test_halved_steps_give_the_same(name: str) -> None:
    """To five digits, wherever the derivative is said to be smooth, with the same events."""
    compiled = compiled_example(name)
    result = compiled.simulate()
    settable = [k for k, v in result.parameters.settable.items() if isinstance(v, float) and v]
    chosen = np.random.default_rng(7).permutation(settable)[:COUNT].tolist()
    speeds = [n for n in result.names if n.endswith((".w", ".v")) and n.count(".") == 1][:3]
    outcomes = [*map(final, speeds), dissipated()]
    energy = result.energy
    sizes = [*(np.abs(result[name]).max() for name in speeds)]
    sizes.append(max(np.abs(e).max() for e in (energy.stored, energy.supplied)))
    looser = compiled.simulate(tolerance=10 * TOLERANCE)
    compared = 0
    for parameter in chosen:
        whole, half = (
            compiled.gradient(outcomes, parameter, step=step, tolerance=TOLERANCE) for step in STEPS
        )
        for j in range(len(outcomes)):
            one, two = whole.slopes[j][0], half.slopes[j][0]
            if one.status == two.status == "smooth" and not (one.reason or two.reason):
                size = max(abs(whole.at[j]), sizes[j])
                value = abs(whole.parameter_values[0])
                # What the tolerance changes, the steps magnify.
                noise = abs(whole.at[j] - outcomes[j](looser)) / (STEPS[1] * value)
                rounding = ROUNDING * size / (STEPS[1] * value)
                allowed = 1e-5 * abs(two.value) + noise + rounding
                assert one.value == pytest.approx(two.value, rel=0, abs=allowed), (
                    f"{whole.outcomes[j]} by {parameter}"
                )
                compared += 1
    assert compared or not chosen or name not in FEW
