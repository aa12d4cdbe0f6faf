"""How the conditions at the start of a run change along its initial event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.forward import derivative
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.modeling.expression import Expr, walk
from drivetrain.simulation.initialisation.conditions import Conditions, Equation
from drivetrain.simulation.sensitivities.directions import Directions
from drivetrain.simulation.sensitivities.variable_slopes import changes_of_nodes, node_of

__all__ = ["Changing", "UnknownChangeError", "condition_changes"]

Floats = NDArray[np.float64]

_LOOKED_UP = ("table", "lookup", "matches", "delay")


class UnknownChangeError(Exception):
    """The change of a condition is not known; starts on both sides have to be compared."""


@dataclass(frozen=True, eq=False)
class Changing:
    """The first instant of a run, and how it changes.

    Attributes
    ----------
    translation : Translation
        The model.
    solver : Solver
        Solver of the run.
    directions : Directions
        How parameters of the program change.
    parameters : float array, shape (n_parameters, n_directions)
        How all parameters change.
    short : float array, shape (1, n_known + n_relations + 2 * n_delays)
        What is known of the first row.
    states, latched, delayed : float array, shape (1, n, n_directions)
        Changes of the states, of the discrete reals that events set, and of delayed values.
    """

    translation: Translation
    solver: Solver
    directions: Directions
    parameters: Floats
    short: Floats
    states: Floats
    latched: Floats
    delayed: Floats

    def of(self, nodes: list[int]) -> Floats:
        """Return the changes of some nodes, shape (n_nodes, n_directions)."""
        changes, _ = changes_of_nodes(
            self.translation, self.solver, self.directions, nodes, (),
            self.short, self.states, self.latched, self.delayed,
        )  # fmt: skip
        found: Floats = changes[0]
        return found


def condition_changes(changing: Changing, held: Conditions, there: tuple[Floats, Floats]) -> Floats:
    """Return how variables with prescribed values, and residuals of initial equations, change.

    Parameters
    ----------
    changing : Changing
        The first instant.
    held : Conditions
        The conditions.
    there : (float array, float array)
        Values and derivatives at the first instant.

    Returns
    -------
    float array, shape (n_conditions, n_directions)

    Raises
    ------
    UnknownChangeError
        If an equation looks up tables, or reads a value that is not differentiated.
    """
    t = changing.translation
    leaves = {leaf for one in held.equations for leaf in _leaves(t, one)}
    places = {leaf: place for place, leaf in enumerate(sorted(leaves))}
    nodes = [node_of(t, number) for number in held.variable.tolist()]
    nodes += [node_of(t, number, extra) for number, extra in places]
    found = changing.of(nodes)
    known = found[len(held.variable) :]
    of_leaves = {
        leaf: float(t.aliased.sign[leaf[0]]) * known[place] for leaf, place in places.items()
    }
    rows = [_of_equation(changing, one, of_leaves, there) for one in held.equations]
    return np.vstack([found[: len(held.variable)], *rows])


def _leaves(t: Translation, one: Equation) -> set[tuple[int, int]]:
    """Return the variables, and how often they are differentiated, that an equation reads."""
    found = set()
    for node in walk(one.difference):
        if node.op in _LOOKED_UP:
            raise UnknownChangeError
        if node.op in ("var", "pre"):
            slot, extra = node.value if node.op == "var" else (node.value, 0)
            number = one.variable + slot
            if (
                t.aliased.discrete[number] >= 0
                and not t.whole_discretes[t.aliased.discrete[number]]
            ):
                raise UnknownChangeError
            if t.aliased.chain[number] >= 0:
                found.add((number, extra))
    return found


def _of_equation(
    changing: Changing,
    one: Equation,
    of_leaves: dict[tuple[int, int], Floats],
    there: tuple[Floats, Floats],
) -> Floats:
    """Return the change of the residual of an initial equation."""
    nothing = np.zeros(changing.parameters.shape[1])

    def of_leaf(leaf: Expr) -> Any:
        if leaf.op == "par":
            return changing.parameters[one.parameter + leaf.value]
        if leaf.op in ("var", "pre"):
            slot, extra = leaf.value if leaf.op == "var" else (leaf.value, 0)
            return of_leaves.get((one.variable + slot, extra), nothing)
        return nothing

    with np.errstate(all="ignore"):  # what is undefined is not met
        change = derivative(one.difference, one.environment(*there), of_leaf)
        return np.asarray(nothing + change, dtype=np.float64)
