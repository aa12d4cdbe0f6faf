"""What a feature of the language is shown by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Feature", "Known", "Wrong"]


@dataclass(frozen=True)
class Known:
    """A model whose solution is known.

    Parameters
    ----------
    text : str
        A file, of which the class `A` is run for one second.
    answers : mapping
        Name → value at the end, from a closed form.
    functions : mapping
        What is given in Python in place of external functions.
    """

    text: str
    answers: Mapping[str, float]
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Wrong:
    """A model that is refused.

    Parameters
    ----------
    text : str
        A file with the class `A`.
    message : str
        A line of the message, the whole of it: where, what, and what to do.
    """

    text: str
    message: str


@dataclass(frozen=True)
class Feature:
    """A feature of the language.

    Parameters
    ----------
    row : str
        How the table of features calls it, with others that it is counted with.
    name : str
        Which of these it is; empty if the row is one feature.
    known : tuple of Known
        Models that show it; none, if it is refused.
    wrong : tuple of Wrong
        Models in which it is used in a wrong way, or at all.
    """

    row: str
    name: str = ""
    known: tuple[Known, ...] = ()
    wrong: tuple[Wrong, ...] = ()
