"""Random expressions that jump, and their exact integrals."""
