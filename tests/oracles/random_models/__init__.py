"""Random models of every component class, each a script of its own, held against two oracles."""
