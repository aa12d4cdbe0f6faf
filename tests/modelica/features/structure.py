"""What models are made of besides single parts: connectors, arrays, records, buses, choices."""

from __future__ import annotations

import math

from tests.modelica.features.feature import Feature, Known, Wrong

__all__ = ["FEATURES"]

CONNECTED_ELEMENTS = Feature(
    "`connect(a[i].p, …)`",
    known=(
        Known(
            """
model A "Three discs on rigid shafts turn as one of 6 kg.m2"
  import Modelica.Mechanics.Rotational.Components.Inertia;
  Inertia disc[3](J={1, 2, 3});
  Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant=12);
initial equation
  disc[1].phi = 0;
  disc[1].w = 0;
equation
  connect(motor.flange, disc[1].flange_a);
  for i in 1:2 loop
    connect(disc[i].flange_b, disc[i + 1].flange_a);
  end for;
end A;
""",
            {"disc[2].w": 2, "disc[0].phi": 1},
        ),
        Known(
            """
model A "Two gains behind each other, and a sum of both"
  Modelica.Blocks.Math.Gain gain[2](k={3, 5});
  Modelica.Blocks.Math.Add add;
  Modelica.Blocks.Sources.ContinuousClock clock;
equation
  connect(clock.y, gain[1].u);
  connect(gain[1].y, gain[2].u);
  connect(gain[1].y, add.u1);
  connect(gain[2].y, add.u2);
end A;
""",
            {"gain[1].y": 15, "add.y": 18},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  import Modelica.Mechanics.Rotational.Components.Inertia;
  Inertia disc[2](each J=1);
equation
  for i in 1:2 loop
    connect(disc[i].flange_b, disc[i + 1].flange_a);
  end for;
end A;
""",
            "'disc[2]': there are 2 components, disc[0] … disc[1] [in A, A.mo:6]",
        ),
    ),
)

OWN_CONNECTORS = Feature(
    "own connectors",
    known=(
        Known(
            """
package P
  connector Port
    Real level;
    flow Real q;
  end Port;
  model Tank
    parameter Real area = 1, h0 = 0;
    Port port;
    Real h(start=h0, fixed=true);
  equation
    area*der(h) = port.q;
    port.level = h;
  end Tank;
  model Pipe
    parameter Real k = 1;
    Port a, b;
  equation
    a.q = k*(a.level - b.level);
    a.q + b.q = 0;
  end Pipe;
  model A "Two tanks level out: their difference falls by exp(-2 k t)"
    Tank left(h0=3), right(h0=1);
    Pipe pipe(k=0.5);
  equation
    connect(left.port, pipe.a);
    connect(pipe.b, right.port);
  end A;
end P;
""",
            {"left.h": 2 + math.exp(-1), "right.h": 2 - math.exp(-1)},
        ),
        Known(
            """
package P
  connector Signal = input Real;
  connector Answer = output Real(unit="m");
  block Twice
    Signal u;
    Answer y;
  equation
    y = 2*u;
  end Twice;
  connector Shaft
    extends Modelica.Mechanics.Rotational.Interfaces.Flange_a;
  end Shaft;
  model Load "Its own name for the flange of the library"
    Shaft shaft;
    parameter Real J = 2;
    Real w(start=0, fixed=true);
  equation
    J*der(w) = shaft.tau;
    w = der(shaft.phi);
  initial equation
    shaft.phi = 0;
  end Load;
  model A
    Twice first, second;
    Load load;
    Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant=4);
  equation
    first.u = time;
    connect(first.y, second.u);
    connect(motor.flange, load.shaft);
  end A;
end P;
""",
            {"second.y": 4, "load.w": 2},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  connector Port
    Real level;
    flow Real q;
  end Port;
  connector Other
    Real height;
    flow Real q;
  end Other;
  model A
    Port a;
    Other b;
  equation
    connect(a, b);
  end A;
end P;
""",
            "'a' (Port with level in 1, q in 1) and 'b' (Other with height in 1, q in 1) are "
            "connectors of different kinds: connect like with like, or put a part between "
            "them that has one of each [in A, A.mo:14]",
        ),
    ),
)

