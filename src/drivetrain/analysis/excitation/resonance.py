"""Amplitudes at resonance from the balance of work, one order and one mode at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import positive
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.analysis.presentation import Presented
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, ParameterError, UsageError, shown
from drivetrain.modeling.argument_types import Number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ResonanceEstimates", "resonance_estimates"]

Floats = NDArray[np.float64]

_LARGEST = 100.0
"""Amplitude, rad, up to which a balance is looked for."""
_SMALLEST = 1e-15


@dataclass(frozen=True, eq=False, repr=False)
class ResonanceEstimates(Presented):
    """What each order does where it meets the natural frequency of a mode.

    Attributes
    ----------
    omega : float
        Natural angular frequency, rad/s.
    inertia : float
        Inertia of the mode, ``M = Σ J φ²``, kg·m².
    orders : float array
        Orders.
    speeds : float array
        Critical speeds ``ω / o``, rad/s.
    torque : float array
        Torque on the mode, ``|Σ_k φ_k T_o,k|``, N·m; with alike cylinders ``T_o S_o``.
    equilibrium : float array
        Amplitude at which the inertias alone balance the torque, ``torque / (ω² M)``, rad.
    amplitude : float array
        Amplitude at resonance where the shape is 1, rad.
    damping : str
        How the damping was given.
    """

    omega: float
    inertia: float
    orders: Floats
    speeds: Floats
    torque: Floats
    equilibrium: Floats
    amplitude: Floats
    damping: str

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"amplitudes at resonance, mode at {self.omega:.6g} rad/s"

    @property
    def magnifier(self) -> Floats:
        """Amplitude over equilibrium amplitude; NaN where there is no torque."""
        return np.divide(
            self.amplitude,
            self.equilibrium,
            out=np.full_like(self.amplitude, np.nan),
            where=self.equilibrium > 0,
        )

    def notes(self) -> list[str]:
        """Return what the estimate rests on."""
        return [
            f"{self.damping}; each order alone, exactly at resonance, in the shape of the mode; a "
            "torque in a shaft is its stiffness times the twist of the shape times the amplitude"
        ]

    def to_pandas(self) -> pd.DataFrame:
        """Return the table of orders."""
        import pandas as pd

        columns = {
            "speed [rpm]": self.speeds * 30 / np.pi,
            "torque [N.m]": self.torque,
            "equilibrium [rad]": self.equilibrium,
            "magnifier": self.magnifier,
            "amplitude [rad]": self.amplitude,
        }
        return pd.DataFrame(columns, index=pd.Index(self.orders, name="order"))


@explained
def resonance_estimates(
    excitation: OrderTable | Callable[[float], OrderTable],
    shape: Mapping[str, complex],
    *,
    omega: Number,
    inertia: Number,
    damping_ratio: float | None = None,
    damping: Number | None = None,
    damping_work: Callable[[float, float], float] | None = None,
) -> ResonanceEstimates:
    """Return amplitudes at which the work of the excitation equals that of the damping.

    At resonance the excitation leads the motion by a quarter of a wave. In one oscillation with the
    amplitude ``A`` it does the work ``π A F``, where ``F = |Σ_k φ_k T_o,k|``; alike cylinders have
    ``F = T_o S_o``, so that it is ``π T_o S_o A`` with the phase vector sum ``S_o``. Linear dampers
    take ``π ω A² Σ d φ²``. Hence ``A = F / (ω Σ d φ²)``, which is the equilibrium amplitude
    ``F / (ω² M)`` times the magnifier ``1 / (2ζ)`` (Den Hartog, Mechanical Vibrations, chapter 5;
    Ker Wilson, Practical Solution of Torsional Vibration Problems, vol. 2). Empirical damping, such
    as the rules of Wydler or of Lewis, is given by its work.

    Parameters
    ----------
    excitation : OrderTable or callable
        Torques by order, or a function of the speed in rad/s that returns them; it is called at
        each critical speed.
    shape : mapping of str to complex
        Amplitude ``φ`` of the mode where each source acts, relative to the place at which the
        amplitude is told. Sources that are not named do no work.
    omega : number or quantity
        Natural angular frequency, rad/s.
    inertia : number or quantity
        Inertia of the mode in the same shape, ``M = Σ J φ²``, kg·m².
    damping_ratio : float, optional
        Damping ratio ``ζ`` of the mode.
    damping : number or quantity, optional
        Damping constant of the mode, ``Σ d φ²`` with the differences of the shape for dampers
        between shafts, N·m·s/rad.
    damping_work : callable, optional
        Work of the damping in one oscillation, J, as a function of amplitude in rad and angular
        frequency in rad/s. It has to grow faster than the amplitude.

    Returns
    -------
    ResonanceEstimates
        One line for each order.

    Raises
    ------
    UsageError
        If the damping is given in none or in several of the three ways.
    AnalysisError
        If the damping cannot balance the excitation.

    Examples
    --------
    >>> table = OrderTable({"crank.tau": {6: 1000.0}})
    >>> estimate = resonance_estimates(
    ...     table, {"crank.tau": 1.0}, omega=100.0, inertia=50.0, damping_ratio=0.01
    ... )
    >>> round(float(estimate.amplitude[0]), 9)
    0.1
    """
    frequency = positive(omega, "omega", "rad/s")
    mass = positive(inertia, "inertia", "kg.m2")
    balance, told = _balance(frequency, mass, damping_ratio, damping, damping_work)
    orders = _table(excitation, frequency).orders
    torque = np.array([_modal_torque(excitation, shape, o, frequency / o) for o in orders])
    amplitude = np.array(
        [balance(f, f"order {o:g}") for f, o in zip(torque.tolist(), orders, strict=True)]
    )
    equilibrium = torque / (frequency * frequency * mass)
    return ResonanceEstimates(
        frequency, mass, orders, frequency / orders, torque, equilibrium, amplitude, told
    )


def _table(excitation: Any, speed: float) -> OrderTable:
    is_law = callable(excitation) and not isinstance(excitation, type)
    table = excitation(speed) if is_law else excitation
    if not isinstance(table, OrderTable):
        raise ParameterError(
            f"excitation: {shown(table)} is no order table; give one, or a function of the speed "
            "that returns one"
        )
    return table


def _modal_torque(
    excitation: Any, shape: Mapping[str, complex], order: float, speed: float
) -> float:
    combined = _table(excitation, speed).combined("mode", shape)
    return float(abs(combined["mode", order]))


def _balance(
    omega: float, inertia: float, ratio: Any, constant: Any, work: Any
) -> tuple[Callable[[float, str], float], str]:
    """Return the amplitude as a function of the torque, and the damping in words."""
    given = [one for one in (ratio, constant, work) if one is not None]
    if len(given) != 1:
        raise UsageError(
            f"{len(given)} kinds of damping: give one of damping_ratio, damping and damping_work"
        )
    if not 0 < omega * omega * inertia < np.inf:
        raise ParameterError(f"omega={omega:g}, inertia={inertia:g}: too large or small a product")
    if work is not None:
        return (lambda torque, what: _root(torque, omega, work, what)), "damping by its work"
    if ratio is not None:
        zeta = positive(ratio, "damping_ratio", "1")
        constant, told = 2 * zeta * omega * inertia, f"damping ratio {zeta:g}"
    else:
        constant = positive(constant, "damping", "N.m.s/rad")
        told = f"damping constant {constant:g} N·m·s/rad"
    resistance = omega * constant
    if not 0 < resistance < np.inf:
        raise ParameterError(f"{told}, omega {omega:g} rad/s: too large or small a product")
    return (lambda torque, _: torque / resistance), told


def _root(torque: float, omega: float, work: Callable[[float, float], float], what: str) -> float:
    """Return the amplitude at which both works are equal."""
    from scipy.optimize import brentq

    def surplus(amplitude: float) -> float:
        return float(np.pi * torque * amplitude - work(amplitude, omega)) / amplitude

    if torque == 0:
        return 0.0
    if not (surplus(_SMALLEST) > 0 > surplus(_LARGEST)):
        raise AnalysisError(
            f"{what}: no amplitude up to {_LARGEST:g} rad balances the torque of {torque:g} N·m; "
            "the work of the damping has to be smaller at small amplitudes and to grow faster"
        )
    low = 1.0
    while surplus(low) <= 0:
        low /= 10
    high = low
    while surplus(high) > 0:
        high *= 10
    return float(brentq(surplus, low if low < high else high / 10, high, xtol=1e-18, rtol=1e-14))
