"""What is refused by its name."""

from __future__ import annotations

from typing import Final

from tests.modelica.features.feature import Feature, Wrong

__all__ = ["FEATURES"]

ROW: Final = "operator records, stream, clocks, state machines, overconstrained `Connections`"

FEATURES = (
    Feature(
        ROW,
        "operator records",
        wrong=(
            Wrong(
                """
package P
  operator record Pair
    Real a;
    Real b;
    operator function '+'
      input Pair p;
      input Pair q;
      output Pair r;
    algorithm
      r := Pair(p.a + q.a, p.b + q.b);
    end '+';
  end Pair;
  model A
    Pair p = Pair(1, time), q = p + p;
  end A;
end P;
""",
                "A.mo:2:3: the operator record Pair overloads operators, which is not "
                "supported: write its functions as calls",
            ),
            Wrong(
                """
model A
  Complex z = Complex(1, time);
end A;
""",
                "A.mo:2:3: there is no 'Complex' in A or around it: complex numbers are not "
                "supported; compute with their parts",
            ),
        ),
    ),
    Feature(
        ROW,
        "stream",
        wrong=(
            Wrong(
                """
package P
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model A
    Port port;
  equation
    port.m = 0;
    port.h = 1;
  end A;
end P;
""",
                "A.mo:5:17: 'h' of the connector P.Port is not supported: it may have Real "
                "variables, with and without 'flow'",
            ),
            Wrong(
                """
model A
  Real h = time, x = inStream(h);
end A;
""",
                "A.mo:2:22: inStream(…) is not supported: stream connectors have no counterpart",
            ),
        ),
    ),
    Feature(
        ROW,
        "clocks",
        wrong=(
            Wrong(
                """
model A
  Real x(start=0, fixed=true), y;
equation
  der(x) = 1;
  when Clock(0.1) then
    y = sample(x);
  end when;
end A;
""",
                "A.mo:6:9: sample(…) of a value is not supported: clocks have no "
                "counterpart; write 'when sample(start, interval)'",
            ),
            Wrong(
                """
model A
  Clock c = Clock(0.1);
  Real y = time;
end A;
""",
                "A.mo:2:9: the Clock variable 'c' is not supported",
            ),
        ),
    ),
    Feature(
        ROW,
        "state machines",
        wrong=(
            Wrong(
                """
model A
  block State
    Integer n(start=0);
  end State;
  State s1, s2;
equation
  initialState(s1);
  transition(s1, s2, time > 0.5);
end A;
""",
                "A.mo:7:3: 'initialState(s1)' as an equation is not supported: state "
                "machines have no counterpart; set an Integer by 'when'",
            ),
        ),
    ),
    Feature(
        ROW,
        "overconstrained `Connections`",
        wrong=(
            Wrong(
                """
model A
  Modelica.Mechanics.Rotational.Interfaces.Flange_a a, b;
equation
  Connections.branch(a, b);
  a.phi = b.phi;
end A;
""",
                "A.mo:4:3: 'Connections.branch(a, b)' as an equation is not supported: no "
                "connections here are overconstrained",
            ),
        ),
    ),
    Feature(
        "`initial()`, `terminal()`",
        "`terminal()`",
        wrong=(
            Wrong(
                """
model A
  Real x = time;
  discrete Real last(start=0, fixed=true);
equation
  when terminal() then
    last = x;
  end when;
end A;
""",
                "A.mo:5:8: terminal() is not supported: evaluate the result after the run",
            ),
        ),
    ),
    Feature(
        "external C, ExternalObject",
        "ExternalObject",
        wrong=(
            Wrong(
                """
package P
  class Buffer
    extends ExternalObject;
    function constructor
      output Buffer b;
      external "C" b = create();
    end constructor;
    function destructor
      input Buffer b;
      external "C" destroy(b);
    end destructor;
  end Buffer;
  function get
    input Buffer b;
    output Real y;
    external "C" y = get(b);
  end get;
  model A
    Buffer b = Buffer();
    Real y = get(b);
  end A;
end P;
""",
                "A.mo:2:3: ExternalObject has no counterpart here: it holds what C code "
                "keeps between calls; read the data in Python, and give functions of them by "
                "load(…, functions={…})",
            ),
        ),
    ),
)
