"""Battlefield 战地强装&冲突: cards, a ring of territories, secret rows of combat cards, treaties, bombs.

In the making: it shows no `GAME` yet, so nothing lists it.
"""
