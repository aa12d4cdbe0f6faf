"""Independent proofs that results are right."""
