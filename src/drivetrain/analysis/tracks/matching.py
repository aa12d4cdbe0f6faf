"""Which eigenmodes of two linear models are the same.

Between models of the same states the product of left and right eigenvectors tells it: it is 1 for
the same mode and 0 for two others of one model, whatever the units of states. Between models with
other degrees of freedom, as with a clutch open and closed, the parts that store energy are compared
by their names [1]_.

References
----------
.. [1] R. J. Allemang, "The modal assurance criterion: twenty years of use and abuse", Sound and
   Vibration 37, 2003; here with energies as weights.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import OTHER
from drivetrain.analysis.modes.eigenmodes import Eigenmodes

__all__ = ["EnergyShapes", "Matching", "energy_shapes", "likeness", "matched", "shapes_alike"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complexes = NDArray[np.complex128]

_UNLIKE = 0.05
"""Likeness below which two eigenmodes are not the same."""


class EnergyShapes(NamedTuple):
    """Eigenmodes as amplitudes of parts, in roots of energy.

    Attributes
    ----------
    names : tuple of str
        What stores energy: part and kind.
    values : complex array, shape (n_names, n_modes)
        Amplitudes; the squares of each mode add up to 1.
    """

    names: tuple[str, ...]
    values: Complexes


class Matching(NamedTuple):
    """Eigenmodes of one model and the same ones of another.

    Attributes
    ----------
    there : int array
        For each mode here its place there, from 0; -1 if there is none.
    quality : float array
        Likeness, 0 … 1; 0 if there is none.
    """

    there: Ints
    quality: Floats


def matched(here: Eigenmodes, there: Eigenmodes) -> Matching:
    """Return the same eigenmodes of two linear models, so that they are as like as possible in all.

    Parameters
    ----------
    here, there : Eigenmodes
        The eigenmodes.
    """
    from scipy.optimize import linear_sum_assignment

    alike = likeness(here, there)
    rows, columns = linear_sum_assignment(-alike)
    found = np.full(len(here), -1, dtype=np.int64)
    quality = np.zeros(len(here))
    kept = alike[rows, columns] > _UNLIKE
    found[rows[kept]] = columns[kept]
    quality[rows[kept]] = alike[rows[kept], columns[kept]]
    return Matching(found, quality)


def likeness(here: Eigenmodes, there: Eigenmodes) -> Floats:
    """Return how like each two eigenmodes are, 0 … 1, shape (n_here, n_there)."""
    if not (len(here) and len(there)):
        return np.zeros((len(here), len(there)))
    if _same_form(here, there):
        forth = np.abs(here.left.T @ there.right)
        back = np.abs(there.left.T @ here.right)
        return np.asarray(np.minimum(np.sqrt(forth * back.T), 1.0))
    return shapes_alike(energy_shapes(here), energy_shapes(there))


def _same_form(here: Eigenmodes, there: Eigenmodes) -> bool:
    """Tell whether two linear models have the same degrees of freedom."""
    one, other = here.model, there.model
    if one.held_by != other.held_by or len(one.states) != len(other.states):
        return False
    return one.states is other.states or list(one.states) == list(other.states)


def energy_shapes(modes: Eigenmodes) -> EnergyShapes:
    """Return eigenmodes as amplitudes of the parts that store energy.

    Parameters
    ----------
    modes : Eigenmodes
        Eigenmodes of a linear model that knows its parts.
    """
    energies = modes.model.details.energies()
    plain = (energies.first == energies.second) & (energies.slope > 0) & (energies.kind != OTHER)
    variable, part, kind = energies.first[plain], energies.part[plain], energies.kind[plain]
    moved = np.asarray(energies.rows[variable] @ modes.right)
    values = np.sqrt(energies.slope[plain])[:, None] * moved
    size = np.linalg.norm(values, axis=0)
    return EnergyShapes(_names(energies.parts, part, kind), values / np.where(size > 0, size, 1.0))


def _names(parts: object, part: Ints, kind: Ints) -> tuple[str, ...]:
    """Return a name for each term; terms of one part and kind are numbered."""
    counts: dict[tuple[int, int], int] = {}
    found = []
    for k, which in zip(part.tolist(), kind.tolist(), strict=True):
        number = counts[k, which] = counts.get((k, which), 0) + 1
        found.append(f"{parts[k]}: {which}, {number}")  # type: ignore[index]
    return tuple(found)


def shapes_alike(here: EnergyShapes, there: EnergyShapes) -> Floats:
    """Return how much of a root of energy is in the same motion.

    Parameters
    ----------
    here, there : EnergyShapes
        Shapes, with any parts in common.
    """
    if here.names == there.names:
        values, others = here.values, there.values
    else:
        place = {name: k for k, name in enumerate(there.names)}
        common = [(k, place[name]) for k, name in enumerate(here.names) if name in place]
        at = np.array(common, dtype=np.int64).reshape(-1, 2)
        values, others = here.values[at[:, 0]], there.values[at[:, 1]]
    return np.asarray(np.minimum(np.abs(values.conj().T @ others), 1.0))
