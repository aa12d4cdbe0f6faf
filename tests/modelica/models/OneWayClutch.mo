within ;
model OneWayClutch "Driven inertia, freewheel with clutch, second inertia"
  import Modelica.Mechanics.Rotational;
  import Modelica.Blocks.Sources;
  extends Modelica.Icons.Example;
  Rotational.Components.Inertia inertiaIn(J=1, phi(start=0, fixed=true), w(start=-0.5, fixed=true));
  Rotational.Components.Inertia inertiaOut(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Components.OneWayClutch oneWayClutch(
    peak=25,
    fn_max=3,
    startForward(start=false, fixed=true),
    stuck(start=false, fixed=true));
  Rotational.Sources.Torque torque;
  Sources.Sine signalTorque(amplitude=10, f=3);
  Sources.Pulse signalEngagement(
    amplitude=1,
    width=50,
    period=1.3,
    startTime=0.3);
equation
  connect(torque.flange, inertiaIn.flange_a);
  connect(inertiaIn.flange_b, oneWayClutch.flange_a);
  connect(oneWayClutch.flange_b, inertiaOut.flange_a);
  connect(signalTorque.y, torque.tau);
  connect(signalEngagement.y, oneWayClutch.f_normalized);
  annotation (experiment(StopTime=2, Interval=0.001));
end OneWayClutch;
