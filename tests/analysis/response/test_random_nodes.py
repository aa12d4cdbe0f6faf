"""Random shafts with gears, planetaries and nodes without inertia, against their own matrices.

The matrices are set up here, node by node, and constraints are eliminated by their null space.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import linalg

import drivetrain as dt
from drivetrain.errors import StructureError
from drivetrain.rotational import (
    AngleSensor,
    Damper,
    Disc,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    Spring,
    SpringDamper,
)

KINDS = ("both", "both", "both", "spring", "damper", "gear", "housing", "planetary", "rigid")


class Nodes:
    """A random machine, and its matrices.

    Parameters
    ----------
    seed : int
        Start of the random numbers.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.n = n = self.random.randint(2, 7)
        self.model = dt.Model("nodes")
        self.inertia, self.damping = np.zeros((n, n)), np.zeros((n, n), dtype=complex)
        self.stiffness = np.zeros((n, n), dtype=complex)
        self.constraints: list[NDArray[np.float64]] = []
        self.losses: dict[str, float] = {}
        self.laws: dict[str, Any] = {}
        for k in range(n):
            self._node(k)
        for k in range(1, n):
            self._edge(f"edge{k}", self.random.randrange(k), k)
        if self.random.random() < 0.3:
            self._edge("more", *self.random.sample(range(n), 2))
        if self.random.random() < 0.5:
            self.model.add(ground=Fixed())
            self._edge("held", self.random.randrange(n), None)

    def _node(self, k: int) -> None:
        self.model.add(**{f"node{k}": AngleSensor()})
        if k and self.random.random() < 0.3:
            return
        self.inertia[k, k] = 10 ** self.random.uniform(-2, 1)
        self.model.add(**{f"disc{k}": Inertia(J=self.inertia[k, k])})
        self.model.connect(getattr(self.model, f"disc{k}").flange_b, self._at(k))

    def _at(self, k: int | None) -> Any:
        return self.model.ground.flange if k is None else getattr(self.model, f"node{k}").flange

    def _edge(self, name: str, a: int, b: int | None) -> None:
        kind = self.random.choice(KINDS if b is not None else KINDS[:5])
        others = [k for k in range(self.n) if k not in (a, b)]
        if kind in ("housing", "planetary") and not others:
            kind = "gear"
        if kind in ("both", "spring", "damper"):
            self._soft(name, kind, a, b)
            return
        assert b is not None
        ratio, third = self.random.choice((-1, 1)) * 10 ** self.random.uniform(-0.7, 0.7), 0
        row = np.zeros(self.n)
        row[a] += 1
        if kind == "planetary":
            ratio, third = abs(ratio), self.random.choice(others)
            self.model.add(**{name: IdealPlanetary(ratio=ratio)})
            part = getattr(self.model, name)
            ends = {a: part.sun, b: part.ring, third: part.carrier}
            row[b] += ratio
            row[third] -= 1 + ratio
        else:
            housed = kind == "housing"
            ratio = 1.0 if kind == "rigid" else ratio
            made = Disc() if kind == "rigid" else IdealGear(ratio=ratio, use_support=housed)
            self.model.add(**{name: made})
            part = getattr(self.model, name)
            ends = {a: part.flange_a, b: part.flange_b}
            row[b] -= ratio
            if housed:
                third = self.random.choice(others)
                ends[third] = part.support
                row[third] -= 1 - ratio
        for k, end in ends.items():
            self.model.connect(self._at(k), end)
        self.constraints.append(row)

    def _soft(self, name: str, kind: str, a: int, b: int | None) -> None:
        c, d = 10 ** self.random.uniform(1, 4), 10 ** self.random.uniform(-1, 1.5)
        made = {"both": SpringDamper(c=c, d=d), "spring": Spring(c=c), "damper": Damper(d=d)}[kind]
        self.model.add(**{name: made})
        part = getattr(self.model, name)
        self.model.connect(self._at(a), part.flange_a)
        self.model.connect(self._at(b), part.flange_b)
        ends = np.zeros(self.n)
        ends[a] = 1
        if b is not None:
            ends[b] = -1
        if kind != "damper":
            self.losses[f"{name}.c"] = loss = self.random.uniform(0, 0.3)
            self.stiffness += c * (1 + 1j * loss) * np.outer(ends, ends)
        if kind != "spring":
            self.laws[f"{name}.d"] = lambda omega: 1 + 0.2j
            self.damping += d * (1 + 0.2j) * np.outer(ends, ends)

    def expected(self, omega: float, *, lossy: bool) -> NDArray[np.complex128]:
        """Return the angles of all nodes for a torque at each of them."""
        rows = np.array(self.constraints).reshape(-1, self.n)
        basis = linalg.null_space(rows) if len(rows) else np.eye(self.n)
        stiffness, damping = self.stiffness, self.damping
        if not lossy:
            stiffness, damping = stiffness.real, damping.real
        dynamic = basis.T @ (-(omega**2) * self.inertia + 1j * omega * damping + stiffness) @ basis
        scale = 1 / np.sqrt(np.abs(np.diag(dynamic)))
        inner = np.linalg.inv(dynamic * scale[:, None] * scale)
        found: NDArray[np.complex128] = basis @ (scale[:, None] * inner * scale) @ basis.T
        return found


@pytest.mark.parametrize("seed", range(40))
def test_a_torque_at_any_node(seed: int) -> None:
    nodes = Nodes(seed)
    names = [f"node{k}.flange" for k in range(nodes.n)]
    try:
        linear = dt.linearise(
            nodes.model, inputs=names, outputs=[f"node{k}.phi" for k in range(nodes.n)]
        )
    except StructureError:
        pytest.skip("the machine is jammed, or nothing determines how a node moves")
    with_losses: dict[str, Any] = {"hysteresis": nodes.losses, "laws": nodes.laws}
    omegas = [0.7, 13.0, 400.0]
    for how in ({}, with_losses):
        response = linear.frequency_response(omegas, **how)
        for omega, found in zip(omegas, response.matrix, strict=True):
            expected = nodes.expected(omega, lossy=bool(how))
            assert np.abs(found - expected).max() <= 1e-7 * np.abs(expected).max(), (how, omega)
