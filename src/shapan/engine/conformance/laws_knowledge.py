"""Laws of knowledge: what a seat may know does not depend on what it cannot know, and resampling deals that anew."""

from __future__ import annotations

import re
from math import comb, log
from typing import Any, Final

from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.compare import Differing, containers, describe, encode, leaves
from shapan.engine.conformance.laws_refusal import probes
from shapan.engine.conformance.laws_state import check_zones, components
from shapan.engine.conformance.laws_view import board_bytes
from shapan.engine.conformance.play import Run
from shapan.engine.match import Decision, Match, random_answer
from shapan.engine.part import Part
from shapan.engine.segment import BOT, PLAYER
from shapan.engine.view import write
from shapan.engine.zone import Zone

DEALS = 10
"""How many resamples are compared to see what varies."""
ENOUGH = 3_000
"""Law `resample_reaches`: so many worlds are drawn before what never came out true is held to be impossible in them."""
SELDOM = 16
"""Law `resample_reaches` is tried once in so many decisions: it draws up to some hundred worlds."""
SURE = log(1e-9)
"""A hidden item that never varied fails when chance alone would do that more rarely than this."""

_FIELD: Final = re.compile(r"(\.\d+)\.\d+$")
"""The end of the path of one field of a list in a list."""


def fresh(run: Run) -> str:
    """Return a new seed for a sample."""
    return f"{run.dice.number(2**24)}.{run.dice.number(2**24)}"


def twin(run: Run, viewer: int) -> Any:
    """Return a copy of the state in which all that a viewer cannot know is dealt again and chance is other."""
    copy = run.match.live.copy()
    run.game.resample(copy, viewer, Stream(fresh(run)))
    copy.chance.rekey(Stream(fresh(run)).number(2**24).to_bytes(16, "little"))
    return copy


def twins(run: Run) -> None:
    """A twin world, resampled in place, looks the same to the viewer: view, decision, refusals, board."""
    match = run.match
    others = [viewer for viewer in run.viewers if viewer not in match.decisions]
    for viewer in [*match.decisions, run.dice.choice(others)] if others else list(match.decisions):
        decision = match.decisions.get(viewer)
        run.focus = viewer, decision.prompt.key if decision else ""
        copy = twin(run, viewer)
        _view(run, viewer, copy)
        _kept(run, viewer, copy)
        check_zones(run, copy)
        if decision is not None:
            _decision(run, decision, copy)
        for seat, asked in match.decisions.items():
            _asked(run, viewer, seat, asked, copy)


def _view(run: Run, viewer: int, copy: Any) -> None:
    true, other = run.game.view(run.match.live, viewer), run.game.view(copy, viewer)
    same = encode(write(true)) == encode(write(other))
    run.expect("twin_view", same, "viewer {}: {}", viewer, Differing(write(true), write(other)))
    if isinstance(true, Part):  # what is seen, but not written by itself
        facts = describe(true), describe(other)
        run.expect("twin_view", facts[0] == facts[1], "viewer {}: {}", viewer, Differing(*facts))


def _kept(run: Run, viewer: int, copy: Any) -> None:
    live = run.match.live
    for name in ("seats", "agenda", "groups", "result", "ranks", "scores"):
        old, new = getattr(live, name), getattr(copy, name)
        run.expect("resample_keeps", old == new, f"viewer {viewer}: resampling changes {name} from {old} to {new}")
    old, new = live.learned[viewer], copy.learned[viewer]  # how often others have learned something is not his to know
    run.expect("resample_keeps", old == new, f"viewer {viewer}: resampling changes learned from {old} to {new}")
    old, new = components(run.game, live), components(run.game, copy)
    run.expect("resample_conserves", old == new, "viewer {}: {}", viewer, Differing(old, new))


def _decision(run: Run, decision: Decision[Any], copy: Any) -> None:
    live, seat, prompt, arg = run.match.live, decision.seat, decision.prompt, decision.arg

    def same(name: str, what: str, old: Any, new: Any) -> None:
        run.expect(name, encode(old) == encode(new), "{}: {}", what, Differing(old, new))

    same("twin_default", "default", run.match.default(seat), _default(decision, copy))
    same("twin_default", "proposal", prompt.proposal(live, seat, arg), prompt.proposal(copy, seat, arg))
    picked: list[int] = []
    while True:
        options = _options(decision, live, picked)
        same("twin_legal", f"legal after {picked}", options, _options(decision, copy, picked))
        if not prompt.many or not options:
            break
        code = run.dice.choice(options)
        if code == 0:
            break
        picked.append(code)
    for row in probes(run, decision)[:8]:
        old, new = prompt.allows(live, seat, arg, row), prompt.allows(copy, seat, arg, row)
        run.expect("twin_refusal", old == new, f"{row}: legal {old} in truth, {new} in the twin")
        if not old and not new and len(row) == 1 and not prompt.many:
            one, other = prompt.reason(live, seat, arg, row[0]), prompt.reason(copy, seat, arg, row[0])
            same("twin_refusal", f"refusal of {row}", one, other)
        elif not old and not new and prompt.many:
            one, other = prompt.why_not_many(live, seat, arg, row), prompt.why_not_many(copy, seat, arg, row)
            same("twin_refusal", f"refusal of {row}", one, other)
    codes = run.match.legal(seat)
    scenes = [board_bytes(run.game, state, seat, codes, prompt, arg) for state in (live, copy)]
    run.expect("twin_board", scenes[0] == scenes[1], "seat {}: {}", seat, Differing(*scenes))


