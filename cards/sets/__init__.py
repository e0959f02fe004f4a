"""Sets that people put together: a region, a school class, a museum."""
