"""What is done with cards; the only code that writes one is `load.store_cards`."""
