"""What a flip for an amount may bring (MFX-6.1 to 6.5): its changes with their reasons, each band with its chance."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say, seat_of
from shapan.engine.scene import Chance, Phrase, Prospect, Sign
from shapan.games.malifaux import roster
from shapan.games.malifaux.board.pieces import model_word
from shapan.games.malifaux.odds import flips
from shapan.games.malifaux.odds.reckoning import Harm
from shapan.games.malifaux.rules import stones
from shapan.games.malifaux.state import Malifaux

_MINUS = "\N{MINUS SIGN}"


def signs_of(net: int) -> str:
    """Return a net as so many + or -."""
    return "+" * net if net > 0 else _MINUS * -net


def sign_of(change: int, reason: int) -> Sign:
    """MFX-1.5: return a + or - with its reason."""
    words: dict[str, Any] = {"change": signs_of(change), "reason": {"term": roster.REASON.terms[reason]}}
    return Sign(say("duel", "change", **words), quiet=change < 0)


def net_word(net: int) -> Phrase:
    """MFX-1.5, 3.2: return what a net comes to, and whether such a flip may be cheated."""
    if not net:
        return say("duel", "net_none")
    return say("duel", "net_plus" if net > 0 else "net_minus", net=signs_of(net))


def foretell(view: Malifaux, made: Prospect, harm: Harm) -> None:
    """MFX-6.1: put on a prospect what an attack that succeeds does: its net with every change, each band's chance."""
    if len(harm.bands) == 1:
        made.head = say("duel", "fixed", number=harm.bands[0])
        return
    net = harm.net(view)
    made.head = say("duel", "harm_flip", net=_word(net_word(net)))
    made.signs = [sign_of(change, reason) for change, reason in harm.mods]
    made.chances = band_chances(view, harm.seat, net, harm.bands, is_damage=True)
    made.beside.append(say("duel", "cards_left", seat=seat_of(harm.seat), number=len(view.unseen(harm.seat))))


def _word(phrase: Phrase) -> dict[str, Any]:
    return {"key": phrase.key, "words": phrase.words}


def band_chances(view: Malifaux, seat: int, net: int, bands: Sequence[int], *, is_damage: bool) -> list[Chance]:
    """MFX-6.1, 6.4, 6.5, 6.16: return what a flip may bring and how likely, by the cards that a viewer has not seen."""
    row = flips.flip_of(view, seat, net)
    if not row:
        return []
    rows = zip(flips.BANDS, flips.by_band(row), flips.amounts(bands, is_damage=is_damage), strict=True)
    return [Chance(say("duel", name), times, sum(row), mark=str(amount)) for name, times, amount in rows if times]


def band_word(card: int) -> Phrase:
    """MFX-1.3: return the band of a card."""
    return say("duel", flips.BANDS[flips.band(card)])


def cares(view: Malifaux, model: int, most: int, *, may_block: bool = True) -> list[Phrase]:
    """MFX-9.2: return what the owner of a model that is hit can do, and whether the worst would kill it.

    `may_block` as long as the damage has not been flipped for.
    """
    if model == UNKNOWN or not view.is_in_play(model):
        return []
    seat, health = view.models.sides[model], view.models.health[model]
    lines = [say("duel", "may_die" if most >= health else "lives", model=model_word(view, model), health=health)]
    if may_block and stones.is_user(view, model) and stones.has_stone(view, seat):
        lines.append(say("duel", "may_block", seat=seat_of(seat), stones=view.stones[seat]))
    return lines
