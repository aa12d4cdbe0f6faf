"""Eigenmodes and frequency responses of chains and machines, here and elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

import drivetrain as dt
from benchmarks.comparison import Bar, Line, print_lines, skipping
from benchmarks.environments import Answer, Environment
from benchmarks.timing import Sample, repeat
from benchmarks.torsional_chain import (
    C,
    D,
    FreeChain,
    J,
    natural_frequencies,
    speeds_per_torque,
)
from drivetrain import examples

__all__ = ["TORSIONAL_ENVIRONMENTS", "torsional_bars"]

_OPENTORSION = Environment("opentorsion", ("numpy", "opentorsion"))
_ROSS = Environment("ross", ("numpy", "ross-rotordynamics==2.3.0", "plotly<6"))
_CONTROL = Environment("control", ("numpy", "scipy", "control"))
TORSIONAL_ENVIRONMENTS = (_OPENTORSION, _ROSS, _CONTROL)

_CASE = "drivetrain"
_LIMIT = 600.0
_PATIENCE = 10.0
_LONG = 100_000
_POINTS = 200
_OPERATING_POINTS = 10_000


def torsional_bars(times: int, peers: bool) -> Iterator[Bar]:
    """Print who finds eigenmodes and responses how fast; yield what was promised about it.

    Parameters
    ----------
    times : int
        Repetitions.
    peers : bool
        Whether the peers take part.
    """
    yield from _all_modes(1000, times, peers)
    yield from _response(100, times, peers)
    yield from _long_chain()
    yield from _small_machines(times)
    yield _operating_points()


def _all_modes(n: int, times: int, peers: bool) -> Iterator[Bar]:
    compiled = dt.compile(FreeChain(n=n))
    linear = compiled.linearise(outputs=["disc[0].w"])

    def lines() -> Iterator[Line]:
        sample = repeat(lambda: linear.eigenmodes(damped=False), times)
        found = linear.eigenmodes(damped=False).omega
        preparation = repeat(lambda: compiled.linearise(outputs=["disc[0].w"]), 3).minimum
        yield Line(_CASE, sample, _worst(found, natural_frequencies(n)), preparation)
        if peers:
            yield skipping("openTorsion", partial(_opentorsion, n, times))
            yield skipping("ROSS, 6 of 600 unknowns per node", partial(_ross, 101, times))

    title = f"chain of {n} discs, all undamped eigenmodes with shapes"
    fastest = {line.who: line.sample.minimum for line in print_lines(title, lines()) if line.sample}
    other = fastest.get("openTorsion")
    value = other / fastest[_CASE] if other else None
    yield Bar(f"chain of {n} discs", "openTorsion ÷ eigenmodes", 30.0, value, at_most=False)


def _opentorsion(n: int, times: int) -> Line:
    answer = _asked(_OPENTORSION, "opentorsion_modes", {"n": n, "c": C, "d": D, "J": J}, times)
    error = _worst(answer.values, natural_frequencies(n))
    return Line("openTorsion", Sample(answer.seconds), error, answer.setup)


def _ross(n: int, times: int) -> Line:
    answer = _asked(_ROSS, "ross_modes", {"n": n}, min(times, 3))
    note = f"{n} nodes only, bending and axial motion included"
    return Line("ROSS", Sample(answer.seconds), None, answer.setup, note)


def _response(n: int, times: int, peers: bool) -> Iterator[Bar]:
    discs = [0, n // 2, n - 1]
    omega = np.linspace(5.0, 600.0, _POINTS)
    exact = speeds_per_torque(n, discs, omega)
    compiled = dt.compile(FreeChain(n=n))
    names = [f"disc[{k}].w" for k in discs]
    linear = compiled.linearise(inputs=["disc[0]"], outputs=names)

    def ours() -> Any:
        return linear.frequency_response(omega)

    def lines() -> Iterator[Line]:
        sample = repeat(ours, times)
        yield Line(_CASE, sample, _worst(np.abs(_values(ours())).T, exact))
        if peers:
            ask = {"n": n, "c": C, "d": D, "J": J, "discs": discs, "omega": omega.tolist()}
            yield skipping("python-control", partial(_control, ask, times, exact))

    title = f"chain of {n} discs, response of 3 speeds at {_POINTS} frequencies"
    fastest = {line.who: line.sample.minimum for line in print_lines(title, lines()) if line.sample}
    other = fastest.get("python-control")
    value = other / fastest[_CASE] if other else None
    yield Bar(f"chain of {n} discs", "python-control ÷ response", 1.0, value, at_most=False)


def _control(ask: dict[str, Any], times: int, exact: Any) -> Line:
    answer = _asked(_CONTROL, "control_response", ask, times)
    return Line("python-control", Sample(answer.seconds), _worst(answer.values, exact))


def _long_chain() -> Iterator[Bar]:
    """Twenty eigenmodes and a response of a long chain."""
    n = _LONG
    compiled = dt.compile(FreeChain(n=n))
    names = ["disc[0].w", f"disc[{n // 2}].w", f"disc[{n - 1}].w"]
    linear = compiled.linearise(inputs=["disc[0]"], outputs=names)
    exact = natural_frequencies(n)[:20]
    omega = np.linspace(0.001, 0.2, _POINTS)
    discs = [0, n // 2, n - 1]

    def lines() -> Iterator[Line]:
        again = repeat(lambda: compiled.linearise(inputs=["disc[0]"], outputs=names), 2)
        yield Line("linearise again", again)
        modes = repeat(lambda: linear.eigenmodes(count=20, damped=False), 3)
        found = linear.eigenmodes(count=20, damped=False).omega
        yield Line("twenty eigenmodes", modes, _worst(found, exact))
        response = repeat(lambda: linear.frequency_response(omega), 1)
        values = np.abs(_values(linear.frequency_response(omega))).T
        error = _worst(values, speeds_per_torque_in_parts(n, discs, omega))
        yield Line("response", response, error)

    title = f"chain of {n} discs: twenty eigenmodes; 3 speeds at {_POINTS} frequencies"
    done = {line.who: line.sample for line in print_lines(title, lines(), "linearise")}
    modes, response = done["twenty eigenmodes"], done["response"]
    case = f"chain of {n} discs"
    yield Bar(case, "twenty eigenmodes", 1.5, modes and modes.median, unit=" s")
    yield Bar(case, "response", 20.0, response and response.median, unit=" s")


def speeds_per_torque_in_parts(n: int, discs: list[int], omega: Any) -> Any:
    """Return the exact response of a long chain, some frequencies at a time."""
    parts = np.array_split(omega, len(omega) // 4)
    return np.concatenate([speeds_per_torque(n, discs, part) for part in parts], axis=1)


def _small_machines(times: int) -> Iterator[Bar]:
    """Linearise machines of few states, and find their eigenmodes."""
    slowest = 0.0
    for name in ("CoupledClutches", "machines.WindTurbineStop", "machines.EightSpeedAutomatic"):
        compiled = dt.compile(examples.find(name)())
        linearise = partial(compiled.linearise, outputs=())
        linear = linearise()
        sample = repeat(lambda: linearise().eigenmodes(), max(times, 20))  # noqa: B023
        print(
            f"  {name}: {len(linear.states)} states, linearise and eigenmodes "
            f"{1e3 * sample.minimum:.3f} ms, median {1e3 * sample.median:.3f} ms"
        )
        slowest = max(slowest, sample.median)
    yield Bar("machines", "linearise and eigenmodes", 1.0, 1e3 * slowest, unit=" ms")


def _operating_points() -> Bar:
    """Linearise one machine at many values of its parameters, with its eigenmodes."""
    compiled = dt.compile(examples.find("First")())
    stiffness = 1e4 * np.linspace(0.5, 2.0, _OPERATING_POINTS)
    start = perf_counter()
    found = compiled.linear_ensemble({"spring.c": stiffness})
    seconds = perf_counter() - start
    print(f"  First: {_OPERATING_POINTS} operating points with eigenmodes {seconds:.2f} s")
    if found.failed:
        raise RuntimeError(f"{len(found.failed)} of {_OPERATING_POINTS} operating points failed")
    case = f"{_OPERATING_POINTS} operating points"
    return Bar(case, "linearise and eigenmodes", 10.0, seconds, unit=" s")


def _asked(environment: Environment, worker: str, ask: dict[str, Any], times: int) -> Answer:
    return environment.ask(worker, {**ask, "times": times, "patience": _PATIENCE}, _LIMIT)


def _values(response: Any) -> Any:
    """Return the numbers of a response to one input, shape (n_frequencies, n_outputs)."""
    return response.matrix[:, :, 0]


def _worst(found: Any, exact: Any) -> float:
    return float(np.max(np.abs(np.asarray(found) - exact)) / np.max(np.abs(exact)))
