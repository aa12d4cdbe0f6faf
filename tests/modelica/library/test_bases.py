"""Blocks of one's own that extend the bases of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain import modelica
from drivetrain.errors import ModelicaError

REAL, WHOLE = "Constant c[2](k={2, 5});", "IntegerConstant c[2](k={2, 5});"
BOTH = "connect(c.y, b.u);"

BASES = [
    ("MO", "(nout=2)", "y = {2, 3};", "", "sum(b.y)", 5),
    ("SIMO", "(nout=3)", "for i in 1:nout loop y[i] = i*u; end for;",
     REAL + "connect(c[1].y, b.u);", "sum(b.y)", 12),
    ("MISO", "(nin=2)", "y = u[1] - u[2];", REAL + BOTH, "b.y", -3),
    ("MIMO", "(nin=2, nout=2)", "y[1] = u[1] + u[2]; y[2] = u[1]*u[2];", REAL + BOTH, "sum(b.y)",
     17),
    ("MI2MO", "(n=2)", "for i in 1:n loop y[i] = u1[i]*u2[i]; end for;",
     REAL + "connect(c.y, b.u1); connect(c.y, b.u2);", "sum(b.y)", 29),
    ("PartialRealMISO", "(nu=2)", "y = sum(u);", REAL + BOTH, "b.y", 7),
    ("PartialConversionBlock", "", "y = 2*u;", REAL + "connect(c[1].y, b.u);", "b.y", 4),
    ("IntegerMO", "(nout=2)", "for i in 1:nout loop y[i] = i; end for;", "", "sum(b.y)", 3),
    ("IntegerSignalSource", "(offset=1)", "y = offset + (if time < startTime then 0 else 2);", "",
     "b.y", 3),
    ("IntegerMIBooleanMOs", "(n=2)", "for i in 1:n loop y[i] = u[i] > 2; end for;", WHOLE + BOTH,
     "(if b.y[1] then 10 else 1) + (if b.y[2] then 10 else 1)", 11),
    ("PartialIntegerSISO", "", "y = 2*u;", WHOLE + "connect(c[2].y, b.u);", "b.y", 10),
    ("PartialIntegerMISO", "(nu=2)", "y = u[1] + u[2];", WHOLE + BOTH, "b.y", 7),
]  # fmt: skip


def model(folder: Path, base: str, modifiers: str, law: str, around: str, x: str) -> type:
    """Return a model with a block that extends a base."""
    parts, _, joined = around.partition(";")
    text = f"""package P
  import Modelica.Blocks.Sources.*;
  block B extends Modelica.Blocks.Interfaces.{base}; equation {law} end B;
  model A B b{modifiers}; {parts + ";" if parts else ""} Real x; equation {joined} x = {x}; end A;
end P;
"""
    (folder / "P.mo").write_text(text, encoding="utf-8")
    return modelica.load(folder / "P.mo", "P.A")


@pytest.mark.parametrize(("base", "modifiers", "law", "around", "x", "value"), BASES)
def test_a_block_extends_a_base(
    tmp_path: Path, base: str, modifiers: str, law: str, around: str, x: str, value: float
) -> None:
    result = dt.simulate(model(tmp_path, base, modifiers, law, around, x)(), stop_time=1)
    assert result.final["x"] == pytest.approx(value)


def test_a_base_that_is_misspelt_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match="did you mean 'partialBooleanSISO'"):
        model(tmp_path, "PartialBooleanSISO", "", "y = not u;", "", "1")
