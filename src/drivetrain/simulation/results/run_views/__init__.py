"""What can be seen of a run, and what that is made of."""
