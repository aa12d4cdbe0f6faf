"""Names that lead through arrays of parts: slices, and elements inside of each part."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt

from .models import package

CASES = {
    "slice through array": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A T t[3](k={1,2,3}); Real s=sum(t.w); Real u=sum(t.last.w); Real x[3]=t.last.w;
  Real y=sum(t[2:end].last.w); end A;
""",
        {"s": 6, "u": 6, "x[2]": 3, "y": 5},
    ),
    "elements inside each": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A T t[3](k={1,2,3}); Real s=sum(t[:].v[2]); Real u=sum(t.v[1]);
  Real x[3]=t[:].v[2]; Real y=sum(t[2:3].v[2]); Real z=sum(t.v); end A;
""",
        {"s": 60, "u": 6, "x[2]": 30, "y": 50, "z": 66},
    ),
    "element of element": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A T t[3](k={1,2,3}); Real s[3]={t[i].v[2] for i in 1:3}; Real q;
  equation q = t[2].v[end]+t[end].row[2].w; end A;
""",
        {"s[2]": 30, "q": 26},
    ),
    "arrays in arrays": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A T t[3](k={1,2,3}); Real s=sum(t.row.w); Real u=t[2].row[1].w;
  Real m[3,2]=t.row.w; Real c=sum(t[:].row[2].w); Real x=sum(t[2].row.w);
  Real y=sum(t[2:3].row[1].w); end A;
""",
        {"s": 18, "u": 2, "m[2][1]": 6, "c": 12, "x": 6, "y": 5},
    ),
    "deep": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A U u[2]; Real s=sum(u.t.w); Real q=sum(u.t.last.w); Real x=u[1].t.last.w;
  Real z=sum(u.t.v[2]); end A;
""",
        {"s": 6, "q": 6, "x": 3, "z": 60},
    ),
    "vector of parts eq": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A Inertia d[3](each J=1, w(start={1,2,3},each fixed=true),each phi(fixed=true));
  Real w[3]; Real p[2];
  equation w=d.w; p = d[2:end].w; end A;
""",
        {"w[2]": 3, "p[0]": 2},
    ),
    "sum of param": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A Inertia d[3](J={1,2,3}); parameter Real m=sum(d.J); Real E=d.J*d.J;
  Real z[3]=2*d.J; Real mm=max(d.J); end A;
""",
        {"m": 6, "E": 14, "z[2]": 6, "mm": 3},
    ),
    "size parts": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A parameter Integer n=4; Inertia d[n](each J=1); Real m=size(d,1);
  parameter Integer k=size(d,1); Integer kk=k; Real x[size(d,1)]=ones(size(d,1)); end A;
""",
        {"m": 4, "kk": 4, "x[3]": 1},
    ),
    "parameter slice of parts": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A T t[3](k={1,2,3}); parameter Real s=sum(t.k); parameter Real v[3]=t.k;
  parameter Real q=t[2].k; parameter Real l=t[2].last.J; parameter Real ll=sum(t.last.J);
  parameter Real w2=t[end].k; end A;
""",
        {"s": 6, "v[2]": 3, "q": 2, "l": 2, "ll": 6, "w2": 3},
    ),
    "part takes slice": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A T t[3](k={1,2,3}); Inertia i(J=sum(t.k)); Inertia j[3](J=t.k);
  Inertia k(J=t[2].k); end A;
""",
        {"i.J": 6, "j[2].J": 3, "k.J": 2},
    ),
    "der of slice": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w};
  Inertia last(J=k, w(start=k,fixed=true), phi(fixed=true));
  Inertia row[2](each J=1, w(start={k,2*k},each fixed=true), each phi(fixed=true)); end T;
  model U T t(k=3); end U;
  model A Inertia d[2](each J=2,w(each fixed=true,start={1,2}),each phi(fixed=true));
  Real a[2];
  equation a=der(d.w); end A;
""",
        {"a[0]": 0},
    ),
    "assign input slice": (
        """
  model M input Real u; Real y=2*u; end M;
  model A M m[3];
  equation m.u={1,2,3}; end A;
""",
        {"m[2].y": 6},
    ),
    "bind input array": (
        """
  model M input Real u; Real y=2*u; end M;
  model A M m[3](u={1,2,3}); end A;
""",
        {"m[2].y": 6},
    ),
    "bind input array var": (
        """
  model M input Real u; Real y=2*u; end M;
  model A Real x[3]={time,2*time,3*time}; M m[3](u=x); end A;
""",
        {"m[2].y": 6},
    ),
    "variable with matrix in each part": (
        """
  model M parameter Real k; Real X[2,2]=[k,2*k;3*k,4*k]; end M;
  model A M m[2](k={1,10}); Real a=m[2].X[1,2]; Real b=sum(m.X); Real c=sum(m[:].X[2,1]);
  Real d=sum(m.X[:,2]); end A;
""",
        {"a": 20, "b": 110, "c": 33, "d": 66},
    ),
    "connect each": (
        """
  import Modelica.Mechanics.Rotational.Sources.*;
  model A parameter Integer n=3;
  Inertia d[n](J={1,2,3}, each w(fixed=true), each phi(fixed=true));
  ConstantTorque t[n](tau_constant={1,2,3}*2);
  equation connect(t.flange,d.flange_a); end A;
""",
        {"d[2].w": 2, "d[0].w": 2},
    ),
    "connect inside": (
        """
  import Modelica.Mechanics.Rotational.Interfaces.*;
  model S Flange_a flange_a; Flange_b flange_b; Inertia i[2](each J=1, each w(fixed=true));
  equation connect(flange_a,i[1].flange_a); connect(i[1].flange_b,i[2].flange_a);
  connect(i[2].flange_b,flange_b); end S;
  model A Modelica.Mechanics.Rotational.Sources.ConstantTorque t[2](tau_constant={4,8});
  S s[2];
  equation connect(t.flange,s.flange_a); end A;
""",
        {"s[1].i[1].w": 4},
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
