"""The pages of curation: the queue, proposals, a card's history and facts, moderation, and notices."""
