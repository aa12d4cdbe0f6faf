"""Names that lead into records: nested ones, arrays of records, and arrays in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt

from .models import package

CASES = {
    "nested param record": (
        """
  record D parameter Real J=2; parameter Real k=3; end D;
  record B D d(J=5); parameter Real g=7; end B;
  model A parameter B both; Real y = both.d.J + 10*both.d.k + 100*both.g;
  parameter Real p = both.d.J*2; end A;
""",
        {"y": 735, "p": 10},
    ),
    "three levels": (
        """
  record D Real J=2; end D;
  record B D d; end B;
  record C B b(d(J=9)); Real q=b.d.J+1; end C;
  model A parameter C c; Real y=c.b.d.J; Real z=c.q; end A;
""",
        {"y": 9, "z": 10},
    ),
    "three levels mod": (
        """
  record D Real J=2; end D;
  record B D d; end B;
  record C B b(d(J=9)); Real q=b.d.J+1; end C;
  model A parameter C c(b(d(J=4))); Real y=c.b.d.J; Real z=c.q; Inertia i(J=c.b.d.J);
  end A;
""",
        {"y": 4, "z": 5, "i.J": 4},
    ),
    "nested constructor": (
        """
  record D Real J=2; Real k=1; end D;
  record B D d; Real m=3; end B;
  model A parameter B b = B(D(4, 5), 6); Real y=b.d.J+10*b.d.k+100*b.m; end A;
""",
        {"y": 654},
    ),
    "nested constructor named": (
        """
  record D Real J=2; Real k=1; end D;
  record B D d; Real m=3; end B;
  model A parameter B b = B(d=D(k=5), m=6); parameter Real q = b.d.k;
  Real y=b.d.J+10*q+100*b.m; end A;
""",
        {"y": 652},
    ),
    "constant record nested": (
        """
  record D Real J=2; Real k=1; end D;
  record B D d; Real m=3; end B;
  constant B b(d(J=8), m=2);
  model A Real y=b.d.J+10*b.d.k+100*b.m; parameter Real q=b.d.J; Inertia i(J=b.d.J); end A;
""",
        {"y": 218, "q": 8, "i.J": 8},
    ),
    "constant record nested constr": (
        """
  record D Real J=2; Real k=1; end D;
  record B D d; Real m=3; end B;
  constant B b = B(D(8,1), 2);
  model A Real y=b.d.J+10*b.d.k+100*b.m; parameter Real q=b.d.J; Inertia i(J=b.d.J); end A;
""",
        {"y": 218, "q": 8, "i.J": 8},
    ),
    "constant record array member": (
        """
  record D Real v[3]={1,2,3}; Real M[2,2]=[1,2;3,4]; end D;
  constant D b(v={4,5,6});
  model A Real y=b.v[2]; Real s=sum(b.v); Real m=b.M[2,1]; parameter Real q=b.v[3]; end A;
""",
        {"y": 5, "s": 15, "m": 3, "q": 6},
    ),
    "param record array member": (
        """
  record D Real v[3]={1,2,3}; Real M[2,2]=[1,2;3,4]; end D;
  model A parameter D b(v={4,5,6}); Real y=b.v[2]; Real s=sum(b.v); Real m=b.M[2,1];
  parameter Real q=b.v[3]; parameter Real r=b.M[1,2]; parameter Real w[3]=b.v; end A;
""",
        {"y": 5, "s": 15, "m": 3, "q": 6, "r": 2, "w[1]": 5},
    ),
    "param nested record array member": (
        """
  record D Real v[3]={1,2,3}; end D;
  record E D d(v={7,8,9}); end E;
  model A parameter E e; Real y=e.d.v[2]; Real s=sum(e.d.v); parameter Real q=e.d.v[3];
  Real z=e.d.v[end]; end A;
""",
        {"y": 8, "s": 24, "q": 9, "z": 9},
    ),
    "array of param records": (
        """
  record D Real J=2; Real k=1; end D;
  model A parameter D r[3](J={1,2,3}, each k=4); Real y=r[2].J; Real s=sum(r.J);
  Real t=sum(r.k); Real u[3]=r.J; parameter Real q=r[3].J; Inertia i[3](J=r.J);
  parameter Real w[3]=r.J; end A;
""",
        {"y": 2, "s": 6, "t": 12, "u[2]": 3, "q": 3, "i[1].J": 2, "w[0]": 1},
    ),
    "array of param records constructor": (
        """
  record D Real J=2; Real k=1; end D;
  model A parameter D r[3]={D(1,5),D(2,6),D(3,7)}; Real y=r[2].J; Real s=sum(r.J);
  Real t=sum(r.k); parameter Real q=r[3].k; end A;
""",
        {"y": 2, "s": 6, "t": 18, "q": 7},
    ),
    "array of param records constructor differing": (
        """
  record D Real J=2; Real k=1; end D;
  model A parameter D r[3]={D(1,5),D(J=2),D(k=7)}; Real s=sum(r.J); Real t=sum(r.k); end A;
