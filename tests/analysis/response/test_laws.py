"""Loss factors and laws of the frequency against closed forms; where matrices are not linear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.analysis.shafts import chain, grounded

import drivetrain as dt
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError
from drivetrain.modeling import parameter
from drivetrain.rotational import Fixed, Inertia, Position, Spring, SpringDamper
from drivetrain.rotational.interfaces import Compliant

OMEGA = np.array([2.0, 15.0, 40.0])


def test_the_peak_of_a_loss_factor() -> None:
    """Peak factor 1/eta at omega_n exactly."""
    linear = dt.linearise(grounded(2.0, 1000.0), inputs=["disc"], outputs=["disc.phi", "shaft.tau"])
    own = linear.eigenmodes().omega[0]
    response = linear.frequency_response(own, hysteresis={"shaft.c": 0.035})
    assert 1000 * response["disc.phi"] == pytest.approx(-1j / 0.035)
    assert 1000 * response.amplitude("disc.phi") == pytest.approx(28.5714, abs=5e-5)
    assert response["shaft.tau"] == pytest.approx((1 + 0.035j) * -1j / 0.035)
    assert response.at(0.0)["disc.phi"] == pytest.approx(1e-3 / (1 + 0.035j))
    (peak, _) = linear.frequency_response(between=(2, 200), hysteresis={"*.c": 0.035}).peaks()
    assert peak.omega == pytest.approx(own, rel=1e-6)
    assert peak.width == pytest.approx(0.035 * own, rel=1e-3)


def test_a_law_of_the_frequency() -> None:
    linear = dt.linearise(grounded(2.0, 1000.0, 0.3), inputs=["disc"], outputs=["disc.phi"])

    def rubber(omega: float) -> complex:
        return (1j * omega / 10) ** 0.2

    found = linear.frequency_response(OMEGA, laws={"shaft.c": rubber})["disc.phi"]
    stiffness = 1000 * (1j * OMEGA / 10) ** 0.2 + 0.3j * OMEGA
    assert found == pytest.approx(1 / (stiffness - 2 * OMEGA**2), rel=1e-11)
    assert linear.frequency_response(15.0, laws={"shaft.c": rubber}).function._system is not None


def test_loss_factors_and_laws_together() -> None:
    """Three discs: one shaft with a loss factor, one with a law, one damper with a law."""
    linear = dt.linearise(
        chain([1, 2, 3], [800, 900], [1, 2]), inputs=["disc0", "disc2"], outputs=["disc1.phi"]
    )
    found = linear.frequency_response(
        OMEGA,
        hysteresis={"shaft0.c": 0.1},
        laws={"shaft1.c": lambda w: 1 + 0.01j * w, "shaft1.d": lambda w: 1 / (1 + w)},
    )
    for k, w in enumerate(OMEGA):
        first = 800 * (1 + 0.1j) + 1j * w
        second = 900 * (1 + 0.01j * w) + 2j * w / (1 + w)
        stiffness = np.array(
            [[first, -first, 0], [-first, first + second, -second], [0, -second, second]]
        )
        angles = np.linalg.inv(stiffness - np.diag([1, 2, 3]) * w**2)
        assert found.matrix[k, 0] == pytest.approx(angles[1, [0, 2]], rel=1e-9)


def in_series() -> LinearModel:
    """Return two springs with nothing between them: A is not linear in either stiffness."""
    m = dt.Model("series")
    m.add(
        ground=Fixed(), rubber=Spring(c=500.0), steel=Spring(c=2000.0), disc=Inertia(J=2.0),
        aside=SpringDamper(c=10.0, d=1.0), far=Inertia(J=1.0),
    )  # fmt: skip
    m.connect(m.ground.flange >> m.rubber.flange_a)
    m.connect(m.rubber.flange_b >> m.steel.flange_a)
    m.connect(m.steel.flange_b >> m.disc.flange_a)
    m.connect(m.disc >> m.aside >> m.far)
    return dt.linearise(m, inputs=["disc"], outputs=["disc.phi", "rubber.phi_rel"])


def series(rubber: Any) -> tuple[Any, Any]:
    """Return the responses of disc and rubber in closed form."""
    both = rubber * 2000 / (rubber + 2000)
    shaft = 10 + 1j * OMEGA
    disc = 1 / (both - 2 * OMEGA**2 - shaft * OMEGA**2 / (shaft - OMEGA**2))
    return disc, disc * both / rubber


def test_springs_in_series() -> None:
    linear = in_series()
    found = linear.frequency_response(OMEGA, hysteresis={"rubber.c": 0.4})
    disc, rubber = series(500 * (1 + 0.4j))
    assert found["disc.phi"] == pytest.approx(disc, rel=1e-10)
    assert found["rubber.phi_rel"] == pytest.approx(rubber, rel=1e-10)


def test_springs_in_series_with_a_law() -> None:
    found = in_series().frequency_response(OMEGA, laws={"rubber.c": lambda w: 1 + 0.2j * w})
    assert found.function._system is None  # matrices are made for each frequency
    disc, rubber = series(500 * (1 + 0.2j * OMEGA))
    assert found["disc.phi"] == pytest.approx(disc, rel=1e-10)
    assert found["rubber.phi_rel"] == pytest.approx(rubber, rel=1e-10)


def test_a_prescribed_motion_through_rubber() -> None:
    """The input acts through the stiffness with the loss factor."""
    m = dt.Model("mount")
    m.add(
        motion=Position(exact=True), signal=Constant(k=0.0), rubber=Spring(c=1000.0),
        disc=Inertia(J=2.0),
    )  # fmt: skip
    m.connect(m.signal.y >> m.motion.phi_ref)
    m.connect(m.motion.flange >> m.rubber.flange_a)
    m.connect(m.rubber.flange_b >> m.disc.flange_a)
    linear = dt.linearise(m, inputs=["signal.y"], outputs=["disc.phi"])
    found = linear.frequency_response(OMEGA, hysteresis={"rubber.c": 0.2})
    stiffness = 1000 * (1 + 0.2j)
    assert found["disc.phi"] == pytest.approx(stiffness / (stiffness - 2 * OMEGA**2), rel=1e-10)


def test_without_losses_nothing_changes() -> None:
    linear = dt.linearise(
        chain([1, 2, 3], [800, 900], [1, 2]), inputs=["disc0"], outputs=["*.tau", "*.w"]
    )
    made = linear.details.altered({})
    for name, matrix in made._asdict().items():
        plain = np.asarray(matrix.toarray() if hasattr(matrix, "toarray") else matrix)
        assert plain == pytest.approx(getattr(linear, name), abs=1e-9)
    found = linear.frequency_response(OMEGA, hysteresis={"*.c": 0.0})
    assert found.matrix == pytest.approx(linear.frequency_response(OMEGA).matrix, rel=1e-10)


class Bar(Compliant):
    """Torsion bar whose stiffness goes with the fourth power of its diameter."""

    k = parameter(10.0, unit="N.m/rad", doc="Stiffness at the usual diameter")
    diameter = parameter(3.0, doc="Diameter over the usual one")

    def equations(self) -> Iterator[Any]:
        yield self.tau == self.k * self.diameter**4 * self.phi_rel


def test_parameters_in_which_a_law_is_not_linear_are_refused() -> None:
    m = dt.Model("bar")
    m.add(ground=Fixed(), bar=Bar(), disc=Inertia(J=1.0))
    m.connect(m.ground.flange >> m.bar.flange_a)
    m.connect(m.bar.flange_b >> m.disc.flange_a)
    linear = dt.linearise(m, inputs=["disc"], outputs=["disc.phi"])
    found = linear.frequency_response(2.0, laws={"bar.k": lambda w: 1 + 0.1j})
    assert found["disc.phi"] == pytest.approx(1 / (810 * (1 + 0.1j) - 4))
    with pytest.raises(AnalysisError, match=r"not linear in bar\.diameter"):
        linear.frequency_response(2.0, laws={"bar.diameter": lambda w: 1 + 0.1j})


@pytest.mark.parametrize("count", range(1, 7))
def test_as_many_inputs_as_states(count: int) -> None:
    """The number of inputs may be that of the states, or any other: three discs have six states."""
    line = chain([1, 2, 3], [800, 900], [1, 2])
    names = ["disc0", "shaft0.flange_b", "disc2", "disc1", "shaft1.flange_a", "shaft1.flange_b"]
    linear = dt.linearise(line, inputs=names[:count], outputs=["disc1.phi"])
    assert len(linear.states) == 6
    found = linear.frequency_response(OMEGA, hysteresis={"shaft1.c": 0.1}).matrix[:, 0]
    for k, w in enumerate(OMEGA):
        first, second = 800 + 1j * w, 900 * (1 + 0.1j) + 2j * w
        stiffness = np.array(
            [[first, -first, 0], [-first, first + second, -second], [0, -second, second]]
        )
        angles = np.linalg.inv(stiffness - np.diag([1, 2, 3]) * w**2)[1]
        assert found[k] == pytest.approx(angles[[0, 1, 2, 1, 1, 2]][:count], rel=1e-9)
