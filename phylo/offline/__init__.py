"""
The whole site on one device, in its browser (docs/static.md): the same code answers the same pages inside
Pyodide. `make static` writes the folder (`build`), a web worker calls `entry`.

On the device there is one person, one thread, one process and SQLite, and nothing that is compiled
(phylo/compiled.py).

A site that has such a folder offers it to its visitors to keep (`copy`, `pages`). It is also an app that can
be installed. Stores nothing.
"""
