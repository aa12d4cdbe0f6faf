"""Find what turns together in a model."""

from __future__ import annotations

import numpy as np

from drivetrain.compiler.frontend.flatten import Instances, instances_of
from drivetrain.compiler.frontend.qualified_names import connector_names, parts_that
from drivetrain.compiler.graph import components
from drivetrain.model_structure.parts_of import stores
from drivetrain.model_structure.rigid_bodies import Bodies, Ints
from drivetrain.model_structure.rigid_relations import rigid_relations
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["bodies_of", "no_bodies"]

_NONE = np.empty(0, dtype=np.int64)
_MOTIONS = ("rad", "m")


def no_bodies() -> Bodies:
    """Return the bodies of a model of which nothing is known."""
    return Bodies(list, _NONE, _NONE, list)


def bodies_of(root: Trace) -> Bodies:
    """Return the rigid bodies of a model."""
    instances = instances_of(root)
    motion = _motions(root, instances)
    moving = np.flatnonzero(motion >= 0)
    ground = root.n_variables
    a, b = _edges(root, instances, motion, ground)
    label = components(root.n_variables + 1, a, b)
    own = label[motion[moving]]
    bodies, first = np.unique(own, return_index=True)
    order = np.argsort(first)  # by the first connector of each
    number = np.empty(len(bodies), dtype=np.int64)
    number[order] = np.arange(len(bodies))
    of_connector = np.full(root.n_connectors, -1, dtype=np.int64)
    of_connector[moving] = number[np.searchsorted(bodies, own)]
    fixed = number[bodies == label[ground]]
    return Bodies(
        lambda: connector_names(root), of_connector, fixed,
        lambda: parts_that(root, lambda trace: stores(trace) == "kinetic"),
    )  # fmt: skip


def _motions(root: Trace, instances: list[Instances]) -> Ints:
    """Return the number of the angle or position of every connector; -1 if it has none."""
    found = np.full(root.n_connectors, -1, dtype=np.int64)
    for one in instances:
        for own in one.trace.connectors:
            for k, declared in enumerate(own.declaration.variables()):
                if declared.is_potential and declared.unit in _MOTIONS:
                    found[one.connector + own.index] = one.variable + own.slot + k
    return found


def _edges(root: Trace, instances: list[Instances], motion: Ints, ground: int) -> tuple[Ints, Ints]:
    """Return which variables are equal, or a constant distance apart."""
    left, right = [_NONE], [_NONE]
    for one in instances:
        relations = rigid_relations(one.trace)
        for a, b in relations.equal:
            left.append(one.variable + a)
            right.append(one.variable + b)
        for slot in relations.fixed:
            left.append(one.variable + slot)
            right.append(np.full(len(one.variable), ground))
        for link, _ in one.trace.connector_links:
            ends = [
                motion[(one.connector[:, None] + np.atleast_1d(side)[None, :]).ravel()]
                for side in (link.left, link.right)
            ]
            moves = ends[0] >= 0
            left.append(ends[0][moves])
            right.append(ends[1][moves])
    return np.concatenate(left), np.concatenate(right)
