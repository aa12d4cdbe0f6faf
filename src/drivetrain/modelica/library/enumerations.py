"""Enumerations of Modelica, and what their literals are called here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from drivetrain.modelica.library.naming import snake_case

__all__ = ["find_enumeration", "find_enumeration_literal", "known_enumerations"]

_BLOCKS: Final = "Modelica.Blocks.Types"
_LITERALS: Final[Mapping[str, str]] = {
    "StateSelect": "never avoid default prefer always",
    "AssertionLevel": "warning error",
    f"{_BLOCKS}.Smoothness": "LinearSegments ContinuousDerivative ConstantSegments "
    "MonotoneContinuousDerivative1 MonotoneContinuousDerivative2 ModifiedContinuousDerivative",
    f"{_BLOCKS}.Extrapolation": "HoldLastPoint LastTwoPoints Periodic NoExtrapolation",
    f"{_BLOCKS}.TimeEvents": "Always AtDiscontinuities NoTimeEvents",
    f"{_BLOCKS}.Init": "NoInit SteadyState InitialState InitialOutput",
    f"{_BLOCKS}.InitPID": "NoInit SteadyState InitialState InitialOutput",
    f"{_BLOCKS}.SimpleController": "P PI PD PID",
    f"{_BLOCKS}.AnalogFilter": "CriticalDamping Bessel Butterworth ChebyshevI",
    f"{_BLOCKS}.FilterType": "LowPass HighPass BandPass BandStop",
    f"{_BLOCKS}.Regularization": "Exp Sine Linear Cosine",
    f"{_BLOCKS}.LimiterHomotopy": "NoHomotopy Linear UpperLimit LowerLimit",
}
"""Full Modelica name → its literals, in their order."""


def find_enumeration(full_name: str) -> Mapping[str, str] | None:
    """Return the literals of an enumeration: Modelica name → value here, in their order.

    Parameters
    ----------
    full_name : str
        Full Modelica name of the type, such as ``Modelica.Blocks.Types.Init``.

    Returns
    -------
    mapping or None
        None if no such enumeration is known.
    """
    literals = _LITERALS.get(full_name)
    if literals is None:
        return None
    return MappingProxyType({one: snake_case(one).lower() for one in literals.split()})


def find_enumeration_literal(full_name: str) -> str | None:
    """Return the value here of a literal, such as ``"linear_segments"``.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Blocks.Types.Smoothness.LinearSegments``.

    Returns
    -------
    str or None
        None if no such literal is known.
    """
    enumeration, _, literal = full_name.rpartition(".")
    return (find_enumeration(enumeration) or {}).get(literal)


def known_enumerations() -> tuple[str, ...]:
    """Return the full Modelica names of all enumerations that are known."""
    return tuple(_LITERALS)
