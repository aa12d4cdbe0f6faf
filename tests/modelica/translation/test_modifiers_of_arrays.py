"""Modifiers of arrays of parts, loops and comprehensions over them."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt

from .models import package

CASES = {
    "record variables each": (
        """
  record D Real x; Real v[2]; end D;
  model A D d[2](each x=time, v=[1,2;3,4]); D e[2](x={1,2}*time, each v={5,6});
  Real y=d[2].x+10*d[2].v[1]; Real z=e[2].x+10*e[2].v[1]; end A;
""",
        {"y": 31, "z": 52},
    ),
    "record variables in arrays of parts": (
        """
  record D Real x; Real y; end D;
  model M D d; end M;
  model A M m[2](d(x={1,2}*time, each y=3)); M n[2](each d(x=time,y=4));
  Real a=m[2].d.x+10*m[1].d.y; Real b=n[2].d.x+10*n[1].d.y; end A;
""",
        {"a": 32, "b": 41},
    ),
    "inputs of arrays each": (
        """
  model M input Real u; input Real w[2]; Real y=2*u+w[2]; end M;
  model A M m[3](each u=time, each w={time,2*time});
  M n[2](u={time,2*time}, w=[1,2;3,4]*time); M o(u=time,w={1,2}); Real s=sum(m.y);
  Real t=n[2].y; Real q=o.y; end A;
""",
        {"s": 12, "t": 8, "q": 4},
    ),
    "inputs signal arrays": (
        """
  block M Modelica.Blocks.Interfaces.RealInput u[2];
  Modelica.Blocks.Interfaces.RealOutput y;
  equation y=u[1]+10*u[2]; end M;
  model A M m[2]; Modelica.Blocks.Sources.Constant c[2,2](k=[1,2;3,4]);
  equation connect(c.y,m.u); end A;
""",
        {"m[1].y": 43},
    ),
    "starts vector var in parts": (
        """
  model M Real x[2](each start=0, each fixed=true);
  equation der(x)=zeros(2); end M;
  model A M m[2](x(start=[1,2;3,4])); M n[2](each x(start={5,6}));
  M o[2](each x(each start=7)); M p(x(start={8,9})); Real a=m[2].x[1]; Real b=n[2].x[2];
  Real c=o[1].x[2]; Real d=p.x[2]; M q(x(each start=3)); Real e=q.x[1]; end A;
""",
        {"a": 3, "b": 6, "c": 7, "d": 9, "e": 3},
    ),
    "starts matrices of parts params": (
        """
  model A parameter Real w0[2,2]=[1,2;3,4];
  Inertia d[2,2](each J=1, each phi(fixed=true), w(start=w0, each fixed=true));
  Real a=d[2,1].w;
  Inertia e[2,2](each J=1, each phi(fixed=true), w(start=2*w0, each fixed=true));
  Real b=e[2,1].w;
  Inertia f[2](each J=1, each phi(fixed=true), w(start=w0[2,:], each fixed=true));
  Real c=f[1].w; end A;
""",
        {"a": 3, "b": 6, "c": 3},
    ),
    "modifier uses loop of parts": (
        """
  model A Inertia d[3](J={1,2,3}); Inertia e[3](J={d[i].J*2 for i in 1:3});
  Inertia f[3](J={d[4-i].J for i in 1:3}); Inertia g[2](J=d[2:3].J); end A;
""",
        {"e[2].J": 6, "f[0].J": 3, "g[0].J": 2},
    ),
    "part param changed at run": (
        """
  model A Inertia d[3](J={1,2,3}); parameter Real s=sum(d.J); Real y=s; end A;
""",
        {"y": 6},
    ),
    "extends array": (
        """
  model B parameter Integer n=2; Inertia d[n](each J=1); Real s=sum(d.J); end B;
  model A extends B(n=3, d(J={1,2,3})); Real t=sum(d.J); end A;
""",
        {"s": 6, "t": 6},
    ),
    "extends array each": (
        """
  model B parameter Integer n=2; Inertia d[n](each J=1); Real s=sum(d.J); end B;
  model A extends B(n=3, d(each J=4)); end A;
""",
        {"s": 12},
    ),
    "extends matrix": (
        """
  model B parameter Integer n=2; Inertia d[n,2](each J=1); Real s=sum(d.J); end B;
  model A extends B(n=3, d(J=[1,2;3,4;5,6])); end A;
