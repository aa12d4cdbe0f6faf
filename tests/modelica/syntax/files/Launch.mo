within Rigs.Tests;
// comment
encapsulated package Launch "A launch" /* x */
  import Modelica.Units.SI;
  import R = Modelica.Mechanics.Rotational;
  import Modelica.Math.*;
  import Modelica.Constants.{pi, eps};
  constant Real c[3] = {1, 2.5e-3, .5};
  type Speed = Real(final unit="rad/s", min=-1e3) "speed";
  type Mode = enumeration(free "not in touch", stuck annotation(x=1), slip);
  connector Pin
    SI.Voltage v; flow SI.Current i;
  end Pin;
  partial model Base
    extends R.Interfaces.PartialTwoFlanges(flange_a(phi(start=1)), redeclare package Medium = Air);
    replaceable R.Components.Inertia body constrainedby R.Interfaces.PartialTwoFlanges(final x = 3) "the body" annotation (choices(a=1));
    outer World world;
  protected
    parameter Integer n(min=1) = 3 if true "number" annotation (Evaluate=true);
    Real x[n, :](each start=0, fixed=true), y = 2;
    SI.Angle[3] phi;
    stream Real h;
    input Real u; output Boolean b;
  initial equation
    x[end, 1] = 2;
  equation
    der(x) = -a*x + b^2 .* c ./ d "doc";
    connect(disc[i].flange_b, torque.flange) annotation (Line(points={{-1,0},{2,3}}, color={0,0,0}));
    if time > 1 and not b or c then
      y = 1;
    elseif initial() then
      y = 2;
    else
      y = if a < b then 1 elseif c then 2 else -3;
    end if;
    for i in 1:n, j in 2:2:6 loop
      z[i] = sum(k*k for k in 1:3) + max({i for i in 1:3});
    end for;
    annotation (experiment(StopTime=1));
    when {sample(0, 0.1), edge(b)} then
      reinit(v, -e*pre(v));
    elsewhen b then
      (a, , c) = f(1, 2, p = 3);
    end when;
    assert(x > 0, "text \"quoted\" " + String(x), AssertionLevel.warning);
  algorithm
    m := [1, 2; 3, 4];
    while m > 1 loop
      m := m - 1; if m == 3 then break; end if;
    end while;
    (a, b) := f(x);
    return;
    print("x");
    annotation (Documentation(info="<html>
    text</html>"));
  end Base;
  function f
    input Real x; output Real y;
  external "C" y = ff(x, 2) annotation (Library="m");
  end f;
  function g = f(x=2);
  model M2 "d" extends Base(x=1);
  end M2;
  redeclare model extends Thing(y=2)
  end Thing;
  operator record Complex
    Real re; 
    encapsulated operator 'constructor'
      function a
      end a;
    end 'constructor';
    operator function '+' = add;
  end Complex;
  pure function h end h;
  impure function k end k;
  expandable connector Bus end Bus;
  function d1 = der(f, x, y);
  Real operator, pure;
  replaceable package P = Q extends R;
  model T = Base(redeclare replaceable model X = Y, redeclare each final Inertia j(J=2) "x", a.b = 3);
  Real q = a(function f(x=1), b);
  Real w = (m*n)[1];
end Launch;
