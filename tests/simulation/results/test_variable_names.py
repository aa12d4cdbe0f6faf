"""What a layout says of many variables without a list of all of them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, simulate
from drivetrain import compile as compile_model
from drivetrain.compiler.frontend.qualified_names import variable_names
from drivetrain.errors import NameLookupError, UsageError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.modeling import constant, fixed, integer, pre, time, when
from drivetrain.simulation.results import row_layout
from drivetrain.simulation.results import variable_names as naming
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.results.variable_names import DeclaredTexts, VariableNames


def test_texts_are_a_sequence():
    texts = DeclaredTexts(["rad", "N.m"], np.array([0, 1, 1, 0], dtype=np.int32))
    assert list(texts) == ["rad", "N.m", "N.m", "rad"]
    assert [texts[k] for k in (0, 2, -1)] == ["rad", "N.m", "rad"]
    assert list(texts[1:3]) == ["N.m", "N.m"]
    assert len(texts) == 4
    assert "N.m" in texts
    assert "kg" not in texts


def test_every_variable_has_the_texts_of_its_declaration():
    layout = compile_model(CoupledClutches()).layout
    told = dict(zip(layout.names, zip(layout.units, layout.kinds, strict=True), strict=True))
    assert told["J1.w"] == ("rad/s", "real")
    assert told["clutch1.tau"] == ("N.m", "real")
    assert told["clutch1.mode"] == ("1", "integer")
    assert told["clutch1.locked"] == ("1", "boolean")
    assert [layout.units[layout.position(name)] for name in told] == [u for u, _ in told.values()]


def test_parameters_have_values_and_units_by_their_names():
    run = simulate(CoupledClutches(), stop_time=0.0, parameters={"clutch1.peak": 1.2})
    assert run.parameters["clutch1.peak"] == 1.2
    assert run.parameter_units["clutch1.peak"] == "1"
    assert run.parameter_units["clutch1.fn_max"] == "N"
    assert run.parameter_units["J1.J"] == "kg.m2"
    assert list(run.parameter_units) == list(run.parameters)
    assert len(run.parameter_units) == len(list(run.parameters))


def test_a_misspelt_parameter_is_refused_with_the_nearest_one():
    run = simulate(CoupledClutches(), stop_time=0.0)
    for told in (run.parameters, run.parameter_units):
        assert "clutch1.fn_maks" not in told
        with pytest.raises(NameLookupError, match=r"'clutch1\.fn_maks'.*'clutch1\.fn_max'"):
            told["clutch1.fn_maks"]


def test_few_names_are_found_without_the_others(monkeypatch: pytest.MonkeyPatch):
    layout = compile_model(CoupledClutches()).layout
    names = list(layout.names)

    def refuse(*_: object) -> None:
        raise AssertionError("all names made")

    with monkeypatch.context() as patch:
        patch.setattr(naming, "variable_names", refuse)
        few = names[:: 2 * row_layout._PER_NAME]
        assert [layout.positions[name] for name in few] == [names.index(name) for name in few]
    assert [layout.positions[name] for name in names] == list(range(len(names)))
    assert dict(layout.positions) == {name: k for k, name in enumerate(names)}


def test_hidden_and_unknown_names_have_no_position():
    class Counting(Model):
        """A condition of `when` is a variable that only the compiler knows."""

        n = integer(start=fixed(0))

        def equations(self) -> Iterator[Any]:
            yield when(time > constant(0.5, "s"), self.n == pre(self.n) + 1)

    translation = compile_model(Counting()).translation
    root = translation.flat.root
    names = VariableNames(root, np.array([0]))
    assert len(variable_names(root)) > 1
    assert [names.find(name) for name in variable_names(root)][:2] == [0, None]
    assert names.find("m") is None
    assert names.find(7) is None  # type: ignore[arg-type]


class Holder(Model):
    inner = CoupledClutches()


class Nested(Model):
    """Parts in parts in arrays, and a condition that only the compiler knows."""

    first = Holder.array(12)
    count = integer(start=0)

    def equations(self) -> Iterator[Any]:
        yield when(time > constant(0.5, "s"), self.count == pre(self.count) + 1)


@cache
def nested() -> Layout:
    return compile_model(Nested()).layout


@pytest.mark.parametrize(
    "pattern",
    [
        "first[*].inner.J1.w", "*.w", "*", "first[1*", "first[1?].*.phi", "?ount", "*t", "first*",
        "*inner.J?.flange_a.phi", "first[3].inner*.locked", "*[2].*.w",
    ],
)  # fmt: skip
def test_a_pattern_finds_the_same_names_as_in_a_list_of_all(pattern: str):
    layout = nested()
    matches = row_layout.wildcard(pattern)
    expected = [name for name in layout.names if matches.fullmatch(name)]
    assert expected
    assert layout.match(pattern) == expected
    at = [layout.position(name) for name in expected]
    read = layout.columns(pattern)
    constant = layout.column[at] == row_layout.CONSTANT
    assert read.column.tolist() == layout.column[at][~constant].tolist()


def test_a_pattern_is_looked_for_only_where_it_may_fit(monkeypatch: pytest.MonkeyPatch):
    layout = compile_model(Nested()).layout
    expected = [f"first[{k}].inner.J1.w" for k in range(12)]

    def everything(*_: Any) -> None:
        raise AssertionError("names of all variables")

    monkeypatch.setattr(naming, "variable_names", everything)
    assert layout.match("first[*].inner.J1.w") == expected
    assert len(layout.columns("first[*].inner.J1.w").constant) == 12
    with pytest.raises(UsageError, match="give two texts"):
        layout.names.between("first", ["w"])
    monkeypatch.undo()  # a refusal names the nearest, for which all are needed
    with pytest.raises(NameLookupError, match=r"fits the pattern 'second\[\*\]\.w'"):
        layout.match("second[*].w")
