"""States beside motions that the environment drives: absolute ones, not those relative to them.

The environment changes an input at instants of its own, and between these the input is only known
approximately. A state relative to it would hand such a change on to the body behind, at once and
without a force.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.structure.occurrences import assigns, entries
from drivetrain.modeling.expression import walk

__all__ = ["with_absolute_states"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_PREFER, _AVOID = 1, -1


def with_absolute_states(
    flat: Flat, aliased: Aliased, groups: list[Group], values: Values
) -> Values:
    """Return values in which nothing prefers a state relative to a motion that is driven.

    Parameters
    ----------
    flat : Flat
        The flat model.
    aliased : Aliased
        Its quantities.
    groups : list of Group
        Its equations.
    values : Values
        Parameters and priorities of states.
    """
    if not flat.inputs:
        return values
    driven = _driven(flat, aliased, groups)
    equation, chain, order, _ = entries([g for g in groups if not assigns(g)], values)
    if not len(driven) or not len(equation):
        return values
    static = np.ones(int(equation.max()) + 1, dtype=bool)
    static[equation[order != 0]] = False  # only equations between quantities, not their derivatives
    kept = static[equation]
    relative = _relative(equation[kept], chain[kept], driven, len(aliased.least))
    select = values.select.copy()
    select[(aliased.chain >= 0) & relative[aliased.chain] & (select == _PREFER)] = _AVOID
    return replace(values, select=select)


def _driven(flat: Flat, aliased: Aliased, groups: list[Group]) -> Ints:
    """Return the chains of inputs, and of motions prescribed by signals."""
    inputs = aliased.chain[np.array([one.variable for one in flat.inputs], dtype=np.int64)]
    found = [inputs]
    for group in groups:
        if any(node.op == "motion" for node in walk(group.template.residual)):
            found += [group.chain[:, place] for place in group.template.lags]
    chains = np.concatenate(found)
    return chains[chains >= 0]


def _relative(equation: Ints, chain: Ints, driven: Ints, n_chains: int) -> Bools:
    """Mark the chains that equations tie both to a driven one and to another one."""
    known = np.zeros(n_chains, dtype=bool)
    known[driven] = True
    pairs = np.unique(np.stack([equation, chain]), axis=1)
    equation, chain = pairs
    count = int(equation.max(initial=-1)) + 1
    while True:
        open_ones = np.bincount(equation[~known[chain]], minlength=count)
        touched = np.bincount(equation[known[chain]], minlength=count) > 0
        follows = (open_ones == 1) & touched
        new = chain[follows[equation] & ~known[chain]]
        if not len(new):
            break
        known[new] = True
    tied = touched & (open_ones > 1)
    relative = np.zeros(n_chains, dtype=bool)
    relative[chain[tied[equation] & ~known[chain]]] = True
    return relative
