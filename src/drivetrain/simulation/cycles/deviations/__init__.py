"""How deviations from a motion develop over a period, events included."""
