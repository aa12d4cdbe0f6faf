"""Integrals over a period, exact across jumps; extreme values between nodes."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.cycles.waveform import Waveform

OMEGA = np.pi


def test_harmonics_of_a_wave_with_a_jump() -> None:
    """A cosine and a pulse from 3.7 to 4.1 s; phases refer to the instant 0."""
    waveform = Waveform.between(3.0, 2.0, np.array([3.7, 4.1, 4.1 + 1e-12]))
    t = waveform.times
    values = 1.5 + np.cos(OMEGA * t + 0.3) + np.where((t > 3.7) & (t < 4.1), 2.0, 0.0)
    found = waveform.harmonics(values, 25)
    k = np.arange(1, 26)
    turn = -1j * k * OMEGA
    expected = 2.0 * (np.exp(turn * 4.1) - np.exp(turn * 3.7)) / turn
    expected[0] += np.exp(0.3j)
    assert found[0] == pytest.approx(1.9)
    assert found[1:] == pytest.approx(expected, abs=1e-11)


def test_orders_that_the_panels_do_not_resolve_are_known() -> None:
    waveform = Waveform.between(0.0, 2.0, np.empty(0))
    k = waveform.highest
    assert k == 25
    found = waveform.harmonics(np.cos(k * OMEGA * waveform.times), k)
    assert found[k] == pytest.approx(1.0, abs=1e-8)
    assert np.abs(found[:k]).max() < 1e-8


def test_extremes_lie_between_nodes() -> None:
    waveform = Waveform.between(0.0, 2.0, np.empty(0))
    values = np.column_stack(
        [np.sin(OMEGA * waveform.times + phase) for phase in (0.1, 0.123, 2.0)]
    )
    values = np.column_stack([values, np.full(len(values), 7.0)])
    least, most = waveform.extremes(values, np.zeros((0, 4)))
    assert most == pytest.approx([1.0, 1.0, 1.0, 7.0], abs=1e-10)
    assert least == pytest.approx([-1.0, -1.0, -1.0, 7.0], abs=1e-10)


def test_values_at_events_count() -> None:
    waveform = Waveform.between(0.0, 2.0, np.empty(0))
    least, most = waveform.extremes(np.zeros((len(waveform.times), 1)), np.array([[3.0], [-1.0]]))
    assert (least[0], most[0]) == (-1.0, 3.0)
