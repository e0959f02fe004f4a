"""The rules of the drafting games as players read them: clauses, and examples scored as they are drawn."""
