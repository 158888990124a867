"""What a question is about besides what can be chosen: who acts, who answers, where it is settled (`Scene.about`)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.games.planet_masters.state import PlanetMasters


def about(view: PlanetMasters, seat: int) -> list[str]:
    """PM-5.1, PM-5.5: return the boards of an attack or motion, else that of who is asked or whose turn it is."""
    if view.attack is not None:
        people = [view.attack.attacker, view.attack.defender]
    elif view.motion is not None:
        people = [view.motion.proposer, view.motion.candidate]
    else:
        people = [seat if seat >= 0 else view.active]
    return [f"panel:{one}" for one in people if one >= 0]
