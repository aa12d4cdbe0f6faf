"""Parts and classes in the place of others, several parts deep."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

NESTED = """
  model A parameter Real k=1; Real y=k; end A;
  model B extends A(k=10); parameter Real q=5; end B;
  model C Real y=3; end C;
  model Sub replaceable A p; Real z=p.y; end Sub;
  model Mid replaceable Sub sub; Real z=sub.z; end Mid;
  model Deep Mid m; Real z=m.z; end Deep;
  model Fixed A p; end Fixed;
  model MidFixed Fixed sub; end MidFixed;
  model SubK replaceable B p constrainedby A; Real z=p.y; end SubK;
  model MidK SubK sub; Real z=sub.z; end MidK;
  model SubC replaceable model M=A; M p; Real z=p.y; end SubC;
  model MidC SubC sub; Real z=sub.z; end MidC;
  model SubR replaceable A p[3]; Real z=p[2].y; end SubR;
  model Two replaceable model M=A; M p(k=2); M q; Real z=100*p.y + q.y; end Two;
  model Kept replaceable A p(k=2); Real z=p.y; end Kept;
  model Again extends Kept(redeclare replaceable A p(k=7)); end Again;
  record Data parameter Real a=1; parameter Real b=2; end Data;
  model Load parameter Data d; Real z=10*d.a + d.b; end Load;
  model Loaded Load l; Real z=l.z; end Loaded;
"""

FOUND = {
    "two parts deep": ("Mid t(sub(redeclare B p));", 10),
    "with a value": ("Mid t(sub(redeclare B p(k=4)));", 4),
    "with a value that is read": ("parameter Real r=4; Mid t(sub(redeclare B p(k=r)));", 4),
    "three parts deep": ("Deep t(m(sub(redeclare B p(k=4))));", 4),
    "by a dotted name": ("Deep t(m.sub(redeclare B p(k=4)));", 4),
    "inside a new part": ("Mid t(redeclare Sub sub(redeclare B p));", 10),
    "inside a new part, read": (
        "parameter Real r=4; Mid t(redeclare Sub sub(redeclare B p(k=r)));", 4,
    ),
    "by extends": ("model E extends Deep(m(sub(redeclare B p))); end E; E t;", 10),
    "given a value afterwards": (
        "model E extends Mid(sub(redeclare B p)); end E; E t(sub(p(k=3)));", 3,
    ),
    "once more": (
        "model E extends Mid(sub(redeclare replaceable B p)); end E; E t(sub(redeclare A p));", 1,
    ),
    "within what constrains it": ("MidK t(sub(redeclare A p));", 1),
    "a class": ("MidC t(sub(redeclare model M=B));", 10),
    "a class with values": ("MidC t(sub(redeclare model M=B(k=6)));", 6),
    "a class with values that are read": (
        "parameter Real r=6; MidC t(sub(redeclare model M=B(k=r)));", 6,
    ),
    "what parts say counts before their class": (
        "parameter Real r=6; Two t(redeclare model M=B(k=r));", 206,
    ),
    "a class of a base": (
        "model E parameter Real r=6; extends SubC(redeclare model M=B(k=r)); end E; E t;", 6,
    ),
    "a short class that reads a parameter": (
        "model E parameter Real r=6; model M=B(k=r); M p; Real z=p.y; end E; E t;", 6,
    ),
    "in a row": ("SubR t(redeclare B p[3](k={1, 2, 3}));", 2),
    "what the first declaration says stays": ("Again t(redeclare B p);", 2),
    "a record with values": ("Loaded t(l(d=Data(3, b=4)));", 34),
}  # fmt: skip


@pytest.mark.parametrize(("text", "z"), FOUND.values(), ids=FOUND)
def test_what_is_inside_parts_is_replaced(tmp_path: Path, text: str, z: float) -> None:
    made = package(tmp_path, f"{NESTED} model Top {text} end Top;", "Top")
    assert dt.simulate(made(), stop_time=0.1).final["t.z"] == z


def test_parts_of_one_class_differ(tmp_path: Path) -> None:
    text = """
  model Top
    parameter Real r = 4;
    Mid plain, new(sub(redeclare B p)), given(sub(redeclare B p(k=3)));
    Mid read(sub(redeclare B p(k=r)));
    Mid row[2](each sub(redeclare B p));
  end Top;"""
    result = dt.simulate(package(tmp_path, NESTED + text, "Top")(), stop_time=0.1)
    assert [result.final[f"{one}.z"] for one in ("plain", "new", "given", "read")] == [1, 10, 3, 4]
    assert [result.final[f"row[{k}].z"] for k in range(2)] == [10, 10]
    assert result.parameters["new.sub.p.q"] == 5


AGAIN = "model E extends Mid(sub(redeclare B p)); end E;"
REFUSED = {
    "Mid t(sub(redeclare C p));": r"A.mo:\d+:\d+: P.C cannot take the place of 'p', declared at "
    r".*A.mo:\d+:\d+: it has no 'k', which P.A has",
    "MidK t(sub(redeclare C p));": "P.C cannot take the place of 'p', declared at .*which P.A has",
    "MidFixed t(sub(redeclare B p));": r"'p' is not replaceable, declared at .*A.mo:\d+:\d+",
    f"{AGAIN} E t(sub(redeclare A p));": r"'sub.p' is redeclared at .*A.mo:\d+:\d+ without "
    "'replaceable', so that nothing else can take its place here",
    "model E extends Sub(redeclare B p); end E; E t(redeclare A p);": r"'p' is redeclared at .*"
    r"A.mo:\d+:\d+ without 'replaceable'",
    "model E extends SubC(redeclare model M=B); end E; E t(redeclare model M=A);": r"'M' is "
    r"redeclared at .*A.mo:\d+:\d+ without 'replaceable'",
    "SubR t(redeclare B p[4]);": r"'p' cannot be given the size \[4\] by 'redeclare': it has \[3\] "
    "where it is declared, at ",
    "Sub t(redeclare B p[4]);": r"size \[4\] by 'redeclare': it has no size where it is declared",
    "Sub t(redeclare B p if true);": "'p' cannot be given a condition by 'redeclare'",
    "Sub t(redeclare B p(kk=1));": "P.B has no 'kk'",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ModelicaError, match=REFUSED[text]):
        package(tmp_path, f"{NESTED} model Top {text} end Top;", "Top")
