"""Models as functional mock-up units."""
