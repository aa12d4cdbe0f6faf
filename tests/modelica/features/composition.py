"""Models made of parts: modifiers, inheritance, parameters, constants, names."""

from __future__ import annotations

import math

from tests.modelica.features.feature import Feature, Known, Wrong

__all__ = ["FEATURES"]

MODIFIERS = Feature(
    "component modifiers, `start`, `fixed`",
    known=(
        Known(
            """
model A "A torque of 6 N.m on 3 kg.m2, from 2 rad/s on"
  Modelica.Mechanics.Rotational.Components.Inertia wheel(
    J=3, phi(start=1, fixed=true), w(start=2, fixed=true));
  Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant=6);
equation
  connect(motor.flange, wheel.flange_a);
end A;
""",
            {"wheel.w": 2 + 2, "wheel.phi": 1 + 2 + 1},
        ),
        Known(
            """
model A "A modifier reaches through two levels; the outer one wins"
  model Shaft
    Modelica.Mechanics.Rotational.Components.Inertia disc(
      J=1, w(start=1, fixed=true), phi(start=0, fixed=true));
    Modelica.Mechanics.Rotational.Components.Damper bearing(d=1);
    Modelica.Mechanics.Rotational.Components.Fixed housing;
  equation
    connect(disc.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end Shaft;
  Shaft plain, changed(disc(J=4, w(start=8)), bearing(d=2));
end A;
""",
            {"plain.disc.w": math.exp(-1), "changed.disc.w": 8 * math.exp(-0.5)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Modelica.Mechanics.Rotational.Components.Inertia wheel(J=1, omega(start=2));
end A;
""",
            "A.mo:2:63: Modelica.Mechanics.Rotational.Components.Inertia has no 'omega'",
        ),
        Wrong(
            """
model A
  Real x(start=1, fixed=2);
equation
  der(x) = -x;
end A;
""",
            "A.mo:2:19: 'fixed' is true or false here, no expression",
        ),
    ),
)

EXTENDS = Feature(
    "extends (other than icons), with modifiers",
    "extends",
    known=(
        Known(
            """
package P
  partial model Decay "x falls at a rate that others say"
    Real x(start=1, fixed=true);
    Real rate;
  equation
    der(x) = -rate;
  end Decay;
  model A "In proportion to x itself"
    extends Decay;
  equation
    rate = 2*x;
  end A;
end P;
""",
            {"x": math.exp(-2)},
        ),
        Known(
            """
package P
  model Angle
    Real phi(start=0.5, fixed=true);
  end Angle;
  model Speed
    Real w;
  end Speed;
  model A "Two bases, and an equation between what they declare"
    extends Angle;
    extends Speed;
  equation
    der(phi) = w;
    w = 2*time;
  end A;
end P;
""",
            {"phi": 1.5, "w": 2},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  extends Base;
end A;
""",
            "A.mo:2:11: there is no 'Base' in A or around it",
        ),
    ),
)

EXTENDS_WITH_MODIFIERS = Feature(
    "extends (other than icons), with modifiers",
    "with modifiers",
    known=(
        Known(
            """
package P
  model Decay
    parameter Real k = 1;
    Real x(start=1, fixed=true);
  equation
    der(x) = -k*x;
  end Decay;
  model A
    extends Decay(k=3, x(start=2));
  end A;
end P;
""",
            {"x": 2 * math.exp(-3)},
        ),
        Known(
            """
package P
  model Shaft
    parameter Modelica.Units.SI.Torque drive = 1;
    Modelica.Mechanics.Rotational.Components.Inertia disc(
      J=1, w(start=0, fixed=true), phi(fixed=true));
    Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant=drive);
  equation
    connect(motor.flange, disc.flange_a);
  end Shaft;
  model Heavy
    extends Shaft(disc(J=5));
  end Heavy;
  model A "Modifiers of two levels of inheritance"
    extends Heavy(final drive=10);
  end A;
end P;
""",
            {"disc.w": 2, "disc.phi": 1},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  model Decay
    final parameter Real k = 1;
    Real x(start=1, fixed=true);
  equation
    der(x) = -k*x;
  end Decay;
  model A
    extends Decay(k=3);
  end A;
end P;
""",
            "A.mo:9:19: 'k' is final at A.mo:3:26, so it cannot have another value here",
        ),
    ),
)

PARAMETERS = Feature(
    "parameter bound to an expression",
    known=(
        Known(
            """
model A "A disc of steel"
  parameter Real r = 0.5, h = 0.1, rho = 8000;
  parameter Real m = Modelica.Constants.pi*r^2*h*rho;
  parameter Real J = m*r^2/2;
  Modelica.Mechanics.Rotational.Components.Inertia disc(
    J=J, w(start=0, fixed=true), phi(start=0, fixed=true));
  Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant=2*J);
  Real mass = m;
equation
  connect(motor.flange, disc.flange_a);
end A;
""",
            {"mass": 200 * math.pi, "disc.w": 2, "disc.phi": 1},
        ),
        Known(
            """
model A "Parameters in any order, one of them with a choice, one of another part"
  parameter Real b = if wide then 2*a else a;
  parameter Boolean wide = n > 3 and not narrow;
  parameter Boolean narrow = false;
  parameter Integer n = 4;
  parameter Real a = gain.k + n;
  Modelica.Blocks.Math.Gain gain(k=3);
  Real y = b*time;
equation
  gain.u = time;
end A;
""",
            {"y": 14},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  parameter Real a = 2*b;
  parameter Real b = a - 1;
  Real x = a;
end A;
""",
            "A.mo:1:1: values depend on each other: a → b → a",
        ),
    ),
)

