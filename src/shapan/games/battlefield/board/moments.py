"""Moments: fights lane by lane, land that is captured or bombed away, factions that fall, treaties, titles, the die."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any, Final

from shapan.engine.dossier import phrase_of
from shapan.engine.kinds import UNKNOWN
from shapan.engine.moment import Beat, EventHistory, Face, Maker, Moment, Note, VisibleEvent
from shapan.engine.scene import Phrase, Piece
from shapan.games.battlefield import events, names
from shapan.games.battlefield.board.lanes import fight
from shapan.games.battlefield.board.prints import emblem_of, known_card
from shapan.games.battlefield.events import EVENTS

_ROLL: Final = range(1, 7)
_NUKE: Final = "t-nuke"


def words_of(seen: VisibleEvent) -> dict[str, Any]:
    """Return the words of an event by the names of its parameters."""
    return phrase_of(EVENTS, seen).words


def tone(told: EventHistory, winner: int, loser: int) -> str:
    """Return how it is for the viewer: good for one seat, bad for another, neither for all else."""
    return {winner: "good", loser: "bad"}.get(told.viewer, "")


def ground(territory: int) -> Piece:
    """Return a territory as a piece, drawn by its terrain."""
    terrain = names.TERRAINS[names.TERRAIN[territory]]
    return Piece("moment.land", "token", f"t-{terrain}", Phrase(f"territory.{names.TERRITORIES[territory]}"))


# BF-1, BF-3: factions


def factions(told: EventHistory) -> Moment | None:
    """BF-1.2: all factions are shown together, once the last of them lies open."""
    following = next(told.after(), None)
    if following is not None and following.kind == events.FACTION_CHOSEN:
        return None
    chosen = [told.now, *(seen for seen in told.before() if seen.kind == events.FACTION_CHOSEN)][::-1]
    notes = [
        Note(
            phrase_of(EVENTS, seen),
            Phrase(f"ability_text.{names.FACTION_ROWS[names.FACTIONS[seen.open[1]]]['talent']}"),
        )
        for seen in chosen
    ]
    pieces = [
        Piece(f"moment{seat}", "card", emblem_of(faction), Phrase(f"faction.{names.FACTIONS[faction]}"), owner=seat)
        for seat, faction in (seen.open for seen in chosen)
    ]
    lie = Beat(Phrase("moment.factions_lie"))
    return Moment("roll", [Beat(Phrase("moment.factions")), lie, lie], 1_600, "BF-1.2", pieces=pieces, notes=notes)


# BF-7.8: land changes hands


def captured(told: EventHistory) -> Moment:
    """BF-7.8: a territory goes to who took its last point."""
    seat, loser, territory, _ = told.now.open
    words = words_of(told.now)
    taken = Beat(Phrase("moment.captured", words), Phrase("moment.captured_text", words), tone(told, seat, loser))
    return Moment(
        "capture",
        [Beat(Phrase("moment.falls", words)), taken, taken],
        1_600,
        "BF-7.8",
        [seat, loser],
        Phrase("moment.captured_foot", words),
        pieces=[ground(territory)],
    )


def gone(told: EventHistory) -> Moment:
    """BF-8.2: a territory leaves the map by a bomb; what was destroyed with it, what got away."""
    seat, territory = told.now.open
    words = {**words_of(told.now), **_losses(told, events.HYDROGEN)}
    trophies = 1 + sum(seen.kind == events.TROPHY for seen in told.before())
    away = Beat(Phrase("moment.bombed_away", words), Phrase("moment.bomb_losses", words))
    return Moment(
        "loss",
        [Beat(Phrase("event.hydrogen_uranium_bomb", words)), Beat(Phrase("moment.bomb_losses", words)), away],
        1_800,
        "BF-8.2",
        [seat],
        Phrase("moment.trophies", {"number": trophies}),
        pieces=[ground(territory), Piece("moment.bomb", "token", _NUKE, Phrase("card.hydrogen_uranium_bomb"))],
    )


def _losses(told: EventHistory, *since: int) -> dict[str, Any]:
    """Return how many units were destroyed since an event of some kinds, and how many got away."""
    seen = [one.kind for one in told.before(*since)]
    return {"destroyed": seen.count(events.DESTROYED), "saved": seen.count(events.SAVED)}


def struck(told: EventHistory) -> Moment:
    """BF-8.3, 8.4, 8.6, 8.8: a special attack, and what has come of it as far as it is known."""
    card = _SPECIALS[told.now.kind]
    follows = []
    for seen in told.after(*_NEXT):
        if seen.kind in _FOLLOWS:
            follows.append(phrase_of(EVENTS, seen))
    words, seat = words_of(told.now), told.now.open[0]
    happens = Beat(phrase_of(EVENTS, told.now))
    if told.now.kind == events.ASSASSINATION:
        happens = Beat(Phrase("moment.assassin_hits" if told.now.open[3] else "moment.assassin_fails"), happens.title)
    last = Beat(happens.title, follows[-1] if follows else happens.text)
    return Moment(
        "loss",
        [Beat(Phrase("moment.special", {**words, "card": {"term": f"card.{card}"}})), happens, last],
        1_600,
        EVENTS.types[told.now.kind].rule,
        [seat],
        pieces=[special_card(card)],
        notes=[Note(Phrase("moment.then"), phrase) for phrase in follows[:4] if len(follows) > 1],
    )


def harmed(told: EventHistory) -> Moment | None:
    """BF-8.5, 8.7: EMP and Network Intrusion, once nobody can nullify them any more."""
    seat, target, harm = told.now.open
    if harm == names.BLOCKADED:
        return None
    card, words = names.HARMS[harm], words_of(told.now)
    rule = "BF-8.5" if harm == names.PULSED else "BF-8.7"
    fires = Phrase(f"event.{card}", {"seat": words["seat"], "target": words["target"]})
    happens = Beat(fires, Phrase(f"action_help.{card}"), "bad" if told.viewer == target else "")
    stake = Beat(Phrase("moment.special", {**words, "card": {"term": f"card.{card}"}}))
    return Moment("loss", [stake, happens, happens], 1_600, rule, [seat, target], pieces=[special_card(card)])


def nullified(told: EventHistory) -> Moment:
    """BF-8.1: a special attack comes to nothing by Arius Field."""
    seat, card, _ = told.now.open
    player = next((seen.open[0] for seen in told.before() if seen.kind == events.SPECIAL), seat)
    words = {"seat": {"seat": player}, "card": {"term": f"card.{names.CARDS[card]}"}}
    last = Beat(Phrase("moment.special_nullified"), phrase_of(EVENTS, told.now))
    stake = Beat(Phrase("moment.special", words))
    return Moment(
        "loss", [stake, last, last], 1_600, "BF-8.1", [player, seat], pieces=[special_card(names.CARDS[card])]
    )


def special_card(card: str) -> Piece:
    """Return the card of a special attack as it lies on the stage."""
    return Piece("moment.card", "card", _SIGN.get(card, _NUKE), Phrase(f"card.{card}"))


_SPECIALS: Final = {
    events.NEUTRON: "neutron_bomb",
    events.DIVINE: "divine_punishment",
    events.BIOCHEMICAL: "biochemical_diffusion",
    events.ASSASSINATION: "assassination",
}
_SIGN: Final = {"assassination": "u-person"}
_FOLLOWS: Final = (events.LAND_HIT, events.DESTROYED, events.SAVED, events.CAPTURED, events.SPECIAL_NULLIFIED)
_NEXT: Final = (events.ATTACK_CARD, events.SPECIAL, events.TURN_BEGUN, events.ELIMINATED, events.FELL)


# BF-8.9: a faction falls


def eliminated(told: EventHistory) -> Moment:
    """BF-8.9: a seat is out; it waits for who is out."""
    seat = told.now.open[0]
    by = told.now.open[1] if told.now.kind == events.ELIMINATED else -1
    words = words_of(told.now)
    out = Beat(Phrase("moment.is_out", words), phrase_of(EVENTS, told.now), tone(told, by, seat))
    living = sum(seen.kind == events.FACTION_CHOSEN for seen in told.before())
    left = living - 1 - sum(seen.kind in (events.ELIMINATED, events.FELL) for seen in told.before())
    return Moment(
        "loss",
        [Beat(Phrase("moment.capital_falls", words)), out, out],
        1_800,
        "BF-8.9",
        [seat],
        Phrase("moment.left_over", {"number": left}) if living else None,
        waits=told.viewer == seat,
        pieces=[Piece("moment.capital", "token", "t-star", Phrase("label.capital"), owner=seat)],
    )


def checked(told: EventHistory) -> Moment:
    """BF-9.1: the die that decides whether a character stays, and to whom it goes over."""
    seat, _, die, loyalty = told.now.open
    loyal = told.now.kind == events.LOYAL
    words = words_of(told.now)
    verdict = Beat(Phrase("moment.loyal" if loyal else "moment.disloyal", words))
    verdict.tone = ("good" if loyal else "bad") if told.viewer == seat else ""
    stake = Beat(Phrase("moment.loyalty", words), Phrase("moment.loyalty_text", words))
    faces = [Face(str(face), face <= loyalty, face == die) for face in _ROLL]
    over = next((phrase_of(EVENTS, seen) for seen in told.after(*_CHECKED) if seen.kind == events.DEFECTED), None)
    return Moment("die", [stake, verdict, verdict], 1_200, "BF-9.1", [seat], over, faces=faces)


_CHECKED: Final = (events.LOYAL, events.DISLOYAL)


# BF-6.7: looks


def looked(told: EventHistory) -> Moment | None:
    """BF-6.7: the cards of another that a seat has looked at, all of one look together; nobody else is shown them."""
    seat = told.now.open[0]
    following = next(told.after(), None)
    goes_on = following is not None and (following.kind, following.open) == (told.now.kind, told.now.open)
    if told.viewer != seat or not told.now.secret or goes_on:
        return None
    found = [told.now]
    for seen in told.before():
        if told.now.kind != events.SAW_HAND or (seen.kind, seen.open) != (told.now.kind, told.now.open):
            break
        found.append(seen)
    of_hand = told.now.kind == events.SAW_HAND
    words = {**words_of(told.now), "number": len(found)}
    owner = told.now.open[1] if of_hand else UNKNOWN
    pieces = [known_card(f"moment{place}", seen.secret[0]) for place, seen in enumerate(found[::-1])]
    for piece in pieces:
        piece.owner = owner
    what = "hand" if of_hand else "unit"
    stake = Beat(Phrase(f"moment.looks_{what}", words))
    seen_now = Beat(Phrase(f"moment.saw_{what}", words), Phrase(f"moment.saw_{what}_text", words))
    return Moment(
        "reveal", [stake, seen_now, seen_now], 1_800, "BF-6.7", [seat],
        pieces=pieces, waits=True, private=True,
    )  # fmt: skip


# BF-12, BF-10: treaties and titles


def signed(told: EventHistory) -> Moment:
    """BF-12.1: a treaty is signed, clause by clause."""
    seat, target = told.now.open
    clauses = [seen for seen in told.before(events.PROPOSED) if seen.kind in (events.CLAUSE, events.CLAUSE_AGAINST)]
    notes = [Note(Phrase("moment.clauses"), _clause(seen, told.now.open)) for seen in clauses[::-1]]
    return _bond(told, "signed", [seat, target], notes, "t-treaty", "BF-12.1")


def _clause(seen: VisibleEvent, parties: tuple[int, ...]) -> Phrase:
    """Return a clause with the player whom it binds, where it is one."""
    phrase, side = phrase_of(EVENTS, seen), seen.open[1]
    if side != names.BOTH:
        phrase.words["side"] = {"seat": parties[side]}
    return phrase


def torn(told: EventHistory) -> Moment:
    """BF-12.4: a treaty is torn up."""
    moment = _bond(told, "torn", [*told.now.open], [], "t-torn", "BF-12.4")
    moment.beats[1].tone = moment.beats[2].tone = "bad" if told.viewer == told.now.open[1] else ""
    return moment


def _bond(told: EventHistory, key: str, seats: list[int], notes: list[Note], sign: str, rule: str) -> Moment:
    words = words_of(told.now)
    now = Beat(phrase_of(EVENTS, told.now), Phrase(f"moment.{key}_text", words))
    piece = Piece("moment.treaty", "token", sign, Phrase("label.treaties"))
    return Moment(
        "title", [Beat(Phrase("moment.treaty", words)), now, now], 1_400, rule, seats, pieces=[piece], notes=notes
    )


def title(told: EventHistory) -> Moment:
    """BF-10: a title comes to a seat, with what it does."""
    name = names.TITLES[events.TITLE.index(told.now.kind)]
    now = Beat(phrase_of(EVENTS, told.now), Phrase(f"title_text.{name}"))
    now.tone = "good" if told.viewer == told.now.open[0] and name != "loser" else ""
    stake = Beat(Phrase("moment.title", {"title": {"term": f"title.{name}"}}))
    return Moment("title", [stake, now, now], 1_400, EVENTS.types[told.now.kind].rule, [told.now.open[0]])


MOMENTS: Final[dict[int, Maker]] = {
    events.FACTION_CHOSEN: factions,
    events.FIGHT_OVER: fight,
    events.CAPTURED: captured,
    events.TROPHY: gone,
    **dict.fromkeys(_SPECIALS, struck),
    events.HARMED: harmed,
    events.SPECIAL_NULLIFIED: nullified,
    **dict.fromkeys((events.ELIMINATED, events.FELL), eliminated),
    **dict.fromkeys((events.LOYAL, events.DISLOYAL), checked),
    **dict.fromkeys((events.SAW_HAND, events.SAW_UNIT), looked),
    events.TREATY_MADE: signed,
    events.TORN: torn,
    **dict.fromkeys((kind for number, kind in enumerate(events.TITLE) if number != names.ECONOMIC_HEGEMONY), title),
}
LANDMARKS: Final = (
    "captured", "eliminated", "fell", "trophy", "neutron_bomb", "divine_punishment", "biochemical_diffusion",
    "fight_over", "treaty_made", "torn", "conquest", "just_world", "nuclear_doomsday", "round_limit",
)  # fmt: skip