""",
        {"s": 21},
    ),
    "redeclare in arrays": (
        """
  model R parameter Real k=1; Real y=k; end R;
  model R2 extends R; Real z=3*k; end R2;
  model B replaceable R r[2](k={1,2}); Real s=sum(r.y); end B;
  model A extends B(redeclare R2 r(k={5,6})); Real t=sum(r.z); end A;
""",
        {"s": 11, "t": 33},
    ),
    "final each": (
        """
  model A Inertia d[2](each final J=3); Real s=sum(d.J); end A;
""",
        {"s": 6},
    ),
    "dotted modifier each": (
        """
  model R Inertia i(J=1); end R;
  model A R r[2](i.J={2,3}); R q[2](each i.J=5); Real s=r[2].i.J; Real t=q[2].i.J; end A;
""",
        {"s": 3, "t": 5},
    ),
    "each in nested partial": (
        """
  model R Inertia i[3](each J=1); end R;
  model A parameter Integer n=2; R r[n](each i(J={2,3,4})); Real s=sum(r.i.J);
  Real t=r[2].i[3].J; end A;
""",
        {"s": 18, "t": 4},
    ),
    "each in nested inner": (
        """
  model R Inertia i[3](each J=1); end R;
  model A R r[2](i(each J={2,3})); Real s=sum(r.i.J); Real t=r[2].i[3].J; end A;
""",
        {"s": 15, "t": 3},
    ),
    "nested 3": (
        """
  model R Inertia i[2](each J=1); end R;
  model S R r[2]; end S;
  model A S s[2](each r(i(J=[1,2;3,4]))); S t[2](r(i(J={{{1,2},{3,4}},{{5,6},{7,8}}})));
  Real a=s[2].r[2].i[1].J; Real b=t[2].r[1].i[2].J; Real c=sum(t.r.i.J);
  Real d=sum(t[2].r[:].i[1].J); end A;
""",
        {"a": 3, "b": 6, "c": 36, "d": 12},
    ),
    "connect matrices elements": (
        """
  import Modelica.Mechanics.Rotational.Sources.*;
  model A parameter Integer n=2;
  Inertia d[n,n](each J=1, each w(fixed=true), each phi(fixed=true));
  ConstantTorque t[n,n](tau_constant=[1,2;3,4]);
  equation for i in 1:n loop connect(t[i,:].flange,d[:,i].flange_a); end for; end A;
""",
        {"d[0][1].w": 3, "d[1][0].w": 2},
    ),
    "chain by slices": (
        """
  model A parameter Integer n=3; Real p;
  Inertia d[n](each J=1, w(each fixed=true,start={3,0,0}),each phi(fixed=true));
  SpringDamper s[n-1](each c=1,each d=1);
  equation connect(d[1:n-1].flange_b,s.flange_a); connect(s.flange_b,d[2:n].flange_a);
  p = sum(d.w); end A;
""",
        {"p": 3},
    ),
    "zero size connects": (
        """
  model A parameter Integer n=1;
  Inertia d[n](each J=1, w(each fixed=true,each start=3),each phi(fixed=true));
  SpringDamper s[n-1](each c=1,each d=1);
  equation connect(d[1:n-1].flange_b,s.flange_a); connect(s.flange_b,d[2:n].flange_a);
  end A;
""",
        {"d[0].w": 3},
    ),
    "loop end exprs": (
        """
  model A Real x[4]; Real y;
  equation x[1]=1; for i in 2:size(x,1) loop x[i]=x[i-1]*2; end for; y=x[end]; end A;
""",
        {"y": 8},
    ),
    "loop implicit": (
        """
  model A parameter Real v[3]={1,2,3}; Real x[3]; Real M[2,3];
  equation for i loop x[i]=2*v[i]; end for; for i, j loop M[i,j]=10*i+j; end for; end A;
""",
        {"x[2]": 6, "M[1][2]": 23},
    ),
    "loop over array values": (
        """
  model A Integer idx[2]={3,1}; Real x[3]; parameter Integer p[3]={3,1,2};
  equation for i in p loop x[i]=i; end for; end A;
""",
        {"x[2]": 3},
    ),
    "loop var shadows": (
        """
  model A parameter Integer i=5; Real x[3]; Real y=i;
  equation for i in 1:3 loop x[i]=i; end for; end A;
""",
        {"x[2]": 3, "y": 5},
    ),
    "comprehension var shadows member": (
        """
  model A parameter Integer i=5; Real x[3]={i for i in 1:3};
  parameter Real p[3]={10*i for i in 1:3}; Real y=p[3]+i; Inertia d[2](J={i for i in 1:2});
  end A;