CONSTANTS = Feature(
    "constants, enumeration literals of MSL",
    known=(
        Known(
            """
package P
  package Numbers
    constant Real half = 0.5;
    constant Real row[3] = {1, 2, 4};
  end Numbers;
  model A
    import Modelica.Constants.{pi, g_n};
    constant Integer n = 3;
    Real area = pi*Numbers.half^2, weight = 2*g_n, last = Numbers.row[n];
  end A;
end P;
""",
            {"area": math.pi / 4, "weight": 2 * 9.80665, "last": 4},
        ),
        Known(
            """
model A "Literals choose how a block begins and what a table does behind its end"
  Modelica.Blocks.Continuous.FirstOrder lag(
    T=0.5, k=1, initType=Modelica.Blocks.Types.Init.InitialOutput, y_start=2);
  Modelica.Blocks.Tables.CombiTable1Ds table(
    table=[0, 0; 0.5, 3],
    smoothness=Modelica.Blocks.Types.Smoothness.LinearSegments,
    extrapolation=Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
equation
  lag.u = 0;
  table.u = time;
end A;
""",
            {"lag.y": 2 * math.exp(-2), "table.y[0]": 3},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Modelica.Blocks.Continuous.FirstOrder lag(
    T=1, initType=Modelica.Blocks.Types.Init.InitialOutputs);
equation
  lag.u = 0;
end A;
""",
            "A.mo:3:19: no value of 'Modelica.Blocks.Types.Init.InitialOutputs' is known "
            "here; did you mean 'InitialOutput' or 'InitialState'?",
        ),
        Wrong(
            """
model A
  Real x = Modelica.Constants.g;
end A;
""",
            "A.mo:2:12: no value of 'Modelica.Constants.g' is known here",
        ),
    ),
)

STRINGS = Feature(
    "String parameters",
    known=(
        Known(
            """
model A "A text chooses a law"
  parameter String law = "quadratic";
  parameter Real k = if law == "quadratic" then 3 elseif law == "linear" then 2 else 1;
  Real y = k*time;
end A;
""",
            {"y": 3},
        ),
        Known(
            """
model A "Texts are put together, handed to a part and compared there"
  model Named
    parameter String title;
    parameter Boolean isMine = title == "gear 2";
    Real y = if isMine then time else 0;
  end Named;
  parameter Integer n = 2;
  parameter String kind = "gear";
  Named mine(title=kind + " " + String(n)), other(title=kind);
end A;
""",
            {"mine.y": 1, "other.y": 0},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  parameter String law = 3;
  Real y = if law == "linear" then 1 else 2;
end A;
""",
            "A.mo:2:26: 'law' is a String, but '3' is an Integer",
        ),
    ),
)

IMPORT = Feature(
    "import; alias; `*`; `{…}`",
    "import",
    known=(
        Known(
            """
model A
  import Modelica.Mechanics.Rotational.Components.Inertia;
  import Modelica.Constants.pi;
  Inertia wheel(J=1, w(start=pi, fixed=true), phi(start=0, fixed=true));
end A;
""",
            {"wheel.phi": math.pi},
        ),
        Known(
            """
package P
  import Modelica.Mechanics.Rotational;
  model A "Imports of the package around it count, for parts of names too"
    Rotational.Components.Inertia wheel(J=2, w(start=0, fixed=true), phi(start=0, fixed=true));
    Rotational.Sources.ConstantTorque motor(tau_constant=4);
  equation
    connect(motor.flange, wheel.flange_a);
  end A;
end P;
""",
            {"wheel.w": 2},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  import Modelica.Mechanics.Rotational.Components.Inertias;
  Inertias wheel(J=1);
end A;
""",
            "A.mo:3:3: Modelica.Mechanics.Rotational.Components.Inertias has no counterpart "
            "here: did you mean 'Inertia'?",
        ),
    ),
)

ALIAS = Feature(
    "import; alias; `*`; `{…}`",
    "alias",
    known=(
        Known(
            """
model A
  import R = Modelica.Mechanics.Rotational;
  import SI = Modelica.Units.SI;
  parameter SI.Inertia J = 2;
  R.Components.Inertia wheel(J=J, w(start=3, fixed=true), phi(start=0, fixed=true));
end A;
""",
            {"wheel.phi": 3},
        ),
        Known(
            """
package P
  package Mathematics
    function square
      input Real u;
      output Real y;
    algorithm
      y := u^2;
    end square;
    constant Real two = 2;
  end Mathematics;
  model A "Short names for one's own package, a function in it and a constant of another one"
    import M = P.Mathematics;
    import sq = P.Mathematics.square;
    import eps = Modelica.Constants.pi;
    Real y = M.square(M.two*time) + sq(3) + eps;
  end A;
end P;
""",
            {"y": 4 + 9 + math.pi},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  import R = Modelica.Mechanics.Rotation;
  R.Components.Inertia wheel(J=1);
end A;
""",
            "A.mo:3:3: Modelica.Mechanics.Rotation.Components.Inertia has no counterpart "
            "here: use another class, or name a folder with the source of the library "
            "(libraries=, --library, MODELICAPATH)",
        ),
    ),
)

