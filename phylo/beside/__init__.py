"""
More web processes than one on a machine without Redis. The main process starts the others (`processes.py`),
which serve on its address. What one process has in memory for all is with the main one: the others ask it
through a pair of sockets (`link.py`), as for what is counted and who is present (`cache.py`).
"""
