"""Modelica text to a tree of nodes and back."""
