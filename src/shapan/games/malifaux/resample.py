"""Section 6: worlds that a seat may hold for possible: decks, the other hand, the other schemes with their picks."""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.games.malifaux.rules import schemes
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux


def deal_anew(state: Malifaux, seat: int, rng: Stream) -> None:
    """Deal all that a seat does not know: cards by their groups; schemes from the pool, with legal picks."""
    foe = 1 - seat
    row, rest = state.schemes[foe], state.scheme_cards[foe]
    hidden = [place for place in range(len(row.cards)) if not row.masks[place] >> seat & 1]
    group = row.groups[hidden[0]] if hidden else 0
    state.resample_zones(seat, rng, but=group)
    if not hidden:
        return
    shown = [row.cards[place] for place in range(len(row.cards)) if place not in hidden]
    possible = [
        scheme for scheme in sorted(state.pool) if scheme not in shown and schemes.could_have(state, foe, scheme)
    ]
    for place in hidden:
        scheme = possible.pop(rng.number(len(possible)))
        picks = schemes.possible_picks(state, foe, scheme)
        own, enemy = picks[rng.number(len(picks))]
        row.cards[place] = scheme
        row.marks[OWN_PICK][place], row.marks[ENEMY_PICK][place] = own, enemy
    left = [scheme for scheme in range(len(rest.cards) + len(row.cards)) if scheme not in row.cards]
    rest.cards[:] = left
