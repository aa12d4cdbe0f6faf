"""Requests for Holzer tables: of a linear model at any value, of an eigenmode at its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import not_negative
from drivetrain.analysis.modes.holzer.table import HolzerTable, holzer_table
from drivetrain.analysis.modes.holzer.train import Train, train_of
from drivetrain.errors import AnalysisError
from drivetrain.modeling.argument_values import check_flags

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel
    from drivetrain.analysis.modes.eigenmode import Eigenmode

__all__ = ["effective_inertia", "table_at", "table_of"]

_STILL = 1e-6
"""Amplitude, relative to the largest, of a disc at which no table begins."""


def table_at(
    model: LinearModel, omega: Any, damped: bool, begin: str | None, shaft: str | None
) -> HolzerTable:
    """Return the table of a linear model at a trial frequency."""
    at = not_negative(omega, "omega", "rad/s")
    check_flags("holzer", damped=damped)
    train = _train(model, damped)
    return holzer_table(model.name, train, 1j * at, damped=damped, begin=begin, shaft=shaft)


def table_of(
    mode: Eigenmode, model: LinearModel, begin: str | None, shaft: str | None
) -> HolzerTable:
    """Return the table of an eigenmode at its eigenvalue."""
    train = _train(model, mode.is_damped)
    damped = bool(mode.eigenvalue.real) or bool(_dampings(train).any())
    return holzer_table(
        model.name, train, mode.eigenvalue, damped=damped, begin=begin, shaft=shaft,
        moves=_moving(mode, train),
    )  # fmt: skip


def effective_inertia(mode: Eigenmode, model: LinearModel, shaft: str | None) -> float:
    """Return the inertia of an eigenmode against a rigid rotation, referred to one shaft."""
    train = _train(model, mode.is_damped)
    chosen = train.discs[0][0].name if shaft is None else shaft
    rows = table_of(mode, model, None, chosen).rows
    inertia = np.array([row.inertia for row in rows])
    amplitude = np.array([row.amplitude for row in rows])
    energy = float(inertia @ np.abs(amplitude) ** 2)
    return float(np.abs(inertia @ amplitude) ** 2) / energy


def _train(model: LinearModel, damped: bool) -> Train:
    train = train_of(model, model.scheme, damped=damped)
    if not train.shafts:
        raise AnalysisError(
            f"{model.name} has no two discs with a shaft between them, so there is no Holzer table"
        )
    return train


def _dampings(train: Train) -> NDArray[np.float64]:
    return np.array([*(one.damping for one in train.shafts), *train.ground_damping])


def _moving(mode: Eigenmode, train: Train) -> list[bool]:
    """Return which groups of discs take part in an eigenmode."""
    shares = mode.energy("kinetic")
    size = [
        np.sqrt(sum(shares.get(disc.name, 0.0) for disc in discs) / inertia)
        for discs, inertia in zip(train.discs, train.inertia, strict=True)
    ]
    return [one > _STILL * max(size) for one in size]