def _default(decision: Decision[Any], state: Any) -> list[int]:
    prompt = decision.prompt
    if prompt.many:
        return prompt.default_many(state, decision.seat, decision.arg)
    return [prompt.default(state, decision.seat, decision.arg)]


def _options(decision: Decision[Any], state: Any, picked: list[int]) -> list[int]:
    prompt = decision.prompt
    if prompt.many:
        return list(prompt.offers(state, decision.seat, decision.arg, picked))
    if prompt.has_tested():
        return list(prompt.candidates(state, decision.seat, decision.arg, 16))
    return list(prompt.legal(state, decision.seat, decision.arg))


def _asked(run: Run, viewer: int, seat: int, decision: Decision[Any], copy: Any) -> None:
    """In a twin every open decision has legal actions; those of an open prompt are the same to everybody."""
    new = _options(decision, copy, [])
    run.expect("twin_options", bool(new), f"seat {seat} has no legal action in a world of viewer {viewer}")
    if decision.prompt.open:
        old = _options(decision, run.match.live, [])
        run.expect("open_prompt", old == new, f"viewer {viewer} cannot know seat {seat}'s list: {old[:6]} / {new[:6]}")
    if decision.prompt.secret:
        _shadow(run, seat, decision, copy)


def _shadow(run: Run, seat: int, decision: Decision[Any], copy: Any) -> None:
    """The shadow of an answer is a function of the answer, whatever the prompt has been asked in between."""
    prompt = decision.prompt
    shadows = []
    codes = random_answer(prompt, run.match.live, seat, decision.arg, run.dice)
    for state in (run.match.live, copy):
        _options(decision, state, [])
        shadows.append(prompt.shadow(codes))
    run.expect("shadow", shadows[0] == shadows[1], f"{codes} has the shadows {shadows} in two worlds")


# Resampling itself


def memoryless(run: Run) -> None:
    """Resampling depends on nothing that it replaces: after another resample it gives the same world; in place."""
    viewer = run.dice.number(run.seats + 1)
    run.focus = viewer, ""
    seed = fresh(run)
    worlds = []
    for before in (None, fresh(run), fresh(run)):
        state = run.match.live.copy()
        if before is not None:
            run.game.resample(state, viewer, Stream(before))
        parts = dict(containers(state))
        run.game.resample(state, viewer, Stream(seed))
        lost = [path for path, part in containers(state) if parts.get(path) is not part]
        run.expect("resample_in_place", not lost, f"viewer {viewer}: replaced objects: {lost[:4]}")
        worlds.append(state)
    for state in worlds[1:]:
        run.expect(
            "resample_memoryless",
            state.encoded() == worlds[0].encoded(),
            "viewer {}: {}",
            viewer,
            Differing(worlds[0], state),
        )


def reaches(run: Run) -> None:
    """Resampling can deal what is true: a list of what may lie hidden is not read off the present (law of the past)."""
    dice = Stream(derive(b"reaches", run.seed, run.decision))  # its own, so that other laws try what they tried
    viewer, skipped = dice.number(run.seats + 1), dice.number(SELDOM)
    if skipped:
        return
    run.focus = viewer, ""
    left = {item for item in _items(run.match.live) if item[0].partition(".")[0] not in run.game.undealt}
    for number in range(ENOUGH):
        state = run.match.live.copy()
        run.game.resample(state, viewer, Stream(derive(b"world", run.seed, run.decision, number)))
        left -= _items(state)
        if not left:
            break
    run.expect("resample_reaches", not left, "viewer {}: in none of {} worlds: {}", viewer, ENOUGH, sorted(left)[:4])


def _items(state: Any) -> set[tuple[str, str]]:
    """Return what lies in each zone, with what lies beside it, and every other fact of a state, as names and values."""
    named = dict(state.zones())
    found = {
        (name, str(entry))
        for name, zone in named.items()
        for entry in zip(zone.cards, *getattr(zone, "marks", ()), strict=True)
    }
    facts = {name: value for name, value in describe(state).items() if name not in {"chance", "info", "learned"}}
    inside = tuple(f"{name}." for name in named)
    found |= {(path, str(value)) for path, value in leaves(facts) if not path.startswith(inside)}
    return found


