"""What leaves the page: scripts, tables, pictures, and values written into the source."""
