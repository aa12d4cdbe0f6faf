within ;
model LossyGearDemo1 "Gear with tooth friction between a motor and a load"
  import Modelica.Mechanics.Rotational;
  extends Modelica.Icons.Example;
  Rotational.Components.LossyGear gear(
    ratio=2,
    lossTable=[0, 0.5, 0.5, 0, 0],
    useSupport=true);
  Rotational.Components.Inertia Inertia1(J=1);
  Rotational.Components.Inertia Inertia2(
    J=1.5,
    phi(start=0, fixed=true, nominal=0.001),
    w(start=0, fixed=true, nominal=0.01));
  Rotational.Sources.Torque torque1(useSupport=true);
  Rotational.Sources.Torque torque2(useSupport=true);
  Modelica.Blocks.Sources.Sine DriveSine(amplitude=10, f=1);
  Modelica.Blocks.Sources.Ramp load(height=5, duration=2, offset=-10);
  Rotational.Components.Fixed fixed;
equation
  connect(torque1.flange, Inertia1.flange_a);
  connect(Inertia1.flange_b, gear.flange_a);
  connect(gear.flange_b, Inertia2.flange_a);
  connect(Inertia2.flange_b, torque2.flange);
  connect(DriveSine.y, torque1.tau);
  connect(load.y, torque2.tau);
  connect(gear.support, fixed.flange);
  connect(torque1.support, fixed.flange);
  connect(torque2.support, fixed.flange);
  annotation (experiment(StopTime=0.5, Interval=0.001));
end LossyGearDemo1;
