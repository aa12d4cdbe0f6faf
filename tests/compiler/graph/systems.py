"""Small systems by which the structural algorithms are tested, and independent checks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

NAN = float("nan")


class System(NamedTuple):
    n: int
    equation: np.ndarray
    chain: np.ndarray
    order: np.ndarray
    coefficient: np.ndarray


def system(*equations: dict[tuple[int, int], float]) -> System:
    """Build a system from equations given as ``{(chain, order): coefficient}``."""
    rows = [(i, j, o, v) for i, terms in enumerate(equations) for (j, o), v in terms.items()]
    equation, chain, order, coefficient = np.array(rows).reshape(-1, 4).T
    return System(
        len(equations), equation.astype(int), chain.astype(int), order.astype(int), coefficient
    )


def pendulum() -> System:
    # chains x, y, T
    # 0:  x'' = T x        1:  y'' = T y - g        2:  x² + y² = L²
    return system(
        {(0, 2): 1, (0, 0): NAN, (2, 0): NAN},
        {(1, 2): 1, (1, 0): NAN, (2, 0): NAN},
        {(0, 0): NAN, (1, 0): NAN},
    )


def rigid_pair() -> System:
    # chains phi1, phi2, tau
    # 0:  J1 phi1'' = tau_in - tau      1:  J2 phi2'' = tau      2:  phi1 = phi2
    return system({(0, 2): 1, (2, 0): 1}, {(1, 2): 2, (2, 0): -1}, {(0, 0): 1, (1, 0): -1})


def gear_train() -> System:
    # chains phi1, phi2, phi3, tau12, tau23
    # 0:  J1 phi1'' = u - tau12             3:  phi1 = 2 phi2
    # 1:  J2 phi2'' = 2 tau12 - tau23       4:  phi2 = 3 phi3
    # 2:  J3 phi3'' = 3 tau23
    return system(
        {(0, 2): 1, (3, 0): 1},
        {(1, 2): 1, (3, 0): -2, (4, 0): 1},
        {(2, 2): 1, (4, 0): -3},
        {(0, 0): 1, (1, 0): -2},
        {(1, 0): 1, (2, 0): -3},
    )


def planetary() -> System:
    # chains phi_s, phi_r, phi_c, tau_s (ratio 2: tau_r = 2 tau_s, tau_c = -3 tau_s)
    # 0: J phi_s'' = tau_s   1: J phi_r'' = 2 tau_s   2: J phi_c'' = -3 tau_s
    # 3: 3 phi_c = phi_s + 2 phi_r
    return system(
        {(0, 2): 1, (3, 0): -1},
        {(1, 2): 1, (3, 0): -2},
        {(2, 2): 1, (3, 0): 3},
        {(0, 0): -1, (1, 0): -2, (2, 0): 3},
    )


def geared_shaft(inertias: int, seed: int | None = None) -> System:
    """Return `inertias` bodies with a gear between neighbours, equations in random order."""
    k, n = np.arange(inertias), 2 * inertias - 1
    equation = np.concatenate([k, k[:-1], k[1:], inertias + k[:-1], inertias + k[:-1]])
    chain = np.concatenate([k, inertias + k[:-1], inertias + k[:-1], k[:-1], k[1:]])
    order = np.where(np.arange(equation.size) < inertias, 2, 0)
    coefficient = np.where(order == 2, 1.0, 1.0 + 0.1 * (equation + chain) % 7)
    if seed is not None:
        draw = np.random.default_rng(seed)
        equation, chain = draw.permutation(n)[equation], draw.permutation(n)[chain]
    return System(n, equation, chain, order, coefficient)


def smallest_offsets(case: System, least: np.ndarray | None = None):
    """Find the offsets as in the paper: assignment first, then iteration to the fixed point."""
    forbidden = -1000
    sigma = np.full((case.n, case.n), forbidden)
    np.maximum.at(sigma, (case.equation, case.chain), case.order)
    rows, columns = linear_sum_assignment(sigma, maximize=True)
    if (sigma[rows, columns] == forbidden).any():
        return None
    c, d = np.zeros(case.n, int), np.zeros(case.n, int) if least is None else least.copy()
    while True:
        d = np.maximum(d, (sigma + c[:, np.newaxis]).max(axis=0))
        new = d[columns] - sigma[rows, columns]
        if np.array_equal(new, c):
            return c, d
        c = new
