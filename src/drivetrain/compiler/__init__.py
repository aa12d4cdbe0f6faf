"""From a tree of components to a program: one module per pass, each a pure function."""
