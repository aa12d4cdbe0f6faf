"""Spring, mass and damper: components of one's own, step by step."""
