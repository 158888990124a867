"""Section 6: worlds that a seat may hold for possible: decks, the other hand, the other schemes with their picks."""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.games.malifaux import names
from shapan.games.malifaux.rules import schemes
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux


def deal_anew(state: Malifaux, seat: int, rng: Stream) -> None:
    """Deal all that a seat or a spectator does not know: cards by their groups; schemes from the pool, with picks."""
    secret = [other for other in range(names.SEATS) if _hidden(state, other, seat)]
    state.resample_zones(seat, rng, but=_group(state, secret[0], seat) if secret else 0)
    for other in secret:
        _choose_anew(state, other, _hidden(state, other, seat), rng)


def _hidden(state: Malifaux, owner: int, seat: int) -> list[int]:
    """Return the places of an owner's schemes that a seat does not see."""
    masks = state.schemes[owner].masks
    return [place for place in range(len(masks)) if not masks[place] >> seat & 1]


def _group(state: Malifaux, owner: int, seat: int) -> int:
    return state.schemes[owner].groups[_hidden(state, owner, seat)[0]]


def _choose_anew(state: Malifaux, owner: int, hidden: list[int], rng: Stream) -> None:
    """Give an owner other schemes at the hidden places, with legal picks."""
    row, rest = state.schemes[owner], state.scheme_cards[owner]
    shown = [row.cards[place] for place in range(len(row.cards)) if place not in hidden]
    possible = [
        scheme for scheme in sorted(state.pool) if scheme not in shown and schemes.possible_picks(state, owner, scheme)
    ]
    for place in hidden:
        scheme = possible.pop(rng.number(len(possible)))
        picks = schemes.possible_picks(state, owner, scheme)
        own, enemy = picks[rng.number(len(picks))]
        row.cards[place] = scheme
        row.marks[OWN_PICK][place], row.marks[ENEMY_PICK][place] = own, enemy
    rest.cards[:] = [scheme for scheme in range(len(rest.cards) + len(row.cards)) if scheme not in row.cards]
