"""The program of a model: a graph of operations on numbers, and what can be read from it alone."""
