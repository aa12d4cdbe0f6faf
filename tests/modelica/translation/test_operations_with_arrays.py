"""Operations with arrays, and what makes them: powers, ranges, indices, empty arrays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError

from .models import package

CASES = {
    "pow matrix": (
        """
  model A Real M[2,2]=[1,1;1,0]; Real P[2,2]=M^5; Real Q[2,2]=M^0; Real R[2,2]=M^1;
  parameter Integer n=3; Real S[2,2]=M^n; parameter Real K[2,2]=[1,2;3,4];
  parameter Real LL[2,2]=K^2; Real L[2,2]=LL; end A;
""",
        {
            "P[0][0]": 8,
            "P[0][1]": 5,
            "Q[0][0]": 1,
            "Q[0][1]": 0,
            "R[1][1]": 0,
            "S[0][0]": 3,
            "L[0][0]": 7,
            "L[1][1]": 22,
        },
    ),
    "elementwise pow": (
        """
  model A Real v[2]={2,3}; Real P[2]=v.^2; Real Q[2]=2 .^v; Real R[2]=v.*v;
  Real S[2]=v./{2,4}; Real T[2]=1 ./v; Real U[2]=v .+ 1; end A;
""",
        {"P[1]": 9, "Q[1]": 8, "R[1]": 9, "S[1]": 0.75, "T[0]": 0.5, "U[1]": 4},
    ),
    "Integer arrays": (
        """
  model A parameter Integer p[3]={3,1,2}; Integer k[3]={1,2,3}; Real v[3]={10,20,30};
  Real w[3]=v[p]; Real x[3]={v[p[i]] for i in 1:3}; Real y; parameter Integer mm=p[1];
  Integer m=mm; Real z=v[p[2]];
  equation y=v[p[end]]; end A;
""",
        {"w[0]": 30, "x[2]": 20, "y": 20, "m": 3, "z": 10},
    ),
    "Integer array param index sizes": (
        """
  model A parameter Integer n[2]={2,3}; Real a[n[1]]=ones(n[1]); Real b[n[2]]=2*ones(n[2]);
  Real M[n[1],n[2]]=fill(4,n[1],n[2]); Real s=sum(a)+sum(b)+sum(M); end A;
""",
        {"s": 32},
    ),
    "index expressions": (
        """
  model A parameter Integer n=2; parameter Real v[4]={1,2,3,4}; Real a=v[n+1];
  Real b=v[2*n]; parameter Real cc=v[n-1]; Real c=cc; Real d=v[div(n,2)];
  Real e=v[if n>1 then 4 else 1]; Real f=v[end-n]; Real g=v[mod(n,2)+1];
  parameter Real hh=v[2*n]; Real h=hh; end A;
""",
        {"a": 3, "b": 4, "c": 1, "d": 1, "e": 4, "f": 2, "g": 1, "h": 4},
    ),
    "end nested": (
        """
  model A Integer p[2]={2,1}; parameter Integer q[2]={2,3}; Real v[3]={1,2,3};
  Real M[2,3]=[1,2,3;4,5,6]; Real a=v[q[end]]; Real b=M[end,q[end]]; Real c=M[end,end];
  Real d=v[end-q[1]+1]; Real e=M[q[1],end-1]; Real f=sum(M[1:end,2:end]);
  Real g=M[end, integer(v[end])]; end A;
""",
        {"a": 3, "b": 6, "c": 6, "d": 2, "e": 5, "f": 16},
    ),
    "end nested sized differently": (
        """
  model A parameter Integer q[2]={2,3}; Real v[5]={1,2,3,4,5}; Real a=v[q[end]];
  Real b=v[end - size(q,1)]; Real c[2]=v[q]; Real d[3]=v[{q[1],q[end],end}];
  Real e[2]=v[{1,end}]; end A;
""",
        {"a": 3, "b": 3, "c[1]": 3, "d[2]": 5, "e[1]": 5},
    ),
    "comprehension in modifier": (
        """
  model A parameter Integer n=3;
  Inertia d[n](J={i^2 for i in 1:n}, w(start={2*i for i in 1:n},each fixed=true),each
    phi(fixed=true));
  Real s=sum(d.J); Real t=sum(d.w); end A;
""",
        {"s": 14, "t": 12},
    ),
    "comprehension in modifier w param": (
        """
  model T parameter Real k=1; Real w=k*time; end T;
  model A parameter Integer n=3; parameter Real g=2; parameter Real v[n]={1,2,3};
  T t[n](k={g*v[i]*i for i in 1:n}); Real s=sum(t.w); T u[n](k={v[n+1-i] for i in 1:n});
  Real z=u[1].w; end A;
