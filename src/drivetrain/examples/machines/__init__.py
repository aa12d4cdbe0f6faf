"""Complete machines with realistic numbers."""
