"""Orders for workers in other processes: what travels there, and what they do with it."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import StudyError
from drivetrain.studies.work.machine import machine_facts, versions
from drivetrain.studies.work.piece import Piece
from drivetrain.studies.work.runner import Runner

__all__ = ["Order", "fulfil", "sent"]

_RUNNERS: OrderedDict[str, Runner] = OrderedDict()
"""Models that this process has compiled, by the digest of their recipe."""
_MOST_RUNNERS = 4
_LOCK = Lock()


class Order(NamedTuple):
    """Runs to be made in another process.

    Attributes
    ----------
    key : str
        Digest of the recipe.
    recipe : bytes
        The pickled :class:`Runner`: models as they are written, outcomes, settings.
    variant : int
        Number of the compiled model.
    runs : int array
        Indices of the runs.
    columns : dict of str to ndarray
        Their parameters.
    versions : dict
        Versions that have to be the same here and there.
    """

    key: str
    recipe: bytes
    variant: int
    runs: NDArray[np.int64]
    columns: Mapping[str, NDArray[Any]]
    versions: dict[str, str]


class _Call:
    """An order that is fulfilled where it is unpickled."""

    def __init__(self, order: Order) -> None:
        self._order = order

    def __reduce__(self) -> tuple[Any, ...]:
        return fulfil, (self._order,)


def sent(order: Order) -> bytes:
    """Return an order as bytes: ``pickle.loads`` of them makes the runs and returns the piece.

    So everything that is known before, to schedulers, too, is a function of Python itself, and a
    worker without this package raises an error for its task. Where tasks name functions of the
    package, such a worker of Dask loses its connection instead, again and again.

    Parameters
    ----------
    order : Order
        The order.
    """
    return pickle.dumps(_Call(order))


def fulfil(order: Order) -> Piece:
    """Make the runs of an order in this process, on one thread.

    Raises
    ------
    StudyError
        If versions differ.
    """
    _check_versions(order.versions)
    made = _runner(order).make(order.variant, order.runs, order.columns, threads=1)
    return made.piece


def _check_versions(wanted: dict[str, str]) -> None:
    here = versions()
    told = [
        f"{name} {here.get(name)} instead of {version}"
        for name, version in wanted.items()
        if here.get(name) != version
    ]
    if told:
        host = machine_facts()["host"]
        raise StudyError(
            f"a worker on {host} has {', '.join(told)}: install the same versions everywhere, "
            "since results could differ"
        )


def _runner(order: Order) -> Runner:
    with _LOCK:
        if order.key not in _RUNNERS:
            _RUNNERS[order.key] = pickle.loads(order.recipe)
            while len(_RUNNERS) > _MOST_RUNNERS:
                _RUNNERS.popitem(last=False)
        _RUNNERS.move_to_end(order.key)
        return _RUNNERS[order.key]
