"""Tournaments as files: for calendars, spreadsheets and the programs of other organisers."""
