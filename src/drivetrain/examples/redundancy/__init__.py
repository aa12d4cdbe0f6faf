"""Elements that lock one motion together: who holds what, and who gives way first."""
