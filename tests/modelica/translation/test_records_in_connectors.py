"""Records and arrays in connectors: every variable in them is connected."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

CASES = {
    "record in connector": (
        """
  record S Real a; Real b; end S;
  connector P S s; Real p; flow Real f; end P;
  model Src P p;
  equation p.s.a=time; p.s.b=2*time; p.p=5; end Src;
  model Snk P p; Real y=p.s.a+10*p.s.b;
  equation p.f=1; end Snk;
  model A Src s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.y": 21, "k.p.p": 5},
    ),
    "flow record in connector": (
        """
  record S Real a; Real b; end S;
  connector P S e; flow S f; end P;
  model R P p; P n;
  equation p.f.a+n.f.a=0; p.f.b+n.f.b=0; p.e.a-n.e.a=2*p.f.a; p.e.b-n.e.b=3*p.f.b; end R;
  model V P p; P n;
  equation p.f.a+n.f.a=0; p.f.b+n.f.b=0; p.e.a-n.e.a=10; p.e.b-n.e.b=9; end V;
  model G P p;
  equation p.e.a=0; p.e.b=0; end G;
  model A V v; R r; G g;
  equation connect(v.p,r.p); connect(v.n,r.n); connect(v.n,g.p); end A;
""",
        {"r.p.f.a": 5, "r.p.f.b": 3},
    ),
    "connector nested record": (
        """
  record T Real q; end T;
  record S T t; Real b; end S;
  connector P S s; Real p; flow Real f; end P;
  model Src P p;
  equation p.s.t.q=time; p.s.b=2*time; p.p=5; end Src;
  model Snk P p; Real y=p.s.t.q+10*p.s.b;
  equation p.f=1; end Snk;
  model A Src s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.y": 21, "k.p.p": 5},
    ),
    "connector vector member": (
        """
  connector P Real s[2]; flow Real f[2]; end P;
  model Src P p;
  equation p.s={1,2}; end Src;
  model Snk P p; Real y=p.s[1]+10*p.s[2];
  equation p.f={1,3}; end Snk;
  model A Src s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.y": 21, "s.p.f[1]": -3},
    ),
    "units of records in connectors": (
        """
  record S SI.Pressure p; SI.Temperature T=300; end S;
  connector P S s; flow SI.MassFlowRate m; end P;
  model Src P p;
  equation p.s.p=2; p.s.T=310; end Src;
  model Snk P p; Real y=p.s.p/2+p.s.T/310;
  equation p.m=1; end Snk;
  model A Src s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.y": 2, "s.p.m": -1},
    ),
    "matrix in connector": (
        """
  connector P Real M[2,2]; flow Real f; end P;
  model Src P p;
  equation p.M=[1,2;3,4]; end Src;
  model Snk P p; Real y=p.M[2,1]; Real s=sum(p.M);
  equation p.f=1; end Snk;
  model A Src s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.y": 3, "k.s": 10},
    ),
    "array of records in connector": (
        """
  record S Real a; Real b; end S;
  connector P S s[2]; flow Real f; end P;
  model Src P p;
  equation p.s[1].a=1; p.s[1].b=2; p.s.a[2]=3; p.s[2].b=4; end Src;
  model Src2 P p;
  equation p.s[1].a=1; p.s[1].b=2; p.s[2].a=3; p.s[2].b=4; end Src2;
  model Snk P p; Real y=p.s[2].a;
  equation p.f=1; end Snk;
  model A Src2 s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.y": 3},
    ),
    "record equation in connector": (
        """
  record S Real a; Real b; end S;
  connector P S s; flow Real f; end P;
  model Src P p; S own(a=time,b=2);
  equation p.s=own; end Src;
  model Snk P p; S own;
  equation p.f=1; own=p.s; end Snk;
  model A Src s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.own.a": 1, "k.own.b": 2},
    ),
    "connector extends with record": (
        """
  record S Real a; Real b; end S;
  connector P0 S s; end P0;
  connector P extends P0; flow Real f; end P;
  model Src P p;
  equation p.s.a=1; p.s.b=2; end Src;
  model Snk P p; Real y=p.s.b;
  equation p.f=1; end Snk;
  model A Src s; Snk k;
  equation connect(s.p,k.p); end A;
""",
        {"k.y": 2},
    ),
    "three connected flows of records": (
        """
  record S Real a; Real b; end S;
  connector P S e; flow S f; end P;
  model R parameter Real r=1; P p;
  equation p.e.a=r*p.f.a; p.e.b=r*p.f.b; end R;
  model I P p;
  equation p.f.a=-3; p.f.b=-6; end I;
  model A R r; R q(r=2); I i;
  equation connect(r.p,q.p); connect(i.p,r.p); end A;
""",
        {"r.p.f.a": 2, "q.p.f.a": 1, "q.p.f.b": 2},
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_the_answer_is_that_of_the_language(tmp_path: Path, title: str) -> None:
    text, wanted = CASES[title]
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-9)
    found = {
        name: (result.final if name in result.names else result.parameters)[name] for name in wanted
    }
    assert found == pytest.approx(wanted, rel=1e-6)


REFUSED = [
    ("model S Link p; equation p.s.mas = 1; end S; model A S s; end A;", "did you mean 'mass'"),
    ("connector Q Real v[:]; end Q; model A Q q; end A;", "the size of 'v' of the connector P.Q"),
    ("connector Q State s(mas=1); end Q; model A Q q; end A;", "did you mean 'mass'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str, message: str) -> None:
    state = "record State Real mass; end State; connector Link State s; flow Real f; end Link;"
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{state} {text}", "A")
