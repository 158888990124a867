"""What a place is worth to a model: whom its attacks reach from there, who engages it, who could shoot at it."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from shapan.engine.ground import Leg, TargetLine
from shapan.engine.phrases import Word, chain, inner, say, term
from shapan.engine.scene import Phrase
from shapan.games.malifaux import formulas, melee, model_traits, roster
from shapan.games.malifaux.board.pieces import model_word
from shapan.games.malifaux.board.preview import share, target_line
from shapan.games.malifaux.board.what_if import standing_at
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.odds import strikes
from shapan.games.malifaux.odds.strikes import Strike
from shapan.games.malifaux.state import Malifaux

MAX_NAMED: Final = 2
"""So many models are named, others counted."""
MAX_LINES: Final = 4
"""More lines hide the table."""


def worth(view: Malifaux, model: int, seat: int, x: int, y: int) -> list[Phrase]:
    """Return what could be done from a place, and what could be done to who stands there."""
    return _told(view, model, seat, x, y)[0]


def valued(view: Malifaux, model: int, seat: int, made: Leg) -> Leg:
    """Return a leg with what its end is worth, and lines to whom an attack from there is likeliest to hit."""
    notes, made.target_lines = _told(view, model, seat, *made.at)
    made.notes = [*made.notes, *notes]
    return made


def _told(view: Malifaux, model: int, seat: int, x: int, y: int) -> tuple[list[Phrase], list[TargetLine]]:
    with standing_at(view, model, x, y):
        found = attacks(view, model, seat)
        notes = [*reaches(view, model, found), *engaged(view, model), *seen_by(view, model)]
        return notes, lines(view, model, found)


def attacks(view: Malifaux, model: int, seat: int) -> list[list[Strike]]:
    """MFX-8.8: return by attack the enemies in range and sight, those first at whom it is likeliest to succeed."""
    found = []
    for action in model_traits.actions(view, model):
        if action.is_attack:
            struck = strikes.strikes(view, Actor(model, seat), action)
            found.append([one for one in struck if one.target >= 0 and not view.are_friends(one.target, model)])
    return [struck for struck in found if struck]


def reaches(view: Malifaux, model: int, attacks_: Sequence[Sequence[Strike]]) -> list[Phrase]:
    """MFX-8.8: return by attack whom it reaches with what odds, and who of them is concealed or in cover."""
    found = []
    for struck in attacks_:
        action, foes = struck[0].action, [one.target for one in struck]
        odds = {one.target: share(one) for one in struck if one.cases is not None}
        models = named(view, foes, hidden(view, model, action, foes), odds)
        found.append(say("board", "reaches", action=_action(action), models=models))
    return found


def lines(view: Malifaux, model: int, attacks_: Sequence[Sequence[Strike]]) -> list[TargetLine]:
    """Return a line to each of a few enemies that attacks reach, of the attack that is likeliest to succeed there."""
    best: dict[int, Strike] = {}
    for one in sorted((one for struck in attacks_ for one in struck if one.cases is not None), key=_chance):
        best[one.target] = one
    found = []
    for one in sorted(best.values(), key=_chance, reverse=True)[:MAX_LINES]:
        line = target_line(view, model, one)
        line.label, line.factors = Phrase(f"card_action.{one.action.id}"), []
        found.append(line)
    return found


def _chance(one: Strike) -> float:
    return one.chance


def hidden(view: Malifaux, model: int, action: Action, foes: Sequence[int]) -> dict[int, str]:
    """MFX-13.12: return of some targets which are concealed and which have cover; melee minds neither."""
    if action.range_type == "melee":
        return {}
    found = {}
    for foe in foes:
        shot = action.range_type == "projectile"
        if formulas.is_concealed(view, model, foe):
            found[foe] = "concealed"
        elif shot and formulas.is_covered(view, model, foe):
            found[foe] = "covered"
    return found


def engaged(view: Malifaux, model: int) -> list[Phrase]:
    """MFX-13.13: return who engages the model."""
    foes = melee.engagers(view, model)
    return [say("board", "engaged_by", models=named(view, foes))] if foes else []


def seen_by(view: Malifaux, model: int) -> list[Phrase]:
    """MFX-8.8, 13.12: return who could attack the model from afar, without cover and with it."""
    open_: list[int] = []
    covered: list[int] = []
    rows = view.models
    for foe in view.up(1 - rows.sides[model]):
        far = max(
            (one.inches for one in model_traits.actions(view, foe) if one.is_attack and one.range_type == "projectile"),
            default=0,
        )
        if not far or not within(
            rows.xs[model], rows.ys[model], rows.radii[model], rows.xs[foe], rows.ys[foe], rows.radii[foe], far * INCH
        ):
            continue
        if formulas.sees(view, foe, model) and not melee.is_engaged(view, foe):
            (covered if formulas.is_covered(view, foe, model) else open_).append(foe)
    found = [say("board", "shot_by", models=named(view, open_))] if open_ else []
    return [*found, say("board", "shot_by_covered", models=named(view, covered))] if covered else found


def named(
    view: Malifaux, models: Sequence[int], states: Mapping[int, str] | None = None,
    odds: Mapping[int, Word] | None = None,
) -> Word:  # fmt: skip
    """Return some models as a part of a phrase: the first by name, with what is said of each, the others counted."""
    parts: list[Word] = []
    for model in models[:MAX_NAMED] if len(models) > MAX_NAMED + 1 else models:
        state = (states or {}).get(model)
        word = model_word(view, model)
        word = inner(say("board", state, model=word)) if state else word
        parts.append(inner(say("board", "odds_at", model=word, odds=odds[model])) if odds and model in odds else word)
    if len(parts) < len(models):
        parts.append(inner(say("board", "so_many_more", number=len(models) - len(parts))))
    return chain(parts)


def _action(action: Action) -> Word:
    return term("card_action", roster.ACTION.names[roster.ACTION.numbers[action.id]])
