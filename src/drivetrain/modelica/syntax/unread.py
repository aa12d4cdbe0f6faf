"""Annotations that are read when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import overload

from drivetrain.modelica.syntax.nodes import Argument

__all__ = ["UnreadArguments"]


class UnreadArguments(Sequence[Argument]):
    """The arguments of an annotation. They are read from the text at the first question.

    Parameters
    ----------
    read : callable
        Reads them; raises `ModelicaError` if they are no Modelica.
    """

    def __init__(self, read: Callable[[], tuple[Argument, ...]]) -> None:
        self._read = read

    @cached_property
    def _arguments(self) -> tuple[Argument, ...]:
        return self._read()

    @overload
    def __getitem__(self, index: int) -> Argument: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Argument, ...]: ...
    def __getitem__(self, index: int | slice) -> Argument | tuple[Argument, ...]:
        return self._arguments[index]

    def __len__(self) -> int:
        return len(self._arguments)

    def __eq__(self, other: object) -> bool:
        return self._arguments == (
            other._arguments if isinstance(other, UnreadArguments) else other
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._arguments)
