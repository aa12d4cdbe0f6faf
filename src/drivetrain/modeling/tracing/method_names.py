"""Detect misspelt names of the methods that the compiler calls, which would be ignored."""

from __future__ import annotations

import difflib
from inspect import isfunction
from typing import Final

from drivetrain.errors import ModelError
from drivetrain.modeling.component import Component, SourceLine

__all__ = ["check_spelling"]

_ASKED_FOR: Final = (
    "equations",
    "initial_equations",
    "stored_energy",
    "dissipated_power",
    "supplied_power",
    "stored_heat",
)
_ALIKE: Final = 0.88
"""Similarity of `init_equations` and `initial_equations`; `own_equations` is less similar."""


def check_spelling(cls: type[Component]) -> None:
    """Refuse unused methods whose names are similar to those that the compiler calls.

    Raises
    ------
    ModelError
        For the first of them; the message names it, its line, and the probable intention.
    """
    methods = [
        (name, value)
        for klass in cls.__mro__
        if not klass.__module__.startswith("drivetrain.") and issubclass(klass, Component)
        for name, value in vars(klass).items()
        if isfunction(value)
    ]
    called = {name for _, method in methods for name in method.__code__.co_names}
    for name, method in methods:
        meant = _meant(name)
        if meant and name not in called:
            place = SourceLine(method.__code__.co_filename, method.__code__.co_firstlineno)
            raise ModelError(
                f"'{cls.__name__}.{name}' would never be called; did you mean {meant!r}? "
                f"A helper with that name has to be called by another method [in {cls.__name__}, "
                f"{place}]"
            )


def _meant(name: str) -> str | None:
    """Return the method whose name is similar to a given one."""
    if name in _ASKED_FOR:
        return None
    bare = {known.replace("_", ""): known for known in _ASKED_FOR}
    asked = name.replace("_", "").casefold()
    matches = difflib.get_close_matches(asked, bare, n=1, cutoff=_ALIKE)
    return bare[matches[0]] if matches else None