CONDITIONAL = Feature(
    "conditional component",
    known=(
        Known(
            """
model A "A brake that is there, and one that is not"
  model Shaft
    import Modelica.Mechanics.Rotational.Components.*;
    parameter Boolean hasBrake = false;
    Inertia disc(J=1, w(start=4, fixed=true), phi(start=0, fixed=true));
    Damper brake(d=2) if hasBrake;
    Fixed housing if hasBrake;
  equation
    connect(disc.flange_b, brake.flange_a);
    connect(brake.flange_b, housing.flange);
  end Shaft;
  Shaft free, braked(hasBrake=true);
end A;
""",
            {"free.disc.w": 4, "braked.disc.w": 4 * math.exp(-2)},
        ),
        Known(
            """
model A "The input is there if no constant is to be used"
  block Scale
    parameter Boolean useInput = true;
    parameter Real k = 3;
    Modelica.Blocks.Interfaces.RealInput u if useInput;
    Modelica.Blocks.Interfaces.RealOutput y;
  protected
    Modelica.Blocks.Interfaces.RealInput inner_u;
    Modelica.Blocks.Sources.Constant fallback(k=k) if not useInput;
  equation
    connect(u, inner_u);
    connect(fallback.y, inner_u);
    y = 2*inner_u;
  end Scale;
  Scale with_input, without(useInput=false);
  Modelica.Blocks.Sources.ContinuousClock clock;
equation
  connect(clock.y, with_input.u);
end A;
""",
            {"with_input.y": 2, "without.y": 6},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x = time;
  Modelica.Mechanics.Rotational.Components.Inertia disc(J=1) if x > 0.5;
end A;
""",
            "A.mo:3:65: 'x' is no parameter: its value may change during a run, so what "
            "follows from it is a variable",
        ),
    ),
)

ARRAYS_OF_COMPONENTS = Feature(
    "arrays of components",
    known=(
        Known(
            """
model A "Decays of three rates"
  model Decay
    parameter Real k = 1, x0 = 1;
    Real x(start=x0, fixed=true);
  equation
    der(x) = -k*x;
  end Decay;
  parameter Integer n = 3;
  Decay decay[n](k={1, 2, 3}, each x0=2);
  Real total = sum(decay.x);
end A;
""",
            {
                "decay[2].x": 2 * math.exp(-3),
                "total": 2 * (math.exp(-1) + math.exp(-2) + math.exp(-3)),
            },
        ),
        Known(
            """
model A "A chain of two masses between walls: the mode in which both move alike"
  import Modelica.Mechanics.Translational.Components.*;
  Mass mass[2](each m=1, each s(start=0, fixed=true), each v(start=1, fixed=true));
  Spring spring[3](each c=4, each s_rel0=0);
  Fixed wall[2];
equation
  connect(wall[1].flange, spring[1].flange_a);
  connect(spring[1].flange_b, mass[1].flange_a);
  connect(mass[1].flange_b, spring[2].flange_a);
  connect(spring[2].flange_b, mass[2].flange_a);
  connect(mass[2].flange_b, spring[3].flange_a);
  connect(spring[3].flange_b, wall[2].flange);
end A;
""",
            {"mass[0].s": math.sin(2) / 2, "mass[1].v": math.cos(2)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Modelica.Blocks.Math.Gain gain[3](k={1, 2});
equation
  gain.u = {time, time, time};
end A;
""",
            "gain.k [A.mo:2]: found 2 values in a list for 3 components; give one value for "
            "all, or 3 values in a row",
        ),
    ),
)

