"""Matrices of parts, and arrays of parts in arrays of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt

from .models import package

CASES = {
    "matrix of parts each": (
        """
  model A Inertia J[2,3](each J=2, each w(start=1,fixed=true),each phi(fixed=true));
  Real s=sum(J.w); Real x=J[2,3].w; end A;
""",
        {"s": 6, "x": 1},
    ),
    "matrix of parts mods": (
        """
  model A Inertia J[2,3](J=[1,2,3;4,5,6], w(start=[1,2,3;4,5,6],each fixed=true),each
    phi(fixed=true));
  Real s=sum(J.w); Real x=J[2,3].w; Real y=J[1,2].J; Real r=sum(J[2,:].w);
  Real c=sum(J[:,3].w); Real M[2,3]=J.w; Real e=J[end,end-1].w; parameter Real p=sum(J.J);
  end A;
""",
        {"s": 21, "x": 6, "y": 2, "r": 15, "c": 9, "M[1][0]": 4, "e": 5, "p": 21},
    ),
    "matrix connect": (
        """
  import Modelica.Mechanics.Rotational.Sources.*;
  model A parameter Integer n=2, m=3;
  Inertia d[n,m](each J=1, each w(fixed=true), each phi(fixed=true));
  ConstantTorque t[n,m](tau_constant={{10*i+j for j in 1:m} for i in 1:n});
  equation for i in 1:n loop for j in 1:m loop connect(t[i,j].flange,d[i,j].flange_a);
  end for; end for; end A;
""",
        {"d[1][2].w": 23, "d[0][1].w": 12},
    ),
    "matrix connect whole": (
        """
  import Modelica.Mechanics.Rotational.Sources.*;
  model A parameter Integer n=2, m=3;
  Inertia d[n,m](each J=1, each w(fixed=true), each phi(fixed=true));
  ConstantTorque t[n,m](tau_constant=[11,12,13;21,22,23]);
  equation connect(t.flange,d.flange_a); end A;
""",
        {"d[1][2].w": 23, "d[0][1].w": 12},
    ),
    "matrix connect rows": (
        """
  import Modelica.Mechanics.Rotational.Sources.*;
  model A Inertia d[2,3](each J=1, each w(fixed=true), each phi(fixed=true));
  ConstantTorque t[3](tau_constant={1,2,3}); ConstantTorque u[2](tau_constant={10,20});
  equation connect(t.flange,d[2,:].flange_a); connect(u.flange, d[:,1].flange_b); end A;
""",
        {"d[1][2].w": 3, "d[0][0].w": 10, "d[1][0].w": 21},
    ),
    "matrix of own": (
        """
  model T parameter Real k=1; Real w=k*time; Real v[2]={w,10*w}; end T;
  model A T t[2,2](k=[1,2;3,4]); Real a=t[2,1].w; Real b=t[2,1].v[2]; Real c=sum(t.v);
  Real d=sum(t[:,1].v[2]); Real e=sum(t.w); end A;
""",
        {"a": 3, "b": 30, "c": 110, "d": 40, "e": 10},
    ),
    "3d parts": (
        """
  model T parameter Real k=1; Real w=k*time; end T;
  model A T t[2,1,2](k={{{1,2}},{{3,4}}}); Real a=t[2,1,1].w; Real b=sum(t.w);
  Integer s[3]=size(t); end A;
""",
        {"a": 3, "b": 10, "s[2]": 2},
    ),
    "nested arrays": (
        """
  model R Inertia i[2](each J=1,w(each fixed=true),each phi(fixed=true)); end R;
  model A Modelica.Mechanics.Rotational.Sources.ConstantTorque t[2](tau_constant={4,8});
  R r[2];
  equation for k in 1:2 loop connect(t[k].flange, r[k].i[2].flange_a); end for; end A;
""",
        {"r[1].i[1].w": 8, "r[0].i[0].w": 0},
    ),
    "nested arrays mods": (
        """
  model R Inertia i[2](J={5,6},w(each fixed=true),each phi(fixed=true)); end R;
  model A R r[2](i(J=[1,2;3,4])); Real a=r[2].i[1].J; Real s=sum(r.i.J);
  R q[2](each i(J={7,8})); Real b=q[2].i[1].J; R o[2](each i(each J=9)); Real c=sum(o.i.J);
  R p(i(J={2,3})); end A;
""",
        {"a": 3, "s": 10, "b": 7, "c": 36, "p.i[1].J": 3},
    ),
    "nested arrays starts": (
        """
  model R Inertia i[2](each J=5,each w(fixed=true),each phi(fixed=true)); end R;
  model A R r[2](i(w(start=[1,2;3,4]))); Real a=r[2].i[1].w;
  R q[2](each i(w(start={7,8}))); Real b=q[2].i[1].w; end A;
""",
        {"a": 3, "b": 7},
    ),
    "matrix n=0": (
        """
  model A parameter Integer n=0; Inertia d[n](each J=1); Real s=sum(d.w); Real m=size(d,1);
  Real x[n]; Inertia e[n,2](each J=1); Real t=sum(e.w); end A;
""",
        {"s": 0, "m": 0, "t": 0},
    ),
    "outer size": (
        """
  model R parameter Integer n=2; Inertia i[n](each J=1); Real x[n]=ones(n); end R;
  model A parameter Integer n=3; R r[2](each n=n); Real a=sum(r.x); Real q=size(r[1].i,1);
  R o(n=0); end A;
""",
        {"a": 6, "q": 3},
    ),
    "matrix refs in for body with modifiers expr": (
        """
  model T parameter Real k=1; Real w=k*time; end T;
  model A parameter Real M[2,2]=[1,2;3,4]; T t[2,2](k=2*M); Real b=sum(t.w);
  Real e=t[1,2].w; end A;
""",
        {"b": 20, "e": 4},
    ),
    "type sizes": (
        """
  model T parameter Real k=1; Real w=k*time; end T;
  model A T[2] t[3](each k=2); Real e=t[3,2].w; Real s=sum(t.w); end A;
""",
        {"e": 2, "s": 12},
    ),
    "conditional arrays": (
        """
  model T parameter Real k=1; Real w=k*time; end T;
  model A parameter Boolean b=false; T t[2](each k=2) if b; T u[2](each k=2) if not b;
  Real s=sum(u.w); end A;
""",
        {"s": 4},
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
