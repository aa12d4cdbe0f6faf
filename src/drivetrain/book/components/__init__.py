"""Components of the book chapter, one per module."""
