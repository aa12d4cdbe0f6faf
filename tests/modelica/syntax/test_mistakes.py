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
    (
        "model A\nequation\n  x = 2*-2;\nend A;",
        "3:9: '-' follows '*': put the negative number in parentheses",
    ),
    (
        "model A\nequation\n  x = a + -b;\nend A;",
        "3:11: '-' follows '+': put the negative number in parentheses",
    ),
    ("model A\nequation\n  x = a - +b;\nend A;", "3:11: '+' follows '-': put 'b' in parentheses"),
    (
        "model A\nequation\n  x = a == not b;\nend A;",
        "3:12: put what 'not' begins in parentheses behind '=='",
    ),
    (
        "model A\nequation\n  x = not not a;\nend A;",
        "3:11: put what 'not' begins in parentheses behind 'not'",
    ),
    ("model A\nequation\n  x = a == b == c;\nend A;", "3:14: put one of '==' and '==' in brackets"),
    ("model A\nequation\n  x = a^b^c;\nend A;", "3:10: put one of '^' and '^' in brackets"),
    ("model A\nequation\n  x = 1.e;\nend A;", "3:7: '1.e' is no number"),
    ("model A\nequation\n  x = f(a, );\nend A;", "3:12: an argument is expected here, not ')'"),
    ("model A\nequation\n  x = f(a=1, a=2);\nend A;", "3:14: the argument 'a' is given twice"),
    (
        "model A\nequation\n  x = a[];\nend A;",
        "3:9: a subscript, or ':', is expected here, not ']'",
    ),
    (
        "model A\nequation\n  x = a != b;\nend A;",
        "3:9: '!=' is no operator of Modelica: write '<>'",
    ),
    (
        "model A\nequation\n  for i = 1:3 loop x = 1; end for;\nend A;",
        "3:9: 'in' is expected here, not '='",
    ),
    (
        "model A\nequation\n  if a then x = 1;\n  else if b then x = 2;\n  end if;\nend A;",
        "6:1: 'end if' is missing for the 'if' that was opened in line 3; "
        "'else if' opens an 'if' of its own, another branch begins with 'elseif'",
    ),
    (
        "model A\nequation\n  when a then x = 1; elseif b then x = 2; end when;\nend A;",
        "3:22: 'end when' is missing for the 'when' that was opened in line 3; "
        "another branch of it begins with 'elsewhen', not 'elseif'",
    ),
    (
        "model A\n  Real in;\nend A;",
        "2:8: the name of a component is expected here; 'in' is a keyword, and can be no name",
    ),
    (
        "model A\n  parameter constant Real x;\nend A;",
        "2:13: a declaration cannot be both 'parameter' and 'constant'",
    ),
    ("model A\n  input input Real x;\nend A;", "2:9: 'input' stands twice"),
    ("model A\n  import x = A.*;\nend A;", "2:14: only one class can be imported as 'x'"),
    ("model A\n  import A.{};\nend A;", "2:13: a name is expected here, not '}'"),
    (
        "model A\n  type E = enumeration();\nend A;",
        "2:24: a name of the enumeration is expected here, not ')'",
    ),
    (
        "model A\nalgorithm\n  x := 1; Real y;\nend A;",
        "3:11: a declaration belongs before the algorithms of its class",
    ),
    (
        "model A\nalgorithm\n  x == 1;\nend A;",
        "3:3: a statement is written with ':='; '==' compares",
    ),
    ("model A\nend A;\nwithin B;", "3:1: 'within' stands once, at the beginning of a file"),
    (
        "model A\n  Real x annotation(Icon(extent={{1,2},{3,4)}));\nend A;",
        "2:44: '}' is missing for the '{' of line 2, column 40; ')' does not belong there",
    ),
    (
        "model A\n  Real x annotation(Icon(extent={{1,2},{3,4}});\nend A;",
        "2:47: ')' is missing for the '(' of line 2, column 20",
    ),
    (
        "model A\n  Real x annotation(Icon(a b));\n  Real y\nend A;",
        "2:28: ')' is missing for the '(' of line 2, column 25; 'b' does not belong there",
    ),
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
