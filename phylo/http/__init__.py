"""What pages and the API have in common: refusals, input that is read strictly, limits for an address."""
