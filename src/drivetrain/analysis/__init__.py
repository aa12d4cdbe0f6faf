"""Analysis of linear models: eigenmodes, shapes, frequency response; functions of matrices only."""
