"""Offers: the answers to an open decision, as targets that a viewer may click and as codes that come back.

The one place where codes and targets are matched: what may be picked, where it lies in the scene, and whether a code
that a client sends is one at all, before any rule looks at it.

Where the order of picks does not matter, people may pick in any order. Rules offer such picks rising, so that every
answer is found once: a card is left out where too few lie behind it. A person points at whatever he likes; what fits is
a pick with which what he has picked can still become an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from shapan.engine import previews
from shapan.engine.actions import DONE
from shapan.engine.foresight import Foresight
from shapan.engine.ground import Aim, TargetLine
from shapan.engine.match import Match, Refusal
from shapan.engine.offers import things
from shapan.engine.point_answers import takes_points
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.scene import Line, Phrase, Target

MAX_LOOKS: Final = 500
"""Rows looked at for one pick; what is not found among them is not offered."""


# From the rules to the viewer


def offered(match: Match[Any], seat: int) -> list[int]:
    """Return the codes that a person may choose or pick first."""
    prompt = match.decisions[seat].prompt
    if prompt.ordered or not prompt.many:
        return match.legal(seat, (), people=True)
    return list(prompt.all_picks(match.live, seat, match.decisions[seat].arg))


def following(match: Match[Any], seat: int, picked: Sequence[int]) -> tuple[list[int], bool]:
    """Return the next picks, and whether the answer may stop after those made. Raises Refusal if these do not fit."""
    decision = match.decisions[seat]
    prompt, arg = decision.prompt, decision.arg
    if prompt.ordered:
        for place, code in enumerate(picked):
            if code == DONE or not prompt.test_next(match.live, seat, arg, picked[:place], code):
                reason = prompt.why_not_next(match.live, seat, arg, picked[:place], code)
                raise Refusal(prompt.at_pick(reason, picked, place))
        legal = list(prompt.all_next(match.live, seat, arg, picked))
        ends = (DONE in legal or not legal) and prompt.limits(match.live, seat, arg, picked) is None
        return [code for code in legal if code != DONE], ends
    for place, code in enumerate(picked):
        if code == DONE or not _can_end(match, seat, picked[: place + 1]):
            row = prompt.arranged(picked[: place + 1])
            reason = prompt.why_not_next(match.live, seat, arg, picked[:place], code)
            raise Refusal(prompt.at_pick(reason, row, row.index(code)))
    whole = prompt.allows(match.live, seat, arg, list(picked))
    if whole and not match.legal(seat, sorted(picked), people=True):
        return [], True
    codes = prompt.all_picks(match.live, seat, arg)
    return [code for code in codes if code != DONE and _can_end(match, seat, [*picked, code])], whole


class Options(msgspec.Struct):
    """The next picks, and whether the answer may stop here."""

    options: list[Target]
    done: bool
    done_label: Phrase | None = None
    """How stopping is called."""
    done_binds: str = ""
    """Whether the answer with these picks cannot be undone (`Target.binds`)."""
    sole: bool = False
    """The one pick that is offered has to follow (`is_sole`)."""
    places: dict[str, list[str]] = {}
    """By code, the places of the table where a pick is offered; those that are offered nowhere are left out."""
    picked: list[int] = []
    """The picks so far, with the code of a point that was given in words."""
    aim: Aim | None = None
    """Of a table to scale: what the next pick moves, with the legs so far."""
    target_lines: list[TargetLine] = []
    """Of such a table: who may be aimed at behind these picks."""
    follows: list[Line] = []
    """What these picks bring about (`Scene.follows`)."""


def next_picks(match: Match[Any], seat: int, picked: Sequence[int], foresight: Foresight[Any] | None = None) -> Options:
    """Return the next picks after `picked`; by `foresight`, whether the answer with these can be undone.

    Raises Refusal if these cannot be picked. Where order does not matter, people may pick in any order.
    """
    codes, done = following(match, seat, picked)
    view = match.view(seat)
    prompt = match.decisions[seat].prompt
    scene = match.game.board(view, seat, codes, prompt)
    arg = match.decisions[seat].arg
    told = [target for target, _ in previews.list_offers(match.game, view, seat, codes, prompt, scene, arg, picked)]
    places: dict[str, list[str]] = {}
    for place, thing in things(scene):
        for target in thing.targets:
            places.setdefault(str(target.code), []).append(place)
    aim = match.game.aim(view, prompt, seat, arg, picked) if takes_points(prompt) else None
    target_lines = match.game.target_lines(view, prompt, seat, arg, picked) if previews.ground_of(scene) else []
    label = match.game.done_label(view, prompt, seat, arg, picked) if done else None
    follows = match.game.follows(view, prompt, seat, arg, picked)
    row = prompt.arranged(list(picked)) if done and foresight is not None else []
    ends = foresight.binds(row) if done and foresight is not None else ""
    return Options(told, done, label, ends, is_sole(prompt, codes, done), places, [*picked], aim, target_lines, follows)


def is_sole(prompt: Prompt[Any], codes: Sequence[int], done: bool) -> bool:
    """Return whether a pick has to follow: no other may, and the answer cannot stop before it."""
    return not done and len(codes) == 1 and not any(family.has(codes[0]) for family in prompt.tested())


def _can_end(match: Match[Any], seat: int, picked: Sequence[int]) -> bool:
    """Tell whether some answer holds all these picks."""
    decision = match.decisions[seat]
    known = decision.prompt.can_hold(match.live, seat, decision.arg, picked)
    if known is not None:
        return known
    looks = 0

    def ends(row: list[int], wanted: list[int]) -> bool:
        nonlocal looks
        looks += 1
        if looks > MAX_LOOKS:
            return False
        options = match.legal(seat, row, people=True)
        if not wanted and (not options or DONE in options):
            return True
        if wanted and wanted[0] in options and ends([*row, wanted[0]], wanted[1:]):
            return True
        others = [code for code in options if code != DONE and (not wanted or code < wanted[0])]
        return any(ends([*row, code], wanted) for code in others)

    return ends([], sorted(picked))


# From the viewer to the rules


def check_families(prompt: Prompt[Any], codes: list[int]) -> None:
    """Raise Refusal unless all codes are of the prompt's families, with parameters that exist."""
    for code in codes:
        if code == DONE:
            continue
        family = next((item for item in prompt.families if item.has(code)), None)
        if family is None:
            raise Refusal(Reason(prompt.rule, "not_possible"))
        values = family.values(code)
        exist = all(
            not kind.size or value < kind.size for (_, kind), value in zip(family.parameters, values, strict=True)
        )
        if not exist or family.code(*values) != code:
            raise Refusal(Reason(prompt.rule, "not_possible"))
