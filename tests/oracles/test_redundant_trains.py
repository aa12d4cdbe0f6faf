"""Random trains in which locks hold what gears, or other locks, hold anyway, by ratios such as 1/3.

Each shaft knows how it turns, as a vector over independent motions, so that locks can be put
across what cannot turn, directly or through gears whose ratio is computed. The capacity of most
locks is so large that a wrong share shows. Fixed numbers in CI; ``--long N`` tries N of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import drivetrain
from drivetrain import edition2002, rotational
from drivetrain.blocks import Sine
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Model
from drivetrain.rotational import ConstantTorque, IdealGear, Inertia, Torque
from drivetrain.simulation.verification.residuals import residuals
from tests.closed_forms.building import build

pytestmark = pytest.mark.slow

_COUNT = int(os.environ.get("DRIVETRAIN_LONG", "0")) or 46
_PARTS = 2
_RATIOS = (1 / 3, 0.1, 2**0.5, -0.37, 2.7, -np.pi / 2, 1 / 7, 0.4719, 1.01, 2.0)
_PUSH = 4.0
_MOST = 1e4
"""More torque than a lock can see: what drives, times what trains of these ratios make of it."""
_CAPACITY, _SMALL = 1e7, 20.0
_RESIDUAL = 1e-7


class _Train:
    """A train that grows by stages, then by locks."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.parts: dict[str, Any] = {}
        self.ties: list[tuple[str, str]] = []
        self.shafts: list[tuple[str, NDArray[np.float64]]] = []
        self.locks: list[str] = []
        self.motions = 2
        self.shaft(np.eye(2)[0])
        self.shaft(np.eye(2)[1])
        for _ in range(self.rng.randint(2, 6)):
            self.stage()
        self.add("sine", Sine(amplitude=_PUSH, f=1.3))
        self.add("motor", Torque())
        self.ties.append(("sine.y", "motor.tau"))
        self.ties.append(("motor.flange", "shaft0.flange_a"))
        self.add("load", ConstantTorque(tau_constant=-1.0))
        last = self.rng.randrange(len(self.shafts))
        self.ties.append(("load.flange", self.shafts[last][0]))
        for _ in range(self.rng.randint(2, 6)):
            self.lock()

    def add(self, name: str, part: Any) -> str:
        self.parts[name] = part
        return name

    def shaft(self, motion: NDArray[np.float64]) -> str:
        name = self.add(f"shaft{len(self.shafts)}", Inertia(J=self.rng.choice([0.1, 1.0, 3.0])))
        self.shafts.append((f"{name}.flange_b", motion))
        return f"{name}.flange_a"

    def library(self) -> Any:
        return self.rng.choice([rotational, edition2002])

    def stage(self) -> None:
        """Add a shaft behind a gear, a gear with losses, or a planetary."""
        draw, ratio, name = self.rng.random(), self.rng.choice(_RATIOS), f"stage{len(self.parts)}"
        library = self.library()
        a, w_a = self.rng.choice(self.shafts)
        if draw < 0.35:
            self.add(name, library.IdealGear(ratio=ratio))
            self.ties += [(a, f"{name}.flange_a"), (f"{name}.flange_b", self.shaft(w_a / ratio))]
        elif draw < 0.6:
            table = [[0.0, 0.9, 0.8, 0.13, 0.1]]
            of_2002 = library is edition2002
            self.add(
                name, library.LossyGear(**{"i" if of_2002 else "ratio": ratio}, loss_table=table)
            )
            self.ties += [(a, f"{name}.flange_a"), (f"{name}.flange_b", self.shaft(w_a / ratio))]
        else:
            b, w_b = self.rng.choice(self.shafts)
            third = self.rng.choice(["sun", "carrier", "ring"])
            if third == "carrier" and abs(1 + ratio) < 0.1:
                return
            motion = {
                "carrier": (w_a + ratio * w_b) / (1 + ratio),
                "sun": (1 + ratio) * w_a - ratio * w_b,
                "ring": ((1 + ratio) * w_a - w_b) / ratio,
            }[third]
            ends = {"carrier": ("sun", "ring"), "sun": ("carrier", "ring"),
                    "ring": ("carrier", "sun")}[third]  # fmt: skip
            self.add(name, library.IdealPlanetary(ratio=ratio))
            self.ties += [(a, f"{name}.{ends[0]}"), (b, f"{name}.{ends[1]}"),
                          (self.shaft(motion), f"{name}.{third}")]  # fmt: skip

    def lock(self) -> None:
        """Add a lock: between shafts, between what gears make equal, to the ground."""
        draw = self.rng.random()
        (a, w_a), (b, w_b) = self.rng.choice(self.shafts), self.rng.choice(self.shafts)
        if draw < 0.35 or not np.abs(w_b).max() > 1e-9:
            self.brake(a)
            return
        if draw < 0.6:
            # Both through the same gear: holds what a lock without the gears would hold.
            ratio = self.rng.choice(_RATIOS)
            a, b = self.geared(a, ratio), self.geared(b, ratio)
        else:
            # Shafts that turn together: the gear's ratio makes them equal.
            ratio = float(w_b @ w_a / (w_a @ w_a)) if w_a @ w_a > 1e-9 else 0.0
            if abs(ratio) > 0.02:
                b = self.geared(b, ratio)
        if a != b:
            self.clutch(a, b)

    def geared(self, flange: str, ratio: float) -> str:
        name = self.add(f"gear{len(self.parts)}", IdealGear(ratio=ratio))
        self.ties.append((flange, f"{name}.flange_a"))
        return f"{name}.flange_b"

    def capacity(self) -> float:
        return self.rng.choice([_CAPACITY, _CAPACITY, _SMALL])

    def brake(self, flange: str) -> None:
        size, name = self.capacity(), f"lock{len(self.parts)}"
        kind = self.rng.randrange(3)
        if kind == 0:
            self.add(name, self.library().BearingFriction(tau_pos=[[0.0, size / 2]]))
        elif kind == 1:
            self.add(name, rotational.Brake(fn_max=size, f_normalized=1.0))
        else:
            self.add(name, edition2002.Brake(fn_max=size, in_port=1.0))
        self.ties.append((flange, f"{name}.flange_a"))
        self.locks.append(name)

    def clutch(self, a: str, b: str) -> None:
        size, name = self.capacity(), f"lock{len(self.parts)}"
        makers = [
            lambda: rotational.Clutch(fn_max=size, f_normalized=1.0),
            lambda: edition2002.Clutch(fn_max=size, in_port=1.0),
            lambda: rotational.OneWayClutch(fn_max=_SMALL, f_normalized=1.0),
            lambda: edition2002.OneWayClutch(fn_max=_SMALL, in_port=1.0),
        ]
        self.add(name, self.rng.choice(makers)())
        self.ties += [(a, f"{name}.flange_a"), (b, f"{name}.flange_b")]
        self.locks.append(name)

    def model(self) -> Model:
        ties = self.ties

        def equations(self: Any) -> Iterable[Any]:
            for a, b in ties:
                (m, x), (n, y) = a.split("."), b.split(".")
                yield getattr(getattr(self, m), x) >> getattr(getattr(self, n), y)

        return build(equations, **self.parts)


