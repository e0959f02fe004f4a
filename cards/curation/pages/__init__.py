"""The pages of curation: what waits for a decision, one proposal, a card's history, people and notices."""