""",
        {"x[2]": 3, "y": 35, "d[1].J": 2},
    ),
    "comprehension shadow nested part": (
        """
  model T parameter Real k; Real w=k; end T;
  model A T k[3](k={2*k for k in 1:3}); Real y=k[3].w; end A;
""",
        {"y": 6},
    ),
    "two iterators order": (
        """
  model A Real M[2,3]={10*i+j for j in 1:3, i in 1:2}; Real y=M[1,3]; end A;
""",
        {"y": 13},
    ),
    "named like python": (
        """
  model A parameter Real list[2]={1,2}; Real range[2]=list; Real len=sum(range);
  Real 'a b'[2]={1,2}; Real self=1; Real x[2]={list[i] for i in 1:2}; Real arrays=2;
  Real picked=list[2]; Real functions=max(list); end A;
""",
        {"len": 3, "x[1]": 2, "picked": 2, "functions": 2},
    ),
    "local name clash": (
        """
  model A parameter Real one[2]={1,2}; Real y[2]=sin(one); Real z[2]=abs(-one);
  Real w[2]=der(y); end A;
""",
        {"z[1]": 2},
    ),
    "negative literal arrays": (
        """
  model A Real v[2]={-1,-2}; Real y[2]=-v; Real M[1,2]=[-1,-2]; Real z=abs(M[1,2]); end A;
""",
        {"y[1]": 2, "z": 2},
    ),
    "if in array": (
        """
  model A parameter Boolean b=true; Real v[2]=if b then {1,2} else {3,4};
  Real w[2]={if i==1 then 5 else 6 for i in 1:2};
  Real z[2]=if time>0.5 then {1,2} else {3,4}; end A;
""",
        {"v[1]": 2, "w[1]": 6, "z[0]": 1},
    ),
    "when arrays": (
        """
  model A discrete Real v[2](each start=0,each fixed=true);
  Inertia d[2](each J=1, w(each fixed=true,start={1,2}),each phi(fixed=true));
  equation when time>0.5 then v=d.w; end when; end A;
""",
        {"v[1]": 2},
    ),
    "when arrays indexed": (
        """
  model A discrete Real v[3](each start=0,each fixed=true);
  equation when time>0.5 then v[2:3]={5,6}; v[1]=4; end when; end A;
""",
        {"v[0]": 4, "v[2]": 6},
    ),
    "algorithm arrays": (
        """
  model A Real v[3]; Real s; algorithm for i in 1:3 loop v[i]:=i*time; end for;
  v[2]:=v[2]+10; s:=sum(v); end A;
""",
        {"v[1]": 12, "s": 16},
    ),
    "algorithm slices": (
        """
  model A Real v[4]; algorithm v:=zeros(4); v[2:3]:={5,6}; v[end]:=v[2]+v[3]; end A;
""",
        {"v[2]": 6, "v[3]": 11},
    ),
    "function matrices": (
        """
  function f input Real M[:,:]; input Integer k; output Real y[size(M,1)];
  algorithm for i in 1:size(M,1) loop y[i]:=M[i,k]+sum(M[i,:]); end for; end f;
  model A Real v[2]=f([1,2;3,4],2); Real w=f([1,2;3,4],1)*{1,1}; end A;
""",
        {"v[0]": 5, "v[1]": 11, "w": 14},
    ),
    "array equation of der": (
        """
  model A Real x[2](start={1,2},each fixed=true); parameter Real M[2,2]=[0,1;0,0];
  equation der(x)=M*x; end A;
""",
        {"x[0]": 3, "x[1]": 2},
    ),
    "vectorised function of parts": (
        """
  function f input Real x; output Real y; algorithm y:=2*x; end f;
  model A Inertia d[3](J={1,2,3}); Real y[3]=f(d.J); Real s=sum(f(d.J)); end A;
""",
        {"y[2]": 6, "s": 12},
    ),
    "comprehension of inputs": (
        """
  model M input Real u; Real y=2*u; end M;
  model A M m[3](u={i*time for i in 1:3}); M n[3](u={m[i].y+1 for i in 1:3});
  Real s=m[3].y; Real t=n[2].y; end A;
""",
        {"s": 6, "t": 10},
    ),
    "inputs of matrices": (
        """
  model M input Real u; Real y=2*u; end M;
  model A M m[2,2](u=[1,2;3,4]*time); M n[2,2](each u=time); Real s=m[2,1].y;
  Real t=sum(n.y); end A;
""",
        {"s": 6, "t": 8},
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
