"""The players: faction, resources, hand, modifications, titles, trophies, treaties, and what lies on them."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import inner, say, seat_of, term
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Fact, Line, Panel, Phrase, Piece, Print, Zone
from shapan.games.battlefield import names, pacts
from shapan.games.battlefield.board.offers import BoardPrompt
from shapan.games.battlefield.board.prints import any_card, emblem_of, faction_card, known_card
from shapan.games.battlefield.board.words import clause_of, joined, territory_of
from shapan.games.battlefield.records import C_PROPOSER, C_TARGET, C_TYPE, OWNED, Treaty
from shapan.games.battlefield.rules import attack
from shapan.games.battlefield.state import Battlefield

_HARM_GLYPH: Final = "i-alert"
_MAX_EXPLAINED: Final = 2
"""Of so many clauses the card of a treaty has room for what they mean."""


def make_panel(view: Battlefield, seat: int, asked: BoardPrompt) -> Panel:
    """Return what all know of a player, and what the viewer alone has seen of his hand."""
    faction = view.factions[seat]
    zones = [
        Zone(f"equipped{seat}", "row", say("label", "modification"), owner=seat, pieces=_equipped(view, seat, asked)),
        Zone(f"titles{seat}", "row", say("label", "titles"), owner=seat, pieces=_titles(view, seat)),
        Zone(f"treaties{seat}", "row", say("label", "treaties"), owner=seat, pieces=_treaties(view, seat)),
        Zone(f"harms{seat}", "row", say("board", "harms"), owner=seat, pieces=_harms(view, seat)),
        Zone(f"seen{seat}", "secret", say("board", "seen_hand"), owner=seat, pieces=_seen(view, seat)),
    ]
    panel = Panel(
        seat,
        state=_states(view, seat),
        zones=[zone for zone in zones if zone.pieces],
        facts=_facts(view, seat),
        targets=asked.take("panel", seat),
    )
    if faction != UNKNOWN:
        panel.title, panel.glyph = say("faction", names.FACTIONS[faction]), emblem_of(faction)
        row = names.FACTION_ROWS[names.FACTIONS[faction]]
        panel.note = say("ability_text", row["talent"])
        panel.card = faction_card(f"faction{seat}", faction)
    return panel


def _facts(view: Battlefield, seat: int) -> list[Fact]:
    facts = [
        Fact("resources", say("label", "resources"), view.resources[seat], glyph="t-coin", rule="BF-3.4"),
        Fact("hand", say("label", "hand"), len(view.hands[seat]), glyph="i-cards", rule="BF-3.9", holds="card"),
    ]
    trophies = view.trophies[seat].cards
    if trophies:
        facts.append(Fact("trophies", _trophies(trophies), len(trophies), glyph="t-trophy", rule="BF-8.2"))
    return facts


def _trophies(cards: list[int]) -> Phrase:
    lands = joined([territory_of(one) for one in cards])
    return say("board", "trophies", lands=inner(lands))


def _states(view: Battlefield, seat: int) -> list[str]:
    """Return what a player is just now: in turn, attacked, out of the game."""
    states = {
        "turn": seat == view.active and view.ring > 0 and view.is_in(seat),
        "defender": view.attack is not None and _victim(view) == seat,
        "target": view.special is not None and view.special.target == seat,
        "out": not view.is_in(seat),
    }
    return [name for name, on in states.items() if on]


def _victim(view: Battlefield) -> int:
    one = view.attack
    assert one is not None
    if one.target < attack.LAND and not view.is_there(one.target):
        return UNKNOWN
    return attack.victim(view)


def attack_seats(view: Battlefield) -> list[int]:
    """BF-7.3: who attacks, then who is attacked."""
    one = view.attack
    assert one is not None
    attacker = view.of(one.attacker, OWNED) if view.is_there(one.attacker) else view.active
    victim = _victim(view)
    return [attacker] if victim == UNKNOWN else [attacker, victim]


def _equipped(view: Battlefield, seat: int, asked: BoardPrompt) -> list[Piece]:
    pieces = []
    for card in view.modifications[seat].cards:
        piece = known_card(f"equipped{seat}.{card}", card)
        piece.suit, piece.mark = None, ""
        if not view.has_modification(seat, card):
            piece.flags = ["idle"]
        if seat == asked.viewer:
            piece.targets = asked.take("equipped", card)
        pieces.append(piece)
    return pieces


def _titles(view: Battlefield, seat: int) -> list[Piece]:
    """BF-10: the titles of a player, each with what it brings."""
    return [
        Piece(f"title.{name}", "card", "i-crown", say("title", name), say("title_text", name))
        for number, name in enumerate(names.TITLES)
        if view.titles[number] == seat
    ]


def _treaties(view: Battlefield, seat: int) -> list[Piece]:
    """BF-12.6: a plate for each partner, with all clauses that the viewer may know."""
    partners: dict[int, list[Treaty]] = {}
    for row in view.treaties:
        if seat in (row[C_PROPOSER], row[C_TARGET]):
            partners.setdefault(pacts.partner(row, seat), []).append(row)
    pieces = []
    for other, rows in sorted(partners.items()):
        kinds = joined([say("clause", names.CLAUSES[row[C_TYPE]]) for row in rows])
        partner = term("faction", names.FACTIONS[view.factions[other]])
        label = say("board", "treaty_with", partner=partner, clauses=inner(kinds))
        pieces.append(_treaty(view, f"treaty{seat}.{other}", label, rows))
    return pieces


def _treaty(view: Battlefield, name: str, label: Phrase, rows: Sequence[Treaty]) -> Piece:
    """Return a treaty as a card, with a line for each clause."""
    said = [clause_of(view, row) for row in rows]
    lines = [Line(clause, bound) for clause, bound in said]
    if len(rows) <= _MAX_EXPLAINED:
        texts = [say("clause_text", names.CLAUSES[row[C_TYPE]]) for row in rows]
        lines = [
            Line(clause, say("board", "clause_means", bound=inner(bound), text=inner(text)))
            for (clause, bound), text in zip(said, texts, strict=True)
        ]
    help_ = joined([say("board", "clause", clause=inner(clause), bound=inner(bound)) for clause, bound in said])
    printed = Print(say("board", "treaty"), lines=lines)
    return Piece(name, "card", "t-treaty", label, help_, rule="BF-12.3", print=printed)


def make_reading(view: Battlefield, prompt: Prompt[Any] | None) -> list[Piece]:
    """BF-12.1: the treaty that the viewer is asked to sign, to be read beside the question."""
    if prompt is None or prompt.key != "treaty_offer" or not view.proposal:
        return []
    label = say("board", "treaty_of", proposer=seat_of(view.proposal[0][C_PROPOSER]))
    return [_treaty(view, "treaty.offered", label, view.proposal)]


def _harms(view: Battlefield, seat: int) -> list[Piece]:
    """Return what lies on a player until the end of his next turn."""
    return [
        Piece(f"harm{seat}.{name}", "card", _HARM_GLYPH, say("card", name), say("card_text", name), owner=by)
        for harm, name in enumerate(names.HARMS)
        if (by := view.harmed_by[seat][harm]) >= 0
    ]


def _seen(view: Battlefield, seat: int) -> list[Piece]:
    """Section 6: the hand cards of another that the viewer knows by looks."""
    if seat == view.viewer:
        return []
    known = [card for card in view.hands[seat].cards if card != UNKNOWN]
    return [any_card(f"seen{seat}.{number}", card) for number, card in enumerate(sorted(known))]
