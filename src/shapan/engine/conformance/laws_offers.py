"""Laws of offers: any two answers to a question can be told apart by what is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shapan.engine import previews
from shapan.engine.actions import DONE
from shapan.engine.conformance.compare import encode
from shapan.engine.conformance.play import Run
from shapan.engine.match import Decision
from shapan.engine.offers import things
from shapan.engine.phrase import Phrase
from shapan.engine.scene import Scene, Target
from shapan.engine.text import LANGUAGES, say

MAX_PICKS = 3
"""How many picks of an answer of several are followed."""


def apart(run: Run) -> None:
    """First and later picks that lie at the same places and lead to the same ones have different words."""
    match = run.match
    for seat, decision in match.decisions.items() if run.texts.on else ():
        prompt, view, picked = decision.prompt, match.view(seat), list[int]()
        run.focus = seat, prompt.key
        codes = match.legal(seat, (), people=True)
        while codes:
            scene = run.game.board(view, seat, codes, prompt)
            told = previews.list_offers(run.game, view, seat, codes, prompt, scene, decision.arg, picked)
            _expect_legal(run, decision, picked, [target for target, _ in told])
            _expect_apart(run, decision, scene, [target for target, _ in told])
            codes = [code for code in codes if code != DONE]
            if not (prompt.many and prompt.ordered and codes and len(picked) < MAX_PICKS):
                break
            picked.append(codes[run.decision % len(codes)])
            codes = list(prompt.all_next(match.live, seat, decision.arg, picked))


def _expect_legal(run: Run, decision: Decision[Any], picked: list[int], targets: Iterable[Target]) -> None:
    """What an offer is completed with makes an answer."""
    prompt, live = decision.prompt, run.match.live
    for target in targets:
        if target.follow:
            row = [*picked, target.code, *target.follow]
            legal = prompt.allows(live, decision.seat, decision.arg, row)
            run.expect("follow_legal", legal, "{} is no answer to {}", row, prompt.key)


def _expect_apart(run: Run, decision: Decision[Any], scene: Scene, targets: Iterable[Target]) -> None:
    places: dict[int, list[str]] = {}
    for place, thing in things(scene):
        for target in thing.targets:
            places.setdefault(target.code, []).append(place)
    alike: dict[bytes, list[Target]] = {}
    for target in targets:
        alike.setdefault(encode([places.get(target.code, []), *_drawn(target)]), []).append(target)
    for group in alike.values():
        same = _same(run, group) if len(group) > 1 else []
        run.expect("offers_apart", not same, "{} look the same: {}", decision.prompt.key, same)


def _drawn(target: Target) -> list[Any]:
    """Return what tells an offer from others besides its words."""
    card = target.card.id if target.card is not None else ""
    return [target.mode, target.onto, target.into, target.at, target.sign, target.choices, card]


def _same(run: Run, targets: Sequence[Target]) -> list[Any]:
    """Return two answers that have the same words in some language."""
    for language in LANGUAGES:
        said: dict[str, int] = {}
        for target in targets:
            words = _words(run, target.label, language)
            other = said.setdefault(words, target.code)
            if other != target.code:
                return [language, words, *(run.game.actions.write(code) for code in (other, target.code))]
    return []


def _words(run: Run, phrase: Phrase, language: str) -> str:
    return say(run.game, language, phrase.key, phrase.words)