RECORDS = Feature(
    "records, record constructors",
    known=(
        Known(
            """
package P
  record Motor
    parameter Real R = 1;
    parameter Real k = 2;
  end Motor;
  record Large
    extends Motor(R=0.5, k=4);
  end Large;
  model A "One record after the other, and one made in place"
    parameter Motor small, large = Large(), other = Motor(3, k=5);
    Real y = small.k/small.R + large.k/large.R + other.R*other.k;
  end A;
end P;
""",
            {"y": 2 + 8 + 15},
        ),
        Known(
            """
package P
  record State
    Real x;
    Real v;
  end State;
  function energy
    input State s;
    output Real e;
  algorithm
    e := (s.x^2 + s.v^2)/2;
  end energy;
  model A "An oscillator; its state is a record, and its energy stays"
    State s(x(start=1, fixed=true), v(start=2, fixed=true));
    State half = State(s.x/2, s.v/2);
    Real e = energy(s), q = energy(half);
  equation
    der(s.x) = s.v;
    der(s.v) = -s.x;
  end A;
end P;
""",
            {"s.x": math.cos(1) + 2 * math.sin(1), "e": 2.5, "q": 2.5 / 4},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  record Motor
    parameter Real R = 1;
  end Motor;
  model A
    parameter Motor motor = Motor(L=2);
    Real y = motor.R;
  end A;
end P;
""",
            "A.mo:6:37: P.Motor has no 'L'",
        ),
    ),
)

BUSES = Feature(
    "expandable connector (bus)",
    known=(
        Known(
            """
package P
  expandable connector Bus
  end Bus;
  block Sensor
    Bus bus;
    Modelica.Blocks.Sources.ContinuousClock clock;
  equation
    connect(clock.y, bus.speed);
  end Sensor;
  block Controller
    Bus bus;
    Modelica.Blocks.Math.Gain gain(k=5);
  equation
    connect(bus.speed, gain.u);
    connect(gain.y, bus.torque);
  end Controller;
  model A "Names are on the bus because somebody connects to them"
    Bus bus;
    Sensor sensor;
    Controller controller;
    Modelica.Blocks.Math.Gain actuator(k=2);
  equation
    connect(sensor.bus, bus);
    connect(controller.bus, bus);
    connect(bus.torque, actuator.u);
  end A;
end P;
""",
            {"actuator.y": 10},
        ),
        Known(
            """
package P
  expandable connector Signals
    Real w "Speed";
  end Signals;
  expandable connector Bus
    Signals engine;
  end Bus;
  model A "A bus on a bus, read and written by equations of blocks"
    Bus bus;
    Modelica.Blocks.Sources.Constant speed(k=3);
    Modelica.Blocks.Continuous.Integrator angle(y_start=1);
  equation
    connect(speed.y, bus.engine.w);
    connect(bus.engine.w, angle.u);
  end A;
end P;
""",
            {"angle.y": 4},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  expandable connector Bus
  end Bus;
  model A
    Bus bus;
    Modelica.Blocks.Sources.Constant one(k=5), other(k=6);
  equation
    connect(one.y, bus.speed);
    connect(other.y, bus.speed);
  end A;
end P;
""",
            "'bus.speed' has 2 sources, 'one.y' and 'other.y': connect only one of them [in "
            "A, A.mo:8]",
        ),
    ),
)

