"""The parser: what texts mean."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from drivetrain.errors import ModelicaError
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.parser import parse, parse_expression
from drivetrain.modelica.syntax.printer import print_file
from drivetrain.modelica.syntax.source_text import SourceText
from drivetrain.modelica.syntax.tokens import split_tokens
from drivetrain.modelica.syntax.unread import UnreadArguments

FILES = sorted((Path(__file__).parent / "files").glob("*.mo"))


def expression(text: str) -> nodes.Expression:
    return parse_expression(SourceText(text))


def name(text: str) -> nodes.Reference:
    return nodes.Reference(tuple(nodes.NamePart(part) for part in text.split(".")))


def only_class(text: str) -> nodes.ClassDefinition:
    (found,) = parse(SourceText(text)).classes
    return found


def elements(text: str) -> tuple[nodes.Element, ...]:
    body = only_class(f"model M {text} end M;").body
    assert isinstance(body, nodes.LongBody)
    return body.elements


def statements(section: str) -> tuple[nodes.Equation | nodes.Statement, ...]:
    body = only_class(f"model M {section} end M;").body
    assert isinstance(body, nodes.LongBody)
    return body.sections[0].statements


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("-a ^ 2", "-(a ^ 2)"),
        ("-a * b + c", "(-(a * b)) + c"),
        ("not a and b or c", "((not a) and b) or c"),
        ("not a < b", "not (a < b)"),
        ("a < b and c", "(a < b) and c"),
        ("1:n + 1", "1:(n + 1)"),
        ("2.*x", "2. * x"),
        ("a < -b ^ 2", "a < (-(b ^ 2))"),
        ("a and not b", "a and (not b)"),
        ("1:-1:0", "1:(-1):0"),
    ],
)
def test_operators_bind_as_the_language_says(text: str, same: str) -> None:
    assert expression(text) == expression(same)


def test_names_have_subscripts_and_may_begin_at_the_top() -> None:
    found = expression(".A.disc[i, end].w")
    assert isinstance(found, nodes.Reference)
    assert found.is_global
    assert [part.name for part in found.parts] == ["A", "disc", "w"]
    assert found.parts[1].subscripts == (name("i"), nodes.End())


def test_arguments_are_by_place_by_name_and_by_iterator() -> None:
    call = expression("f(1, x, tol = 2)")
    assert isinstance(call, nodes.Call)
    assert call.arguments == (nodes.Number("1"), name("x"))
    assert call.named == (nodes.NamedArgument("tol", nodes.Number("2")),)
    total = expression("sum(i * i for i in 1:n)")
    assert isinstance(total, nodes.Call)
    assert isinstance(total.arguments[0], nodes.Comprehension)


def test_numbers_keep_their_text() -> None:
    assert [nodes.Number(text).value for text in ("3", "2.", "1.5e-3")] == [3, 2.0, 0.0015]
    assert isinstance(nodes.Number("3").value, int)


def test_one_clause_declares_several_components() -> None:
    first, second = elements('parameter Real x[3](min=0) = {1,2,3} "three", y;')
    assert isinstance(first, nodes.Component)
    assert isinstance(second, nodes.Component)
    assert (first.name, first.variability, first.description) == ("x", "parameter", "three")
    assert first.sizes == (nodes.Number("3"),)
    assert first.arguments == (nodes.Modification(name("min"), None, nodes.Number("0")),)
    assert (second.name, second.variability, second.value) == ("y", "parameter", None)


def test_positions_are_those_of_the_file() -> None:
    source = SourceText("model M\n  Real x;\nequation\n  x = 2*y;\nend M;\n", "M.mo")
    body = parse(source).classes[0].body
    assert isinstance(body, nodes.LongBody)
    assert source.where(body.sections[0].statements[0].position) == "M.mo:4:3"
    assert source.where(body.elements[0].position) == "M.mo:2:8"


def test_an_annotation_among_equations_belongs_to_the_class() -> None:
    found = only_class(
        "model M equation x = 1; annotation(a = 1); y = 2; annotation(b = 2); end M;"
    )
    assert found.annotation is not None
    assert [str(one.name) for one in found.annotation if isinstance(one, nodes.Modification)] == [
        "a",
        "b",
    ]
    assert isinstance(found.body, nodes.LongBody)
    assert len(found.body.sections[0].statements) == 2


ANNOTATED = r"""model M
  Real x annotation(Placement(transformation(extent=[-10, -10; 10, 10]), a=";)"));
  annotation(Documentation(info="<p>(\"one\"</p>" /* ) */), // ]
    Icon(graphics={Line(points={{0, 1}, {f('a)'), 2/3}})}));
end M;
"""


def test_an_annotation_is_read_when_it_is_asked_for() -> None:
    definition = parse(SourceText(ANNOTATED, "M.mo")).classes[0]
    assert isinstance(definition.annotation, UnreadArguments)
    assert "_arguments" not in vars(definition.annotation)
    documentation, icon = definition.annotation
    assert isinstance(documentation, nodes.Modification)
    assert isinstance(icon, nodes.Modification)
    assert SourceText(ANNOTATED).where(icon.position) == "text:4:5"
    again = only_class(print_file(nodes.StoredFile(None, (definition,))))
    assert again == definition
    assert again.annotation == tuple(definition.annotation)


def test_a_mistake_in_an_annotation_is_told_when_it_is_read() -> None:
    (found,) = parse(SourceText("model M\n annotation(experiment(1));\nend M;", "M.mo")).classes
    assert found.annotation is not None
    with pytest.raises(ModelicaError, match=r"^M\.mo:2:24: a modifier is expected here"):
        len(found.annotation)


def test_outputs_may_be_left_out() -> None:
    (found,) = statements("equation (a, , b) = f(x);")
    assert isinstance(found, nodes.Equal)
    assert found.left == nodes.OutputList((name("a"), None, name("b")))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_cut_anywhere_says_where(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    last = text.rindex("end ")
    first = text.index("package")
    for length in range(first + 1, last):
        with pytest.raises(ModelicaError, match=r"^cut\.mo:\d+:\d+: "):
            parse(SourceText(text[:length], "cut.mo"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_without_one_of_its_tokens_never_fails_otherwise(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    tokens = split_tokens(SourceText(text))
    for start, token in zip(tokens.starts, tokens.texts, strict=True):
        with contextlib.suppress(ModelicaError):
            parse(SourceText(text[:start] + text[start + len(token) :]))


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(ModelicaError, match="nested too deeply"):
        expression("(" * 20_000 + "1" + ")" * 20_000)
