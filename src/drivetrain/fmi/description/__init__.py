"""What a functional mock-up unit says of itself, for export and import alike."""
