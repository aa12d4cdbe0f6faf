"""Equations that the kernel interprets give what NumPy gives."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drivetrain.kernel
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.kernel.status import RowFlag
from drivetrain.kernel.verification import (
    OPERATIONS,
    Equation,
    Given,
    RowsOfRuns,
    Verdict,
    Verification,
    pick_rows,
)
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr
from drivetrain.simulation.verification.equation_code import code_of

HEADER = Path(drivetrain.kernel.__file__).parent / "include" / "dt_verification.h"
UNARY = ["neg", "abs", "sin", "cos", "tanh", "exp", "sign", "floor", "ceil", "atan", "cosh", "sinh"]
BINARY = ["add", "sub", "mul", "div", "min", "max", "atan2", "mod"]
ORDERINGS = ["gt", "ge", "lt", "le"]
NO_TABLES = np.zeros(1), np.zeros(1, dtype=np.int64)


def test_operations_have_the_numbers_of_the_header():
    text = HEADER.read_text(encoding="utf-8")
    there = {name.lower(): int(n) for name, n in re.findall(r"DT_OP_(\w+) = (\d+)", text)}
    assert there == OPERATIONS


def node(op: str, *args: Expr) -> Expr:
    return Expr(op, args, None, BOOLEAN if op in (*ORDERINGS, "and", "or", "not") else REAL)


LEAVES = st.one_of(
    st.sampled_from([Expr("var", (), (k, 0), REAL) for k in range(3)]),
    st.floats(-3, 3).map(lambda x: Expr("const", (), x, REAL)),
    st.just(Expr("time", (), None, REAL)),
    st.just(Expr("par", (), 0, REAL)),
)


def grown(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    relation = st.builds(node, st.sampled_from(ORDERINGS), inner, inner)
    condition = st.one_of(
        relation,
        st.builds(node, st.sampled_from(["and", "or"]), relation, relation),
        st.builds(node, st.just("not"), relation),
    )
    return st.one_of(
        st.builds(node, st.sampled_from(UNARY), inner),
        st.builds(node, st.sampled_from(BINARY), inner, inner),
        st.builds(lambda c, a, b: node("where", c, a, b), condition, inner, inner),
    )


EXPRESSIONS = st.recursive(LEAVES, grown, max_leaves=12)


def rows_of(n: int, seed: int = 0) -> np.ndarray:
    """Return rows of four variables; row 1 is the left side of an event."""
    rows = np.random.default_rng(seed).normal(size=(n, 6))
    rows[:, 0] = np.linspace(0.0, 1.0, n)
    rows[:, 1] = RowFlag.REGULAR
    return rows


def verdict_of(equation: Equation, rows: np.ndarray, noise: float = 1e-9) -> Verdict:
    empty = np.zeros(0, dtype=np.int32)
    made = Verification([equation], [], empty, empty, False, 1e-6)
    parameter = np.array([0.75])
    given = Given(parameter.ctypes.data, NO_TABLES[0].ctypes.data, NO_TABLES[1].ctypes.data)
    return made.hold(rows, given, noise)


def placed(e: Expr, right: Expr) -> Equation:
    found = code_of(e, right)
    assert found
    place = [2 * (2 + leaf.slot) if leaf.kind == "variable" else 0 for leaf in found.leaves]
    return Equation(found.code, np.array([place], dtype=np.int32).reshape(1, -1))


@settings(
    max_examples=300,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(EXPRESSIONS)
def test_expressions_have_the_values_of_the_interpreter(e: Expr):
    rows = rows_of(9)
    env = Environment(
        {"var": lambda value: rows[:, 2 + value[0]], "par": lambda slot: 0.75}, time=rows[:, 0]
    )
    with np.errstate(all="ignore"):
        value = np.broadcast_to(np.asarray(evaluate(e, env), dtype=float), len(rows))
    if not np.isfinite(value).all():
        return
    rows[:, 5] = value
    target = Expr("var", (), (3, 0), REAL)
    assert verdict_of(placed(e, target), rows).n_missed == 0
    rows[4, 5] += 1e-3 * (1 + np.abs(value).max())
    found = verdict_of(placed(e, target), rows)
    if found.n_missed:  # large terms that cancel hide it
        assert found.rows[found.row] == 4


def test_a_gap_is_told_with_its_row_and_its_terms():
    x, y = (Expr("var", (), (k, 0), REAL) for k in (0, 1))
    rows = np.array(rows_of(5))
    rows[:, 2], rows[:, 3] = 3.0, 3.0
    rows[2, 3] = 4.0
    found = verdict_of(placed(x, y), rows)
    assert (found.n_missed, found.equation, found.instance) == (1, 0, 0)
    assert found.rows[found.row] == 2
    assert (found.value, found.size) == (-1.0, 7.0)
    assert found.scaled == pytest.approx(1.0 / (7.0 + 0.01 * 8.0), rel=1e-4)


def test_many_runs_are_held_as_each_of_them_alone():
    x, y = (Expr("var", (), (k, 0), REAL) for k in (0, 1))
    equation = placed(node("mul", x, Expr("par", (), 0, REAL)), y)
    empty = np.zeros(0, dtype=np.int32)
    made = Verification([equation], [], empty, empty, False, 1e-6)
    n_rows, parameters = np.array([3, 40, 1, 7]), np.array([[0.75], [2.0], [-1.0], [0.5]])
    rows = rows_of(int(n_rows.sum()))
    rows[:, 3] = rows[:, 2] * np.repeat(parameters[:, 0], n_rows)
    rows[42, 3] += 0.25  # the last row of its run
    most = np.array([4, 16, 4, 4])
    tables = Given(0, NO_TABLES[0].ctypes.data, NO_TABLES[1].ctypes.data)
    found = made.hold_runs(RowsOfRuns(rows, n_rows, parameters, tables), 1e-9, most + 60, most)
    assert found["n_missed"].tolist() == [0, 1, 0, 0]
    ends = np.cumsum(n_rows)
    for run, (own, parameter) in enumerate(zip(np.split(rows, ends[:-1]), parameters, strict=True)):
        given = tables._replace(parameters=parameter.ctypes.data)
        alone = made.hold(own, given, 1e-9, int(most[run]) + 60, int(most[run]))
        names = [name for name, *_ in Verdict._fields_ if name != "rows"]
        assert [found[name][run] for name in names] == [getattr(alone, name) for name in names]
        picked = alone.n_rows
        assert found["rows"][run][:picked].tolist() == alone.rows[:picked]


def stepped(at: float, truth: float, flag: int) -> Verdict:
    """Hold ``y == where(x > 0, 1, 2)`` against one row."""
    x, y = (Expr("var", (), (k, 0), REAL) for k in (0, 1))
    one, two, zero = (Expr("const", (), value, REAL) for value in (1.0, 2.0, 0.0))
    e = node("where", node("gt", x, zero), one, two)
    rows = rows_of(3)
    rows[:, 2], rows[:, 3] = 1.0, 1.0
    rows[1, 1:4] = flag, at, truth
    return verdict_of(placed(y, e), rows, noise=1e-6)


@pytest.mark.parametrize(
    ("at", "truth", "flag", "missed"),
    [
        (0.5, 1.0, RowFlag.REGULAR, 0),
        (0.5, 2.0, RowFlag.REGULAR, 1),
        (1e-9, 2.0, RowFlag.REGULAR, 0),  # equal but for noise: either truth
        (0.5, 2.0, RowFlag.LEFT, 0),  # the truth before an event is not known
        (0.5, 3.0, RowFlag.LEFT, 1),
        (0.5, np.nan, RowFlag.REGULAR, 1),
    ],
)
def test_relations_may_have_either_truth_where_it_is_open(
    at: float, truth: float, flag: int, missed: int
):
    assert stepped(at, truth, flag).n_missed == missed


def flags(*events: int, n: int = 1000) -> np.ndarray:
    rows = np.zeros((n, 3))
    rows[:, 0] = np.arange(n)
    for at in events:
        rows[at, 1], rows[at + 1, 1] = RowFlag.LEFT, RowFlag.RIGHT
    return rows


def test_rows_of_a_run_without_events_are_spread_evenly():
    picked = pick_rows(flags(), 16)
    assert picked[0] == 0
    assert picked[-1] == 999
    assert len(picked) == 16
    assert np.diff(picked).max() < 80


def test_both_sides_of_events_are_picked():
    picked = set(pick_rows(flags(200, 700), 16).tolist())
    assert {0, 200, 201, 700, 701, 999} <= picked


def test_the_end_of_a_span_after_an_event_is_picked():
    assert 500 in pick_rows(flags(200, 500), 8)


@pytest.mark.parametrize("n", [1, 2, 5, 16, 17])
def test_few_rows_are_all_picked(n: int):
    assert len(pick_rows(flags(n=n), 16)) == min(n, 16)


def test_many_events_are_picked_here_and_there():
    rows = flags(*range(0, 90_000, 9), n=100_000)
    picked = pick_rows(rows, 16)
    assert len(picked) == 16
    assert (rows[picked, 1] != RowFlag.REGULAR).sum() >= 8
