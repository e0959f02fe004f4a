"""Operations on cards; only `publishing.store_cards` writes them."""
