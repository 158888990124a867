"""D2, D3: who leads and who is hired (MFX-11): what there is, for how much, ready lists, what flows into the pool."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.list_builder import Muster, Offered, Ready, Rest, Sorting
from shapan.engine.phrases import inner, listed, say, seat_of, term
from shapan.engine.scene import Line, Phrase, Piece
from shapan.games.malifaux import actions, names, roster
from shapan.games.malifaux.board.cards import scheme_card
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.profile import model_card
from shapan.games.malifaux.cards.crew import CrewList
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.rules import hire
from shapan.games.malifaux.state import Malifaux

_DEAREST: Final = (8, 6, 4, 0)
"""Least costs under the headings by cost."""
_TASKS: Final = ("shoot", "cast", "fight", "support")
KEYWORD, VERSATILE, OTHER = range(3)


def make_muster(view: Malifaux, asked: BoardPrompt) -> Muster | None:
    """Return what the viewer puts together now; None where he hires nobody."""
    if asked.key == "leader":
        return _leaders(view, asked)
    return _crew(view, asked) if asked.key in ("hire", "masters") else None


# D2: the leader, or a ready list


def _leaders(view: Malifaux, asked: BoardPrompt) -> Muster:
    """MFX-11.1: return the models that can lead, by faction, and the ready lists of the size that is played."""
    made = Muster("leader", say("hiring", "leader"), say("hiring", "of_stones", value=view.rules.size))
    made.about, made.goals, made.others = _about(view), _goals(view), _others(view, asked.viewer)
    factions = [faction for faction in roster.FACTIONS if hire.leaders(faction)]
    made.sortings = [Sorting(say("hiring", "by_faction"), [Line(say("faction", name)) for name in factions])]
    for code in asked.legal:
        if actions.LEADER.has(code):
            faction, card = actions.LEADER.values(code)
            name = f"{roster.FACTIONS[faction]}.{roster.MODELS[card].id}"
            one = Offered(name, code, model_card(card, f"leader.{name}", asked.viewer), text=_good_for(card))
            one.piece.note = say("station", roster.MODELS[card].station)
            one.heads = [factions.index(roster.FACTIONS[faction])]
            made.offered.append(one)
        elif actions.LIST_.has(code):
            made.ready.append(_ready_answer(roster.CREWS[actions.LIST_.value(code)], code))
    return made


def _ready_answer(crew: CrewList, code: int) -> Ready:
    """Crews 3: return a ready list that is an answer of its own, with the models that it holds."""
    pieces = [
        _row(roster.MODEL.numbers[name], f"{crew.id}.{place}", leads=not place)
        for place, name in enumerate((crew.leader, *crew.models))
    ]
    return Ready(say("crew", crew.id), code=code, pieces=pieces, note=say("hiring", "leads", model=_model(crew.leader)))


def _row(card: int, name: str, *, leads: bool) -> Piece:
    piece = model_card(card, f"list.{name}")
    piece.print, piece.mark = None, "" if leads else str(roster.MODELS[card].cost)
    return piece


# D3: the crew


def _crew(view: Malifaux, asked: BoardPrompt) -> Muster:
    """MFX-11.2 to 11.9: return the models that may be hired, with their costs in this crew."""
    seat = asked.viewer
    leader, faction = roster.MODELS[view.leader_models[seat]], roster.FACTIONS[view.factions[seat]]
    masters, extra = view.masters[seat], asked.key == "masters"
    made = Muster(f"{asked.key}.{faction}.{leader.id}", say("hiring", "crew"), unit="hiring.stones")
    made.note = listed([say("faction", faction), *(say("keyword", word) for word in _keywords(leader))])
    paid = sum(hire.price(leader, faction, roster.MODELS[card]) for card in masters)
    made.budget = view.rules.size - paid
    made.given = [_given(leader.number, say("hiring", "leads_free"))]
    made.given += [_given(card, say("hiring", "paid", value=roster.MODELS[card].cost)) for card in masters]
    made.sortings = _sortings(leader, faction)
    family = actions.MASTER if extra else actions.HIRED
    for card in roster.MODELS:
        cost = hire.price(leader, faction, card)
        if cost >= 0 and (card.station == "master") == extra:
            made.offered.append(_offered(card, cost, leader, faction, family.codes[card.number], seat))
    made.offered.sort(key=lambda one: -one.cost)
    made.sums = [say("hiring", name) for name in ("models", "actions", "use_stones", "shoot")]
    made.start = [sum(column) for column in zip(*(_counts(roster.MODELS[one], one == leader.number)
                                                  for one in (leader.number, *masters)), strict=True)]  # fmt: skip
    if not extra:
        made.ready = _ready(view, leader, faction, masters)
        made.rest = Rest(view.rules.most_stones, "hiring.pool", "x-stone", "MFX-11.9")
    made.about, made.goals, made.others = _about(view), _goals(view), _others(view, seat)
    return made


def _given(card: int, note: Phrase) -> Piece:
    piece = model_card(card, f"given.{card}")
    piece.note = note
    return piece


def _keywords(leader: Model) -> list[str]:
    return list(dict.fromkeys([*leader.keywords, *leader.crew_keywords]))


def _sortings(leader: Model, faction: str) -> list[Sorting]:
    """Return the ways to sort: by keyword as the costs go, by cost, by task."""
    words = listed([say("keyword", word) for word in _keywords(leader)])
    by_keyword = [
        Line(words, say("hiring", "of_keyword")),
        Line(say("hiring", "versatile", faction=term("faction", faction)), say("hiring", "as_printed")),
        Line(say("hiring", "others", faction=term("faction", faction)), say("hiring", "one_more")),
    ]
    by_cost = [Line(say("hiring", "from_cost", value=least)) for least in _DEAREST]
    return [
        Sorting(say("hiring", "by_keyword"), by_keyword),
        Sorting(say("hiring", "by_cost"), by_cost),
        Sorting(say("hiring", "by_task"), [Line(say("hiring", f"task_{name}")) for name in _TASKS]),
    ]


def _offered(card: Model, cost: int, leader: Model, faction: str, code: int, seat: int) -> Offered:
    one = Offered(card.id, code, model_card(card.number, f"hire.{card.id}", seat), cost, max(1, card.allowance))
    one.piece.note, one.text = say("station", card.station), _good_for(card.number)
    at_cost = next(place for place, least in enumerate(_DEAREST) if cost >= least)
    one.heads = [_group(card, leader, faction), at_cost, _TASKS.index(_tasks(card)[0])]
    one.counts = _counts(card, False)
    return one


def _group(card: Model, leader: Model, faction: str) -> int:
    """MFX-11.3 to 11.5: tell for which reason a model may be hired."""
    if card.totem_for == leader.id or set(card.keywords) & set(_keywords(leader)):
        return KEYWORD
    return VERSATILE if card.is_versatile else OTHER


def _counts(card: Model, leads: bool) -> list[int]:
    """Return what a model adds: 1, its actions a turn (MFX-8.2), whether it uses soulstones (MFX-9.2), and shoots."""
    uses = leads or card.station in {"master", "henchman"}
    return [1, 3 if leads or card.station == "master" else 2, int(uses), int("shoot" in _tasks(card))]


def _tasks(card: Model) -> list[str]:
    """Return what a model is good for, by its actions; there is one at least."""
    ranges = {action.range_type for action in card.actions if action.is_attack}
    found = [
        task for task, range_ in (("shoot", "projectile"), ("cast", "normal"), ("fight", "melee")) if range_ in ranges
    ]
    if any(not action.is_attack and action.range_type != "self" for action in card.actions):
        found.append("support")
    return found or ["support"]


def _good_for(card: int) -> Phrase:
    """Return in one line what a model is good for, and what it has that others lack."""
    model = roster.MODELS[card]
    words = [say("hiring", f"does_{task}") for task in _tasks(model)]
    if model.station in {"master", "henchman"}:
        words.append(say("hiring", "does_stones"))
    return listed(words)


def _ready(view: Malifaux, leader: Model, faction: str, masters: Sequence[int]) -> list[Ready]:
    """Crews 3: return the ready lists of this leader that are not dearer than the match allows."""
    return [
        Ready(say("crew", crew.id), list(crew.models), note=say("hiring", "stones", value=crew.cost))
        for crew in roster.CREWS
        if crew.leader == leader.id and crew.faction == faction and crew.cost <= view.rules.size and not masters
    ]


# What it is for


def _about(view: Malifaux) -> list[Line]:
    """Return strategy and deployment, for which a crew is chosen, and the head of the scheme pool."""
    strategy = names.STRATEGIES[view.strategy]
    return [
        Line(say("strategy", strategy), say("strategy_help", strategy)),
        Line(say("label", "deployment"), say("deployment", names.DEPLOYMENTS[view.deployment])),
        Line(say("label", "pool")),
    ]


def _goals(view: Malifaux) -> list[Piece]:
    """Return the cards of the scheme pool."""
    return [scheme_card(f"goal.{names.SCHEMES[scheme]}", scheme) for scheme in view.pool]


def _others(view: Malifaux, viewer: int) -> list[Line]:
    """Return who leads the other crew, as soon as all know it: both are shown together (MFX-10.6)."""
    rows = []
    for seat in range(view.seats):
        leader = view.leader_models[seat]
        if seat == viewer:
            continue
        told = say("hiring", "still_open")
        if leader != UNKNOWN and view.leader_models[viewer] != UNKNOWN:
            faction = term("faction", roster.FACTIONS[view.factions[seat]])
            told = say("hiring", "led_by", faction=faction, model=_model(roster.MODELS[leader].id))
        rows.append(Line(say("hiring", "seat", seat=seat_of(seat)), told))
    return rows


def _model(name: str) -> object:
    return inner(say("model", name))
