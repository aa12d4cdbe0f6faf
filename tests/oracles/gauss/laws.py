"""Loads, limits and signals of a machine as rows over its state."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.oracles.gauss.machine import Machine

__all__ = ["Laws"]

Floats = NDArray[np.float64]

_ROUNDING: Final = 1e-12


class Laws:
    """What acts in a machine.

    The state z has the independent angles, their speeds, value and rate of each signal, and a one.
    Between events everything is linear in it: a row over z is a quantity.

    Attributes
    ----------
    n : int
        Number of independent motions.
    root, inverse : float array, shape (n, n)
        L with ``M = L Lᵀ``, and its inverse.
    closed : bool array
        Of each friction element, whether its force is more than zero.
    segment : int array
        Of each friction element, the segment of its table in which it slides.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.n = len(machine.start())
        contacts = machine.contacts
        pushes = len(machine.pushes)
        with_force = [k for k, c in enumerate(contacts) if c.force is not None]
        self.forces = {k: pushes + j for j, k in enumerate(with_force)}
        self.signals = [p.torque for p in machine.pushes]
        self.signals += [c.force for c in contacts if c.force is not None]
        self.size = 2 * self.n + 2 * len(self.signals) + 1
        self.root = np.linalg.cholesky(machine.masses())
        self.inverse = np.linalg.inv(self.root)
        self.H = machine.slips()
        self.closed = np.ones(len(contacts), dtype=bool)
        self.segment = np.zeros(len(contacts), dtype=np.int64)
        self._omega, self._middle = np.zeros((2, len(self.signals)))
        self._loads = self._given_loads()

    def start(self) -> Floats:
        """Return z at the start, without signals."""
        z = np.zeros(self.size)
        z[self.n : 2 * self.n] = self.machine.start()
        z[-1] = 1.0
        return z

    # -- signals ----------------------------------------------------------------------------------

    def instants(self) -> list[float]:
        """Return the instants at which signals begin new pieces, s."""
        return sorted({t for signal in self.signals for t in signal.instants})

    def take_pieces(self, t: float, z: Floats) -> None:
        """Let signals go on with the pieces that begin at an instant."""
        for k, signal in enumerate(self.signals):
            piece = signal.piece_from(t)
            if piece is not None:
                z[self._at(k) : self._at(k) + 2] = piece.value, piece.rate
                self._omega[k], self._middle[k] = piece.omega, piece.middle

    def tells_closed(self, k: int, z: Floats) -> bool:
        """Tell by its force whether an element is closed; a force of zero that rises is one."""
        if k not in self.forces:
            return True
        number = self.forces[k]
        value, rate = z[self._at(number) : self._at(number) + 2]
        bend = -(self._omega[number] ** 2) * (value - self._middle[number])
        size = _ROUNDING * (1.0 + abs(value) + abs(rate))
        return bool(next((part for part in (value, rate, bend) if abs(part) > size), -1.0) > 0.0)

    def force_at(self, k: int) -> int:
        """Return where in z the force of an element is."""
        return self._at(self.forces[k])

    def moving_forces(self) -> list[tuple[int, Floats]]:
        """Return the elements whose forces change, and these."""
        found = []
        for k, number in self.forces.items():
            if not self.signals[number].is_stepwise:
                found.append((k, self._unit(self._at(number))))
        return found

    # -- rows over z ------------------------------------------------------------------------------

    def constant(self, value: float) -> Floats:
        """Return a constant."""
        row = np.zeros(self.size)
        row[-1] = value
        return row

    def speed(self, factors: Floats) -> Floats:
        """Return a combination of the independent speeds."""
        row = np.zeros(self.size)
        row[self.n : 2 * self.n] = factors
        return row

    def touching(self) -> list[int]:
        """Return the elements that can carry a torque; a one-way clutch always can."""
        contacts = enumerate(self.machine.contacts)
        return [k for k, c in contacts if self.closed[k] or c.kind == "freewheel"]

    def sliding(self, k: int, direction: int, z: Floats) -> Floats:
        """Return the torque of an element that slides."""
        contact = self.machine.contacts[k]
        if not self.closed[k]:
            return self.constant(0.0)
        if len(contact.torque) == 1:
            return self._with_force(k, direction * contact.torque[0][1])
        (w, torque), (w_next, torque_next) = contact.torque[self.segment[k] :][:2]
        slope = (torque_next - torque) / (w_next - w)
        force = float(z[self._at(self.forces[k])]) if k in self.forces else 1.0
        row = self.speed(force * slope * self.H[k])
        return row + self.constant(direction * force * (torque - slope * w))

    def limits(self, k: int, sliding: bool = False) -> tuple[Floats, Floats]:
        """Return the limits of an element at rest, or of one that begins to slide.

        That of a one-way clutch against backward motion has an infinite value.
        """
        contact = self.machine.contacts[k]
        if self.closed[k]:
            peak = 1.0 if sliding else contact.static_peak
            high = self._with_force(k, peak * contact.torque[0][1])
        else:
            high = self.constant(0.0 if sliding else contact.released_limit)
        return (self.constant(-np.inf) if contact.kind == "freewheel" else -high), high

    def loads(self) -> Floats:
        """Return the loads on the independent motions without the friction elements."""
        return self._loads.copy()

    def largest_signals(self) -> Floats:
        """Return bounds of what of z does not depend on the motion."""
        found = self.constant(1.0)
        for k, signal in enumerate(self.signals):
            at = self._at(k)
            found[at : at + 2] = signal.largest(self.machine.stop), signal.steepest()
        return found

    def largest_loads(self) -> Floats:
        """Return bounds of the torques and of the friction torques on the independent motions."""
        found = np.zeros(self.n)
        for push in self.machine.pushes:
            found += np.abs(self.machine.motions()[push.on]) * push.torque.largest(
                self.machine.stop
            )
        for k, contact in enumerate(self.machine.contacts):
            found += np.abs(self.H[k]) * max(torque for _, torque in contact.torque)
        return found

    def matrix(self, accelerations: Floats) -> Floats:
        """Return the matrix of dz/dt from the rows of the accelerations."""
        n = self.n
        matrix = np.zeros((self.size, self.size))
        matrix[:n, n : 2 * n] = np.eye(n)
        matrix[n : 2 * n] = accelerations
        for k, (omega, middle) in enumerate(zip(self._omega, self._middle, strict=True)):
            at = self._at(k)
            matrix[at, at + 1] = 1.0
            matrix[at + 1, at], matrix[at + 1, -1] = -(omega**2), omega**2 * middle
        return matrix

    # -- tables -----------------------------------------------------------------------------------

    def find_segments(self, w: Floats) -> None:
        """Find the segments of all tables from the slips."""
        for k, contact in enumerate(self.machine.contacts):
            inner = [knot for knot, _ in contact.torque[1:-1]]
            self.segment[k] = int(np.searchsorted(inner, abs(w[k]), side="right"))

    def knots(self, k: int) -> tuple[float | None, float | None]:
        """Return the slips at which the present segment of an element ends, if it does."""
        table, at = self.machine.contacts[k].torque, int(self.segment[k])
        return (table[at][0] if at else None), (table[at + 1][0] if at + 2 < len(table) else None)

    # -- small parts ------------------------------------------------------------------------------

    def _at(self, signal: int) -> int:
        return 2 * self.n + 2 * signal

    def _unit(self, at: int) -> Floats:
        row = np.zeros(self.size)
        row[at] = 1.0
        return row

    def _with_force(self, k: int, torque: float) -> Floats:
        return torque * self._unit(self._at(self.forces[k]) if k in self.forces else -1)

    def _given_loads(self) -> Floats:
        n, machine = self.n, self.machine
        rows = np.zeros((n, self.size))
        rows[:, :n], rows[:, n : 2 * n] = -machine.stiffness(), -machine.damping()
        for k, push in enumerate(machine.pushes):
            rows[:, self._at(k)] += machine.motions()[push.on]
        return rows
