"""Compiler from a component tree to a program: one module per pass, each a pure function."""
