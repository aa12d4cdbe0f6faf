"""Complex factors of parameters in the frequency domain: loss factors, and laws of users."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from drivetrain.analysis.response.system import Law
from drivetrain.errors import AnalysisError, UsageError, shown

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["Laws", "laws_of"]

_STIFFNESSES = ("N.m/rad", "N/m")


@dataclass(frozen=True)
class Laws:
    """Complex factors of parameters.

    Attributes
    ----------
    factors : dict
        Constant factors by parameter.
    functions : tuple of (tuple of str, callable)
        Parameters with one law, and the law.
    """

    factors: Mapping[str, complex]
    functions: tuple[tuple[tuple[str, ...], Law], ...] = ()

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self.factors or self.functions)

    def at(self, omega: float) -> dict[str, complex]:
        """Return all factors at an angular frequency."""
        found = dict(self.factors)
        for names, law in self.functions:
            found.update(dict.fromkeys(names, law(omega)))
        return found

    def without_functions(self) -> Laws:
        """Return the same factors for a file: functions of users cannot be stored."""
        return Laws(self.factors, tuple((names, _lost) for names, _ in self.functions))

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters."""
        return (*self.factors, *(name for names, _ in self.functions for name in names))


def _lost(omega: float) -> complex:
    """Stand for a function that was not stored."""
    raise AnalysisError("the laws of this frequency response were not stored with it")


def laws_of(model: LinearModel, hysteresis: Any, laws: Any) -> Laws:
    """Return the complex factors that a user asks for.

    Parameters
    ----------
    model : LinearModel
        The linear model, which knows the parameters.
    hysteresis : mapping of str to float, optional
        Loss factors of stiffnesses, by name or pattern.
    laws : mapping of str to callable, optional
        Functions of the angular frequency that return complex factors.

    Raises
    ------
    UsageError
        If a loss factor is no number or negative, or a parameter is given twice.
    NameLookupError
        If there is no such parameter.
    """
    factors: dict[str, complex] = {}
    for pattern, eta in _items("hysteresis", hysteresis, "{'shaft.c': 0.035}"):
        for name, unit in _named(model, pattern):
            _check_free(name, factors)
            factors[name] = 1 + 1j * _loss_factor(name, unit, eta)
    functions: list[tuple[tuple[str, ...], Law]] = []
    for pattern, law in _items("laws", laws, "{'mount.c': lambda omega: 1 + 0.1j}"):
        if not callable(law):
            raise UsageError(
                f"laws[{pattern!r}]={shown(law)}: give a function of the angular frequency in "
                "rad/s that returns a complex factor; for a constant loss factor there is "
                "hysteresis={…}"
            )
        names = tuple(name for name, _ in _named(model, pattern))
        for name in names:
            _check_free(name, (*factors, *(n for known, _ in functions for n in known)))
        functions.append((names, _checked(pattern, law)))
    return Laws(factors, tuple(functions))


def _items(label: str, given: Any, example: str) -> list[tuple[str, Any]]:
    if given is None:
        return []
    if not isinstance(given, Mapping):
        raise UsageError(f"{label}={shown(given)}: give values by parameter, {label}={example}")
    return list(given.items())


def _named(model: LinearModel, pattern: str) -> list[tuple[str, str]]:
    return [(name, unit) for name, _, unit in model.details.parameters([pattern])]


def _check_free(name: str, taken: Any) -> None:
    if name in taken:
        raise UsageError(f"{name} is given twice: name each parameter, or a pattern for it, once")


def _loss_factor(name: str, unit: str, eta: Any) -> float:
    if unit not in _STIFFNESSES:
        raise UsageError(
            f"hysteresis: {name} is in {unit!r} and no stiffness; name stiffnesses, or give a "
            "complex factor by laws={…}"
        )
    if isinstance(eta, bool) or not isinstance(eta, (int, float)) or not 0 <= eta < float("inf"):
        raise UsageError(f"hysteresis[{name!r}]={shown(eta)}: give a loss factor, at least 0")
    return float(eta)


def _checked(pattern: str, law: Callable[[float], Any]) -> Law:
    def factor(omega: float) -> complex:
        value = law(omega)
        try:
            found = complex(value)
        except (TypeError, ValueError):
            found = complex("nan")
        if not cmath.isfinite(found):
            raise UsageError(
                f"laws[{pattern!r}] returns {shown(value)} at {omega:g} rad/s: it has to return a "
                "finite number, real or complex"
            )
        return found

    return factor
