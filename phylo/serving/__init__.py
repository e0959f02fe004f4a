"""The site as a process: layers before Django, web server, embedded worker, preparation, health, metrics."""
