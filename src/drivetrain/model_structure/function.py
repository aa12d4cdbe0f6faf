"""Signals and quantities of parts that an equation relates."""

from __future__ import annotations

from dataclasses import dataclass

from drivetrain.model_structure.lines import End
from drivetrain.modeling.component import SourceLine

__all__ = ["Function"]


@dataclass(frozen=True)
class Function:
    """An equation of a model that reads quantities of its parts, and may drive an input.

    Attributes
    ----------
    inside : str
        Path of the part whose class states the equation.
    text : str
        The equation, as written.
    reads : tuple of End
        Signals and variables on which it depends.
    sets : End or None
        The input or output that it determines; None if it relates variables only.
    where : SourceLine
        Where it is stated.
    """

    inside: str
    text: str
    reads: tuple[End, ...]
    sets: End | None
    where: SourceLine

    def __str__(self) -> str:
        return self.text
