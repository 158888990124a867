"""Doors for learning programs: the same games as environments of PettingZoo, Gymnasium and OpenSpiel.

`shapan.adapters.pettingzoo_env.env(game)`, `shapan.adapters.gymnasium_env.make(game)` and
`shapan.adapters.openspiel_game` are the doors; each needs its extra. What they share stands in the other modules:
one table of action numbers a game (`action_index`), observations made from typed views (`observation`), and a match
answered number by number (`play`).
"""
