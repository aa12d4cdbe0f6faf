"""Components that store or carry heat, one per module."""
