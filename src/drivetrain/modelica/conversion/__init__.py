"""Convert models: Modelica to Python, and Python to Modelica."""
