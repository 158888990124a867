"""What is printed on skill cards, destinations, Quorum and loyalty cards, tokens and character sheets (C1 to C10)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import Kind
from shapan.engine.scene import Line, Phrase, Piece, Print, Sign, Stake, Suit, Target
from shapan.games.battlestar import names
from shapan.games.battlestar.board.crisis_prints import crisis_card
from shapan.games.battlestar.board.words import SUITS, help_of, name_of, say, skill_of, term_of
from shapan.games.battlestar.cards import CHARACTER_CARDS, DESTINATION_CARDS, Destination
from shapan.games.battlestar.rules.quorum import ROLLS

_SLATE, _RED, _BLUE, _BRASS, _VIOLET, _OLIVE = 6, 7, 8, 10, 11, 12
_GROUPS: Final = {"political": _BRASS, "military": _OLIVE, "pilot": _BLUE, "support": _VIOLET}
_RESTORE: Final = "restore"
ALWAYS: Final = ("william_adama", "laura_roslin", "gaius_baltar", "kara_thrace")
"""Characters whose ability works by itself; the others may use theirs (C1)."""
ELSE: Final = ("encourage_mutiny", "food_rationing", "inspirational_speech")
"""Those that say what happens on the other faces."""
STAYING: Final = {
    "accept_prophecy": "table",
    "assign_arbitrator": "holder",
    "assign_mission_specialist": "holder",
    "assign_vice_president": "holder",
    "food_rationing": "removed",
    "inspirational_speech": "removed",
}
"""Where a Quorum card goes that is not simply discarded (C6)."""


def card(name: str, kind: Kind, value: int, targets: Sequence[Target] = ()) -> Piece:
    """Return a card or token that lies face up."""
    table, word = term_of(kind, value)
    if table == "crisis":
        piece = crisis_card(name, names.CRISES.index(word))
    elif table == "super_crisis":
        piece = crisis_card(name, names.SUPER_CRISES.index(word), of_super=True)
    else:
        piece = Piece(name, "card", label=name_of(kind, value), help=help_of(kind, value))
        _PRINTERS[table](piece, word)
    piece.targets = list(targets)
    return piece


def faces(least: int, most: int) -> Phrase:
    """Return how many faces of the die lie in a range."""
    return Phrase("print.faces", {"times": most - least + 1, "of": names.DIE})


def _rolled(least: int, most: int) -> Phrase:
    return Phrase("print.or_more", {"least": least}) if most == names.DIE else Phrase("print.or_less", {"most": most})


def skill_card(name: str, value: int) -> Piece:
    """Return a skill card: its strength and type, when it is played, what it does, what it is worth in a check."""
    type_, strength = names.type_of(value), names.strength_of(value)
    worth = Phrase("print.worth", {"value": strength, "type": names.TYPE.phrase(type_)})
    return Piece(
        name,
        "card",
        "",
        skill_of(value),
        skill_of(value, "skill_help"),
        mark=str(strength),
        suit=SUITS[type_],
        note=skill_of(value, "skill_hint"),
        print=Print(kind=skill_of(value, "skill_when"), text=skill_of(value, "skill_text"), foot=[Sign(worth)]),
    )


def _destination(piece: Piece, word: str) -> None:
    """Its distance, what it costs, and what the Admiral may do there (BSG-14.4)."""
    one = next(row for row in DESTINATION_CARDS if row.id == word)
    cost = say("destination_cost", word) if one.effects.effects else say("print", "no_cost")
    piece.face, piece.mark = "f-planet", str(one.distance)
    piece.suit = Suit("", _BLUE, "f-planet", say("print", "distance"))
    piece.note = say("destination_hint", word)
    piece.print = Print(kind=say("print", "destination"), lines=[Line(say("print", "cost"), cost)], stake=_stake(one))


def _stake(one: Destination) -> Stake | None:
    if not one.risk:
        return None
    title = say("destination_risk", one.risk)
    if one.risk == _RESTORE:
        return Stake(title)
    return Stake(
        title,
        [
            Line(_rolled(one.reach, names.DIE), say("destination_win", one.id)),
            Line(say("print", "else"), say("destination_loss", one.risk)),
        ],
        faces(one.reach, names.DIE),
    )


def _quorum(piece: Piece, word: str) -> None:
    """Who may play it, what it does, what is rolled, where it goes."""
    lines = []
    note = None
    if word in ROLLS:
        lines.append(Line(_rolled(*ROLLS[word]), say("quorum_hit", word)))
        if word in ELSE:
            lines.append(Line(say("print", "else"), say("quorum_miss", word)))
        note = Sign(faces(*ROLLS[word]))
    after = Sign(say("quorum_after", STAYING.get(word, "discard")))
    piece.face = "v-vote"
    piece.suit = Suit("", _BRASS, "v-vote", say("print", "quorum"))
    piece.note = say("quorum_hint", word)
    text = say("quorum_text", word) if word in ROLLS else say("quorum_help", word)
    piece.print = Print(say("print", "by_president"), text=text, lines=lines, foot=[*([note] if note else []), after])


def _loyalty(piece: Piece, word: str) -> None:
    """Red or blue with a figure, and what it does when its owner reveals."""
    cylon, neither = word.startswith("cylon"), word == "sympathizer"
    tone, side = (_VIOLET, "sympathizer") if neither else (_RED, "cylon") if cylon else (_BLUE, "human")
    piece.face = "i-loyal"
    piece.suit = Suit("", tone, "i-loyal", say("print", side))
    piece.print = Print(
        say("print", "loyalty"),
        text=None if cylon else help_of(names.LOYALTY, names.LOYALTIES.index(word)),
        lines=[Line(say("print", "revealing"), say("loyalty_reveal", word))] if cylon else [],
        picture="s-centurion" if cylon else "i-user",
        foot=[Sign(say("print", "not_in_brig"))] if cylon else [],
    )


def _damage(piece: Piece, word: str) -> None:
    piece.face = "t-burst"
    piece.suit = Suit("", _RED, "t-burst", say("print", "damage"))
    piece.print = Print(say("print", "damage_token"), text=piece.help)


def character_card(name: str, number: int, *, spent: bool = False) -> Piece:
    """Return a character: what he may do, what he can do once, what always holds, what he draws, where he begins."""
    word, one = names.CHARACTERS[number], CHARACTER_CARDS[number]
    own = [Suit(suit.letters, suit.tone, suit.glyph, suit.label, one.skills[type_]) for type_, suit in enumerate(SUITS)]
    draws = say("print", "draws")
    if one.split:
        pair = {key: names.TYPE.phrase(type_) for key, type_ in zip(("one", "other"), one.split, strict=True)}
        draws = Phrase("print.draws_split", {"number": one.split_cards, **pair})
    return Piece(
        name,
        "card",
        "i-user",
        say("character", word),
        suit=Suit("", _GROUPS[one.type], "i-user", say("print", one.type)),
        print=Print(
            kind=draws,
            suits=[suit for suit in own if suit.count],
            lines=[
                _trait("always" if word in ALWAYS else "may", "ability", word),
                _trait("once_used" if spent else "once", "once", word, spent=spent),
                _trait("always", "drawback", word),
            ],
            foot=[Sign(_start(one.start))],
        ),
    )


def _trait(when: str, table: str, word: str, *, spent: bool = False) -> Line:
    words = {"name": {"term": f"{table}.{word}"}, "text": {"term": f"{table}_help.{word}"}}
    return Line(say("print", when), Phrase("print.trait", words), spent=spent)


def _start(start: str) -> Phrase:
    if start in names.LOCATIONS:
        return Phrase("print.starts", {"place": names.LOCATION.phrase(names.LOCATIONS.index(start))})
    return say("print", f"starts_{start}")


def all_cards() -> list[Piece]:
    """Return a card of each kind: skill cards, crises, destinations, Quorum cards, loyalty, damage, characters."""
    kinds = (names.CRISIS, names.SUPER_CRISIS, names.DESTINATION, names.QUORUM, names.LOYALTY, names.DAMAGE_TOKEN)
    named = [(f"{kind.table}.{name}", kind, value) for kind in kinds for value, name in enumerate(kind.names)]
    return [
        *(skill_card(f"skill.{name}", value) for value, name in enumerate(names.SKILLS)),
        *(card(name, kind, value) for name, kind, value in named),
        *(character_card(f"character.{name}", value) for value, name in enumerate(names.CHARACTERS)),
        *(character_card(f"spent.{name}", value, spent=True) for value, name in enumerate(names.CHARACTERS)),
    ]


_PRINTERS: Final = {"destination": _destination, "quorum": _quorum, "loyalty": _loyalty, "damage": _damage}
