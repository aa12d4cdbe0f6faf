"""Signals in pieces, each a solution of ``d²y/dt² = −ω² (y − middle)``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Piece", "Signal", "constant", "pulse", "ramp", "sine", "step"]

_SOON = 1e-12
"""Instants that are closer together are one, s."""


class Piece(NamedTuple):
    """What a signal does from an instant on: its value, its rate, ω (rad/s), its middle."""

    begin: float
    value: float
    rate: float = 0.0
    omega: float = 0.0
    middle: float = 0.0


@dataclass(frozen=True)
class Signal:
    """A signal.

    Attributes
    ----------
    call : str
        The block of the package that gives it.
    pieces : tuple of Piece
        In the order of time, the first from 0 on.
    """

    call: str
    pieces: tuple[Piece, ...]

    @property
    def instants(self) -> tuple[float, ...]:
        """Instants at which a new piece begins, s."""
        return tuple(piece.begin for piece in self.pieces[1:])

    @property
    def is_stepwise(self) -> bool:
        """Whether the signal is constant but for jumps."""
        return all(piece.rate == 0.0 and piece.omega == 0.0 for piece in self.pieces)

    def largest(self, until: float) -> float:
        """Return a bound of its magnitude."""
        return max(
            abs(p.middle) + abs(p.value) + abs(p.rate) / (p.omega or 1.0 / until)
            for p in self.pieces
        )

    def steepest(self) -> float:
        """Return a bound of the magnitude of its rate."""
        return max(abs(p.rate) + p.omega * abs(p.value - p.middle) for p in self.pieces)

    def piece_from(self, t: float) -> Piece | None:
        """Return the piece that begins at an instant, if one does."""
        return next((p for p in self.pieces if abs(p.begin - t) <= _SOON), None)


def constant(k: float) -> Signal:
    """Return a constant."""
    return Signal(f"Constant(k={k!r})", (Piece(0.0, k),))


def step(offset: float, height: float, start_time: float) -> Signal:
    """Return a step."""
    call = f"Step(offset={offset!r}, height={height!r}, start_time={start_time!r})"
    return Signal(call, (Piece(0.0, offset), Piece(start_time, offset + height)))


def ramp(offset: float, height: float, start_time: float, duration: float) -> Signal:
    """Return a ramp."""
    call = (
        f"Ramp(offset={offset!r}, height={height!r}, start_time={start_time!r}, "
        f"duration={duration!r})"
    )
    rise = Piece(start_time, offset, height / duration)
    end = Piece(start_time + duration, offset + height)
    before = () if start_time <= 0.0 else (Piece(0.0, offset),)
    return Signal(call, (*before, rise, end))


def sine(offset: float, amplitude: float, f: float, phase: float) -> Signal:
    """Return a sine from 0 on."""
    call = f"Sine(offset={offset!r}, amplitude={amplitude!r}, f={f!r}, phase={phase!r})"
    omega = 2 * math.pi * f
    value = offset + amplitude * math.sin(phase)
    return Signal(call, (Piece(0.0, value, amplitude * omega * math.cos(phase), omega, offset),))


def pulse(offset: float, amplitude: float, period: float, width: float, until: float) -> Signal:
    """Return rectangular pulses from 0 to an instant; the width is in percent of the period."""
    call = f"Pulse(offset={offset!r}, amplitude={amplitude!r}, period={period!r}, width={width!r})"
    pieces = []
    for k in range(math.ceil(until / period) + 1):
        begin = k * period
        pieces += [Piece(begin, offset + amplitude), Piece(begin + period * width / 100, offset)]
    return Signal(call, tuple(p for p in pieces if p.begin <= until))
