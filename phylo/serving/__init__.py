"""The site as a process: the layer before Django, web server, embedded worker, preparation, health checks."""