""",
        {"s": 5, "t": 13},
    ),
    "array of param records array member": (
        """
  record D Real v[2]={1,2}; end D;
  model A parameter D r[3](v=[1,2;3,4;5,6]); Real y=r[2].v[1]; parameter Real q=r[3].v[2];
  Real s=sum(r.v); end A;
""",
        {"y": 3, "q": 6, "s": 21},
    ),
    "constant array of records": (
        """
  record D Real J=2; Real k=1; end D;
  constant D r[2]={D(1,5),D(2,6)};
  model A Real y=r[2].J+10*r[1].k; Real s=sum(r.J); parameter Integer n=2; Real z=r[n].k;
  Inertia i[2](J=r.J); end A;
""",
        {"y": 52, "s": 3, "z": 6, "i[1].J": 2},
    ),
    "loop over array of records": (
        """
  record D Real J=2; Real k=1; end D;
  model A parameter Integer n=3; parameter D r[n](J={1,2,3}); Real x[n];
  equation for i in 1:n loop x[i] = r[i].J*i; end for; end A;
""",
        {"x[2]": 9},
    ),
    "array in record of arrays nested": (
        """
  record D Real J=2; end D;
  record E D d[2](J={3,4}); end E;
  model A parameter E e; Real y=e.d[2].J; Real s=sum(e.d.J); parameter Real q=e.d[1].J;
  end A;
""",
        {"y": 4, "s": 7, "q": 3},
    ),
    "array of record of arrays of records": (
        """
  record D Real J=2; end D;
  record E D d[2](J={3,4}); end E;
  model A parameter E e[2]; Real y=e[1].d[2].J; Real s=sum(e.d.J);
  parameter Real q=e[2].d[1].J; end A;
""",
        {"y": 4, "s": 14, "q": 3},
    ),
    "record copy nested": (
        """
  record D Real J=2; end D;
  record B D d; Real m=3; end B;
  model A parameter B b(d(J=6)); parameter B c=b; parameter D d=b.d; Real y=c.d.J+10*d.J;
  end A;
""",
        {"y": 66},
    ),
    "part with record": (
        """
  record D Real J=2; end D;
  record B D d; Real m=3; end B;
  model M parameter B b; Inertia i(J=b.d.J); Real z=b.d.J+b.m; end M;
  model A parameter B b(d(J=6)); M m(b=b); M n(b(d(J=7))); M o(b=B(D(8),1));
  Real y=m.b.d.J; Real z=n.z; Real w=o.z; end A;
""",
        {"y": 6, "z": 10, "w": 9, "m.i.J": 6, "n.i.J": 7},
    ),
    "record Integer member as size": (
        """
  record D Integer n=2; Real v[n]={1,2}; end D;
  model A parameter D d(n=3, v={1,2,3}); Real x[d.n];
  equation for i in 1:d.n loop x[i]=d.v[i]; end for; end A;
""",
        {"x[2]": 3},
    ),
    "record extends": (
        """
  record D0 Real J=2; end D0;
  record D extends D0(J=3); Real k=J*2; end D;
  record B D d; end B;
  model A parameter B b; Real y=b.d.J+10*b.d.k; end A;
""",
        {"y": 63},
    ),
    "record in package of records": (
        """
  package Data record D Real J; Real k; end D;
  record X = D(J=1,k=2);
  record Y extends D(J=3,k=4); end Y;
  end Data;
  model M replaceable parameter Data.D d; Real y=d.J+10*d.k; end M;
  model A M m(redeclare parameter Data.X d); M n(redeclare parameter Data.Y d); Real p=m.y;
  Real q=n.y; end A;
""",
        {"p": 21, "q": 43},
    ),
    "variable record nested": (
        """
  record D Real J; end D;
  record B D d; Real m; end B;
  model A B b;
  equation b.d.J=time*2; b.m=b.d.J+1; end A;
""",
        {"b.d.J": 2, "b.m": 3},
    ),
    "variable record arrays": (
        """
  record D Real x; Real v[2]; end D;
  model A D d[2];
  equation for i in 1:2 loop d[i].x=i*time; d[i].v={i,10*i}; end for; end A;
""",
        {"d[1].x": 2, "d[1].v[1]": 20},
    ),
    "variable record array slice": (
        """
  record D Real x; Real v[2]; end D;
  model A D d[2]; Real s=sum(d.x); Real t=sum(d[:].v[2]);
  equation for i in 1:2 loop d[i].x=i*time; d[i].v={i,10*i}; end for; end A;
""",
        {"s": 3, "t": 30},
    ),
    "variable record array assign slice": (
        """
  record D Real x; end D;
  model A D d[3];
  equation d.x={1,2,3}; end A;
""",
        {"d[2].x": 3},
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
