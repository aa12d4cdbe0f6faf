"""Placeholder for a conditional connector or component that does not exist."""

from __future__ import annotations

from typing import Any, ClassVar

from drivetrain.errors import ParameterError
from drivetrain.modeling.expression import Expr

__all__ = ["Disabled"]


class Disabled:
    """Placeholder for a conditional connector or component that does not exist.

    Parameters
    ----------
    path : str
        Name of the missing member.
    enabled : object
        Its condition: False, or an expression of structural parameters.
    title : str
        Class that declares it.
    """

    connects_as: ClassVar[str] = "absent"

    def __init__(self, path: str, enabled: Any, title: str) -> None:
        self._path = path
        self._enabled = enabled
        self._title = title

    def inside(self, path: str) -> Disabled:
        """Return the same, named as seen from the component that contains it."""
        return Disabled(path, self._enabled, self._title)

    def refusal(self) -> ParameterError:
        """Return the error to raise when this member is used."""
        if isinstance(self._enabled, Expr) and self._enabled.op == "decl":
            switch = self._enabled.value.name
            why = f"{switch} is False"
            remedy = f"switch it on where the part is made, {self._title}(…, {switch}=True)"
        else:
            why = f"its condition 'enabled={self._enabled}' does not hold"
            remedy = "enable it"
        return ParameterError(
            f"'{self._path}' ({self._title}) does not exist, because {why}: {remedy}, or remove "
            "what refers to it"
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.refusal()

    def __rshift__(self, other: Any) -> Any:
        raise self.refusal()

    def __rrshift__(self, other: Any) -> Any:
        raise self.refusal()
