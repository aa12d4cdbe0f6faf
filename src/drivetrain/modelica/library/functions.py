"""Functions of Modelica, and what they are called in the modeling language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WITHOUT_EVENTS", "find_function", "unsupported_function"]

_SAME: Final = (
    "der pre edge change initial sample delay smooth sqrt sin cos tan asin acos atan atan2 sinh "
    "cosh tanh exp log log10 sign floor ceil mod"
)
_BUILT_IN: Final[Mapping[str, str]] = {
    **{name: name for name in _SAME.split()},
    "abs": "abs",
    "noEvent": "no_event",
    "min": "minimum",
    "max": "maximum",
}
_MATH: Final = "sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10"
_FUNCTIONS: Final[Mapping[str, str]] = {
    **_BUILT_IN,
    **{f"Modelica.Math.{name}": name for name in _MATH.split()},
}
"""Full Modelica name → function of `drivetrain.modeling`, or `abs` of Python.

Their arguments are the same, in the same order.
"""

WITHOUT_EVENTS: Final[frozenset[str]] = frozenset({"ceil", "floor", "mod"})
"""Functions that raise events in Modelica and none here."""

_FORMULAS: Final = {
    "Modelica.Math.asinh": "log(u + sqrt(u^2 + 1))",
    "Modelica.Math.acosh": "log(u + sqrt(u^2 - 1))",
}
_UNSUPPORTED: Final[Mapping[str, str]] = {
    **{name: f"write {formula}" for name, formula in _FORMULAS.items()},
    "spatialDistribution": "transport with a variable speed has no counterpart",
    "semiLinear": "write it as an if-expression",
    "inStream": "stream connectors have no counterpart",
    "actualStream": "stream connectors have no counterpart",
    "homotopy": "write its first argument",
    "cardinality": "the number of connections is not known to a class",
    "backSample": "clocks have no counterpart",
    "hold": "clocks have no counterpart",
    "noClock": "clocks have no counterpart",
    "previous": "clocks have no counterpart",
    "subSample": "clocks have no counterpart",
    "superSample": "clocks have no counterpart",
    "shiftSample": "clocks have no counterpart",
}


def find_function(full_name: str) -> str | None:
    """Return the function of `drivetrain.modeling` that does what a Modelica function does.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Math.sin``, or a built-in function.

    Returns
    -------
    str or None
        Its name, or ``"abs"``; None if there is no counterpart. `WITHOUT_EVENTS` has those that
        raise no events.
    """
    return _FUNCTIONS.get(full_name)


def unsupported_function(full_name: str) -> str | None:
    """Return what to do about a function that is known to have no counterpart; None for others.

    Parameters
    ----------
    full_name : str
        Full Modelica name.
    """
    return _UNSUPPORTED.get(full_name)
