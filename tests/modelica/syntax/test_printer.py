"""The printer: what it prints reads as the same nodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.parser import parse, parse_expression
from drivetrain.modelica.syntax.precedence import BINARY, SIGNS
from drivetrain.modelica.syntax.printer import print_expression, print_file
from drivetrain.modelica.syntax.source_text import SourceText

FILES = sorted((Path(__file__).parent / "files").glob("*.mo"))


def parts(children: st.SearchStrategy[Any]) -> st.SearchStrategy[nodes.NamePart]:
    subscripts = st.lists(children, max_size=2).map(tuple)
    return st.builds(nodes.NamePart, st.sampled_from(["a", "b1", "'x y'"]), subscripts)


def references(children: st.SearchStrategy[Any]) -> st.SearchStrategy[nodes.Reference]:
    several = st.lists(parts(children), min_size=1, max_size=3).map(tuple)
    return st.builds(nodes.Reference, several, st.booleans())


LEAVES = st.one_of(
    st.sampled_from(["0", "2.", "1.5e-3", "12"]).map(nodes.Number),
    st.text(alphabet='a"\\\n ', max_size=4).map(nodes.String),
    st.booleans().map(nodes.Boolean),
    references(st.just(nodes.All())),
)


def deeper(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    pairs = st.lists(st.tuples(children, children), min_size=1, max_size=2).map(tuple)
    several = st.lists(children, max_size=3).map(tuple)
    named = st.builds(nodes.NamedArgument, st.just("tol"), children)
    iterators = st.builds(nodes.Iterator, st.just("i"), st.none() | children)
    comprehensions = st.builds(
        nodes.Comprehension, children, st.lists(iterators, min_size=1, max_size=2).map(tuple)
    )
    rows = st.lists(st.lists(children, min_size=1, max_size=2).map(tuple), min_size=1, max_size=2)
    return st.one_of(
        st.builds(nodes.Unary, st.sampled_from(["not", *sorted(SIGNS)]), children),
        st.builds(nodes.Binary, st.sampled_from(sorted(BINARY)), children, children),
        st.builds(nodes.Conditional, pairs, children),
        st.builds(
            nodes.Call, references(children), several, st.lists(named, max_size=1).map(tuple)
        ),
        st.builds(nodes.ArrayConstructor, several),
        st.builds(nodes.ArrayConstructor, st.tuples(comprehensions)),
        st.builds(nodes.Matrix, rows.map(tuple)),
        st.builds(nodes.Range, children, st.none() | children, children),
        st.builds(nodes.Indexed, children, st.lists(children, min_size=1, max_size=2).map(tuple)),
    )


@given(st.recursive(LEAVES, deeper, max_leaves=12))
def test_an_expression_reads_as_it_was(expression: nodes.Expression) -> None:
    text = print_expression(expression)
    assert parse_expression(SourceText(text)) == expression, text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_reads_as_it_was(file: Path) -> None:
    tree = parse(SourceText(file.read_text(encoding="utf-8"), str(file)))
    text = print_file(tree)
    again = parse(SourceText(text, "printed"))
    assert again == tree
    assert print_file(again) == text
