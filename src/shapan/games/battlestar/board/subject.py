"""What a question is about besides what can be chosen: who acts, who answers, where it is settled (`Scene.about`)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.games.battlestar import names
from shapan.games.battlestar.state import Battlestar


def about(view: Battlestar, seat: int) -> list[str]:
    """BSG-3, BSG-6.1, BSG-8: return who acts and where, what is rolled for, whom a check is aimed at."""
    acting = view.acting if view.acting >= 0 else view.active
    places = []
    for one in (acting, seat, -1 if view.check is None else view.check.target):
        if one >= 0:
            at = view.at[one]
            places += [
                f"piece:person{one}",
                *([f"zone:location.{names.LOCATIONS[at]}"] if 0 <= at < names.SPACE else []),
            ]
    roll = view.roll
    if roll is not None and roll.area >= 0:
        places.append(f"zone:area{roll.area}")
    if roll is not None and roll.pilot >= 0:
        places.append(f"piece:person{roll.pilot}")
    return places
