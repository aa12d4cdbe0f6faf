"""Records as Modelica defines them: values with members that have names."""

from __future__ import annotations

from typing import Any

from drivetrain.errors import ExpressionError

__all__ = ["Record", "record"]


class Record:
    """A value with members; members get other values in a new one, made by :func:`record`."""

    def __init__(self, members: dict[str, Any]) -> None:
        self.__dict__.update(members)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        known = ", ".join(self.__dict__) or "none"
        raise ExpressionError(f"the member '{name}' of a record has no value yet; it has {known}")


def record(before: Record | None = None, /, **members: Any) -> Record:
    """Return a record with these members, and those of another one that are not among them."""
    return Record({**(vars(before) if before is not None else {}), **members})
