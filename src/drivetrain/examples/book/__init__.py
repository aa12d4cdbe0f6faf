"""Spring, mass and damper: user-defined components, step by step."""
