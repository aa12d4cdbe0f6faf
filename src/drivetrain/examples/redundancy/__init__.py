"""Elements that lock one motion together: load sharing, and which breaks away first."""
