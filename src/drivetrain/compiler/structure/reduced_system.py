"""The index-one system that results from index reduction."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.equation_groups import Group

__all__ = ["Reduced"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Reduced:
    """A system of index one: every unknown has an equation that contains it undifferentiated.

    Attributes
    ----------
    groups : list of Group
        All real equations, differentiated as often as needed.
    assignments : list of Group
        Equations of discrete variables.
    first : int array, shape (chains + 1,)
        Number of the first member of each chain: member = first[chain] + order.
    is_state : bool array, shape (members,)
        Which members are states.
    c, d : int array
        Offsets of equations and chains.
    constraints : int
        How many equations had to be differentiated.
    unit : int array, shape (chains,)
        A number for the unit of each chain.
    chain_of_equation : int array
        The chain whose highest derivative belongs to each equation.
    unmet : int array
        Variables preferred as states that are not states.
    """

    groups: list[Group]
    assignments: list[Group]
    first: Ints
    is_state: Bools
    c: Ints
    d: Ints
    constraints: int
    unit: Ints
    chain_of_equation: Ints
    unmet: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    @property
    def n_members(self) -> int:
        """Number of chain members, states included."""
        return int(self.first[-1])

    def member(self, chain: Ints, order: Ints) -> Ints:
        """Return member numbers."""
        return self.first[chain] + order
