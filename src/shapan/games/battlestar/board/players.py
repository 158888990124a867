"""The players' strip: character, place, titles, hand, loyalty, attached cards, and what is spent (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Offers
from shapan.engine.scene import Fact, Panel, Piece, Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.board.prints import card, character_card
from shapan.games.battlestar.board.words import place_of, say, sheet
from shapan.games.battlestar.state import Battlestar


def make_panel(view: Battlestar, seat: int, viewer: int, offers: Offers) -> Panel:
    """Return what all know of a player; for himself also his secrets, folded away."""
    opened = [card(f"open{seat}.{n}", names.LOYALTY, value) for n, value in enumerate(view.loyalty_open[seat].cards)]
    attached = [card(f"attached{seat}.{n}", names.QUORUM, value) for n, value in enumerate(view.attached(seat))]
    zones = [_row(f"open{seat}", "row", "open_loyalty", opened), _row(f"attached{seat}", "row", "attached", attached)]
    if seat == viewer:
        zones += [*_secrets(view, seat, offers), *_looks(view, seat)]
    panel = Panel(
        seat,
        state=_states(view, seat),
        zones=[zone for zone in zones if zone.pieces],
        facts=[
            Fact("hand", say("board", "hand"), len(view.hands[seat]), glyph="i-cards", rule="BSG-16.1", holds="skill"),
            Fact(
                "loyalty",
                say("board", "loyalty"),
                len(view.loyalty[seat]),
                glyph="i-loyal",
                rule="BSG-11.1",
                holds="loyalty",
            ),
        ],
        targets=offers.take("panel", seat),
    )
    character = view.characters[seat]
    if character != UNKNOWN:
        panel.title = say("character_short", names.CHARACTERS[character])
        panel.place = place_of(view.at[seat])
        spent = bool(view.used[seat])
        if not view.revealed[seat]:
            panel.note = sheet(character, spent)
            panel.card = character_card(f"character{seat}", character, spent=spent)
    return panel


def _states(view: Battlestar, seat: int) -> list[str]:
    states = {
        "turn": seat == view.active,
        "president": seat == view.president,
        "admiral": seat == view.admiral,
        "cylon": view.revealed[seat],
        "target": view.check is not None and view.check.target == seat,
        "super_crisis": view.has_super(seat),
    }
    return [name for name, on in states.items() if on]


def _row(name: str, kind: str, label: str, pieces: list[Piece], owner: int = -1) -> Zone:
    return Zone(name, kind, say("board", label), owner=owner, pieces=pieces)


def _secrets(view: Battlestar, seat: int, offers: Offers) -> list[Zone]:
    """Return the own loyalty, folded away; the President's Quorum cards; a Cylon's Super Crisis."""
    loyalty, quorum = (
        [card(f"{name}{number}", kind, value, offers.take(name, value)) for number, value in enumerate(cards or [])]
        for name, kind, cards in (
            ("loyalty", names.LOYALTY, view.own_loyalty(seat)),
            ("quorum", names.QUORUM, view.own_quorum()),
        )
    )
    held = view.super_hands[seat].cards
    supers = [card("super_crisis", names.SUPER_CRISIS, value, offers.take("super")) for value in held]
    return [
        _row("loyalty", "secret", "own_loyalty", loyalty),
        _row("quorum", "hand", "quorum_hand", quorum),
        _row("super_crisis", "secret", "super_crisis", supers),
    ]


def _looks(view: Battlestar, seat: int) -> list[Zone]:
    """Return the loyalty cards of others that a seat has looked at."""
    zones = []
    for other in range(view.seats):
        seen = sorted(value for value in view.loyalty[other].cards if value != UNKNOWN) if other != seat else []
        pieces = [card(f"seen{other}.{number}", names.LOYALTY, value) for number, value in enumerate(seen)]
        zones.append(_row(f"seen{other}", "secret", "seen_loyalty", pieces, other))
    return zones