ALL_OF_A_PACKAGE = Feature(
    "import; alias; `*`; `{…}`",
    "`*`",
    known=(
        Known(
            """
model A
  import Modelica.Mechanics.Rotational.Components.*;
  Inertia wheel(J=1, w(start=2, fixed=true), phi(start=0, fixed=true));
  Damper bearing(d=1);
  Fixed housing;
equation
  connect(wheel.flange_b, bearing.flange_a);
  connect(bearing.flange_b, housing.flange);
end A;
""",
            {"wheel.w": 2 * math.exp(-1)},
        ),
        Known(
            """
package P
  package Laws
    constant Real k = 3;
    function twice
      input Real u;
      output Real y;
    algorithm
      y := 2*u;
    end twice;
  end Laws;
  model A "What the class itself declares comes before what a package has"
    import P.Laws.*;
    constant Real k = 5;
    Real y = twice(k*time);
  end A;
end P;
""",
            {"y": 10},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  import Modelica.Mechanics.Rotational.Components.*;
  Inertia wheel(J=1);
  Torque motor;
end A;
""",
            "A.mo:4:3: there is no 'Torque' in A or around it",
        ),
    ),
)

SEVERAL_OF_A_PACKAGE = Feature(
    "import; alias; `*`; `{…}`",
    "`{…}`",
    known=(
        Known(
            """
model A
  import Modelica.Mechanics.Rotational.Components.{Inertia, Spring, Fixed};
  Inertia wheel(J=1, w(start=0, fixed=true), phi(start=1, fixed=true));
  Spring rod(c=4);
  Fixed wall;
equation
  connect(wheel.flange_b, rod.flange_a);
  connect(rod.flange_b, wall.flange);
end A;
""",
            {"wheel.phi": math.cos(2), "wheel.w": -2 * math.sin(2)},
        ),
        Known(
            """
model A
  import Modelica.Units.SI.{Angle, AngularVelocity};
  import Modelica.Math.{sin, cos};
  Angle phi(start=0, fixed=true);
  AngularVelocity w = 2;
  Real one = sin(phi)^2 + cos(phi)^2;
equation
  der(phi) = w;
end A;
""",
            {"phi": 2, "one": 1},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  import Modelica.Mechanics.Rotational.Components.{Inertia, Damp};
  Damp bearing(d=1);
end A;
""",
            "A.mo:3:3: Modelica.Mechanics.Rotational.Components.Damp has no counterpart "
            "here: did you mean 'Damper'?",
        ),
    ),
)

STATE_SELECT = Feature(
    "stateSelect",
    known=(
        Known(
            """
model A "A rotor and its gear: the wheel is to be the state"
  Modelica.Mechanics.Rotational.Components.Inertia rotor(J=1), wheel(
    J=4, stateSelect=StateSelect.always, phi(start=0, fixed=true), w(start=3, fixed=true));
  Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio=2);
equation
  connect(rotor.flange_b, gear.flange_a);
  connect(gear.flange_b, wheel.flange_a);
end A;
""",
            {"wheel.phi": 3, "rotor.w": 6},
        ),
        Known(
            """
model A "Both follow from each other, and start at 1"
  Real x(start=1, fixed=true, stateSelect=StateSelect.prefer);
  Real y(stateSelect=StateSelect.never);
equation
  der(x) = -x;
  y = 2*x;
end A;
""",
            {"x": math.exp(-1), "y": 2 * math.exp(-1)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x(start=1, fixed=true, stateSelect=StateSelect.prefers);
equation
  der(x) = -x;
end A;
""",
            "A.mo:2:43: no value of 'StateSelect.prefers' is known here; did you mean 'prefer'?",
        ),
    ),
)

FEATURES = (
    MODIFIERS,
    EXTENDS,
    EXTENDS_WITH_MODIFIERS,
    PARAMETERS,
    CONSTANTS,
    STRINGS,
    IMPORT,
    ALIAS,
    ALL_OF_A_PACKAGE,
    SEVERAL_OF_A_PACKAGE,
    STATE_SELECT,
)
