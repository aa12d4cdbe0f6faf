"""Placeholder for a conditional connector or component that does not exist."""

from __future__ import annotations

from typing import Any, ClassVar

from drivetrain.errors import ParameterError
from drivetrain.modeling.connection import join
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
    connector : type, optional
        Class of a connector; connections with it are left out. Nothing can be connected to a signal
        or a component that does not exist.
    """

    connects_as: ClassVar[str] = "absent"

    def __init__(self, path: str, enabled: Any, title: str, connector: Any = None) -> None:
        self.name = path
        self.connector = connector
        self._enabled = enabled
        self._title = title

    def inside(self, path: str) -> Disabled:
        """Return the same, named as seen from the component that contains it."""
        return Disabled(path, self._enabled, self._title, self.connector)

    def why(self) -> str:
        """Return the reason why it does not exist."""
        switch = self._switch()
        return f"{switch} is False" if switch else f"its 'enabled={self._enabled}' does not hold"

    def _switch(self) -> str:
        """Return the parameter that is its condition, if it is a single one."""
        alone = isinstance(self._enabled, Expr) and self._enabled.op == "decl"
        return str(self._enabled.value.name) if alone else ""

    def refusal(self) -> ParameterError:
        """Return the error to raise when this member is used."""
        switch = self._switch()
        on = f"switch it on where the part is made, {self._title}(…, {switch}=True)"
        return ParameterError(
            f"'{self.name}' ({self._title}) does not exist, because {self.why()}: "
            f"{on if switch else 'enable it'}, or remove what refers to it"
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.refusal()

    def __rshift__(self, other: Any) -> Any:
        return join(self, other)

    def __rrshift__(self, other: Any) -> Any:
        return join(other, self)
