"""Functions of Modelica, and what they are called in the modeling language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = [
    "FIRST_ARGUMENT",
    "WITHOUT_EVENTS",
    "find_function",
    "known_functions",
    "unsupported_function",
]

_SAME: Final = (
    "der pre edge change initial sample delay smooth sqrt sin cos tan asin acos atan atan2 sinh "
    "cosh tanh exp log log10 sign floor ceil mod reinit"
)
_BUILT_IN: Final[Mapping[str, str]] = {
    **{name: name for name in _SAME.split()},
    "abs": "abs",
    "assert": "ensure",
    "integer": "floor",
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

Their arguments are the same, in the same order; ``assert`` has a level in addition.
"""

WITHOUT_EVENTS: Final[frozenset[str]] = frozenset({"ceil", "floor", "integer", "mod"})
"""Functions that raise events in Modelica and none here."""

FIRST_ARGUMENT: Final[Mapping[str, str]] = {"homotopy": "actual"}
"""Functions whose value is that of their first argument, and the name of that argument."""

_FORMULAS: Final = {
    "Modelica.Math.asinh": "log(u + sqrt(u^2 + 1))",
    "Modelica.Math.acosh": "log(u + sqrt(u^2 - 1))",
    "Modelica.Math.cot": "1/tan(u)",
}
_UNSUPPORTED: Final[Mapping[str, str]] = {
    **{name: f"write {formula}" for name, formula in _FORMULAS.items()},
    "initialState": "state machines have no counterpart; set an Integer by 'when'",
    "transition": "state machines have no counterpart; set an Integer by 'when'",
    "Connections.branch": "no connections here are overconstrained",
    "Connections.potentialRoot": "no connections here are overconstrained",
    "Connections.root": "no connections here are overconstrained",
    "Clock": "clocks have no counterpart; write sample(start, interval)",
    "spatialDistribution": "transport with a variable speed has no counterpart",
    "semiLinear": "write it as an if-expression",
    "inStream": "stream connectors have no counterpart",
    "actualStream": "stream connectors have no counterpart",
    "div": "write floor(x / y) if both are positive",
    "rem": "write mod(x, y) if both are positive",
    "cardinality": "the number of connections is not known to a class",
    "backSample": "clocks have no counterpart; write 'when sample(start, interval)'",
    "hold": "clocks have no counterpart; write 'when sample(start, interval)'",
    "noClock": "clocks have no counterpart; write 'when sample(start, interval)'",
    "previous": "clocks have no counterpart; write 'when sample(start, interval)'",
    "subSample": "clocks have no counterpart; write 'when sample(start, interval)'",
    "superSample": "clocks have no counterpart; write 'when sample(start, interval)'",
    "shiftSample": "clocks have no counterpart; write 'when sample(start, interval)'",
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


def known_functions() -> tuple[str, ...]:
    """Return the full Modelica names of all functions that have a counterpart here."""
    return tuple(_FUNCTIONS)


def unsupported_function(full_name: str) -> str | None:
    """Return what to do about a function that is known to have no counterpart; None for others.

    Parameters
    ----------
    full_name : str
        Full Modelica name.
    """
    return _UNSUPPORTED.get(full_name)
