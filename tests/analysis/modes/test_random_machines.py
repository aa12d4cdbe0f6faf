"""What holds for the eigenmodes of every driveline, on random ones."""

from __future__ import annotations

import os
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from tests.oracles.drivelines import Driveline, decades, drivelines, inertias

import drivetrain as dt
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.modes.reduction import reduction_of
from drivetrain.analysis.modes.solvers import Wanted, dense_pairs
from drivetrain.errors import DrivetrainError, ParameterError
from drivetrain.rotational import Clutch, Inertia
from drivetrain.simulation.kernel_solver import make_another
from drivetrain.simulation.linearisation.linearisation import Linearisation, PointFacts
from drivetrain.simulation.operating_points.runs import reached
from drivetrain.simulation.slopes.held_motions import held_at
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.system_slopes import SystemSlopes, absolute_coordinates

LONG = int(os.environ.get("DRIVETRAIN_LONG", "0"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::drivetrain.ModelWarning"),
]

Complexes = NDArray[np.complex128]


def examples(count: int) -> Any:
    """Return settings for a number of examples; all are the same in every run."""
    return settings(
        max_examples=LONG or count, derandomize=not LONG, database=None,
        print_blob=True, suppress_health_check=list(HealthCheck),
    )  # fmt: skip


instants = st.sampled_from([0.0, 0.11, 0.31, 1.0])


def linear_at(line: Driveline, at: float, **how: Any) -> LinearModel:
    """Return the linear model of a line, unless it does not run until then."""
    try:
        return dt.linearise(line.model(), at=at, **how)
    except DrivetrainError:
        assume(False)
        raise


def spectrum(modes: Eigenmodes) -> Complexes:
    """Return all eigenvalues that are not zero."""
    return np.concatenate([modes.eigenvalue, modes.decays])


def assert_same(here: Complexes, there: Complexes, tolerance: float = 1e-7) -> None:
    """Assert that eigenvalues are the same, in any order; relative to a thousandth of the largest.

    What a weak brake does beside a stiff spring is known as exactly as the spring.
    """
    assert len(here) == len(there)
    if not len(here):
        return
    size = np.abs(here) + 1e-3 * np.abs(here).max()
    apart = np.abs(here[:, None] - there[None, :]) / size[:, None]
    rows, columns = linear_sum_assignment(apart)
    assert apart[rows, columns].max() <= tolerance


@examples(20)
@given(drivelines(redundant=True, lossy=True), instants)
def test_eigenvalues_and_vectors_belong_to_the_matrix(line: Driveline, at: float) -> None:
    linear = linear_at(line, at)
    modes, reduction = linear.eigenmodes(), linear.reduction
    left = (linear.A @ reduction.basis)[reduction.unlocked]
    assert 2 * len(modes) + len(modes.decays) + modes.free_motions == len(left)
    values = spectrum(modes)
    total = 2 * modes.eigenvalue.real.sum() + modes.decays.sum()
    assert np.trace(left) == pytest.approx(total, abs=1e-9 * (1 + np.abs(values).sum()))
    if not len(modes):
        return
    right, nominal = modes.right, linear.point.nominal[:, None]
    moved = np.abs(right / nominal).max(axis=0) * np.abs(modes.eigenvalue)
    size = (np.abs(linear.A) @ np.abs(right)) / nominal + moved
    rest = np.abs(linear.A @ right - right * modes.eigenvalue) / nominal
    assert np.all(rest <= 1e-8 * size)
    conditions = np.array([mode.condition for mode in modes])
    product = modes.left.T @ right
    assert np.all(np.abs(product - np.eye(len(modes))) <= 1e-12 * (1e4 + conditions))


@examples(20)
@given(drivelines(redundant=True, lossy=True), instants)
def test_shares_add_up(line: Driveline, at: float) -> None:
    for mode in linear_at(line, at).eigenmodes():
        assert sum(mode.energy("kinetic").values()) == pytest.approx(1.0, abs=1e-9)
        assert sum(mode.energy("elastic").values()) == pytest.approx(1.0, abs=1e-9)
        total = sum(mode.damping_by.values())
        assert total == pytest.approx(mode.damping_ratio, abs=1e-12 * (1e3 + mode.condition))


def shuffled(line: Driveline, order: random.Random, *, select: bool) -> Driveline:
    """Return the line declared in another order, perhaps with states of the user's choice."""
    other = Driveline(links=order.sample(line.links, len(line.links)))
    for name in order.sample(list(line.members), len(line.members)):
        part = line.members[name]
        given_values = dict(part._modifiers)
        if select and isinstance(part, Inertia) and "phi" in given_values and order.random() < 0.6:
            for own in ("phi", "w"):
                value = given_values[own].value
                given_values[own] = dt.fixed(value, state_select="prefer")
        other.members[name] = type(part)(**given_values)
    return other


@examples(15)
@given(drivelines(redundant=True), instants, st.booleans(), st.integers(0, 99))
def test_nothing_depends_on_states_and_declarations(
    line: Driveline, at: float, select: bool, seed: int
) -> None:
    linear = linear_at(line, at)
    other = linear_at(shuffled(line, random.Random(seed), select=select), at)
    assume(sorted(linear.point.contacts) == sorted(other.point.contacts))
    modes, again = linear.eigenmodes(), other.eigenmodes()
    assert_same(spectrum(modes), spectrum(again))
    assert modes.free_motions == again.free_motions


def point_of(line: Driveline, at: float) -> tuple[Linearisation, Reached, LinearModel]:
    """Return a line ready to be linearised, its point, and its linear model there."""
    try:
        compiled = dt.compile(line.model())
        made = Linearisation(compiled.prepared, (), [])
        how = compiled._settings(None, None, None, "auto", None)
        with reached(compiled.prepared, how, compiled.translation.values, at) as point:
            return made, point, made.model(point, PointFacts("instant"))
    except DrivetrainError:
        assume(False)
        raise


@examples(15)
@given(drivelines(redundant=True), instants)
def test_twists_or_angles_as_states(line: Driveline, at: float) -> None:
    made, point, linear = point_of(line, at)
    t, none = made.translation, np.empty(0, dtype=np.int64)
    system = SystemSlopes(t, absolute_coordinates(t), [], none)
    slopes = system.at(point.solver, point.row, point.values)
    matrix = slopes.rates.by_states.toarray()
    held = slopes.locks.by_states.toarray()[held_at(t, point.row)[0]]
    reduction = reduction_of(matrix, held, system.nominal(point.values))
    pairs = dense_pairs(np.asarray(reduction.matrix), Wanted())
    modes = linear.eigenmodes()
    assert_same(spectrum(modes), np.concatenate([pairs.values, pairs.decays]))
    assert modes.free_motions == reduction.free.shape[1]


@examples(12)
@given(drivelines(redundant=True), instants)
def test_sensitivities_against_differences(line: Driveline, at: float) -> None:
    """The point and all contacts stay; ratios of gears change what locked elements hold."""
    made, point, linear = point_of(line, at)
    modes = linear.eigenmodes()
    alone = _well_apart(modes)
    if not alone.any():
        return
    found = modes.sensitivity("*")
    for k, (name, value) in enumerate(zip(found.parameters, found.values, strict=True)):
        unit = abs(value) or 1.0
        slopes = [_difference(made, point, name, value, h * unit, modes) for h in (1e-4, 5e-5)]
        if slopes[0] is None or slopes[1] is None:
            continue
        size = np.abs(modes.eigenvalue) / unit
        if (np.abs(slopes[0] - slopes[1]) > 1e-4 * size)[alone].any():
            continue  # a corner of a table within the step
        best = (4 * slopes[1] - slopes[0]) / 3
        off = np.abs(best - found.slopes[:, k])
        assert np.all((off <= 1e-5 * (size + np.abs(best)))[alone]), name


def _well_apart(modes: Eigenmodes) -> NDArray[np.bool_]:
    values = modes.eigenvalue
    apart = np.abs(values[:, None] - values[None, :]) + np.diag(np.full(len(values), np.inf))
    weakly_damped = values.imag > 0.05 * np.abs(values)
    return (apart.min(axis=1, initial=np.inf) > 1e-2 * np.abs(values)) & weakly_damped


def _difference(
    made: Linearisation, point: Reached, name: str, value: float, step: float, modes: Eigenmodes
) -> Complexes | None:
    """Return a central difference of the eigenvalues; None at a bound of the parameter."""
    sides = []
    for sign in (1, -1):
        try:
            values = made.translation.parameter_updates.values({name: value + sign * step})
        except ParameterError:
            return None
        if not made.translation.guards.admits(values):
            return None
        solver = make_another(point.solver, made.translation, values)
        changed = made.model(Reached(solver, point.row, values), PointFacts("instant"))
        other = changed.eigenmodes().eigenvalue
        if len(other) != len(modes):
            return None
        nearest = np.abs(other[None, :] - modes.eigenvalue[:, None]).argmin(axis=1)
        sides.append(other[nearest])
    return np.asarray((sides[0] - sides[1]) / (2 * step))


def is_passive(line: Driveline) -> bool:
    """Tell whether no friction falls with the speed."""
    tables = (part._modifiers.get("mu_pos", [[0, 1]]) for part in line.members.values())
    return all(np.all(np.diff(np.array(table)[:, 1]) >= 0) for table in tables)


@examples(20)
@given(drivelines(redundant=True), instants)
def test_passive_machines_do_not_grow(line: Driveline, at: float) -> None:
    assume(is_passive(line))
    modes = linear_at(line, at).eigenmodes()
    largest = np.abs(spectrum(modes)).max(initial=0.0)
    assert spectrum(modes).real.max(initial=0.0) <= 1e-9 * largest


@examples(20)
@given(drivelines(), instants)
def test_undamped_eigenmodes_by_three_methods(line: Driveline, at: float) -> None:
    """The symmetric solver in absolute angles, the general one, and shift-invert."""
    from drivetrain.analysis.modes import solution, solvers

    linear = linear_at(line, at)
    assume(len(linear.states) > 4)
    modes = linear.eigenmodes(damped=False)
    matrix = solution._without_damping(linear)
    reduction = reduction_of(matrix, linear.constraints, linear.point.nominal)
    pairs = dense_pairs(np.asarray(reduction.matrix), Wanted())
    scale = modes.omega.max(initial=0.0)
    assert np.abs(pairs.values) == pytest.approx(modes.omega, abs=1e-8 * scale)
    assert (modes.damping == 0).all() or not linear.is_angle.any()
    if len(reduction.matrix) > 6 and len(modes):
        from scipy import sparse

        some = solvers.sparse_pairs(
            sparse.csr_array(reduction.matrix), Wanted(1, near=float(modes.omega[-1]))
        )
        assert np.abs(some.values[-1]) == pytest.approx(modes.omega[-1], rel=1e-7)


@st.composite
def closed_clutches(draw: st.DrawFn) -> tuple[Driveline, Driveline]:
    """Draw a tree of discs with a clutch that sticks, and the same with a rigid joint."""
    count = draw(st.integers(3, 7))
    stuck, rigid = Driveline(), Driveline()
    joint = draw(st.integers(1, count - 1))
    for k in range(count):
        inertia = draw(inertias)
        for line in (stuck, rigid):
            line.mass(inertia, 0.0)
        if not k:
            continue
        before = f"mass{draw(st.integers(0, k - 1))}.flange_b"
        if k == joint:
            stuck.link(f"{stuck.add('signal', dt.blocks.Constant(k=1))}.y", "clutch0.f_normalized")
            stuck.add("clutch", Clutch(fn_max=100))
            stuck.link(before, "clutch0.flange_a")
            stuck.link("clutch0.flange_b", f"mass{k}.flange_a")
            rigid.members[f"mass{k}"] = Inertia(J=inertia)
            rigid.link(before, f"mass{k}.flange_a")
            continue
        given_values = {"c": draw(decades(10, 1e4)), "d": draw(decades(0.01, 1))}
        for line in (stuck, rigid):
            part = line.add("shaft", dt.rotational.SpringDamper(**given_values))
            line.link(before, f"{part}.flange_a")
            line.link(f"{part}.flange_b", f"mass{k}.flange_a")
    return stuck, rigid


@examples(15)
@given(closed_clutches())
def test_a_stuck_clutch_is_a_rigid_joint(pair: tuple[Driveline, Driveline]) -> None:
    stuck, rigid = (dt.linearise(line.model()) for line in pair)
    assert stuck.held_by == ("clutch0", "clutch0")
    modes, others = stuck.eigenmodes(), rigid.eigenmodes()
    assert_same(spectrum(modes), spectrum(others), 1e-9)
    assert modes.free_motions == others.free_motions
    names = [name for name in rigid.outputs if name.endswith(".phi")]
    for mode, other in zip(modes, others, strict=True):
        here, there = (np.array(list(one.shape(*names).values())) for one in (mode, other))
        if _well_apart(others).all():
            same = abs(np.vdot(here, there)) ** 2 / np.vdot(here, here) / np.vdot(there, there)
            assert same.real == pytest.approx(1.0, abs=1e-6)


@examples(20)
@given(drivelines(), st.floats(0.05, 20.0))
def test_a_gear_scales_a_shaft_and_no_eigenvalue(line: Driveline, ratio: float) -> None:
    """Behind a gear of a ratio `r`, inertias, springs and dampers count ``1/r^2`` of themselves."""
    whole, geared = _chain_of(line), _chain_of(line, ratio)
    assume(whole is not None and geared is not None)
    assert whole is not None
    assert geared is not None
    modes, others = dt.linearise(whole).eigenmodes(), dt.linearise(geared).eigenmodes()
    assert_same(spectrum(modes), spectrum(others), 1e-8)


def _chain_of(line: Driveline, ratio: float = 0.0) -> dt.Model | None:
    """Return masses and springs of a line in a row, its second half perhaps behind a gear."""
    masses = [p._modifiers["J"] for n, p in line.members.items() if n.startswith("mass")]
    springs = [p._modifiers for n, p in line.members.items() if n.startswith("soft")]
    springs = [{k: v for k, v in one.items() if k in "cd"} for one in springs if "c" in one]
    if len(masses) < 3 or not springs:
        return None
    m, half = dt.Model("row"), len(masses) // 2
    for k, J in enumerate(masses):
        factor = ratio**2 if ratio and k >= half else 1.0
        m.add(**{f"disc{k}": Inertia(J=J * factor)})
        if not k:
            continue
        before, factor = getattr(m, f"disc{k - 1}"), ratio**2 if ratio and k > half else 1.0
        own = {name: v * factor for name, v in {"d": 0.0, **springs[k % len(springs)]}.items()}
        if ratio and k == half:
            m.add(gear=dt.rotational.IdealGear(ratio=ratio))
            m.add(node=Inertia(J=0.5 * ratio**2))
            m.connect(before >> m.gear >> m.node)
            before, own = m.node, {name: v * ratio**2 for name, v in own.items()}
        elif k == half:
            m.add(node=Inertia(J=0.5))
            m.connect(before >> m.node)
            before = m.node
        m.add(**{f"shaft{k}": dt.rotational.SpringDamper(**own)})
        m.connect(before >> getattr(m, f"shaft{k}") >> getattr(m, f"disc{k}"))
    return m


@examples(15)
@given(drivelines(), st.integers(0, 99))
def test_a_short_run_after_a_kick_is_the_linear_answer(line: Driveline, seed: int) -> None:
    """Differences of runs that start a little aside, by the exponential of the state matrix."""
    from scipy.linalg import expm

    begun = [n for n, part in line.members.items() if "w" in part._modifiers]
    name, kick = begun[seed % len(begun)], 1e-6
    aside = {f"{name}.w.start": line.members[name]._modifiers["w"].value + kick}
    compiled, how = dt.compile(line.model()), {"stop_time": 0.02, "tolerance": 1e-12}
    try:
        linear, other = compiled.linearise(), compiled.linearise(parameters=aside)
        later = compiled.linearise(at=0.02)
        result, kicked = compiled.simulate(**how), compiled.simulate(**how, parameters=aside)
    except DrivetrainError:
        assume(False)
        return
    assume(linear.point.contacts.same(other.point.contacts))
    assume(np.allclose(linear.A, later.A, rtol=1e-6))  # else another linear model holds soon
    assume(not len(result.events.times()) and not len(kicked.events.times()))
    states = list(linear.states)
    first, last = (
        np.array([kicked.at(at, n) - result.at(at, n) for n in states]) / kick for at in (0, 0.02)
    )
    expected = expm(linear.A * 0.02) @ first
    assert last == pytest.approx(expected, abs=2e-3 * (1 + np.abs(expected).max()))


@examples(10)
@given(drivelines(redundant=True), instants)
def test_the_same_bits_again_and_in_threads(line: Driveline, at: float) -> None:
    try:
        compiled = dt.compile(line.model())
        first = compiled.linearise(at=at)
    except DrivetrainError:
        assume(False)
        return

    def bits(_: int) -> tuple[bytes, bytes, bytes]:
        linear = compiled.linearise(at=at)
        modes = linear.eigenmodes()
        return linear.A.tobytes(), modes.eigenvalue.tobytes(), modes.right.tobytes()

    modes = first.eigenmodes()
    expected = first.A.tobytes(), modes.eigenvalue.tobytes(), modes.right.tobytes()
    with ThreadPoolExecutor(3) as pool:
        assert set(pool.map(bits, range(6))) == {expected}


@examples(10)
@given(drivelines(), instants)
def test_an_open_signal_without_anything_added_changes_nothing(line: Driveline, at: float) -> None:
    """Nor does closing it with a gain of 0."""
    signals = [a for a, b in line.links if b.endswith((".tau", ".f_normalized"))]
    assume(signals)
    linear = linear_at(line, at)
    opened = linear_at(line, at, inputs=signals)
    assert set(signals) <= set(opened.inputs)
    closed = opened.A + opened.B @ (0.0 * opened.C[: opened.B.shape[1]])
    assert closed == pytest.approx(linear.A, abs=1e-12 * (1 + np.abs(linear.A).max(initial=0.0)))
    assert_same(spectrum(opened.eigenmodes()), spectrum(linear.eigenmodes()), 1e-9)
