"""What comes of an action: how likely it succeeds at each target, what it does there (MFX-4, MFX-6)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.ground import End, Ruler, TargetLine
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import Word, chain, inner, say
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.games.malifaux import actions, formulas, melee, model_traits, names, roster
from shapan.games.malifaux.board.harms import sign_of
from shapan.games.malifaux.board.pieces import model_id, model_word
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.geometry.disc import shown_distance
from shapan.games.malifaux.geometry.sight import sees_from
from shapan.games.malifaux.odds import strikes
from shapan.games.malifaux.rules import acting, options
from shapan.games.malifaux.state import Malifaux

_MODEL: Final = "model."


def preview(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, picked: Sequence[int], code: int) -> Odds | None:
    """Return how likely an action succeeds: behind none its best target, behind the action the one that is picked."""
    if not isinstance(prompt, acting.Act):
        return None
    who = prompt.who(view, seat, arg)
    row = [one for one in picked if not actions.ACTOR.has(one)]
    if actions.ACT.has(code) and not row:
        action = model_traits.action(view, who.model, actions.ACT.value(code))
        found = strikes.strikes(view, who, action) if action is not None else []
        if not found:
            return None
        best = found[0].target
        at_markers = any(one.target >= names.MAX_MODELS for one in found)
        no_foe = best == UNKNOWN or view.are_friends(best, who.model)
        if action is not None and action.is_attack and no_foe and not at_markers:
            return Odds(say("board", "no_foe"), rule="MFX-8.8")
        return odds(view, found[0], named=best != UNKNOWN)
    if actions.AIM.has(code) and row and actions.ACT.has(row[0]) and actions.AIM.value(code) < names.MAX_MODELS:
        action = model_traits.action(view, who.model, actions.ACT.value(row[0]))
        target = actions.AIM.value(code)
        return None if action is None else odds(view, at(view, who, action, target), named=False)
    return None


def at(view: Malifaux, who: Actor, action: Action, target: int) -> strikes.Strike:
    """Return an action at one target, in the way in which it may be taken there."""
    found = next((one for one in strikes.strikes(view, who, action) if one.target == target), None)
    return strikes.strike(view, who, action, target) if found is None else found


def odds(view: Malifaux, one: strikes.Strike, *, named: bool) -> Odds | None:
    """Return the chance of an action in words and in cases; None where nothing hangs on a flip."""
    if one.cases is None:
        return None
    good, of = one.cases
    percent = share(one)
    summary = say("board", "odds_at", model=model_word(view, one.target), odds=percent) if named else _plain(percent)
    made = Odds(summary, rule="MFX-4.4")
    made.chances = [
        Chance(say("duel", "succeeds"), good, of, good=True),
        Chance(say("duel", "does_not"), of - good, of),
    ]
    return made


def _plain(odds_: Word) -> Phrase:
    return say("board", "odds", odds=odds_)


def share(one: strikes.Strike) -> Word:
    """Return a chance in percent: after each test that comes first, with its ability, one behind the other."""
    parts: list[Word] = [
        inner(say("board", "tested", ability={"term": f"ability.{ability}"}, odds=inner(percent(good, of))))
        for ability, (good, of) in zip(one.abilities, one.tests, strict=True)
    ]
    if one.cases is not None:
        parts.append(inner(percent(*one.cases)))
    return chain(parts, "board.then")


def percent(good: int, of: int) -> Phrase:
    """Return cases in whole percent; what is possible is not 0, and what is not sure not 100."""
    number = (200 * good + of) // (2 * of)
    return say("board", "percent", number=min(99, max(1, number)) if 0 < good < of else number)


# Whom an action may be aimed at


def target_lines(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, picked: Sequence[int]) -> list[TargetLine]:
    """Return behind an action that is picked a line to each of its targets, with distance, odds and reasons."""
    row = [one for one in picked if not actions.ACTOR.has(one)]
    if not isinstance(prompt, acting.Act) or not row or not actions.ACT.has(row[0]):
        return []
    who = prompt.who(view, seat, arg)
    action = model_traits.action(view, who.model, actions.ACT.value(row[0]))
    if action is None or not view.is_up(who.model):
        return []
    chosen, _ = options.aim_of(row)
    return [
        target_line(view, who.model, one, chosen=one.target == chosen)
        for one in strikes.strikes(view, who, action)
        if one.target != UNKNOWN and view.is_up(one.target) and (chosen in (UNKNOWN, one.target))
    ]


def target_line(view: Malifaux, model: int, one: strikes.Strike, *, chosen: bool = False) -> TargetLine:
    """Return a line to a target: how far off it is, how likely it is hit, each + and - with its reason."""
    made = TargetLine(model_id(model), model_id(one.target), distance=apart(view, model, one.target), chosen=chosen)
    made.seen = formulas.sees(view, model, one.target)
    made.factors = [sign_of(*row).label for row in one.mods]
    if one.covered:
        made.factors.append(say("board", "covered_by"))
    if one.cases is not None:
        made.chance = _plain(share(one))
    return made


def apart(view: Malifaux, one: int, other: int) -> int:
    """MFX-13.2: return how far two models are from each other, from edge to edge."""
    rows = view.models
    return 10 * shown_distance(
        rows.xs[one], rows.ys[one], rows.radii[one], rows.xs[other], rows.ys[other], rows.radii[other]
    )


# The ruler


def measure(view: Malifaux, one: End, other: End) -> Ruler:
    """MFX-13.2, 13.11, 13.12: return the distance of two places, whether they see each other, cover and concealment."""
    (ax, ay, ar, a), (bx, by, br, b) = _end(view, one), _end(view, other)
    made = Ruler(10 * shown_distance(ax, ay, ar, bx, by, br))
    if a == b and a != UNKNOWN:
        return made
    rows = view.models
    sizes = [(rows.sizes[model], rows.lifts[model]) if model != UNKNOWN else (0, 0) for model in (a, b)]
    made.seen = sees_from(view.field(), ax, ay, ar, *sizes[0], bx, by, br, *sizes[1], a, b)
    if UNKNOWN not in (a, b) and made.seen:
        if formulas.is_concealed(view, a, b):
            made.notes.append(say("board", "is_concealed", model=model_word(view, b)))
        if formulas.is_covered(view, a, b):
            made.notes.append(say("board", "is_covered", model=model_word(view, b)))
        if melee.engages(view, b, a):
            made.notes.append(say("board", "engaged_by", models=model_word(view, b)))
    return made


def _end(view: Malifaux, end: End) -> tuple[int, int, int, int]:
    """Return place, radius and model of an end of a ruler; a bare point has no radius."""
    word, _, number = end.piece.partition(".")
    if f"{word}." == _MODEL and number.isdecimal() and int(number) in view.up():
        model = int(number)
        return view.models.xs[model], view.models.ys[model], view.models.radii[model], model
    markers = view.markers
    if word == "marker" and number.isdecimal() and int(number) < len(markers.types) and markers.types[int(number)] >= 0:
        marker = int(number)
        return markers.xs[marker], markers.ys[marker], roster.radius_of(markers.types[marker]), UNKNOWN
    return end.at[0], end.at[1], 0, UNKNOWN
