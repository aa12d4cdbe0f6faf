"""Resonance amplitudes from the balance of work against exact responses."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.excitation import OrderTable, resonance_estimates
from drivetrain.errors import AnalysisError, NameLookupError, ParameterError, UsageError

ENGINE = OrderTable({"disc.tau": {1: 10.0, 2: 6 + 8j}})


def test_two_inertias_at_resonance() -> None:
    """Inertias 2 and 3, stiffness 1200, damping 6, torque 10 N·m at the first.

    The exact torque in the shaft at resonance is 38.418745425 N·m, from
    ``T J₂ / (J₁ + J₂) |(1 + 2iζ) / (2iζ)|``; the spring has its part without the damper's. The two
    discs have one damped mode, so that the estimate is exact.
    """
    shape, stiffness, damping = (1.0, -2 / 3), 1200.0, 6.0
    twist = shape[0] - shape[1]
    found = resonance_estimates(
        ENGINE,
        {"disc.tau": shape[0]},
        omega=np.sqrt(1000.0),
        inertia=2 + 3 * (2 / 3) ** 2,
        damping=damping * twist**2,
    )
    assert found.speeds[0] == pytest.approx(31.622776602)
    spring = stiffness * twist * found.amplitude[0]
    zeta = 0.0790569415
    assert spring * np.sqrt(1 + (2 * zeta) ** 2) == pytest.approx(38.418745425, rel=1e-9)
    assert found.magnifier[0] == pytest.approx(1 / (2 * zeta), rel=1e-9)


def test_three_ways_to_give_the_damping() -> None:
    omega, inertia, ratio = 100.0, 50.0, 0.01
    constant = 2 * ratio * omega * inertia
    options = {"omega": omega, "inertia": inertia}
    shape = {"disc.tau": 0.5j}
    one = resonance_estimates(ENGINE, shape, damping_ratio=ratio, **options)
    two = resonance_estimates(ENGINE, shape, damping=constant, **options)
    three = resonance_estimates(
        ENGINE,
        shape,
        damping_work=lambda amplitude, w: np.pi * w * constant * amplitude**2,
        **options,
    )
    np.testing.assert_allclose(one.amplitude, two.amplitude, rtol=1e-14)
    np.testing.assert_allclose(one.amplitude, three.amplitude, rtol=1e-11)
    np.testing.assert_allclose(one.torque, [5, 5])
    np.testing.assert_allclose(one.equilibrium, 5 / (omega**2 * inertia))


def test_damping_that_grows_with_a_power_of_the_amplitude() -> None:
    """π F A = k A^2.5 gives A = (π F / k)^(2/3)."""
    found = resonance_estimates(
        ENGINE,
        {"disc.tau": 1.0},
        omega=10.0,
        inertia=1.0,
        damping_work=lambda amplitude, _: 4e4 * amplitude**2.5,
    )
    expected = (np.pi * 10 / 4e4) ** (2 / 3)
    np.testing.assert_allclose(found.amplitude, expected, rtol=1e-12)


def test_work_at_the_amplitude_found_is_balanced() -> None:
    found = resonance_estimates(
        ENGINE, {"disc.tau": 1.0}, omega=20.0, inertia=3.0, damping_ratio=0.02
    )
    given = np.pi * found.amplitude * found.torque
    taken = np.pi * 20.0 * (2 * 0.02 * 20.0 * 3.0) * found.amplitude**2
    np.testing.assert_allclose(given, taken, rtol=1e-14)


def test_an_excitation_that_grows_with_the_speed() -> None:
    def grows(speed: float) -> OrderTable:
        return OrderTable({"disc.tau": {1: speed**2, 2: speed**2}})

    found = resonance_estimates(grows, {"disc.tau": 1.0}, omega=8.0, inertia=1.0, damping_ratio=0.1)
    assert found.torque.tolist() == [64, 16]


def test_orders_that_do_no_work() -> None:
    found = resonance_estimates(
        ENGINE, {}, omega=1.0, inertia=1.0, damping_work=lambda amplitude, _: amplitude**2
    )
    assert found.amplitude.tolist() == [0, 0]
    assert np.isnan(found.magnifier).all()


def test_what_is_refused() -> None:
    options = {"omega": 1.0, "inertia": 1.0}
    with pytest.raises(UsageError, match="0 kinds of damping"):
        resonance_estimates(ENGINE, {"disc.tau": 1.0}, **options)
    with pytest.raises(UsageError, match="2 kinds of damping"):
        resonance_estimates(ENGINE, {"disc.tau": 1.0}, damping=1, damping_ratio=1, **options)
    with pytest.raises(AnalysisError, match=r"order 1: no amplitude .* balances"):
        resonance_estimates(
            ENGINE, {"disc.tau": 1.0}, damping_work=lambda amplitude, _: 4 * amplitude, **options
        )
    with pytest.raises(NameLookupError, match=r"did you mean 'disc\.tau'"):
        resonance_estimates(ENGINE, {"disk.tau": 1.0}, damping_ratio=0.1, **options)
    with pytest.raises(ParameterError, match="no order table"):
        resonance_estimates(
            {"disc.tau": 1},  # type: ignore[arg-type]
            {"disc.tau": 1.0},
            damping_ratio=0.1,
            **options,
        )
