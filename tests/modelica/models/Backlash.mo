within ;
model Backlash "Oscillators without backlash, with soft contact, with full damping in contact"
  import Modelica.Constants.pi;
  import Modelica.Mechanics.Rotational.Components.*;
  extends Modelica.Icons.Example;
  Inertia inertia1(J=5, phi(start=pi/2, fixed=true), w(start=0, fixed=true));
  Inertia inertia2(J=5, phi(start=pi/2, fixed=true), w(start=0, fixed=true));
  Inertia inertia3(J=5, phi(start=pi/2, fixed=true), w(start=0, fixed=true));
  SpringDamper springDamper(c=20e3, d=50, phi_nominal=1);
  ElastoBacklash elastoBacklash(c=20e3, d=50, b=pi/4, phi_nominal=1);
  ElastoBacklash2 elastoBacklash2(c=20e3, d=50, b=pi/4, phi_nominal=1);
  Fixed fixed1, fixed2, fixed3;
equation
  connect(fixed1.flange, springDamper.flange_a);
  connect(springDamper.flange_b, inertia1.flange_a);
  connect(fixed2.flange, elastoBacklash.flange_a);
  connect(elastoBacklash.flange_b, inertia2.flange_a);
  connect(fixed3.flange, elastoBacklash2.flange_a);
  connect(elastoBacklash2.flange_b, inertia3.flange_a);
  annotation (experiment(StopTime=1, Interval=0.001));
end Backlash;
