within ;
model OneWayClutchDisengaged "Freewheel whose clutch stays open between a driven and a loaded inertia"
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
  Rotational.Sources.ConstantTorque torqueLoad(tau_constant=-0.3);
  Sources.Sine signalTorque(amplitude=10, f=2, offset=0.3);
  Sources.Constant signalEngagement(k=0);
equation
  connect(torque.flange, inertiaIn.flange_a);
  connect(inertiaIn.flange_b, oneWayClutch.flange_a);
  connect(oneWayClutch.flange_b, inertiaOut.flange_a);
  connect(inertiaOut.flange_b, torqueLoad.flange);
  connect(signalTorque.y, torque.tau);
  connect(signalEngagement.y, oneWayClutch.f_normalized);
  annotation (experiment(StopTime=2, Interval=0.001));
end OneWayClutchDisengaged;
