"""How a run ended, and the work it took."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["RunStatus", "Statistics", "wall_time_text", "work_lines"]


class RunStatus(Enum):
    """How a run ended; the value is a readable sentence."""

    DONE = "The run reached its stop time."
    INTERRUPTED = "The run was interrupted; the trajectory ends where it stopped."
    FAILED = "The run failed; the trajectory ends at the last accepted point."

    @property
    def sentence(self) -> str:
        """Meaning of the status, in one sentence."""
        return self.value


@dataclass(frozen=True)
class Statistics:
    """Size of the model, work done and wall time spent (in s).

    Parameters
    ----------
    states, equations : int
        Continuous states, and scalar equations before any simplification.
    steps, rejected_steps, stiff_steps, rhs_evaluations : int
        Accepted and rejected steps of the integrator, accepted ones made by the stiff method,
        evaluations of the derivatives.
    state_events, time_events, event_iterations : int
        Events found by a sign change, events at a known instant, total passes over the discrete
        equations.
    output_points : int
        Recorded rows.
    translate_time, initialise_time, simulate_time : float
        Wall time in s of compiling the model, finding consistent start values, and running.
    """

    states: int = 0
    equations: int = 0
    steps: int = 0
    rejected_steps: int = 0
    stiff_steps: int = 0
    rhs_evaluations: int = 0
    state_events: int = 0
    time_events: int = 0
    event_iterations: int = 0
    output_points: int = 0
    translate_time: float = 0.0
    initialise_time: float = 0.0
    simulate_time: float = 0.0


def work_lines(stats: Statistics) -> list[tuple[str, str]]:
    """Return lines of a summary, as pairs: sizes of the model, and counters."""
    events = f"{stats.state_events} state, {stats.time_events} time"
    return [
        ("states", f"{stats.states} (of {stats.equations} equations)"),
        ("events", f"{events} ({stats.event_iterations} iterations)"),
        ("steps", f"{stats.steps} ({stats.rejected_steps} rejected){_stiff(stats)}"),
    ]


def _stiff(stats: Statistics) -> str:
    return f", {stats.stiff_steps} by the stiff method" if stats.stiff_steps else ""


def wall_time_text(stats: Statistics) -> str:
    """Return the wall times as one line."""
    parts = {
        "translating": stats.translate_time,
        "initialising": stats.initialise_time,
        "simulating": stats.simulate_time,
    }
    return ", ".join(f"{_seconds(value)} {what}" for what, value in parts.items())


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1.0 else f"{1e3 * value:.3g} ms"
