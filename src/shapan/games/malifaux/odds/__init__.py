"""Chances: how flips fall, how duels and attacks end, and what a card would make of one. Below board and bots alike."""
