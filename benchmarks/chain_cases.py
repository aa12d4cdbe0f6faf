"""The chain: ours, by hand, and by everybody else; and how its cost grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import drivetrain as dt
from benchmarks.chain import ChainProblem
from benchmarks.comparison import Bar, Line, exponent, print_lines, skipping
from benchmarks.environments import HERE, Unavailable
from benchmarks.handwritten import run_chain, seconds_per_rate
from benchmarks.models import Chain, chain_names
from benchmarks.peers import CHAIN_PEERS
from benchmarks.timing import alternate, repeat

__all__ = ["chain_bars", "growth_bars"]

_CASE = "drivetrain"
_NOTHING = "drivetrain, nothing read"
_EVERYTHING = "drivetrain, every variable read"
_BY_HAND = "C loop, DOPRI5 written by hand"
_RIVAL = "pydiffsol tsit45"
_AS_EXACT = ", as exact as we"
_PATIENCE = 5.0
_MANY = 5000


class Growth(NamedTuple):
    """What one long chain took, in s and bytes."""

    n: int
    translate: float
    rates: float
    by_hand: float | None
    simulate: float
    memory: float
    variables: int


def chain_bars(n: int, times: int, peers: bool) -> Iterator[Bar]:
    """Print who solves the chain how fast; yield what was promised about it.

    Parameters
    ----------
    n : int
        Number of inertias.
    times : int
        Repetitions.
    peers : bool
        Whether the peers take part.
    """
    problem = ChainProblem(n)
    title = f"chain of {n} inertias, 1 s, tolerance 1e-6, state and torques read at 501 points"
    lines = print_lines(title, _lines(problem, times, peers))
    fastest = {line.who: line.sample.minimum for line in lines if line.sample}
    ceiling = {20: 3.0, 1000: 2.0}.get(n)
    if ceiling and _BY_HAND in fastest:
        for ours, what in ((_CASE, "simulate"), (_EVERYTHING, "with every variable")):
            for suffix, how in (("", ""), (_AS_EXACT, ", same error")):
                ratio = fastest[ours] / fastest[_BY_HAND + suffix]
                yield Bar(f"chain N = {n}", f"{what} ÷ C loop{how}", ceiling, ratio)
    if n == 20 and peers:
        for suffix, how in (("", ""), (_AS_EXACT, ", same error")):
            other = fastest.get(_RIVAL + suffix)
            value = other / fastest[_CASE] if other else None
            yield Bar("chain N = 20", f"{_RIVAL} ÷ simulate{how}", 2.0, value, at_most=False)
    if n in (20, 1000):
        model = Chain(n=n)
        milliseconds = 1e3 * repeat(lambda: dt.compile(model), min(times, 10)).minimum
        limit = 20.0 if n == 20 else 100.0
        yield Bar(f"chain N = {n}", "translate, warm", limit, milliseconds, unit=" ms")


def _lines(problem: ChainProblem, times: int, peers: bool) -> Iterator[Line]:
    error = np.inf
    for line in _ours_and_by_hand(problem, times):
        error = min(error, line.error or np.inf) if line.who == _CASE else error
        yield line
    for peer in CHAIN_PEERS if peers else ():
        line = skipping(peer.name, partial(peer.line, problem, times))
        yield line
        if peer.name == _RIVAL and line.error is not None:
            yield _as_exact(line, partial(peer.line, times=times), problem, error)


def _ours_and_by_hand(problem: ChainProblem, times: int) -> Iterator[Line]:
    dt.compile(Chain(n=3))  # the machinery is loaded now; what follows is this model's own time
    compiled = dt.compile(Chain(n=problem.n))
    optimise = repeat(compiled.translation.optimised, 1).minimum
    names = chain_names(problem.n)

    def simulate() -> dt.Result:
        return compiled.simulate(
            stop_time=problem.stop, tolerance=problem.tolerance, interval=problem.interval
        )

    def read() -> NDArray[np.float64]:
        return simulate().to_numpy(*names)

    def read_all() -> NDArray[np.float64]:
        return simulate().rows

    missing = None
    tasks: list[Callable[[], object]] = [read, simulate]
    try:
        ours, nothing, by_hand = alternate([*tasks, lambda: run_chain(problem)], times, _PATIENCE)
    except Unavailable as reason:
        ours, nothing = alternate(tasks, times, _PATIENCE)
        missing = Line(_BY_HAND, note=f"skipped: {reason}")
    (everything,) = alternate([read_all], times, _PATIENCE)  # its memory would disturb the others
    stats = simulate().stats
    kernel = 1e3 * min(simulate().stats.simulate_time for _ in range(5))
    note = (
        f"{stats.steps} steps; in the kernel {kernel:.3f} ms; optimised in {1e3 * optimise:.1f} ms"
    )
    error = problem.error(read())
    yield Line(_CASE, ours, error, compiled.translate_time + optimise, note)
    yield Line(_NOTHING, nothing, error)
    yield Line(_EVERYTHING, everything, error)
    if missing:
        yield missing
        return
    line = Line(_BY_HAND, by_hand, problem.error(run_chain(problem)))
    yield line
    yield _as_exact(line, partial(_by_hand_line, times=times), problem, error)


def _by_hand_line(problem: ChainProblem, times: int) -> Line:
    (sample,) = alternate([lambda: run_chain(problem)], times, _PATIENCE)
    return Line(_BY_HAND, sample, problem.error(run_chain(problem)))


def _as_exact(
    line: Line, solve: Callable[[ChainProblem], Line], problem: ChainProblem, error: float
) -> Line:
    """Return the line of somebody at the tolerance with which they are as exact as we are."""
    assert line.error is not None
    tolerance = problem.tolerance * min(1.0, error / line.error)
    found = line if line.error <= error else solve(replace(problem, tolerance=tolerance))
    while tolerance > 1e-14 and found.error is not None and found.error > error:
        tolerance /= 10**0.25
        found = solve(replace(problem, tolerance=tolerance))
    return replace(found, who=line.who + _AS_EXACT, note=f"tolerance {tolerance:.1e}")


def growth_bars(long: bool) -> Iterator[Bar]:
    """Print how the cost of a chain grows with its length; yield what was promised.

    Each length has a process of its own; its memory is what that process takes beyond that for a
    chain of three inertias.

    Parameters
    ----------
    long : bool
        Whether a million inertias take part.
    """
    sizes = [1000, 10_000, 100_000] + ([1_000_000] if long else [])
    print("\nlong chains: translation, one right-hand side with its share of the integrator,")
    print("a run of 0.01 s with 6 output points, memory for all of it")
    head = ("N", "translate", "right-hand side", "the same in C", "run", "memory", "per variable")
    print("  " + " ".join(f"{word:>15}" for word in head))
    grown: list[Growth] = []
    for n in sizes:
        try:
            grown.append(_grow(n))
        except Unavailable as reason:
            print(f"  {n:>15} {reason}")
            break
        print(_growth_row(grown[-1]), flush=True)
    span = f"N = 1000 → {grown[-1].n}"
    for what, values in (
        ("translate", [g.translate for g in grown]),
        ("right-hand side", [g.rates for g in grown]),
        ("C loop's, for comparison", [g.by_hand for g in grown if g.by_hand]),
    ):
        value = exponent([g.n for g in grown[: len(values)]], values)
        yield Bar(f"chain {span}", f"growth of {what}", 1.1, value)
    for n, limit in ((100_000, 5.0), (1_000_000, 60.0)):
        found = next((g for g in grown if g.n == n), None)
        seconds = found and found.translate + found.simulate
        room = found and found.memory / 2**30
        yield Bar(f"chain N = {n}", "translate + 0.01 s", limit, seconds, unit=" s")
        yield Bar(f"chain N = {n}", "memory", 16.0, room, unit=" GiB")


def _grow(n: int) -> Growth:
    request: dict[str, Any] = {
        "n": n, "stop": 0.01, "points": 6, "tolerance": 1e-6, "rates_until": 0.1,
        "times": 1 if n > _MANY else 10, "patience": 5.0, "runs": 2 if n > _MANY else 20,
    }  # fmt: skip
    answer = HERE.ask("drivetrain_chain", request, 900.0)
    facts = answer.facts
    return Growth(
        n, facts["translate"], facts["rates"], _rate_by_hand(n), min(answer.seconds),
        facts["memory"], facts["variables"],
    )  # fmt: skip


def _rate_by_hand(n: int) -> float | None:
    try:
        return seconds_per_rate(ChainProblem(n, 0.1, 2), 3 if n > _MANY else 30)
    except Unavailable:
        return None


def _growth_row(g: Growth) -> str:
    cells = (
        str(g.n), f"{1e3 * g.translate:.1f} ms", f"{1e6 * g.rates:.2f} µs",
        f"{1e6 * g.by_hand:.2f} µs" if g.by_hand else "–",
        f"{1e3 * g.simulate:.1f} ms", f"{g.memory / 2**20:.0f} MiB",
        f"{g.memory / g.variables:.0f} B",
    )  # fmt: skip
    return "  " + " ".join(f"{cell:>15}" for cell in cells)
