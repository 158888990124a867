"""Numbers that an answer changes for sure: hand, soulstones, pass tokens, conditions, Health (MFX-2 to 12)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shapan.engine.answer_totals import Change
from shapan.engine.kinds import UNKNOWN
from shapan.engine.piece import LEFT
from shapan.games.malifaux import actions as a
from shapan.games.malifaux import names, static
from shapan.games.malifaux.board.pieces import condition_glyph, crew_id, model_id
from shapan.games.malifaux.state import Malifaux

_CARDS: Final = (a.CARD, a.CHEAT, a.COST, a.PAY, a.BY_CARD)
_STONES: Final = (a.BLOCK, a.REDUCE, a.PAY_STONE, a.STONE_DRAW)


def changes(view: Malifaux, seat: int, key: str, code: int) -> Iterator[Change]:
    """Yield what an answer takes from hand, soulstones and pass tokens, and what it does to models."""
    family = a.ACTIONS.of(code)
    if family in _CARDS:
        yield Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")
    elif family is a.STONE or code in _STONES:
        yield Change(f"panel:{seat}", view.stones[seat], -1, "stones")
    elif code in (a.PASS, a.BY_TOKEN):
        yield Change(f"panel:{seat}", view.pass_tokens[seat], -1, "pass_tokens")
    elif family is a.TOKENS:
        yield Change(f"panel:{seat}", view.pass_tokens[seat], -a.TOKENS.value(code), "pass_tokens")
    elif code == a.CONCENTRATE and view.activation is not None:
        if not static.cannot_gain(view, view.activation.model, names.FOCUSED):
            yield from _focused(view, view.activation.model, 1)
    elif code == a.FOCUSED:
        yield from _focused(view, _side_of(view, seat), -1)
    elif code == a.DECLINE and key == "reduce" and view.blow is not None:
        yield from _suffers(view, view.blow.model, view.blow.number)


def changes_behind(view: Malifaux, picked: Sequence[int], code: int) -> Iterator[Change]:
    """MFX-8.25, 8.32: yield what Assist takes of the condition of a friend, where no card is flipped for it."""
    if picked and picked[0] == a.ASSIST and a.CONDITION.has(code) and not view.rules.assist_flip:
        model, condition = a.TARGET.value(picked[1]), a.CONDITION.value(code)
        yield from _on(view, model, view.condition(model, condition), -1, condition_glyph(condition))


def _side_of(view: Malifaux, seat: int) -> int:
    """Return the model of a seat that can use Focused in the duel that runs; none where both could."""
    duel = view.duel
    if duel is None:
        return UNKNOWN
    sides = zip(duel.seats, (duel.model, duel.target), strict=False)
    able = [model for one, model in sides if one == seat and view.condition(model, names.FOCUSED)]
    return able[0] if len(able) == 1 else UNKNOWN


def _focused(view: Malifaux, model: int, by: int) -> Iterator[Change]:
    """MFX-12.9: Focused is gained or used."""
    if model >= 0:
        yield from _on(view, model, view.condition(model, names.FOCUSED), by, condition_glyph(names.FOCUSED))


def _suffers(view: Malifaux, model: int, number: int) -> Iterator[Change]:
    """MFX-6.6: the damage that nobody reduces, of whom it leaves alive: what dies may still be saved."""
    if 0 < number < view.models.health[model]:
        yield from _on(view, model, view.models.health[model], -number, LEFT)


def _on(view: Malifaux, model: int, number: int, by: int, fact: str) -> Iterator[Change]:
    """Yield a change of a model on its base and in the list of its crew."""
    if view.is_up(model):
        yield Change(f"piece:{model_id(model)}", number, by, fact)
    yield Change(f"piece:{crew_id(model)}", number, by, fact)
