"""Values of records: constructors, arrays of them, constants, records of variables."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt

from .models import package

CASES = {
    "constructor resets": (
        """
  record D Real J=2; Real k=1; end D;
  record B D d(J=5); end B;
  model M parameter B b; Real y=b.d.J+10*b.d.k; end M;
  model A M m(b=B(D(k=3))); M n(b(d=D(k=3))); M o; Real y=m.y; Real z=n.y; Real w=o.y;
  end A;
""",
        {"y": 32, "z": 32, "w": 15},
    ),
    "constructor resets in model": (
        """
  record D Real J=2; Real k=1; end D;
  model M parameter D d(J=5); Real y=d.J+10*d.k; end M;
  model A M m(d=D(k=3)); M n(d(k=3)); Real y=m.y; Real z=n.y; end A;
""",
        {"y": 32, "z": 35},
    ),
    "record default depends": (
        """
  record D Real J=2; Real k=3*J; end D;
  model A parameter D d(J=5); parameter D e=D(4); parameter D f; Real y=d.k; Real z=e.k;
  Real w=f.k; end A;
""",
        {"y": 15, "z": 12, "w": 6},
    ),
    "record default depends nested": (
        """
  record D Real J=2; Real k=3*J; end D;
  record B Real a=4; D d(J=a); end B;
  model A parameter B b; parameter B c(a=7); parameter B e(d(J=1)); Real y=b.d.k;
  Real z=c.d.k; Real w=e.d.k; end A;
""",
        {"y": 12, "z": 21, "w": 3},
    ),
    "parameter modified through record value": (
        """
  record D Real J=2; Real k=1; end D;
  model M parameter D d; Inertia i(J=d.J); end M;
  model A parameter D d(J=3); M m(d=d); M n(d=D(J=d.J+1)); end A;
""",
        {"m.i.J": 3, "n.i.J": 4},
    ),
    "array of models with array of records": (
        """
  record D Real J=2; Real k=1; end D;
  model M parameter D d; Inertia i(J=d.J); Real y=d.J+10*d.k; end M;
  model A parameter D r[2](J={3,4}); M m[2](d=r); M n[2](each d=r[2]);
  M o[2](d={D(7),D(8,2)}); Real s=sum(m.y); Real t=sum(n.y); Real u=o[1].y; Real v=o[2].y;
  end A;
""",
        {"m[0].i.J": 3, "m[1].i.J": 4, "n[0].i.J": 4, "s": 27, "t": 28, "u": 17, "v": 28},
    ),
    "array of models each constr": (
        """
  record D Real J=2; Real v[2]={1,2}; end D;
  model M parameter D d; Real y=d.J+sum(d.v); end M;
  model A M m[2](each d=D(5,{3,4})); M n[2](d={D(5,{3,4}),D(6,{5,6})});
  M p[2](d(v=[1,2;3,4])); M q[2](each d(v={9,8})); Real s=sum(m.y); Real t=n[2].y;
  Real a=p[2].y; Real b=q[2].y; end A;
""",
        {"s": 24, "t": 17, "a": 9, "b": 19},
    ),
    "integer each array of records": (
        """
  record D Integer n=2; Real J=1; end D;
  model A parameter D r[3](each n=5); Real y=r[2].n; parameter Integer k=r[1].n;
  Real x[k]=ones(k); Real s=sum(x); end A;
""",
        {"y": 5, "s": 5},
    ),
    "string in record": (
        """
  record D String s="a"; Real J=1; end D;
  model A parameter D d(s="b"); Real y=if d.s=="b" then 1 else 2; end A;
""",
        {"y": 1},
    ),
    "record of variables array slice eq": (
        """
  record D Real x; Real y; end D;
  model A D d[3]; D e[3];
  equation d.x={1,2,3}; d.y=d.x*2; e=d; end A;
""",
        {"e[2].y": 6},
    ),
    "record of variables array default": (
        """
  record D Real x=2; Real y; end D;
  model A D d[2];
  equation d.y={1,2}; end A;
