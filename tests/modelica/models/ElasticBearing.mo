within ;
model ElasticBearing "Gear whose housing is mounted on a spring and a damper"
  import Modelica.Mechanics.Rotational.Components;
  extends Modelica.Icons.Example;
  Components.Inertia shaft(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  Components.Inertia load(J=50, w(start=0, fixed=true));
  Components.Spring spring(c=1e3, phi_rel(fixed=true));
  Components.SpringDamper springDamper(
    c=1e5,
    d=5,
    phi_rel(fixed=true),
    w_rel(fixed=true, nominal=1e-4));
  Modelica.Mechanics.Rotational.Sources.Torque torque(useSupport=true);
  Modelica.Blocks.Sources.Ramp ramp(duration=5, height=100);
  Components.IdealGear idealGear(ratio=3, useSupport=true);
  Components.Inertia housing(J=5);
  Modelica.Mechanics.Rotational.Sensors.MultiSensor multiSensor;
  Components.Fixed fixed;
equation
  connect(ramp.y, torque.tau);
  connect(torque.flange, shaft.flange_a);
  connect(shaft.flange_b, idealGear.flange_a);
  connect(idealGear.flange_b, spring.flange_a);
  connect(spring.flange_b, load.flange_a);
  connect(fixed.flange, springDamper.flange_a);
  connect(springDamper.flange_b, multiSensor.flange_a);
  connect(multiSensor.flange_b, housing.flange_a);
  connect(housing.flange_b, idealGear.support);
  connect(torque.support, fixed.flange);
  annotation (experiment(StopTime=10, Interval=0.01));
end ElasticBearing;
