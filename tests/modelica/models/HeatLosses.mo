within ;
model HeatLosses "Long shaft line with every element that converts motion into heat"
  import Modelica.Mechanics.Rotational.Components;
  import Modelica.Thermal.HeatTransfer;
  import Modelica.Blocks.Sources;
  extends Modelica.Icons.Example;
  Sources.Sine sine(f=5, amplitude=20);
  Modelica.Mechanics.Rotational.Sources.Torque torque;
  Components.Inertia inertia1(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  Components.Damper damper(d=10, useHeatPort=true);
  Components.SpringDamper springDamper(c=1e4, d=20, useHeatPort=true);
  Components.Inertia inertia2(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  Components.ElastoBacklash elastoBacklash(c=1e5, d=100, b=0.001, useHeatPort=true);
  Components.Inertia inertia3(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  Components.BearingFriction bearingFriction(useHeatPort=true);
  Components.Spring spring3(c=1e4);
  Components.Inertia inertia4(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  Components.LossyGear lossyGear(
    ratio=2,
    lossTable=[0, 0.8, 0.8, 1, 1; 1, 0.7, 0.7, 2, 2],
    useHeatPort=true);
  Components.Clutch clutch(
    fn_max=10,
    phi_rel(fixed=true),
    w_rel(fixed=true),
    useHeatPort=true);
  Components.Inertia inertia5(J=2);
  Components.OneWayClutch oneWayClutch(
    fn_max=1,
    phi_rel(fixed=true),
    w_rel(fixed=true),
    startForward(fixed=true),
    stuck(fixed=true),
    useHeatPort=true);
  Components.Inertia inertia6(J=2);
  Components.Brake brake(fn_max=2, useHeatPort=true);
  Sources.Sine sine2(f=0.2, amplitude=1);
  HeatTransfer.Components.Convection convection;
  HeatTransfer.Celsius.FixedTemperature TAmbient(T=25);
  Sources.Constant const(k=20);
  Components.Fixed fixed;
equation
  connect(sine.y, torque.tau);
  connect(fixed.flange, damper.flange_a);
  connect(damper.flange_b, inertia1.flange_b);
  connect(torque.flange, inertia1.flange_a);
  connect(inertia1.flange_b, springDamper.flange_a);
  connect(springDamper.flange_b, inertia2.flange_a);
  connect(inertia2.flange_b, elastoBacklash.flange_a);
  connect(elastoBacklash.flange_b, inertia3.flange_a);
  connect(inertia3.flange_b, bearingFriction.flange_a);
  connect(bearingFriction.flange_b, spring3.flange_a);
  connect(spring3.flange_b, inertia4.flange_a);
  connect(inertia4.flange_b, lossyGear.flange_a);
  connect(lossyGear.flange_b, clutch.flange_a);
  connect(clutch.flange_b, inertia5.flange_a);
  connect(inertia5.flange_b, oneWayClutch.flange_a);
  connect(oneWayClutch.flange_b, inertia6.flange_a);
  connect(inertia6.flange_b, brake.flange_a);
  connect(sine2.y, clutch.f_normalized);
  connect(sine2.y, oneWayClutch.f_normalized);
  connect(sine2.y, brake.f_normalized);
  connect(damper.heatPort, convection.solid);
  connect(springDamper.heatPort, convection.solid);
  connect(elastoBacklash.heatPort, convection.solid);
  connect(bearingFriction.heatPort, convection.solid);
  connect(lossyGear.heatPort, convection.solid);
  connect(clutch.heatPort, convection.solid);
  connect(oneWayClutch.heatPort, convection.solid);
  connect(brake.heatPort, convection.solid);
  connect(convection.fluid, TAmbient.port);
  connect(const.y, convection.Gc);
  annotation (experiment(StopTime=1, Interval=0.0001));
end HeatLosses;