def _wrong(seed: int) -> str | None:
    """Return what is wrong with the run of a train, "" if it is refused, None if all is well."""
    train = _Train(seed)
    try:
        compiled = drivetrain.compile(train.model())
        result = compiled.simulate(stop_time=0.4)
    except DrivetrainError as error:
        named = any(name in str(error) for name in train.parts)
        return "" if named else f"seed {seed}: nameless: {error}"
    found = residuals(compiled, result)
    if not found.worst <= _RESIDUAL:
        return f"seed {seed}: {found.equations[0]}"
    largest = max(float(np.abs(result[f"{lock}.tau"]).max()) for lock in train.locks)
    return None if largest <= _MOST else f"seed {seed}: a lock takes {largest:g} N.m"


@pytest.mark.parametrize("part", range(_PARTS))
def test_no_ratio_makes_a_torque(part: int) -> None:
    found = [_wrong(seed) for seed in range(part, _COUNT, _PARTS)]
    wrong = [text for text in found if text]
    assert not wrong, "\n".join(wrong)
    assert found.count(None) > 0.9 * len(found)


@pytest.mark.parametrize("seed", [24, 110, 169, 239])
def test_shares_on_the_edge_of_a_loss_do_not_toggle(seed: int) -> None:
    """A stuck gear shares its torque where its loss jumps, at no torque in its mesh."""
    assert _wrong(seed) is None


@pytest.mark.xfail(reason="a limit that jumps with the load that it limits: the run is refused")
@pytest.mark.parametrize("seed", [122, 232])
def test_a_limit_that_moves_with_the_share_itself_stops_nothing(seed: int) -> None:
    """A gear of 2002 holds less as soon as flange_a drives: others take the difference over."""
    assert _wrong(seed) is None