REPLACEABLE_PART = Feature(
    "replaceable / redeclare part, constrainedby",
    known=(
        Known(
            """
package P
  partial model Law
    Real u;
    Real y;
  end Law;
  model Linear
    extends Law;
    parameter Real k = 2;
  equation
    y = k*u;
  end Linear;
  model Square
    extends Law;
  equation
    y = u^2;
  end Square;
  model Plant
    replaceable Linear law constrainedby Law;
  equation
    law.u = 3*time;
  end Plant;
  model A
    Plant plain, steep(law(k=4)), bent(redeclare Square law);
  end A;
end P;
""",
            {"plain.law.y": 6, "steep.law.y": 12, "bent.law.y": 9},
        ),
        Known(
            """
package P
  model Shaft
    import Modelica.Mechanics.Rotational;
    Rotational.Components.Inertia disc(J=2, w(start=3, fixed=true), phi(start=0, fixed=true));
    replaceable Rotational.Components.Damper link(d=1)
      constrainedby Rotational.Interfaces.PartialCompliant;
    Rotational.Components.Fixed wall;
  equation
    connect(disc.flange_b, link.flange_a);
    connect(link.flange_b, wall.flange);
  end Shaft;
  model A "Instead of the damper, a spring"
    extends Shaft(redeclare Modelica.Mechanics.Rotational.Components.Spring link(c=8));
  end A;
end P;
""",
            {"disc.w": 3 * math.cos(2), "disc.phi": 1.5 * math.sin(2)},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  partial model Law
    Real u;
    Real y;
  end Law;
  model Linear
    extends Law;
  equation
    y = 2*u;
  end Linear;
  model Other
    Real v = time;
  end Other;
  model Plant
    replaceable Linear law constrainedby Law;
  equation
    law.u = time;
  end Plant;
  model A
    Plant plant(redeclare Other law);
  end A;
end P;
""",
            "A.mo:20:17: P.Other cannot take the place of 'law', declared at A.mo:15:24: it "
            "has no 'u', 'y', which P.Law has",
        ),
        Wrong(
            """
package P
  model Plant
    Modelica.Blocks.Math.Gain law(k=1);
  equation
    law.u = time;
  end Plant;
  model A
    Plant plant(redeclare Modelica.Blocks.Continuous.Integrator law);
  end A;
end P;
""",
            "A.mo:8:17: 'law' is not replaceable, declared at A.mo:3:31",
        ),
    ),
)

REPLACEABLE_CLASS = Feature(
    "replaceable / redeclare class",
    known=(
        Known(
            """
package P
  model Plant "Both parts are of a class that may be another one"
    replaceable model Law = Linear;
    Law first, second(k=5);
  equation
    first.u = time;
    second.u = time;
  end Plant;
  model Linear
    parameter Real k = 2;
    Real u, y = k*u;
  end Linear;
  model Shifted
    parameter Real k = 3;
    Real u, y = k + u;
  end Shifted;
  model A
    Plant linear, shifted(redeclare model Law = Shifted);
  end A;
end P;
""",
            {
                "linear.first.y": 2,
                "linear.second.y": 5,
                "shifted.first.y": 4,
                "shifted.second.y": 6,
            },
        ),
        Known(
            """
package P
  package Medium
    replaceable constant Real rho = 1;
    replaceable partial function enthalpy
      input Real T;
      output Real h;
    end enthalpy;
  end Medium;
  package Water
    extends Medium(rho=1000);
    redeclare function extends enthalpy
    algorithm
      h := 4.2*T;
    end enthalpy;
  end Water;
  model Tank
    replaceable package M = Medium;
    Real h = M.enthalpy(10*time), m = 2*M.rho;
  end Tank;
  model A
    Tank tank(redeclare package M = Water);
  end A;
end P;
""",
            {"tank.h": 42, "tank.m": 2000},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  model Linear
    Real u, y = 2*u;
  end Linear;
  model Empty
    Real u;
  end Empty;
  model Plant
    replaceable model Law = Linear;
    Law law;
  equation
    law.u = time;
  end Plant;
  model A
    Plant plant(redeclare model Law = Empty);
  end A;
end P;
""",
            "A.mo:15:17: P.A.Law cannot take the place of 'Law', declared at A.mo:9:17: it "
            "has no 'y', which P.Plant.Law has",
        ),
    ),
)

