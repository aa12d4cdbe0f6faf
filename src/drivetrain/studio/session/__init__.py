"""What a page may ask, and what it is told, however its messages travel: it knows no server."""
