"""A site as a process: what lies before Django, the web server, the embedded worker, preparing and health."""
