"""Who else solves the chain. A new peer is one more entry of `CHAIN_PEERS`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.chain import AMPLITUDE, C, ChainProblem, D
from benchmarks.comparison import Line
from benchmarks.environments import Environment
from benchmarks.timing import Sample
from benchmarks.torsional_cases import TORSIONAL_ENVIRONMENTS

__all__ = ["CHAIN_PEERS", "Peer", "all_environments"]

_NUMBA = Environment("numba", ("numpy", "scipy", "numba"))
_SUNDAE = Environment("sundae", ("numpy", "scikit-sundae", "numba"))
_DIFFSOL = Environment("diffsol", ("numpy", "pydiffsol"))
_RUMOCA = Environment("rumoca", ("numpy", "rumoca"))
_PATIENCE = 3.0
_LIMIT = 120.0
_ROOM = 8 * 2**30


@dataclass(frozen=True)
class Peer:
    """A solver of somebody else for the chain.

    Parameters
    ----------
    name : str
        What the table calls it.
    environment : Environment
        Where it lives.
    worker : str
        Script that runs it.
    options : mapping of str to str
        What else the script is told.
    largest : int
        Longest chain that it is asked to solve.
    """

    name: str
    environment: Environment
    worker: str
    options: dict[str, str] = field(default_factory=dict)
    largest: int = 10_000

    def line(self, problem: ChainProblem, times: int) -> Line:
        """Return its line of the table.

        Parameters
        ----------
        problem : ChainProblem
            What to solve.
        times : int
            Repetitions, as many as fit into some seconds.

        Raises
        ------
        Unavailable
            If it cannot take part.
        """
        if problem.n > self.largest:
            return Line(self.name, note=f"skipped: not asked beyond N = {self.largest}")
        options = dict(self.options)
        if problem.n >= 100 and "matrix" in options:
            options["matrix"] = "faer_sparse"
        request = {
            "n": problem.n, "stop": problem.stop, "points": problem.points,
            "tolerance": problem.tolerance, "c": C, "d": D, "amplitude": AMPLITUDE,
            "times": times, "patience": _PATIENCE, "room": _ROOM, **options,
        }  # fmt: skip
        answer = self.environment.ask(self.worker, request, _LIMIT)
        return Line(self.name, Sample(answer.seconds), problem.error(answer.values), answer.setup)


def _diffsol(method: str) -> Peer:
    options = {"method": method, "matrix": "nalgebra_dense"}
    return Peer(f"pydiffsol {method}", _DIFFSOL, "diffsol_chain", options, 1000)


CHAIN_PEERS = (
    Peer("scipy solve_ivp RK45, Numba", _NUMBA, "numba_chain", {"method": "RK45"}),
    Peer("scipy solve_ivp LSODA, Numba", _NUMBA, "numba_chain", {"method": "LSODA"}, 1000),
    Peer("scikit-sundae CVODE Adams, Numba", _SUNDAE, "sundae_chain", {"method": "Adams"}),
    Peer("scikit-sundae CVODE BDF, Numba", _SUNDAE, "sundae_chain", {"method": "BDF"}),
    _diffsol("tsit45"),
    _diffsol("bdf"),
    Peer("rumoca rk-like", _RUMOCA, "rumoca_chain", {"method": "rk-like"}, 200),
    Peer("rumoca bdf", _RUMOCA, "rumoca_chain", {"method": "bdf"}, 200),
)
"""Everybody who solves the chain."""


def all_environments() -> Iterator[Environment]:
    """Yield the environments of all peers."""
    yield from dict.fromkeys(peer.environment for peer in CHAIN_PEERS)
    yield from TORSIONAL_ENVIRONMENTS
