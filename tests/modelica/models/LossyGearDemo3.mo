within ;
model LossyGearDemo3 "Two small inertias run down through a gear with losses"
  import Modelica.Mechanics.Rotational;
  extends Modelica.Icons.Example;
  Rotational.Components.LossyGear gear(
    ratio=1,
    lossTable=[0, 0.25, 0.25, 0.625, 2.5],
    useSupport=false);
  Rotational.Components.Inertia Inertia1(J=0.001, w(start=10));
  Rotational.Components.Inertia Inertia2(
    J=0.001,
    phi(start=0, fixed=true),
    w(start=10, fixed=true));
  Rotational.Sources.Torque torque1(useSupport=false);
  Rotational.Sources.Torque torque2(useSupport=false);
  Modelica.Blocks.Sources.Step step(height=0);
  Modelica.Blocks.Sources.Step step1(startTime=0.5, height=1, offset=0);
equation
  connect(torque1.flange, Inertia1.flange_a);
  connect(Inertia1.flange_b, gear.flange_a);
  connect(gear.flange_b, Inertia2.flange_a);
  connect(Inertia2.flange_b, torque2.flange);
  connect(step.y, torque1.tau);
  connect(step1.y, torque2.tau);
  annotation (experiment(StopTime=1, Interval=0.001));
end LossyGearDemo3;
