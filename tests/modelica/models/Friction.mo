within ;
model Friction "Motor, slipping clutch, elastic shaft and brake"
  import Modelica.Units.SI;
  import Modelica.Mechanics.Rotational;
  import Modelica.Blocks.Sources;
  extends Modelica.Icons.Example;
  parameter SI.Time startTime=0.5 "End of the motor torque and begin of braking";
  Rotational.Sources.Torque torque(useSupport=true);
  Rotational.Components.Inertia inertia3(J=1, phi(start=0, fixed=true), w(start=100, fixed=true));
  Rotational.Components.Clutch clutch(fn_max=160);
  Rotational.Components.Inertia inertia2(
    J=0.05,
    phi(start=0, fixed=true),
    w(start=90, fixed=true));
  Rotational.Components.SpringDamper spring(c=160, d=1);
  Rotational.Components.Inertia inertia1(J=1, phi(start=0, fixed=true), w(start=90, fixed=true));
  Rotational.Components.Brake brake(fn_max=1600, useSupport=true);
  Sources.Constant const(k=1);
  Sources.Step step(startTime=startTime);
  Sources.Step step2(height=-1, offset=1, startTime=startTime);
  Sources.Sine sine(amplitude=200, f=50/Modelica.Constants.pi);
  Modelica.Blocks.Math.Product product;
  Rotational.Components.Fixed fixed;
equation
  connect(torque.flange, inertia3.flange_a);
  connect(inertia3.flange_b, clutch.flange_a);
  connect(clutch.flange_b, inertia2.flange_a);
  connect(inertia2.flange_b, spring.flange_a);
  connect(spring.flange_b, brake.flange_a);
  connect(brake.flange_b, inertia1.flange_a);
  connect(sine.y, product.u1);
  connect(step2.y, product.u2);
  connect(product.y, torque.tau);
  connect(const.y, clutch.f_normalized);
  connect(step.y, brake.f_normalized);
  connect(torque.support, fixed.flange);
  connect(brake.support, fixed.flange);
  annotation (experiment(StopTime=3, Interval=0.001));
end Friction;
