"""
The ladder: programs of people play each other and the computer's levels, day and night, and are rated.

Stores programs, each with an account and a player of its own, their ratings under each rule set, and who met
whom. Offers pages below /ladder/ and the API of the same name. Nothing is built on it.
"""