ENUMERATIONS = Feature(
    "enumeration of one's own",
    known=(
        Known(
            """
package P
  type Mode = enumeration(off "Nothing", slow, fast "All");
  model A
    parameter Mode mode = Mode.fast;
    parameter Real speed = if mode == Mode.fast then 10 elseif mode == Mode.slow then 3 else 0;
    Real x(start=0, fixed=true);
    Integer number = Integer(mode);
  equation
    der(x) = speed;
  end A;
end P;
""",
            {"x": 10, "number": 3},
        ),
        Known(
            """
package P
  type Phase = enumeration(rest, up, down);
  model A "Phases follow each other, and an array has a value for each"
    Phase phase(start=Phase.rest, fixed=true);
    parameter Real rate[Phase] = {0, 2, -1};
    Real x(start=0, fixed=true);
  equation
    der(x) = rate[phase];
    when time > 0.2 then
      phase = Phase.up;
    elsewhen time > 0.6 then
      phase = Phase.down;
    end when;
  end A;
end P;
""",
            {"x": 2 * 0.4 - 0.4, "phase": 3},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  type Mode = enumeration(off, slow, fast);
  model A
    parameter Mode mode = Mode.faster;
    Real x = if mode == Mode.fast then 1 else 2;
  end A;
end P;
""",
            "A.mo:4:27: there is no 'faster' in P.Mode; did you mean 'fast'?",
        ),
        Wrong(
            """
package P
  type Mode = enumeration(off, slow, fast);
  model A
    parameter Mode mode = Mode.fast;
    Real x = if mode == 3 then 1 else 2;
  end A;
end P;
""",
            "A.mo:5:17: 'mode == 3': values of an enumeration are compared with others of "
            "it; Integer(…) is the number of one",
        ),
    ),
)

INNER_OUTER = Feature(
    "inner, outer",
    known=(
        Known(
            """
package P
  model Environment
    parameter Real g = 9.81;
    Real T = 20 + time;
  end Environment;
  model Fall
    outer Environment env;
    Real v(start=0, fixed=true);
    Real warm = env.T;
  equation
    der(v) = env.g;
  end Fall;
  model Pair
    Fall one, other;
  end Pair;
  model A "The surroundings are those of the moon, two levels further in"
    inner Environment env(g=1.62);
    Pair pair;
  end A;
end P;
""",
            {"pair.other.v": 1.62, "pair.one.warm": 21},
        ),
        Known(
            """
package P
  model Disc
    parameter Real J = 2;
    Modelica.Mechanics.Rotational.Components.Inertia body(
      J=J, w(start=0, fixed=true), phi(start=0, fixed=true));
    outer Modelica.Mechanics.Rotational.Components.Fixed ground;
    Modelica.Mechanics.Rotational.Components.Spring rod(c=4*J, phi_rel0=1);
  equation
    connect(ground.flange, rod.flange_b);
    connect(rod.flange_a, body.flange_b);
  end Disc;
  model A "One ground for two discs"
    inner Modelica.Mechanics.Rotational.Components.Fixed ground;
    Disc left(J=6), right;
  end A;
end P;
""",
            {"left.body.phi": -1 + math.cos(2), "right.body.w": -2 * math.sin(2)},
        ),
    ),
    wrong=(
        Wrong(
            """
package P
  model Environment
    parameter Real g = 9.81;
  end Environment;
  model Fall
    outer Environment env;
    Real v(start=0, fixed=true);
  equation
    der(v) = env.g;
  end Fall;
  model A
    inner Modelica.Blocks.Sources.Constant env(k=9.81);
    Fall fall;
  end A;
end P;
""",
            "outer 'env' (Environment) of 'fall' is a Constant where it is declared, which "
            "has no 'g' [A.mo:6]",
        ),
    ),
)

FEATURES = (
    CONNECTED_ELEMENTS,
    OWN_CONNECTORS,
    CONDITIONAL,
    ARRAYS_OF_COMPONENTS,
    RECORDS,
    BUSES,
    REPLACEABLE_PART,
    REPLACEABLE_CLASS,
    ENUMERATIONS,
    INNER_OUTER,
)
