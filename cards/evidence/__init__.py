"""
What published data sets say about species, and the rules that make values of cards of it (docs/evidence.md).

Stores data sets, measurements and interactions (who eats whom). `readers` read the formats, `loading` stores
what they say. `findings` compares a card with its evidence, `food_web` the game's food web with reported
feeding, and `words` tells both.
"""
