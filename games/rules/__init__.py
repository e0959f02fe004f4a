"""The rules as players read them: clauses, and example positions that the engine judges as they are drawn."""
