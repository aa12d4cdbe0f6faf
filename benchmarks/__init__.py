"""Side-by-side timings: ``python -m benchmarks`` prints one table."""