""",
        {"s": 28, "z": 3},
    ),
    "empty arrays": (
        """
  model A parameter Integer n=0; Real x[n]; parameter Real p[n]={i for i in 1:n};
  parameter Real q[:]=fill(1.0,0); Real s=sum(x)+sum(p)+sum(q); Real m=size(p,1)+size(q,1);
  Real pr=product(x); Real c[2]=cat(1,p,{1,2}); Real M[0,3]; Real z=size(M,2); end A;
""",
        {"s": 0, "m": 0, "pr": 1, "c[1]": 2, "z": 3},
    ),
    "zero loop": (
        """
  model A parameter Integer n=0; Real y;
  equation y=1; for i in 1:n loop assert(false,"x"); end for; end A;
""",
        {"y": 1},
    ),
    "integer variable arrays": (
        """
  model A Integer k[3](each start=0, each fixed=true);
  equation when time>0.5 then for i in 1:3 loop k[i]=i*i; end for; end when; end A;
""",
        {"k[2]": 9},
    ),
    "ranges": (
        """
  model A Real a[3]=1:3; Real b[3]=0.5:0.5:1.5; Real c[3]={3,2,1}; Real d[:]=5:-2:1;
  parameter Real e[:]=0:0.25:1; parameter Integer f[:]=2:2:6; Real g=e[end]; Real s=sum(f);
  end A;
""",
        {"a[2]": 3, "b[0]": 0.5, "b[2]": 1.5, "d[1]": 3, "g": 1, "s": 12},
    ),
    "matrix ops": (
        """
  model A Real M[2,2]=[1,2;3,4]; Real v[2]={1,2}; Real a[2]=M*v; Real b[2]=v*M; Real c=v*v;
  Real D[2,2]=M*M; Real E[2,2]=transpose(M); Real F[2,2]=M.*M; Real G[2,2]=2*M-identity(2);
  Real H[2,2]=M/2; end A;
""",
        {
            "a[0]": 5,
            "b[0]": 7,
            "c": 5,
            "D[0][0]": 7,
            "E[0][1]": 3,
            "F[1][1]": 16,
            "G[0][0]": 1,
            "H[1][1]": 2,
        },
    ),
    "concat": (
        """
  model A Real a[2]={1,2}; Real M[2,2]=[a,a]; Real N[1,2]=[1,2]; Real O[2,2]=[N;3,4];
  Real P[3,2]=[O;5,6]; Real q[4]=cat(1,a,a); Real r[:,:]=[M,M]; Real s=sum(r);
  Real W[4,1]=[a;a]; end A;
""",
        {"M[1][0]": 2, "M[0][1]": 1, "O[1][0]": 3, "P[2][1]": 6, "q[3]": 2, "s": 12, "W[3][0]": 2},
    ),
    "min max": (
        """
  model A Real v[3]={3,1,2}; Real a=min(v); Real b=max(v); Real c=max(v[1],v[2]);
  Real d=min({time,2}); Real e=max(i*i-4*i for i in 1:5); Real f=sum(i for i in 1:4);
  Real g=sum(v[i]*i for i in 1:3); Real h=product(v[i] for i in 2:3); end A;
""",
        {"a": 1, "b": 3, "c": 3, "d": 1, "e": 5, "f": 10, "g": 11, "h": 2},
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
    ("Real v[2] = {1, 1}, p[2] = v^2;", "'v^2': '^' takes a number, or a square matrix"),
    ("Real M[2,2] = [1, 1; 1, 0], P[2,2] = M^0.5;", "'M^0.5': '^' takes a number"),
    ("Real M[2,2] = [1, 1; 1, 0], P[2,2] = M^(-1);", "'M^(-1)': '^' takes a number"),
    ("Real M[2,3] = [1, 1, 1; 1, 0, 1], P[2,3] = M^2;", "an array of 2 × 3 to a power"),
    ("Real M[2,2] = [1, 1; 1, 0], P[2,2] = M^n; Real n = time;", "a matrix to the power of n"),
    ("Real v[:] = 0:0:1;", "has no step"),
    ("parameter Real v[2] = 1:3;", "3 values; 'v' has 2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_has_no_meaning_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DrivetrainError, match=re.escape(message)):
        dt.compile(package(tmp_path, f"model A {text} end A;", "A")())
