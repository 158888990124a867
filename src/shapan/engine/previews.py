"""Previews: what comes of each answer, beside what offers it. A game says it once (`Game.preview`), tables show it.

It is made from the view of who is asked and from nothing else, and only where somebody looks: no playout asks for it.
"""

# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE, Family
from shapan.engine.answer_totals import becomes
from shapan.engine.game import Game
from shapan.engine.ground import Ground
from shapan.engine.kinds import Seat
from shapan.engine.offers import things
from shapan.engine.point_answers import takes_points
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Panel, Phrase, Piece, Scene, Target

MAX_FOLLOWED: Final = 6
"""So many picks at most are proposed behind one."""
MAX_LISTED: Final = 24
MAX_LIKELY: Final = 5
"""Of more answers than are listed so many are proposed."""
MAX_UNGROUPED: Final = 7
"""So many answers are read without headings."""


def draw_scene(
    game: Game[Any], view: Any, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None, arg: int = 0
) -> Scene:
    """Return the table of a viewer, each answer that it offers with what comes of it, and what he aims at."""
    scene = game.board(view, viewer, legal, prompt)
    scene.about = _about(scene, game.about(view, prompt, viewer, arg))
    if prompt is not None:
        scene.follows = game.follows(view, prompt, viewer, arg, ()) if prompt.many else []
        ground = ground_of(scene)
        if ground is not None:
            ground.aim = game.aim(view, prompt, viewer, arg, ()) if takes_points(prompt) else None
            ground.target_lines = game.target_lines(view, prompt, viewer, arg, ())
        targets = [target for target, _ in _offered(scene)]
        for target in targets:
            add_preview(game, view, viewer, prompt, target, arg)
        _group(game, view, prompt, targets)
    return scene


def refuse(game: Game[Any], state: Any, viewer: int, prompt: Prompt[Any], arg: int, scene: Scene) -> None:
    """Say of things and boards that are no answers why, as the rules refuse them: by what the viewer may know."""
    would = _of_boards(game, scene)
    for _, thing in things(scene):
        if thing.targets or thing.why_not is not None:
            continue
        code = thing.would if not isinstance(thing, Panel) else -1 if would is None else would.codes[thing.seat]
        if code >= 0:
            asked = prompt.why_not_next(state, viewer, arg, (), code) if prompt.many else None
            reason = asked or prompt.reason(state, viewer, arg, code)
            thing.why_not = Phrase(f"why_not.{reason.key}", reason.words)


def _of_boards(game: Game[Any], scene: Scene) -> Family | None:
    """Return the family by which boards are chosen that are named by their seat alone, if a question is about one."""
    families = [game.actions.of(target.code) for panel in scene.panels for target in panel.targets if target.code]
    named = [one for one in families if len(one.parameters) == 1 and isinstance(one.parameters[0][1], Seat)]
    return named[0] if named else None


def _about(scene: Scene, places: Sequence[str]) -> list[str]:
    """Return those of some places that are drawn, each once."""
    if not places:
        return []
    there = {place for place, _ in things(scene)}
    return [place for place in dict.fromkeys(places) if place in there]


def ground_of(scene: Scene) -> Ground | None:
    """Return the ground of a table to scale."""
    return next((zone.ground for zone in scene.zones if zone.ground is not None), None)


def list_offers(
    game: Game[Any], view: Any, viewer: int, legal: Sequence[int], prompt: Prompt[Any], scene: Scene, arg: int = 0,
    picked: Sequence[int] = (), is_drawn: bool = False,
) -> list[tuple[Target, Piece | None]]:  # fmt: skip
    """Return a target for each code, and the piece that offers it: the scene's, else one made from the action.

    Of an answer of several picks, those that may follow some that are `picked`. Of a scene that `draw_scene` has
    made, the targets say already what comes of them (`is_drawn`).
    """
    shown: dict[int, tuple[Target, Piece | None]] = {}
    for target, piece in _offered(scene):
        shown.setdefault(target.code, (target, piece))
    made = [shown.get(code) or (game.target(view, code), None) for code in legal]
    for target, _ in made:
        if not is_drawn or target.code not in shown:
            add_preview(game, view, viewer, prompt, target, arg, picked)
        called = game.label_after(view, prompt, viewer, arg, picked, target.code) if picked else None
        if called is not None:
            target.label = called
    _group(game, view, prompt, [target for target, _ in made])
    return made


def likeliest(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, codes: Sequence[int]
) -> list[int]:
    """Return of many answers the few that are rated best by what the viewer sees, the best first; else none."""
    if len(codes) <= MAX_LISTED:
        return []
    rates = {code: game.rate(view, prompt, viewer, arg, code, ()) for code in codes}
    return sorted(rates, key=lambda code: rates[code], reverse=True)[:MAX_LIKELY]


def _group(game: Game[Any], view: Any, prompt: Prompt[Any], targets: Sequence[Target]) -> None:
    """Put answers under their headings, where there are many or some harm who gives them, and more than one heading."""
    many = len({target.code for target in targets}) > MAX_UNGROUPED
    groups = [game.group(view, prompt, target.code) if many or target.unmarked else None for target in targets]
    various = any(group != groups[0] for group in groups)
    for target, group in zip(targets, groups, strict=True):
        target.group = group if various else None


def add_preview(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], target: Target, arg: int = 0,
    picked: Sequence[int] = (),
) -> None:  # fmt: skip
    """Put on an answer what comes of it and how it is drawn."""
    target.odds = game.preview_after(view, prompt, viewer, arg, picked, target.code)
    target.becomes = becomes(
        lambda picks, one: game.changes_behind(view, prompt, viewer, arg, picks, one), picked, target.code
    )
    target.follow = _completed(game, view, viewer, prompt, arg, picked, target.code)
    target.verb = game.verb(view, prompt, target.code)


def _completed(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, picked: Sequence[int], code: int
) -> list[int]:
    """Return the picks that best complete an answer behind one, where its game has answers of that kind completed."""
    if not prompt.many or code == DONE or game.actions.of(code) not in game.completed:
        return []
    row = complete(game, view, viewer, prompt, arg, [*picked, code], MAX_FOLLOWED)
    return [] if row is None else row[len(picked) + 1 :]


def complete(
    game: Game[Any], view: Any, viewer: int, prompt: Prompt[Any], arg: int, picked: Sequence[int], most: int,
    *, early: bool = False,
) -> list[int] | None:  # fmt: skip
    """Return picks with those rated best behind them, until to stop is rated best; with `early` until it is possible.

    None where that takes more than `most` picks.
    """
    row = [*picked]
    for _ in range(most + 1):
        options = prompt.offers(view, viewer, arg, row)
        if not options or (early and DONE in options):
            return row
        rates = [game.rate(view, prompt, viewer, arg, one, row) for one in options]
        best = options[rates.index(max(rates))]
        if best == DONE:
            return row
        row.append(best)
    return None


def _offered(scene: Scene) -> Iterator[tuple[Target, Piece | None]]:
    """Yield what a scene offers, first the things and places, with the piece where it is one."""
    for _, thing in things(scene):
        yield from ((target, thing if isinstance(thing, Piece) else None) for target in thing.targets)
    yield from ((target, None) for target in scene.buttons)
