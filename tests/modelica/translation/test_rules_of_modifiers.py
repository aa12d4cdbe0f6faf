"""What modifiers, several bases and imports may say, and what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

CLASSES = """
  model A parameter Real k=1; parameter Real j=2; Real y=10*k + j; end A;
  model V parameter Real k[2]={1, 2}; Real y=10*k[1] + k[2]; end V;
  model W V v; Real y=v.y; end W;
  model M final A a(k=3); Real y=a.y; end M;
  model N A a; Real y=a.y; end N;
  model Hidden protected extends A; public Real z=y; end Hidden;
  model One A a(k=1); Real y=a.y; end One;
  model Other A a(k=2); Real y=a.y; end Other;
  model Base parameter Real k=1; end Base;
  model Left extends Base; end Left;
  model Right extends Base; end Right;
  model Five extends Base(k=5); end Five;
  package L constant Real c=3; constant Real d=4; end L;
  package K constant Real c=5; end K;
"""

FOUND = {
    "a final part": ("M t;", "t.y", 32),
    "a protected base": ("Hidden t;", "t.z", 12),
    "each of a vector": ("V t[2](each k={3, 4});", "t[1].y", 34),
    "each of a part with a vector": ("W t[2](each v(k={3, 4}));", "t[1].y", 34),
    "the same from two bases": ("model D extends One; extends One; end D; D t;", "t.y", 12),
    "a diamond": ("model D extends Left; extends Right; Real y=k; end D; D t;", "t.y", 1),
    "the same value on both sides of a diamond": (
        "model D extends Left(k=4); extends Right(k=4); Real y=k; end D; D t;", "t.y", 4,
    ),
    "imports of one thing": ("import P.L.c; import P.L.{c, d}; Real y=10*c + d;", "y", 34),
    "two packages that have different names": (
        "import P.L.*; import P.K; Real y=d + K.c;", "y", 9,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "name", "value"), FOUND.values(), ids=FOUND)
def test_what_counts(tmp_path: Path, text: str, name: str, value: float) -> None:
    made = package(tmp_path, f"{CLASSES} model Top {text} end Top;", "Top")
    assert dt.simulate(made(), stop_time=0.1).final[name] == value


REFUSED = {
    "M t(a(k=4));": r"'a' is final at .*A.mo:\d+:\d+, so nothing of it can be changed here",
    "M t(a(j=4));": r"'a' is final at .*A.mo:\d+:\d+, so nothing of it can be changed here",
    "model D N n(final a(k=3)); end D; D t(n(a(j=4)));": "'n.a' is final at .*nothing of it",
    "Hidden t(k=3);": "'k' is protected in P.Hidden, at ",
    "Hidden t; Real x=t.y;": "'t.y': 'y' is protected in P.Hidden, at ",
    "V t[2](k={3, 4});": "'k' of P.V is a vector, and these are several parts in a row: say 'each",
    "W t[2](v(k={3, 4}));": "'k' of P.V is a vector, and these are several parts in a row",
    "extends One; extends Other;": r"'a' is inherited twice and not the same, from .*A.mo:\d+:\d+ "
    r"and .*A.mo:\d+:\d+",
    "extends Five; extends Right;": "'k' is inherited twice and not the same",
    "import P.L.*; import P.K.*; Real y=c;": r"'c' is imported here and at .*A.mo:\d+:\d+, two "
    "different things",
    "import P.L.c; import P.K.c; Real y=c;": "'c' is imported here and at ",
    "import L.c; Real y=c;": "there is no 'L' in P.Top or around it: names of imports, and those "
    "after a dot, begin at the top of all packages",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_may_not_be_said(tmp_path: Path, text: str) -> None:
    with pytest.raises(ModelicaError, match=REFUSED[text]):
        package(tmp_path, f"{CLASSES} model Top {text} end Top;", "Top")


def test_a_row_may_be_empty(tmp_path: Path) -> None:
    made = package(tmp_path, f"{CLASSES} model Top A a[0]; Real y=sum(a.y); end Top;", "Top")
    assert dt.simulate(made(), stop_time=0.1).final["y"] == 0
