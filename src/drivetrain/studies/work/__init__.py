"""Making runs and reducing them: what happens in this process, and in those of workers."""
