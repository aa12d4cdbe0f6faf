"""Friction elements of any run, held against their law and against equilibrium.

At every output point: at rest no more load than the static limit, sliding the sliding law against
the motion, free none (`laws`). At every event at which an element lets go: had it held, the others
being what they are after the event, it would have had to carry more than its static limit
(`break_away`). That load comes from the untransformed equations of the model (`equilibrium`).
"""
