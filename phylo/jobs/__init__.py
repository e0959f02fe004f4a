"""Long work: a job and its progress are stored, and workers do it piece by piece (`runner.py`)."""