def varies(run: Run) -> None:
    """Resampling really deals anew what a viewer cannot know."""
    viewer = run.dice.number(run.seats + 1)
    live = run.match.live
    deals = []
    for _ in range(DEALS):
        state = live.copy()
        run.game.resample(state, viewer, Stream(fresh(run)))
        deals.append(state)
    for name, chance in _hidden_zones(live, viewer).items():
        cards = [_unknown(dict(state.zones())[name], viewer) for state in deals]
        run.varied.add(run.seed, f"{name} unseen by {viewer}", cards, chance)
    _pending(run, viewer)
    named = {name for name, _ in live.zones()}
    inside = tuple(f"{name}." for name in named)
    rows = [dict(leaves(describe(state))) for state in deals]
    paths: dict[str, list[str]] = {}
    for path in rows[0]:
        if path.rpartition(".cards")[0] not in named and not path.startswith(inside):
            paths.setdefault(_FIELD.sub(r"\1", path), []).append(path)  # a board is one item, not one a field
    for name, fields in paths.items():
        values = [tuple(row.get(path) for path in fields) for row in rows]
        if any(value != values[0] for value in values):
            run.varied.add(run.seed, f"{name} unseen by {viewer}", values, 0)


def _pending(run: Run, viewer: int) -> None:
    """Answers of others to a question that is not complete vary over the worlds of a viewer."""
    pending = run.match.pending
    if pending is None or pending.prompt is None or pending.many or pending.prompt.has_tested():
        return
    seats = [seat for seat, by in pending.by.items() if seat != viewer and by in {PLAYER, BOT}]
    if not seats:
        return
    worlds = [run.match.sample(viewer, fresh(run)) for _ in range(DEALS)]
    for seat in seats:
        most = min(len(pending.prompt.legal(world.live, seat, pending.arg)) for world in worlds)
        answers = [world.pending.given[seat] for world in worlds if world.pending is not None]
        run.varied.add(run.seed, f"answer to {pending.prompt.key} unseen by others", answers, 1 / most)


def _unknown(zone: Zone, viewer: int) -> list[int]:
    cards = [c for c, m in zip(zone.cards, zone.masks, strict=True) if not m >> viewer & 1]
    return cards if zone.ordered else sorted(cards)


def _hidden_zones(state: Any, viewer: int) -> dict[str, float]:
    """Return, for each zone with unknown cards, at least the chance that two deals give it the same; 1 if sure."""
    groups: dict[int, list[tuple[str, int, bool]]] = {}
    for name, zone in state.zones():
        for card, mask, group in zip(zone.cards, zone.masks, zone.groups, strict=True):
            if not mask >> viewer & 1:
                groups.setdefault(group, []).append((name, card, zone.ordered))
    chances: dict[str, float] = {}
    for rows in groups.values():
        cards = [card for _, card, _ in rows]
        for name in dict.fromkeys(row[0] for row in rows):
            mine = sum(row[0] == name for row in rows)
            ordered = next(row[2] for row in rows if row[0] == name)
            size = 1 if ordered else mine
            chances[name] = chances.get(name, 1.0) * min(
                _mode(len(cards), cards.count(card), size) for card in set(cards)
            )
    return chances


def _mode(cards: int, kind: int, taken: int) -> float:
    """Return the greatest probability of any number of one kind among cards taken at random."""
    return max(
        comb(kind, k) * comb(cards - kind, taken - k) / comb(cards, taken)
        for k in range(max(0, taken - (cards - kind)), min(kind, taken) + 1)
    )


# Sampled worlds


def samples(run: Run) -> None:
    """A sampled world looks to the seat as the match does, can be played on, and leaves the match alone."""
    match = run.match
    viewer = run.dice.number(run.seats + 1)
    run.focus = viewer, ""
    before = match.live.encoded()
    seed = fresh(run)
    world, again = match.sample(viewer, seed), match.sample(viewer, seed)
    run.expect(
        "sample_same_seed", world.live.encoded() == again.live.encoded(), f"viewer {viewer}: one seed, two worlds"
    )
    true, other = match.frame(viewer, run.before.shown(viewer)), world.frame(viewer, run.before.shown(viewer))
    true.may_undo = other.may_undo = False
    run.expect("sample_frame", encode(true) == encode(other), "viewer {}: {}", viewer, Differing(true, other))
    _open_answers(run, world, viewer)
    play_on(run, world, 200 if run.some(6) else 12)
    run.expect("sample_leaves_match", before == match.live.encoded(), "sampling or playing on changed the match")


def _open_answers(run: Run, world: Match[Any], viewer: int) -> None:
    """Answers given to the open set are legal in the world, the viewer's own is the true one."""
    old, new = run.match.pending, world.pending
    if old is None or new is None or new.prompt is None:
        return
    for seat, codes in new.given.items():
        legal = new.prompt.allows(world.live, seat, new.arg, codes)
        run.expect("sample_open_set", legal, f"seat {seat}'s answer {codes} is not legal in a world of {viewer}")
        if seat == viewer:
            run.expect("sample_open_set", codes == old.given[seat], "the viewer's own answer changed")


def play_on(run: Run, match: Match[Any], most: int) -> None:
    """Play some answers on in a world: rules run, all that is asked has an answer, counts are kept."""
    while not match.over and most:
        most -= 1
        for seat in match.waiting:
            run.expect("sample_plays", bool(match.legal(seat)), f"seat {seat} has no legal action in a sampled world")
        seat = run.dice.choice(match.waiting)
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, run.dice))
    counts = components(run.game, match.live)
    run.expect("sample_conserves", counts == components(run.game, run.match.live), "{}", counts)