""",
        {"d[1].x": 2},
    ),
    "record var nested array": (
        """
  record I Real q; end I;
  record D I i[2]; Real y; end D;
  model A D d; D e;
  equation d.i[1].q=1; d.i[2].q=2; d.y=3; e=d; end A;
""",
        {"e.i[1].q": 2},
    ),
    "record var from function": (
        """
  record D Real x; Real v[2]; end D;
  function f input Real a; output D d; algorithm d.x:=a; d.v:={a,2*a}; end f;
  model A D d=f(time+1); Real y=d.v[2]; end A;
""",
        {"y": 4},
    ),
    "function over array of records": (
        """
  record D Real x=1; end D;
  function f input D d[:]; output Real s; algorithm s:=0;
  for i in 1:size(d,1) loop s:=s+d[i].x; end for; end f;
  model A parameter D r[3](x={1,2,3}); Real y=f(r); end A;
""",
        {"y": 6},
    ),
    "function slice of records": (
        """
  record D Real x=1; end D;
  function f input D d[:]; output Real s; algorithm s:=sum(d.x); end f;
  model A parameter D r[3](x={1,2,3}); Real y=f(r); end A;
""",
        {"y": 6},
    ),
    "function nested record": (
        """
  record I Real q=1; end I;
  record D I i; Real v[2]={1,2}; end D;
  function f input D d; output Real s; algorithm s:=d.i.q+d.v[2]; end f;
  model A parameter D d(i(q=5)); Real y=f(d); Real z=f(D(I(7),{1,3})); end A;
""",
        {"y": 7, "z": 10},
    ),
    "record member named like part": (
        """
  record D Real d=2; end D;
  model A parameter D d(d=3); Real y=d.d; end A;
""",
        {"y": 3},
    ),
    "package constant path same names": (
        """
  package k record D Real k=2; end D;
  constant D k(k=9); end k;
  model A Real y=k.k.k; parameter Real z=k.k.k; end A;
""",
        {"y": 9, "z": 9},
    ),
    "package const array record nested": (
        """
  package Q record I Real v[2]; end I;
  record D I i; Real k=1; end D;
  constant D d[2]={D(I({1,2})),D(I({3,4}),5)}; end Q;
  model A Real y=Q.d[2].i.v[1]; Real z=sum(Q.d.i.v); Real w=Q.d[1].k+Q.d[2].k;
  Real u=sum(Q.d[:].i.v[2]); parameter Integer n=2; Real t=Q.d[n].i.v[n];
  parameter Real p=Q.d[2].i.v[2]; parameter Q.D e=Q.d[2]; Real f=e.i.v[1]+e.k; end A;
""",
        {"y": 3, "z": 10, "w": 6, "u": 6, "t": 4, "p": 4, "f": 8},
    ),
    "const record refers const": (
        """
  package Q record D Real J=2; end D;
  constant D d(J=5);
  constant D e=d;
  constant Real g=d.J; end Q;
  model A Real y=Q.e.J+Q.g; end A;
""",
        {"y": 10},
    ),
    "const each": (
        """
  package Q record D Real J=2; Real k=1; end D;
  constant D d[3](each J=5); end Q;
  model A Real y=sum(Q.d.J); Real z=Q.d[3].J; Real w=sum(Q.d.k); end A;
""",
        {"y": 15, "z": 5, "w": 3},
    ),
    "const matrix elements": (
        """
  package Q constant Real M[2,3]=[1,2,3;4,5,6];
  constant Integer n[2]={2,3}; end Q;
  model A Real y=Q.M[2,1]; Real z=sum(Q.M[:,2]); Real w=Q.M[Q.n[1],Q.n[2]];
  Real v[2]=Q.M[:,3]; parameter Real e=Q.M[end,end]; Inertia i[3](J=Q.M[2,:]); end A;
""",
        {"y": 4, "z": 7, "w": 6, "v[1]": 6, "e": 6, "i[1].J": 5},
    ),
    "each bool in record": (
        """
  record D Boolean b=false; Real J=1; end D;
  model A parameter D d(b=true); Real y=if d.b then 1 else 2; end A;
""",
        {"y": 1},
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
