"""What a teacher does with a class during a lesson: who is there, pairing, and eyes to the front."""
