"""Names of everything that lives: importing published lists, and finding names in them."""
