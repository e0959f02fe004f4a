"""
The whole site on one device, in its browser (docs/static.md): the same code answers the same pages inside
Pyodide. `make static` writes the folder (`build`), a web worker calls `entry`.

On the device there is one person, one thread, one process and SQLite, and nothing that is compiled
(phylo/compiled.py). Nothing else imports this package.
"""
