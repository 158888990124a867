"""Laws of what is shown: views fit their class, reading changes nothing, the board offers what is legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from math import isfinite
from typing import Any, Final

import msgspec

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import number_of, places
from shapan.engine.conformance.compare import Differing, containers, encode
from shapan.engine.conformance.laws_offers import apart
from shapan.engine.conformance.play import Run
from shapan.engine.conformance.schema import violations
from shapan.engine.game import Game
from shapan.engine.pictures import OUTLINES, SCENERY, STATIONS
from shapan.engine.piece import VERBS
from shapan.engine.previews import draw_scene, refuse
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Piece, Scene, Target, Zone
from shapan.engine.view import schema, write

_PICTURES: Final = {"scenery": SCENERY, "station": STATIONS, "outline": OUTLINES}
_schema = cache(schema)


@lru_cache(maxsize=8)
def _names(game: Game[Any], seats: int) -> Sequence[str]:
    return game.observation_names(seats)


def views(run: Run) -> None:
    """A view is an object of the view class, fits its schema, shares nothing with the state, makes a row of numbers."""
    cls = run.game.view_class
    state_parts = {id(part) for _, part in containers(run.match.live)}
    for viewer in run.viewers:
        if viewer not in run.match.decisions and run.dice.number(4):
            continue
        view = run.match.view(viewer)
        if not run.expect("view_class", cls is not None and type(view) is cls, f"a {type(view).__name__}"):
            continue
        assert cls is not None
        wrong = violations(write(view), _schema(cls))
        run.expect("view_schema", not wrong, "viewer {}: {}", viewer, "; ".join(wrong[:3]))
        shared = [path for path, part in containers(view) if id(part) in state_parts]
        run.expect("view_own_parts", not shared, f"viewer {viewer}: the view holds parts of the state: {shared[:3]}")
        row, names = run.game.observe(view, run.seats, min(viewer, run.seats - 1)), _names(run.game, run.seats)
        run.expect("view_tensor", len(row) == len(names), "{} numbers, {} names", len(row), len(names))
        odd = [name for name, value in zip(names, row, strict=False) if not 0 <= value <= 1]
        run.expect("view_tensor_range", not odd, "outside 0..1: {}", odd[:3])


def reading(run: Run) -> None:
    """Looking, listing, rating and drawing change neither the state nor the view."""
    match, game = run.match, run.game
    before = match.live.encoded()
    if not _judges(run):
        return
    for seat, decision in match.decisions.items():
        run.focus = seat, decision.prompt.key
        view = match.view(seat)
        written = encode(write(view))
        codes = match.legal(seat)
        match.default(seat)
        decision.prompt.only_answer(match.live, seat, decision.arg)
        for code in codes[:8]:
            game.rate(view, decision.prompt, seat, decision.arg, code, ())
        value = game.evaluate(view, seat)
        run.expect("evaluate_range", 0 <= value <= 1, f"evaluate gives {value}")
        draw_scene(game, view, seat, codes, decision.prompt, decision.arg)
        run.expect("reading_keeps_view", written == encode(write(view)), "board, rate or evaluate changed the view")
        run.expect("reading_keeps_lists", codes == match.legal(seat), "the legal list differs when read again")
    run.expect("reading_keeps_state", before == match.live.encoded(), "a function that only reads changed the state")


def _judges(run: Run) -> bool:
    """Tell whether what the judgement weighs, if the game has one, is a number of each feature for each seat."""
    game, names = run.game, run.game.judgement.features
    if not names:
        return True
    rows = game.features(run.match.live)
    sizes = [len(row) for row in rows]
    fits = sizes == [len(names)] * run.seats and all(isfinite(value) for row in rows for value in row)
    if run.expect("features_shape", fits, "{} features, rows of {} numbers: {}", len(names), sizes, rows):
        worth = game.judge(run.match.live)
        run.expect("judge_range", all(0 <= value <= 1 for value in worth), f"judge gives {worth}")
    return fits


def board(run: Run) -> None:
    """The board is a pure function of the view; it offers what is legal, no two alike; its words have texts."""
    match = run.match
    copy = match.clone()
    apart(run)
    for viewer in run.viewers:
        decision = match.decisions.get(viewer)
        if decision is None and run.dice.number(4):
            continue
        prompt = None if decision is None else decision.prompt
        codes = [] if decision is None else match.legal(viewer)
        arg = 0 if decision is None else decision.arg
        scene = draw_scene(run.game, match.view(viewer), viewer, codes, prompt, arg)
        again = draw_scene(run.game, copy.view(viewer), viewer, list(codes), prompt, arg)
        if prompt is not None:
            refuse(run.game, match.live, viewer, prompt, arg, scene)
            refuse(run.game, copy.live, viewer, prompt, arg, again)
        run.expect(
            "board_pure",
            encode(scene) == encode(again),
            "viewer {}: {}",
            viewer,
            Differing(scene, again),
        )
        shown = parts(scene)
        offered = {part.code for part in shown if isinstance(part, Target)}
        many = prompt is not None and prompt.many
        wanted = set(codes) - ({DONE} if many else set())
        if prompt is None or not prompt.has_tested():
            missing = sorted(wanted - offered)
            run.expect("board_offers", not missing, "not offered: {}", names(run, missing))
            ghosts = sorted(offered - set(codes))
            run.expect("board_no_more", not ghosts, "offered, but not legal: {}", names(run, ghosts))
        odd = sorted({part.verb for part in shown if isinstance(part, Target)} - {"", *VERBS})
        run.expect("board_verbs", not odd, "not a way in which answers are drawn: {}", odd)
        _pictures(run, shown)
        _changes(run, scene, [part for part in shown if isinstance(part, Target)])
        for kind in (Piece, Zone):
            ids = Counter(part.id for part in shown if isinstance(part, kind))
            twice = sorted(name for name, times in ids.items() if times > 1)
            run.expect("board_ids", not twice, "ids used twice: {}", twice[:4])
        if named := {part.card for part in shown if isinstance(part, Piece) and part.card}:
            gone = sorted(named - {card.id for card in run.game.cards()})
            run.expect("board_cards", not gone, "no card of the game: {}", gone[:4])
        for part in shown if run.some(3) else ():
            if isinstance(part, Phrase):
                run.said(part.key, part.words)


def _pictures(run: Run, shown: Sequence[Any]) -> None:
    """What a table draws by itself is called by names that every table knows."""
    named = ((field, getattr(part, field, ""), known) for part in shown for field, known in _PICTURES.items())
    odd = sorted({f"{field} {name}" for field, name, known in named if name and name not in known})
    run.expect("board_pictures", not odd, "no table draws: {}", odd)


def _changes(run: Run, scene: Scene, targets: list[Target]) -> None:
    """What an answer is said to change is shown as it is said to be now."""
    there = places(scene)
    for one in (one for target in targets for one in target.becomes):
        shown = number_of(there.get(one.where), one.fact)
        known = shown is None and one.where.startswith("zone:") and not one.fact
        run.expect(
            "becomes_was", known or shown == one.was, "{} {}: {} shown, {} told", one.where, one.fact, shown, one.was
        )


def board_bytes(game: Game[Any], state: Any, seat: int, codes: list[int], prompt: Prompt[Any], arg: int) -> bytes:
    """Return the board of a state as a seat sees it."""
    return encode(draw_scene(game, game.view(state, seat), seat, codes, prompt, arg))


def names(run: Run, codes: list[int]) -> list[Any]:
    """Return the first few codes in words."""
    return [run.game.actions.write(code) for code in codes[:4]]


def parts(scene: Any) -> list[Any]:
    """Return all structures inside a scene, itself among them."""
    found: list[Any] = []
    unread = [scene]
    while unread:
        value = unread.pop()
        if isinstance(value, msgspec.Struct):
            found.append(value)
            unread += [getattr(value, name) for name in value.__struct_fields__]
        elif isinstance(value, list):
            unread += value
    return found


def questions(run: Run) -> None:
    """Questions, action labels and events have texts in all languages, with all that their placeholders need."""
    match, game, texts = run.match, run.game, run.texts
    for seat, decision in match.decisions.items():
        run.focus = seat, decision.prompt.key
        view = match.view(seat)
        phrase = game.question(view, decision.prompt, seat, decision.arg)
        run.said(phrase.key, phrase.words)
        for key in (f"prompt_waiting.{decision.prompt.key}", f"prompt_help.{decision.prompt.key}"):
            if key.startswith("prompt_help.") or texts.has(key):  # who waits is told so without words of the game's own
                run.said(key, phrase.words)
        legal = match.legal(seat)
        asked = view, decision.prompt, seat, decision.arg, legal
        instead = game.idle_answer(*asked)
        assert instead is None or decision.prompt.allows(match.live, seat, decision.arg, instead), decision.prompt.key
        if instead is not None or (DONE in legal and len(legal) > 1):
            idle = game.why_idle(*asked)
            if idle is not None:
                run.said(idle.key, idle.words)
        for code in legal[:16]:
            label = game.label(view, code)
            run.said(label.key, label.words)
    for frame in run.frames:
        for event in frame.events[-3:]:
            run.said(f"event.{event['key']}", event["with"])
