"""The rules of the drafting games as players read them: clauses, and layouts scored as they are drawn."""
