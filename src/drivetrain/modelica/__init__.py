"""Modelica models as they are: load a `.mo` file, and simulate it.

Examples
--------
>>> from pathlib import Path
>>> import drivetrain as dt
>>> text = '''model Coasting "A flywheel with a bearing"
...   import Modelica.Mechanics.Rotational.Components.*;
...   Inertia wheel(J=2, w(start=10, fixed=true), phi(fixed=true));
...   Damper bearing(d=0.5);
...   Fixed housing;
... equation
...   connect(wheel.flange_b, bearing.flange_a);
...   connect(bearing.flange_b, housing.flange);
... end Coasting;'''
>>> _ = Path("Coasting.mo").write_text(text)
>>> Coasting = dt.modelica.load("Coasting.mo")
>>> round(dt.simulate(Coasting(), stop_time=4.0).final["wheel.w"], 4)
3.6788
"""

from drivetrain.modelica.conversion.convert import convert, convert_package
from drivetrain.modelica.conversion.to_modelica.file import to_modelica
from drivetrain.modelica.loading import load

__all__ = ["convert", "convert_package", "load", "to_modelica"]
