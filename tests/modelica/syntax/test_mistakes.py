"""Mistakes in a text: each is named where it is."""

from __future__ import annotations

import pytest

from drivetrain.errors import ModelicaError
from drivetrain.modelica.syntax.parser import parse
from drivetrain.modelica.syntax.source_text import SourceText

MISTAKES = [
    ("model A\n  Real x\n  Real y;\nend A;", "2:9: ';' is missing at the end of this line"),
    ("model A\nequation\n  x = 1\n  y = 2;\nend A;", "3:8: ';' is missing at the end of this line"),
    (
        "model A\nequation\n  x = sin(1;\nend A;",
        "3:12: ')' is missing for the '(' of line 3, column 10",
    ),
    (
        "model A\n  Real x(start=1;\nend A;",
        "2:17: ')' is missing for the '(' of line 2, column 9",
    ),
    ("model A\n  Real x = {1, 2;\nend A;", "2:17: '}' is missing for the '{' of line 2, column 12"),
    (
        "model A\n  Real x;\nequaton\n  x = 1;\nend A;",
        "3:1: 'equaton' begins no element of a class; did you mean 'equation'?",
    ),
    (
        "model A\n  Real x;\nequaton\n  der(x) = 1;\nend A;",
        "3:1: 'equaton' begins no element of a class; did you mean 'equation'?",
    ),
    (
        "model A\n  paramter Real x = 1;\nend A;",
        "2:3: 'paramter' begins no element of a class; did you mean 'parameter'?",
    ),
    ("mdel A\nend A;", "1:1: a class is expected here, not 'mdel'; did you mean 'model'?"),
    (
        "model A\n  Real x;\nend B;",
        "3:5: 'end B' stands where the model A of line 1 ends; write 'end A'",
    ),
    (
        "model A\nequation\n  x := 1;\nend A;",
        "3:5: an equation is written with '='; ':=' belongs to an algorithm",
    ),
    (
        "model A\nequation\n  x == 1;\nend A;",
        "3:3: an equation is written with '='; '==' compares",
    ),
    (
        "model A\nalgorithm\n  x = 1;\nend A;",
        "3:5: a statement is written with ':='; '=' belongs to an equation",
    ),
    (
        "model A\nequation\n  when x > 1 then\n    y = 1;\nend A;",
        "5:1: 'end when' is missing for the 'when' that was opened in line 3",
    ),
    (
        "model A\nequation\n  if x > 1 then\n    y = 1;\n",
        "5:1: the file ends inside if, which was opened in line 3; 'end if' is expected",
    ),
    ('model A "text\n  Real x;\nend A;', "1:9: this string has no end"),
    ("model A\n  /* Real x;\nend A;", "2:3: this comment has no end"),
    ("model A\n  Real x = 3 # 4;\nend A;", "2:14: the character '#' has no meaning here"),
    (
        "model A\n  model B\n    Real x;\n",
        "4:1: the file ends inside model B, which was opened in line 2; 'end B' is expected",
    ),
    (
        "model A\nequation\n  connect(a + b, c);\nend A;",
        "3:11: connect joins two connectors by name; this is an expression",
    ),
    (
        "model A\nequation\n  x = 1;\n  parameter Real y = 2;\nend A;",
        "4:3: a declaration belongs before the equations of its class",
    ),
    (
        "model A\nequation\n  x = 1;\n  Real y;\nend A;",
        "4:3: a declaration belongs before the equations of its class",
    ),
    ("model A\nequation\n  x = a < b < c;\nend A;", "3:13: put one of '<' and '<' in brackets"),
    (
        "model A\nequation\n  x = 1 + if a then 1 else 2;\nend A;",
        "3:11: put this if-expression in brackets",
    ),
    ("model A\nequation\n  x = 1);\nend A;", "3:8: ')' closes no bracket"),
    (
        "model A\n  Real x;\n  end if;\nend A;",
        "3:7: 'end if' ends nothing: no 'if' is open in the model A of line 1",
    ),
    ("model A\nequation\n  else\nend A;", "3:3: 'else' belongs to no 'if' or 'when'"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_named_where_it_is(text: str, message: str) -> None:
    with pytest.raises(ModelicaError) as raised:
        parse(SourceText(text, "A.mo"))
    first, line, caret = str(raised.value).split("\n")
    assert first == f"A.mo:{message}"
    number, column = map(int, message.split(":")[:2])
    shown = text.split("\n")[number - 1]
    assert line.endswith(f"{number} | {shown}".rstrip() if shown else f"{number} | ")
    assert caret.index("^") == caret.index("|") + 1 + column
