"""Exceptions of the package.

Every message states what was requested, what was found, where (component path, flange, source line)
and what to do. No other exceptions are raised on purpose. All are a :class:`DrivetrainError`, but
for Ctrl-C, which remains a `KeyboardInterrupt`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from reprlib import Repr
from typing import Any

from drivetrain.tracebacks import lines_for_ipython

__all__ = [
    "AnalysisError",
    "AnalysisWarning",
    "ArgumentError",
    "CheckWarning",
    "DrivetrainError",
    "ExpressionError",
    "FMUError",
    "InitialisationError",
    "MemberError",
    "ModelError",
    "ModelWarning",
    "ModelicaError",
    "NameLookupError",
    "ParameterError",
    "RenamedError",
    "ResultError",
    "SimulationError",
    "SimulationInterrupted",
    "StructureError",
    "StudyError",
    "TableError",
    "UnitError",
    "UsageError",
    "nearest",
    "shown",
]


_LONGEST = 300  # number of compared letters of a name


class DrivetrainError(Exception):
    """Base of everything that `drivetrain` raises on purpose.

    Its traceback shows the user's lines; the environment variable ``DRIVETRAIN_FULL_TRACEBACK=1``
    adds those of the package.
    """

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython and notebooks show."""
        return lines_for_ipython(self)


class ModelError(DrivetrainError):
    """A model declaration is invalid (unconnected input, duplicate name …)."""


class ExpressionError(ModelError):
    """An expression in `equations` is used in a way that the language does not support."""


class UnitError(ModelError):
    """The two sides of an equation, or two terms of a sum, have different units."""


class ModelicaError(ModelError):
    """A Modelica text cannot be read, or needs something that is not supported; shows the place."""


class FMUError(ModelError):
    """An FMU cannot be read, loaded or run; shows what it has logged."""


class ParameterError(ModelError):
    """A parameter is missing, unknown, of the wrong kind, or outside its bounds."""


class TableError(ParameterError):
    """A table is empty, unsorted, not finite, or of the wrong shape."""


class NameLookupError(ModelError, KeyError):
    """A name (parameter, signal, component, example) does not exist; suggests the nearest."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class MemberError(NameLookupError, AttributeError):
    """A model has no member of this name; also an `AttributeError`, for `hasattr` and `getattr`."""


class RenamedError(NameLookupError, ImportError):
    """A class of the Modelica library has another name here; also an `ImportError`."""


class StructureError(ModelError):
    """Equations and unknowns do not match: too many, too few, or dependent on each other."""


class InitialisationError(DrivetrainError):
    """Start values contradict each other, or no consistent start was found.

    Attributes
    ----------
    start : StartReport or None
        Requested value and value reached for each variable, as far as initialisation got.
    """

    start: object | None = None


class SimulationError(DrivetrainError):
    """A run failed; the part computed until then is kept in :attr:`result`.

    Attributes
    ----------
    result : Result or None
        Trajectory up to the failure.
    """

    def __init__(self, message: str, result: object | None = None) -> None:
        super().__init__(message)
        self.result = result


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C during a run or an ensemble; the part computed until then is kept in :attr:`result`.

    As a `KeyboardInterrupt` it also ends the loop or the script that the run belongs to, unless it
    is caught.

    Parameters
    ----------
    message : str
        When the run was interrupted.
    result : Result or Ensemble, optional
        What was computed.

    Attributes
    ----------
    result : Result, Ensemble or None
        The result up to the interrupt; an ensemble with the runs that were over.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain.errors import SimulationInterrupted
    >>> model = dt.examples.find("CoupledClutches")()
    >>> try:
    ...     result = dt.simulate(model)
    ... except SimulationInterrupted as interrupt:
    ...     result = interrupt.result
    """

    def __init__(self, message: str = "", result: Any = None) -> None:
        super().__init__(message)
        self.result = result


class ResultError(DrivetrainError):
    """A result cannot be read, written or plotted as requested."""


class AnalysisError(DrivetrainError):
    """A model cannot be linearised or analysed as requested."""


class StudyError(DrivetrainError):
    """A study cannot be resumed, stored, distributed or evaluated as requested."""


class UsageError(DrivetrainError):
    """The command line or a function was called incorrectly."""


class ArgumentError(UsageError, TypeError):
    """A function was called with an unknown argument, or without a required one."""


class CheckWarning(UserWarning):
    """A run does not agree with its equations or its energy balance.

    The result is available but should not be relied on; ``result.check`` lists the findings. With
    ``warnings.simplefilter("error", dt.CheckWarning)`` such a run raises.

    Parameters
    ----------
    message : str
        What was found.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)


class AnalysisWarning(UserWarning):
    """An analysis has an answer, but one that says less than it seems to.

    A derivative at a kink is one-sided; a parameter that data do not determine has no error bar.
    With ``warnings.simplefilter("error", AnalysisWarning)`` such an analysis raises.

    Parameters
    ----------
    message : str
        What was found, and where.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)


class ModelWarning(UserWarning):
    """A model can be solved, but is hardly what was meant: a part in it does nothing.

    It is issued when a model is compiled or simulated; `check` lists the same findings. With
    ``warnings.simplefilter("ignore", dt.ModelWarning)`` nothing is said, with ``"error"`` it is
    raised.

    Parameters
    ----------
    message : str
        The part, what is open, and what to do.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)


def nearest(name: str, known: Iterable[str], count: int = 3) -> str:
    """Return a hint such as ``"; did you mean 'peak'?"`` or an empty string.

    Parameters
    ----------
    name : str
        The requested name.
    known : iterable of str
        The existing names.
    count : int
        Maximum number of suggestions.
    """
    asked, there = str(name)[:_LONGEST], list(known)
    matches = [one for one in there if one.casefold() == asked.casefold()][:count]
    matches = matches or difflib.get_close_matches(asked, there, n=count, cutoff=0.6)
    if not matches:
        return ""
    return "; did you mean " + " or ".join(repr(match) for match in matches) + "?"


_SHORT = Repr()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxtuple, _SHORT.maxdict = 3, 6, 6, 6
_SHORT.maxstring = _SHORT.maxother = 80


def shown(value: object) -> str:
    """Return a value as shown in a message: one line, with the middle left out.

    Parameters
    ----------
    value : object
        Anything; a table may have thousands of rows.
    """
    return " ".join(_SHORT.repr(value).split())
