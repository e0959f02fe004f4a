"""Long work: a job is stored with its progress, and workers do it piece by piece (`runner.py`)."""
