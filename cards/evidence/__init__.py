"""What is known about species beyond their cards, and the rules that make values of a card of it."""
