"""Battlestar Galactica: humans flee to Kobol, and some of them are Cylons.

Not finished: the package shows no `GAME` yet, so that nothing lists it.
"""
