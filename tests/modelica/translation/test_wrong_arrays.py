"""Wrong models of names, arrays and parts: each is refused, where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError

from .models import package

REFUSED = {
    "single to row": (
        "model A Inertia d[3](each J=1); Fixed f; equation connect(f.flange,d.flange_a); end "
         "A;",
        "'f.flange' is a single one, and 'd.flange_a' is a vector: connect like with like, in",
    ),
    "row1 to row": (
        "model A Inertia d[3](each J=1); Fixed f[1]; equation connect(f.flange,d.flange_a); "
         "end A;",
        "'f.flange' has 1 connectors and 'd.flange_a' has 3: take slices of equal length",
    ),
    "row2 to row3": (
        "model A Inertia d[3](each J=1); Fixed f[2]; equation connect(f.flange,d.flange_a); "
         "end A;",
        "'f.flange' has 2 connectors and 'd.flange_a' has 3: take slices of equal length",
    ),
    "signal to row": (
        "model A Modelica.Blocks.Sources.Constant c(k=1); Modelica.Blocks.Math.Gain g[3](each "
         "k=2); equation connect(c.y,g.u); end A;",
        "'c.y' is a single one, and 'g.u' is a vector: connect like with like, in a loop if o",
    ),
    "signal1 to row": (
        "model A Modelica.Blocks.Sources.Constant c[1](each k=1); Modelica.Blocks.Math.Gain "
         "g[3](each k=2); equation connect(c.y,g.u); end A;",
        "'c.y' (1 element) cannot be connected to 'g.u' (3 elements): connect vectors of equa",
    ),
    "mod short": (
        "model A Inertia d[3](J={2}); end A;",
        "d.J",
    ),
    "mod short param": (
        "model A parameter Real v[1]={2}; Inertia d[3](J=v); end A;",
        "d.J: 1 values for 3 components",
    ),
    "mod long": (
        "model A parameter Real v[4]={2,3,4,5}; Inertia d[3](J=v); end A;",
        "d.J: 4 values for 3 components",
    ),
    "mod long start": (
        "model A Inertia d[3](each J=1, w(start={1,2,3,4})); end A;",
        "d.w",
    ),
    "mod short start": (
        "model A Inertia d[3](each J=1, w(start={1})); end A;",
        "d.w",
    ),
    "eq sizes": (
        "model A Real x[3]; Real y[2]={1,2}; equation x=y; end A;",
        "arrays of the sizes 3 and 2 cannot be equal",
    ),
    "eq scalar to vector": (
        "model A Real x[3]; equation x=1; end A;",
        "arrays of the sizes 3 and 1 number cannot be equal",
    ),
    "eq vector to scalar": (
        "model A Real x; Real y[2]={1,2}; equation x=y; end A;",
        "arrays of the sizes 1 number and 2 cannot be equal",
    ),
    "bind scalar to vector": (
        "model A Real x[3]=1; end A;",
        "'1' is a single one, and 'x' is a vector",
    ),
    "bind scalar expr to vector": (
        "model A Real x[3]=time; end A;",
        "'time' is a single one, and 'x' is a vector",
    ),
    "bind vec to scalar": (
        "model A Real x={1,2}; end A;",
        "'{1, 2}' is a vector, and 'x' is a single one",
    ),
    "bind vec1 to scalar": (
        "model A Real x={1}; end A;",
        "'{1}' is a vector, and 'x' is a single one",
    ),
    "param bind scalar to vector": (
        "model A parameter Real x[3]=1; Real y=x[2]; end A;",
        "'1' is a single one, and 'x' is a vector",
    ),
    "param bind scalar ref to vector": (
        "model A parameter Real k=2; parameter Real x[3]=k; Real y=x[2]; end A;",
        "'k' is a single one, and 'x' is a vector",
    ),
    "param vec1 to scalar": (
        "model A parameter Real x={1}; Real y=x; end A;",
        "'{1}' is a vector, and 'x' is a single one",
    ),
    "param vec ref to scalar": (
        "model A parameter Real v[1]={4}; parameter Real x=v; Real y=x; end A;",
        "'v' is a vector, and 'x' is a single one",
    ),
    "param wrong size ref": (
        "model A parameter Real v[2]={4,5}; parameter Real x[3]=v; Real y=x[2]; end A;",
        "2 values for 3 elements",
    ),
    "param size1 ref": (
        "model A parameter Real v[1]={4}; parameter Real x[3]=v; Real y=x[2]; end A;",
        "1 values for 3 elements",
    ),
    "param longer ref": (
        "model A parameter Real v[4]={4,5,6,7}; parameter Real x[3]=v; Real y=x[2]; end A;",
        "4 values for 3 elements",
    ),
    "start wrong size": (
        "model A Real x[3](start={1,2}); equation der(x)={1,1,1}; end A;",
        "2 values for 3 elements",
    ),
    "start size1": (
        "model A Real x[3](start={1}); equation der(x)={1,1,1}; end A;",
        "1 values for 3 elements",
    ),
    "index 0": (
        "model A Real x[3]={1,2,3}; Real y=x[0]; end A;",
        "the index 0: there are 3 elements",
    ),
    "index beyond": (
        "model A Real x[3]={1,2,3}; Real y=x[4]; end A;",
        "the index 4: there are 3 elements",
    ),
    "index beyond param": (
        "model A parameter Integer n=4; Real x[3]={1,2,3}; Real y=x[n]; end A;",
        "index 4: x has 1 … 3",
    ),
    "index zero param": (
        "model A parameter Integer n=0; Real x[3]={1,2,3}; Real y=x[n]; end A;",
        "index 0: x has 1 … 3",
    ),
    "index neg param": (
        "model A parameter Integer n=-1; Real x[3]={1,2,3}; Real y=x[n]; end A;",
        "index -1: x has 1 … 3",
    ),
    "index zero loop": (
        "model A Real x[3]={1,2,3}; Real y[3]; equation for i in 1:3 loop y[i]=x[i-1]; end "
         "for; end A;",
        "index 0: x has 1 … 3",
    ),
    "index beyond loop": (
        "model A Real x[3]={1,2,3}; Real y[3]; equation for i in 1:3 loop y[i]=x[i+1]; end "
         "for; end A;",
        "'x[3]': there are 3 elements, x[0] … x[2]",
    ),
    "slice beyond": (
        "model A Real x[3]={1,2,3}; Real y[2]=x[3:4]; end A;",
        "index 4: x has 1 … 3",
    ),
    "slice from 0": (
        "model A Real x[3]={1,2,3}; Real y[2]=x[0:1]; end A;",
        "index 0: x has 1 … 3",
    ),
    "slice n": (
        "model A parameter Integer n=5; Real x[3]={1,2,3}; Real y=sum(x[1:n]); end A;",
        "index 4: x has 1 … 3",
    ),
    "slice n begin": (
        "model A parameter Integer n=0; Real x[3]={1,2,3}; Real y=sum(x[n:2]); end A;",
        "index 0: x has 1 … 3",
    ),
    "end-3": (
        "model A Real x[3]={1,2,3}; Real y=x[end-3]; end A;",
        "'x[-4]': there are 3 elements, x[0] … x[2]",
    ),
    "end+1": (
        "model A Real x[3]={1,2,3}; Real y=x[end+1]; end A;",
        "index 4: x has 1 … 3",
    ),
    "parts index beyond": (
        "model A Inertia d[3](each J=1); Real y=d[4].J; end A;",
        "the index 4: there are 3 elements",
    ),
    "parts index zero": (
        "model A Inertia d[3](each J=1); Real y=d[0].J; end A;",
        "the index 0: there are 3 elements",
    ),
    "parts index n": (
        "model A parameter Integer n=0; Inertia d[3](each J=1); Real y=d[n].J; end A;",
        "index 0: d has 1 … 3",
    ),
    "parts slice beyond": (
        "model A Inertia d[3](each J=1); Real y=sum(d[2:5].J); end A;",
        "index 4: d has 1 … 3",
    ),
    "parts connect beyond": (
        "model A Inertia d[3](each J=1); Fixed f; equation connect(f.flange,d[4].flange_a); "
         "end A;",
        "the index 4: there are 3 elements",
    ),
    "parts connect zero": (
        "model A Inertia d[3](each J=1); Fixed f; equation connect(f.flange,d[0].flange_a); "
         "end A;",
        "the index 0: there are 3 elements",
    ),
    "parts connect zero loop": (
        "model A Inertia d[3](each J=1); Fixed f[3]; equation for i in 1:3 loop "
         "connect(f[i].flange,d[i-1].flange_a); end for; end A;",
        "index 0: d has 1 … 3",
    ),
    "matrix index one": (
        "model A Real M[2,2]=[1,2;3,4]; Real y=M[1]; end A;",
        "'M[1]' is a vector, and 'y' is a single one",
    ),
    "matrix index three": (
        "model A Real M[2,2]=[1,2;3,4]; Real y=M[1,1,1]; end A;",
        "'M[1, 1, 1]': 'M' is an array of 2 dimensions",
    ),
    "vector two idx": (
        "model A Real M[2]={1,2}; Real y=M[1,1]; end A;",
        "'M[1, 1]': 'M' is an array of 1 dimension",
    ),
    "scalar idx": (
        "model A Real M=2; Real y=M[1]; end A;",
        "'M[1]': 'M' is no array",
    ),
    "scalar param idx": (
        "model A parameter Real M=2; Real y=M[1]; end A;",
        "'M[1]': 'M' is no array",
    ),
    "scalar param idx in param": (
        "model A parameter Real M=2; parameter Real y=M[1]; Real z=y; end A;",
        "'M[1]': 'M' is no array",
    ),
    "vector param 2 idx in param": (
        "model A parameter Real M[2]={1,2}; parameter Real y=M[1,2]; Real z=y; end A;",
        "'M[1, 2]': 'M' is an array of 1 dimension",
    ),
    "array of parts no index": (
        "model A Inertia d[3](each J=1); Real y=d.J; end A;",
        "'d.J' is a vector, and 'y' is a single one",
    ),
    "single part index": (
        "model A Inertia d(J=1); Real y=d[1].J; end A;",
        "'d[1].J': 'd' is no array",
    ),
    "misspelt member": (
        "model A Inertia disc[3](each J=1); Real y=disc[1].ww; end A;",
        "'disc.ww': Modelica.Mechanics.Rotational.Components.Inertia has no 'ww'; did you mea",
    ),
    "misspelt member deep": (
        "model T Inertia last(J=1); end T; model A T t[2]; Real y=t[1].lasst.w; end A;",
        "'t.lasst.w': P.T has no 'lasst'; did you mean 'last'?",
    ),
    "misspelt param record": (
        "record D Real mass=1; end D; record E D d; end E; model A parameter E e; Real "
         "y=e.d.mas; end A;",
        "'e.d.mas': P.D has no 'mas'; did you mean 'mass'?",
    ),
    "misspelt modifier record": (
        "record D Real mass=1; end D; record E D d; end E; model A parameter E e(d(mas=2)); "
         "Real y=e.d.mass; end A;",
        "P.D has no 'mas'; did you mean 'mass'?",
    ),
    "misspelt constructor": (
        "record D Real mass=1; end D; model A parameter D e=D(mas=2); Real y=e.mass; end A;",
        "P.D has no 'mas'; did you mean 'mass'?",
    ),
    "misspelt slice": (
        "model A Inertia disc[3](each J=1); Real y=sum(disc.JJ); end A;",
        "'disc.JJ': Modelica.Mechanics.Rotational.Components.Inertia has no 'JJ'; did you mea",
    ),
    "misspelt in param": (
        "model A Inertia disc[3](each J=1); parameter Real y=disc[2].JJ; end A;",
        "'disc.JJ': Modelica.Mechanics.Rotational.Components.Inertia has no 'JJ'; did you mea",
    ),
    "misspelt connect": (
        "model A Inertia disc[3](each J=1); Fixed f; equation connect(f.flange, "
         "disc[1].flange_c); end A;",
        "'disc.flange_c': Modelica.Mechanics.Rotational.Components.Inertia has no 'flange_c';",
    ),
    "matrix rows ragged": (
        "model A Real M[2,2]=[1,2;3]; end A;",
        "have different lengths",
    ),
    "array rows ragged": (
        "model A Real M[2,2]={{1,2},{3}}; end A;",
        "have different lengths",
    ),
    "matrix transposed size": (
        "model A Real M[2,3]=[1,2;3,4;5,6]; end A;",
        "3 values for 2 elements in dimension 1",
    ),
    "matrix transposed size param": (
        "model A parameter Real M[2,3]=[1,2;3,4;5,6]; Real y=M[1,1]; end A;",
        "3 values for 2 elements in dimension 1",
    ),
    "product sizes": (
        "model A Real M[2,3]=[1,2,3;4,5,6]; Real v[2]={1,2}; Real y[2]=M*v; end A;",
        "arrays of the sizes 2 × 3 and 2 cannot be computed with",
    ),
    "sum of sizes": (
        "model A Real v[2]={1,2}; Real w[3]={1,2,3}; Real y[3]=v+w; end A;",
        "2 values for 3 elements",
    ),
    "vector over vector": (
        "model A Real v[2]={1,2}; Real y[2]=v/v; end A;",
        "'v/v': '/' of arrays is not supported",
    ),
    "vector times vector elementwise": (
        "model A Real v[2]={1,2}; Real y[2]=v*v; end A;",
        "'y == <real expression v[0] * v[0] + v[1] * v[1]>': 'y' has 2 elements, and the othe",
    ),
    "record wrong type eq": (
        "record D Real a; end D; record E Real b; end E; model A D d; E e; equation d.a=1; "
         "e=d; end A;",
        "a record is equal to one of the same members only",
    ),
    "param record from other": (
        "record D Real a=1; end D; record E Real b=2; end E; model A parameter D d; parameter "
         "E e=d; Real y=e.b; end A;",
        "'d.b': P.D has no 'b'",
    ),
    "array of records wrong count": (
        "record D Real J=2; end D; model A parameter D r[3]={D(1),D(2)}; Real s=sum(r.J); end "
         "A;",
        "r.J",
    ),
    "array of records wrong count mod": (
        "record D Real J=2; end D; model A parameter D r[3](J={1,2}); Real s=sum(r.J); end A;",
        "r.J",
    ),
    "single record array value": (
        "record D Real J=2; end D; model A parameter D r={D(1),D(2)}; Real s=r.J; end A;",
        "r.J",
    ),
    "single record array1 value": (
        "record D Real J=2; end D; model A parameter D r={D(1)}; Real s=r.J; end A;",
        "r.J",
    ),
    "Integer array real value": (
        "model A parameter Integer n[2]={1,2.5}; Real y=n[2]; end A;",
        "'2.5' is no Integer",
    ),
    "Integer var real value": (
        "model A Integer n=2.5; end A;",
        "'2.5' is no Integer",
    ),
    "Boolean array number": (
        "model A parameter Boolean b[2]={true,1}; Real y=if b[2] then 1 else 0; end A;",
        "'1' is no Boolean",
    ),
    "real size": (
        "model A parameter Real n=2; Real x[n]; equation for i in 1:2 loop x[i]=1; end for; "
         "end A;",
        "'n' is a Real; a size is an Integer",
    ),
    "real index": (
        "model A Real x[3]={1,2,3}; Real y=x[1.5]; end A;",
        "'1.5' is a Real; an index is an Integer",
    ),
    "real param index": (
        "model A parameter Real k=2; Real x[3]={1,2,3}; Real y=x[k]; end A;",
        "'k' is a Real; an index is an Integer",
    ),
    "size of dim beyond": (
        "model A Real x[3]={1,2,3}; Real y=size(x,2); end A;",
        "size(…, 2) of an array of 3",
    ),
    "size dim 0": (
        "model A Real x[3]={1,2,3}; Real y=size(x,0); end A;",
        "size(…, 0) of an array of 3",
    ),
    "transpose vector": (
        "model A Real x[3]={1,2,3}; Real y[3]=transpose(x); end A;",
        "transpose(…) takes an array of n × n, not of 3",
    ),
    "cross of two": (
        "model A Real x[2]={1,2}; Real y[3]=cross(x,x); end A;",
        "cross(…) takes an array of 3, not of 2",
    ),
    "cross of four": (
        "model A Real x[4]={1,2,3,4}; Real y[3]=cross(x,x); end A;",
        "cross(…) takes an array of 3, not of 4",
    ),
    "scalar of two": (
        "model A Real x[2]={1,2}; Real y=scalar(x); end A;",
        "scalar(…) of an array of 2",
    ),
    "identity real": (
        "model A Real x[2,2]=identity(2.5); end A;",
        "identity(2.5): a size is a whole number",
    ),
    "linspace 1": (
        "model A Real x[1]=linspace(0,1,1); end A;",
        "linspace(…, 1): two values or more are needed",
    ),
    "symmetric nonsquare": (
        "model A Real x[2,3]=symmetric([1,2,3;4,5,6]); end A;",
        "symmetric(…) takes an array of 2 × 2, not of 2 × 3",
    ),
    "skew of 2": (
        "model A Real x[3,3]=skew({1,2}); end A;",
        "skew(…) takes an array of 3, not of 2",
    ),
    "cat different": (
        "model A Real x[2,2]=[1,2;3,4]; Real y[3,2]=cat(1,x,[1,2,3]); end A;",
        "arrays of 2 × 2 and 1 × 3 cannot be put together",
    ),
    "diag mat": (
        "model A Real x[2,2]=diagonal([1,2;3,4]); end A;",
        "diagonal(…) takes an array of n, not of 2 × 2",
    ),
    "min of mixed": (
        "model A Real x=min({}); end A;",
        "an empty array has no largest or smallest element",
    ),
    "fill no size": (
        "model A Real x[2]=fill(1); end A;",
        "'x == 1': 'x' has 2 elements, and the other side has one: give as many values, or pi",
    ),
    "param vector in scalar expr": (
        "model A parameter Real v[2]={1,2}; parameter Real y=2*v; Real z=y; end A;",
        "(2, 4) (tuple) cannot stand in an equation; use a variable, a parameter or a number",
    ),
    "if branches sizes": (
        "model A Real v[2]={1,2}; Real w[3]={1,2,3}; Real y[2]=if time>0.5 then v else w; end "
         "A;",
        "the values of both branches need the same size",
    ),
    "if branches sizes param": (
        "model A parameter Boolean b=true; Real v[2]={1,2}; Real w[3]={1,2,3}; Real y[2]=if b "
         "then v else w; end A;",
        "the values of both branches need the same size",
    ),
    "vector fn of scalar fn args": (
        "model A Real x[2]={1,2}; Real y[3]=sin(x); end A;",
        "arrays of the sizes 3 and 2 cannot be equal",
    ),
    "and of vectors": (
        "model A Boolean b[2]={true,false}; Boolean c[2]=b and b; end A;",
        "'b and b': 'and' of arrays is not supported",
    ),
    "compare vectors": (
        "model A Real b[2]={1,2}; Boolean c=b>1; end A;",
        "'b > 1': '>' of arrays is not supported",
    ),
    "end outside": (
        "model A Real x[3]={1,2,3}; Real y=end; end A;",
        "an expression is expected here, not 'end'",
    ),
    "size mismatch via n": (
        "model A parameter Integer n=3; parameter Real v[2]={1,2}; Real x[n]=v; end A;",
        "arrays of the sizes 3 and 2 cannot be equal",
    ),
    "part vector param short": (
        "model M parameter Real k[3]={1,2,3}; Real y=sum(k); end M; model A M m(k={1,2}); end "
         "A;",
        "m: M(k=…): 2 values; 'k' has 3",
    ),
    "part vector param n": (
        "model M parameter Integer n=2; parameter Real k[n]={1,2}; Real y=sum(k); end M; "
         "model A M m(n=3); end A;",
        "m: M(k=…): 2 values; 'k' has 3",
    ),
    "part vector scalar": (
        "model M parameter Real k[3]={1,2,3}; Real y=sum(k); end M; model A M m(k=1); end A;",
        "m: M(k=…): 1 values; 'k' has 3",
    ),
    "part vector each": (
        "model M parameter Real k[3]={1,2,3}; Real y=sum(k); end M; model A M m(each k=1); "
         "end A;",
        "m: M(k=…): 1 values; 'k' has 3",
    ),
    "sum with index": (
        "model A Inertia d[3](J={1,2,3}); Real y=sum(d[i].J for i in 1:4); end A;",
        "'d[3]': there are 3 components, d[0] … d[2]",
    ),
    "comprehension zero": (
        "model A Real x[3]={1,2,3}; Real y[2]={x[i] for i in 0:1}; end A;",
        "index 0: x has 1 … 3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", REFUSED)
def test_it_is_refused_at_its_line(tmp_path: Path, title: str) -> None:
    text, message = REFUSED[title]
    text = f"import Modelica.Mechanics.Rotational.Sources.*; {text}"
    with pytest.raises(DrivetrainError) as refused:
        dt.compile(package(tmp_path, text, "A")())
    assert message in str(refused.value)
    assert "A.mo:3" in str(refused.value)
