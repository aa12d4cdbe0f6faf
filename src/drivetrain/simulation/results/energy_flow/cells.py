"""Integrals over cells of time, by polynomials through nodes that include both ends.

The rule of Lobatto with five nodes; three of them are those of the rule with three nodes, and how
far the two are apart tells whether the nodes resolve the integrand.

References
----------
M. Abramowitz, I. A. Stegun: Handbook of Mathematical Functions, 25.4.32.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from drivetrain.simulation.results.energy_flow.ports import Rule

__all__ = ["NODES", "energies"]

Floats = NDArray[np.float64]

NODES: Floats = np.array([-1.0, -np.sqrt(3 / 7), 0.0, np.sqrt(3 / 7), 1.0])
"""Nodes from -1 to 1, increasing."""
_COARSE = (0, 2, 4)


def _cardinal(nodes: Floats) -> list[Polynomial]:
    """Return the polynomials that are 1 at one of the nodes and 0 at the others."""
    found = []
    for k, node in enumerate(nodes):
        others = np.delete(nodes, k)
        found.append(Polynomial.fromroots(others) / np.prod(node - others))
    return found


def _integral(one: Polynomial) -> float:
    whole = one.integ()
    return float(whole(1.0) - whole(-1.0))


def _matrices(nodes: Floats) -> tuple[Floats, Floats]:
    """Return the weights of ∫ f dg by the values of f and g, and those of ∫ f dx."""
    basis = _cardinal(nodes)
    of_pairs = [[_integral(f * g.deriv()) for g in basis] for f in basis]
    return np.array(of_pairs), np.array([_integral(f) for f in basis])


_FINE_PAIRS, _FINE_WEIGHTS = _matrices(NODES)
_COARSE_PAIRS, _COARSE_WEIGHTS = _matrices(NODES[list(_COARSE)])


def energies(
    rules: Sequence[Rule], flow: Floats, potential: Floats, width: Floats
) -> tuple[Floats, Floats]:
    """Return energies through ports in cells of time, J, and estimates of their errors.

    Parameters
    ----------
    rules : sequence of Rule
        How the energy through each port is integrated.
    flow, potential : float array, shape (n_cells, 5, n_ports)
        Values at the nodes.
    width : float array, shape (n_cells,)
        Lengths of the cells, s.
    """
    of_rule = {rule: np.array([one == rule for one in rules]) for rule in set(rules)}
    fine, coarse = np.zeros((2, len(width), len(rules)))
    for rule, which in of_rule.items():
        f, p = flow[:, :, which], potential[:, :, which]
        g, q = f[:, _COARSE], p[:, _COARSE]
        if rule == "displacement":
            p, q = p - p[:, :1], q - q[:, :1]  # differences are small beside the angle itself
            fine[:, which] = np.einsum("cip,ij,cjp->cp", f, _FINE_PAIRS, p)
            coarse[:, which] = np.einsum("cip,ij,cjp->cp", g, _COARSE_PAIRS, q)
        else:
            power, few = (f * p, g * q) if rule == "product" else (f, g)
            half = width[:, np.newaxis] / 2
            fine[:, which] = half * np.einsum("cip,i->cp", power, _FINE_WEIGHTS)
            coarse[:, which] = half * np.einsum("cip,i->cp", few, _COARSE_WEIGHTS)
    return fine, np.abs(fine - coarse)
