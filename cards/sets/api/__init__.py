"""Sets in the API, with the same permissions as their pages. Others' private sets are not found."""
