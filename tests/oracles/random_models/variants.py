"""One random model in several ways that have to give the same motion.

Other solvers, its connections in another order and the other way round, a parameter given to a
compiled model or written into it, alone or in an ensemble, everything negated. How elements that
lock the same motion share its torque may depend on the way, so motions and temperatures are
compared only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

from drivetrain import compile as compile_model
from drivetrain.errors import DrivetrainError, ParameterError
from drivetrain.kernel.status import RowFlag
from drivetrain.simulation.results.result import Result
from tests.oracles.random_models.models import SIGNED, Recipe, random_recipe
from tests.oracles.random_models.trial import Outcome

__all__ = ["WAYS", "Pair", "compare", "compared"]

_MOTIONS: Final = {"rad", "rad/s", "m", "m/s", "K"}
_DIFFERENT: Final = 1e-3
"""Difference at more than a fifth of all points, relative to the largest value of the unit."""
_SMALLEST: Final = 1e-3
"""Least largest value."""
_RUN: Final[dict[str, Any]] = {"stop_time": 1.0, "interval": 0.02, "tolerance": 1e-8}
_MECHANICAL: Final = re.compile(
    r"rotational|clutches|couplings|gears|translational|edition2002|book|tests"
)
_ONE_WAY: Final = re.compile(
    r"OneWay|SpeedDependent|Sign(Torque|Force)|ElastoGap|Stop|Vehicle|Rolling|Initialize|Adaptor"
    r"|Ratchet|BandBrake|DogClutch"
    r"|LimitedSlip"  # driving and overrun are not the same
    r"|2002.LossyGear|2002.Gear2"  # without torque, flange_a drives forward motion only
)
"""Classes whose law is not odd in the motion, or that have signals of both kinds."""
_ODD: Final = re.compile(
    r"(\b(?:phi_start|w_start|phi_rel0|s_rel0|phi0|s0|w_fixed|v_fixed|tau_constant|f_constant"
    r"|delta_phi|L|step_torque|offset_torque|step_force|offset_force)=|\b[wv]=(?:guess|fixed)\()"
    r"(-?\d)"
)
"""Parameters of mechanical parts that have a direction."""
_WITH_UNIT: Final = re.compile(r'(.*) \* constant\(1\.0, "([^"]+)"\)$')
_MEMBER: Final = re.compile(r"self\.(\w+)")
_NUMBER: Final = re.compile(r"\b(\w+)=(-?\d+\.\d+(?:e-?\d+)?)(?=[,)])")


class Pair(NamedTuple):
    """Two results whose motions have to be the same, or the opposite with the sign -1."""

    one: Result
    other: Result
    sign: float = 1.0
    members: frozenset[str] = frozenset()  # look at these only, if there are any


def _explicit(recipe: Recipe, rng: Random) -> Pair:
    return Pair(_run(recipe), _run(recipe, solver="bs5"))


def _stiff(recipe: Recipe, rng: Random) -> Pair:
    return Pair(_run(recipe), _run(recipe, solver="rodas"))


def _reordered(recipe: Recipe, rng: Random) -> Pair:
    """Exchange the two sides of connections, and the order of all statements."""
    statements = [
        " >> ".join(reversed(one.split(" >> "))) if " >> " in one else one
        for one in recipe.statements
    ]
    rng.shuffle(statements)
    return Pair(_run(recipe), _run(Recipe(recipe.members, statements, recipe.classes)))


def _parameter(recipe: Recipe, rng: Random) -> Pair:
    """Give a parameter to a compiled model, or write it into the model."""
    path, value, changed = _changed(recipe, rng)
    compiled = compile_model(recipe.model())
    return Pair(compiled.simulate(**_RUN, parameters={path: value}), _run(changed))


def _ensemble(recipe: Recipe, rng: Random) -> Pair:
    """Run with a parameter alone, or as one of several."""
    path, value, _ = _changed(recipe, rng)
    compiled = compile_model(recipe.model())
    alone = compiled.simulate(**_RUN, parameters={path: value})
    many = compiled.ensemble({path: [value, value / 1.3, value]}, **_RUN)
    if many.messages[2]:
        raise DrivetrainError(many.messages[2])
    one_of_many = Result(alone.layout, many.rows[2], model=alone.model, status=alone.status)
    return Pair(alone, one_of_many)


def _mirrored(recipe: Recipe, rng: Random) -> Pair:
    """Negate all motions, torques and forces that are prescribed: the motion has to be negated."""
    mechanical = {n for n, label in recipe.classes.items() if _MECHANICAL.match(label)}
    mechanical |= {n for n in recipe.members if n.startswith(("node", "ground"))}
    back = {n for n in recipe.members if n.startswith("lag")} | mechanical
    one_way = any(_ONE_WAY.search(recipe.classes.get(n, "")) for n in recipe.members)
    if one_way or not mechanical:
        raise _NothingToChangeError
    statements = []
    for one in recipe.statements:
        name, _, told = one.partition(" == ")
        owner = name.split(".")[1] if told else ""
        if told and not owner.startswith("lag") and back & set(_MEMBER.findall(told)):
            raise _NothingToChangeError  # what is measured comes back
        given = _WITH_UNIT.match(told) if owner in mechanical else None
        negated = given and (given[2] in SIGNED or name.endswith("]"))  # [.]: angle, speed, …
        statements.append(f"{name} == -({given[1]}) * {_unit_of(given)}" if negated else one)
    members = {
        name: _ODD.sub(r"\1-\2", call) if name in mechanical else call
        for name, call in recipe.members.items()
    }
    negative = Recipe(members, statements, recipe.classes)
    return Pair(_run(recipe), _run(negative), -1.0, frozenset(mechanical))


def _unit_of(given: re.Match[str]) -> str:
    return f'constant(1.0, "{given[2]}")'


WAYS: Final[dict[str, Callable[[Recipe, Random], Pair]]] = {
    "bs5": _explicit,
    "rodas": _stiff,
    "reordered": _reordered,
    "parameter": _parameter,
    "ensemble": _ensemble,
    "mirrored": _mirrored,
}


def compared(seed: int) -> Outcome:
    """Compare the model of a number in all ways; the verdict is ``differs`` if two of them do."""
    return compare(random_recipe(seed), seed)


def compare(recipe: Recipe, seed: int = -1) -> Outcome:
    """Compare a model in all ways."""
    begin = process_time()
    classes = tuple(sorted(set(recipe.classes.values())))
    try:
        _run(recipe)
    except DrivetrainError as error:
        return Outcome(seed, "refused", type(error).__name__, str(error), classes=classes)
    told = {name: _difference(recipe, seed, way) for name, way in WAYS.items()}
    found = {name: text for name, text in told.items() if text}
    message = "; ".join(f"{name}: {text}" for name, text in found.items())
    verdict = "differs" if found else "ran"
    seconds = process_time() - begin
    return Outcome(seed, verdict, ", ".join(found), message, seconds=seconds, classes=classes)


def _difference(recipe: Recipe, seed: int, way: Callable[[Recipe, Random], Pair]) -> str:
    """Return what differs, empty if nothing does."""
    try:
        return _told(way(recipe, Random(seed)))
    except (_NothingToChangeError, ParameterError):  # such as 1.3 times an efficiency of one
        return ""
    except DrivetrainError as error:
        return f"{type(error).__name__} only so: {error}"


class _NothingToChangeError(Exception):
    """The model has no parameter with a number."""


def _run(recipe: Recipe, **settings: Any) -> Result:
    return compile_model(recipe.model()).simulate(**_RUN, **settings)


def _changed(recipe: Recipe, rng: Random) -> tuple[str, float, Recipe]:
    """Choose a parameter: its path, another value, the recipe with that."""
    found = [(n, m) for n, call in recipe.members.items() for m in _NUMBER.finditer(call)]
    found = [(n, m) for n, m in found if "array(" not in recipe.members[n] and float(m[2])]
    if not found:
        raise _NothingToChangeError
    name, match = rng.choice(found)
    value = 1.3 * float(match[2])
    call = recipe.members[name]
    changed = f"{call[: match.start(2)]}{value!r}{call[match.end(2) :]}"
    members = {**recipe.members, name: changed}
    other = Recipe(members, recipe.statements, recipe.classes)
    try:
        _run(other)
    except DrivetrainError as error:
        raise _NothingToChangeError from error  # refused with that value, whatever the way
    return f"{name}.{match[1]}", value, other


def _told(pair: Pair) -> str:
    """Return which motion differs most, and by how much; empty if none does."""
    one, other, sign, members = pair
    layout, worst, told = one.layout, _DIFFERENT, ""
    rows = [r.rows[(r.rows[:, 1] == RowFlag.REGULAR) | (r.rows[:, 1] == RowFlag.FIRST)]
            for r in (one, other)]  # fmt: skip
    common = np.intersect1d(*(r[:, 0] for r in rows))
    rows = [r[np.isin(r[:, 0], common)] for r in rows]
    if not len(common) or len(rows[0]) != len(rows[1]):
        return ""
    largest: dict[str, float] = defaultdict(lambda: _SMALLEST)
    apart: dict[int, float] = {}
    for k in [k for k, unit in enumerate(layout.units) if unit in _MOTIONS]:
        if members and re.split(r"[.\[]", layout.names[k])[0] not in members:
            continue
        a = layout.values(rows[0], k)
        b = other.layout.values(rows[1], other.layout.position(layout.names[k]))
        b = b if layout.units[k] == "K" else sign * b
        largest[layout.units[k]] = max(largest[layout.units[k]], float(np.abs(a).max()))
        apart[k] = float(np.quantile(np.abs(a - b), 0.8))
    for k, distance in apart.items():
        size = largest[layout.units[k]]
        if not distance / size <= worst:
            worst, told = distance / size, f"{layout.names[k]}: {distance:.2g} of {size:.4g}"
    return told
