"""
The formats of published data sets, read a line at a time: what each line says, and what of it is spoiled.
Nothing is stored here.
"""
