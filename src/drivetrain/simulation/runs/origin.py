"""What made a result, so that another run can continue from one of its instants."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import parameter_names
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError
from drivetrain.simulation.results.variable_names import layout_of
from drivetrain.simulation.runs.saved_instant import Placed
from drivetrain.simulation.settings import Settings

__all__ = ["Identity", "Origin", "Restart"]

_MOST_NAMES = 20_000
"""Names that are compared one by one; the digest covers the rest."""


@dataclass(frozen=True, eq=False)
class Identity:
    """What two translations have in common if runs of one can be continued with the other.

    Parameters
    ----------
    title : str
        Name of the model.
    variables, parameters : sequence of str
        Their names, in order.
    equations : str
        Digest of the program.
    """

    title: str
    variables: Sequence[str]
    parameters: Sequence[str]
    equations: str

    @staticmethod
    def of(translation: Translation) -> Identity:
        """Return the identity of a translated model."""
        found = _known.get(translation)
        if found is None:
            root, layout = translation.flat.root, layout_of(translation)
            program = translation.program.first(translation.n_nodes)
            found = _known[translation] = Identity(
                root.title,
                tuple(layout.names[:_MOST_NAMES]),
                tuple(parameter_names(root)[:_MOST_NAMES]),
                _digest((len(layout), translation.flat.n_parameters, program)),
            )
        return found

    def difference(self, other: Identity) -> str | None:
        """Say what is the first thing that differs in another model; None if nothing does."""
        if self.title != other.title:
            return f"that one is called {other.title!r}, this one {self.title!r}"
        named = _first_difference("variable", self.variables, other.variables)
        named = named or _first_difference("parameter", self.parameters, other.parameters)
        if named is None and self.equations != other.equations:
            return (
                "the names are the same, but the equations differ (structural parameters do that)"
            )
        return named


_known: WeakKeyDictionary[Translation, Identity] = WeakKeyDictionary()


def _first_difference(what: str, own: Sequence[str], others: Sequence[str]) -> str | None:
    for here, there in zip(own, others, strict=False):
        if here != there:
            return f"where this one has the {what} {here!r}, that one has {there!r}"
    if len(own) == len(others):
        return None
    longer, which = (own, "this") if len(own) > len(others) else (others, "that")
    return f"only {which} one has the {what} {longer[min(len(own), len(others))]!r}"


@dataclass(frozen=True, eq=False)
class Origin:
    """What made a result: a run, and what was before it.

    Parameters
    ----------
    settings : Settings
        Settings of the run; it starts at their start time unless it continues another one.
    parameters : mapping or None
        Parameter values given to it.
    before : Restart or None
        The instant of another run, of other parameters, from which it started.
    translation : Translation or None
        What was run; None after pickling.
    identity : Identity or None
        Its identity; None until it is needed.
    """

    settings: Settings
    parameters: Mapping[str, Any] | None
    before: Restart | None
    translation: Translation | None
    identity: Identity | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the identity of the model in place of the model."""
        return Origin, (self.settings, self.parameters, self.before, None, self._identified())

    def _identified(self) -> Identity | None:
        return Identity.of(self.translation) if self.translation else self.identity

    def check_model(self, translation: Translation) -> None:
        """Refuse another model.

        Raises
        ------
        UsageError
            If the model differs; the message names the first difference.
        """
        if self.translation is not None and self.translation.flat is translation.flat:
            return
        there = self._identified()
        assert there is not None
        difference = Identity.of(translation).difference(there)
        if difference is not None:
            raise UsageError(
                f"initial=…: this result is that of another model: {difference}; give a result of "
                "the model that is to run"
            )


@dataclass(frozen=True, eq=False)
class Restart:
    """An instant of an earlier run.

    Parameters
    ----------
    origin : Origin
        The run.
    time : float
        Instant, s.
    row : float array or None
        What was written there.
    placed : Placed or None
        Values that were put in place of those reached there.
    """

    origin: Origin
    time: float
    row: NDArray[np.float64] | None = None
    placed: Placed | None = None


def _digest(program: object) -> str:
    found = hashlib.sha256()
    _add(found, program, set())
    return found.hexdigest()


def _add(found: Any, thing: object, above: set[int]) -> None:
    """Add anything that a program is made of to a digest."""
    if id(thing) in above:
        return
    if isinstance(thing, np.ndarray):
        found.update(f"{thing.dtype}{thing.shape}".encode())
        found.update(np.ascontiguousarray(thing).tobytes())
    elif isinstance(thing, Mapping):
        _add_all(found, [*thing.keys(), *thing.values()], above | {id(thing)})
    elif isinstance(thing, (set, frozenset)):
        _add_all(found, sorted(thing, key=repr), above)
    elif isinstance(thing, (list, tuple)):
        _add_all(found, thing, above | {id(thing)})
    elif is_dataclass(thing) and not isinstance(thing, type):
        parts = [getattr(thing, one.name) for one in fields(thing)]
        _add_all(found, [type(thing).__name__, *parts], above | {id(thing)})
    elif thing is None or isinstance(thing, (str, bytes, int, float, np.generic)):
        found.update(repr(thing).encode())
    else:
        found.update(type(thing).__name__.encode())


def _add_all(found: Any, things: Iterable[object], above: set[int]) -> None:
    found.update(b"(")
    for one in things:
        _add(found, one, above)
        found.update(b",")
    found.update(b")")
