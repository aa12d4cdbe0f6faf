"""What look-ups in tables have in common."""
