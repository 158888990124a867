"""What is printed on the cards: units, orders, strategy, modifications, special attacks, factions, territories."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.scene import Line, Phrase, Piece, Print, Sign, Suit
from shapan.games.battlefield import names
from shapan.games.battlefield.board.words import card_of, territory_of

_SLATE, _RED, _BLUE, _GREEN, _BRASS, _VIOLET, _OLIVE = range(6, 13)
_TONES: Final = {
    names.ORDER: _SLATE, names.STRATEGY: _GREEN, names.MODIFICATION: _BRASS, names.SPECIAL: _VIOLET,
    names.TROOP: _OLIVE, names.CHARACTER: _OLIVE, names.VEHICLE: _OLIVE,
}  # fmt: skip
_ORDERS: Final = {
    names.ATTACK: "b-attack", names.RETREAT: "i-undo", names.MOVE: "i-right", names.REFIT: "t-tower",
    names.TRADE: "t-coin",
}  # fmt: skip
_KIND_GLYPHS: Final = {names.STRATEGY: "t-strategy", names.MODIFICATION: "t-modification", names.SPECIAL: "t-nuke"}
_STRATEGY: Final = {
    names.FULL_RETREAT: "i-undo", names.TACTICAL_EVASION: "t-veil", names.STRATEGIC_TREATY: "t-treaty",
    names.TEAR_UP_TREATY: "t-torn", names.ESPIONAGE: "i-eye", names.AIRDROP: "u-para", names.SABOTAGE: "t-burst",
}  # fmt: skip
UNIT_GLYPHS: Final = {
    "militia": "u-infantry", "rifle_squad": "u-infantry", "scouts": "u-scouts", "demolition_team": "b-self",
    "engineer_company": "u-engineer", "sniper_team": "u-sniper", "assault_platoon": "u-infantry",
    "heavy_infantry": "u-heavy", "paratroopers": "u-para", "mechanized_infantry": "u-apc",
    "flak_battalion": "t-flak", "ew_company": "u-ew", "medic_unit": "u-medic", "drone_swarm": "u-drone",
    "shield_guard": "u-shieldman", "rocket_battery": "u-rocket", "exoframe_vanguard": "u-frame",
    "special_operations": "u-scouts", "fighter_squadron": "u-fighter", "missile_brigade": "u-missile",
    "armored_carrier": "u-apc", "patrol_frame": "u-frame", "main_battle_tank": "u-tank", "gunship": "u-heli",
    "self_propelled_gun": "u-gun", "orbital_shuttle": "u-shuttle", "air_superiority_fighter": "u-fighter",
    "heavy_frame": "u-frame", "stealth_bomber": "u-bomber", "mobile_fortress": "u-fortress",
}  # fmt: skip
"""By unit its symbol; characters are persons."""
_MAX_WITH_PICTURE: Final = 1
"""So many keywords leave room for a picture, however long their texts."""
_COMBAT: Final = (("b-attack", _RED), ("b-defend", _BLUE), ("b-rest", _GREEN), ("b-self", _BRASS))


def glyph_of(card: int) -> str:
    """Return the symbol of a card."""
    kind = names.KIND[card]
    if kind >= names.TROOP:
        return UNIT_GLYPHS.get(names.CARDS[card], "u-person")
    return _ORDERS.get(card) or _STRATEGY.get(card) or _KIND_GLYPHS[kind]


def suit_of(card: int) -> Suit:
    """Return of what kind a card is; an Attack card is red."""
    kind = names.KIND[card]
    tone = _RED if card == names.ATTACK else _TONES[kind]
    return Suit("", tone, glyph_of(card), say("kind", names.KINDS[kind]))


def numbers_of(card: int) -> Phrase:
    """Return power, guard and range as they are printed."""
    power, guard, reach = names.NUMBERS[card]
    return say("unit", "numbers", power=power, guard=guard, range=reach)


def words_of(mask: int) -> list[str]:
    """Return the keywords of a mask, in their order."""
    return [word for number, word in enumerate(names.KEYWORDS) if mask >> number & 1]


def known_card(name: str, card: int) -> Piece:
    """Return a card of the basic pile that lies face up, with all that is printed on it."""
    piece = Piece(name, "card", glyph_of(card), card_of(card), suit=suit_of(card))
    printed = Print(kind=say("kind", names.KINDS[names.KIND[card]]), picture=glyph_of(card))
    if names.KIND[card] >= names.TROOP:
        keywords = words_of(names.PRINTED[card])
        piece.note = numbers_of(card)
        printed.text = numbers_of(card)
        printed.lines = [Line(say("ability", word), say("ability_text", word)) for word in keywords]
        piece.help = say("ability_text", keywords[0]) if keywords else numbers_of(card)
        if len(keywords) > _MAX_WITH_PICTURE:
            printed.picture = ""
        foot = [("loyalty", names.LOYALTY[card]), ("limit", names.LIMIT[card])]
        printed.foot = [Sign(say("board", word, number=number)) for word, number in foot if number]
    else:
        printed.text = piece.help = say("card_text", names.CARDS[card])
    if names.KIND[card] >= names.MODIFICATION:
        piece.mark = str(names.COST[card])
    piece.print = printed
    return piece


def any_card(name: str, card: int) -> Piece:
    """Return a card, face down where it is not known."""
    return known_card(name, card) if card != UNKNOWN else Piece(name, "card", flags=["face_down"])


def emblem_of(faction: int) -> str:
    """Return the symbol of a faction."""
    return f"f-{names.FACTIONS[faction]}"


def faction_card(name: str, faction: int) -> Piece:
    """Return a faction with its talent and the effect of its capital (4.4)."""
    word = names.FACTIONS[faction]
    row = names.FACTION_ROWS[word]
    lines = [
        Line(say("board", part, ability=say_term(row[key])), say("ability_text", row[key]))
        for part, key in (("talent", "talent"), ("capital_effect", "capital"))
    ]
    return Piece(
        name, "card", emblem_of(faction), say("faction", word), say("ability_text", row["talent"]),
        suit=Suit("", _SLATE, "t-star", say("label", "faction")),
        print=Print(kind=say("label", "faction"), picture=emblem_of(faction), lines=lines),
    )  # fmt: skip


def say_term(ability: str) -> dict[str, str]:
    """Return the name of an ability as a part of a phrase."""
    return {"term": f"ability.{ability}"}


def territory_card(name: str, territory: int) -> Piece:
    """Return a territory as a card: terrain and fort strength (4.3)."""
    terrain = names.TERRAINS[names.TERRAIN[territory]]
    kind = say("board", "ground", terrain={"term": f"terrain.{terrain}"}, fort=names.FORT[territory])
    return Piece(
        name, "card", f"t-{terrain}", territory_of(territory), say("terrain_text", terrain),
        mark=str(names.FORT[territory]), suit=Suit("", _SLATE, f"t-{terrain}", say("terrain", terrain)), note=kind,
        print=Print(kind=kind, picture=f"t-{terrain}", text=say("terrain_text", terrain)),
    )  # fmt: skip


def combat_card(name: str, card: int, owner: int = UNKNOWN) -> Piece:
    """Return a combat card (4.0), face down where it is not known."""
    if card == UNKNOWN:
        return Piece(name, "card", owner=owner, flags=["face_down"])
    word, (glyph, tone) = names.COMBAT_CARDS[card], _COMBAT[card]
    return Piece(
        name, "card", glyph, say("combat", word), say("combat_text", word), owner=owner,
        suit=Suit("", tone, glyph, say("combat", word)),
    )  # fmt: skip


def all_cards() -> list[Piece]:
    """Return a card of each kind that there is."""
    return [
        *(known_card(f"all.{word}", card) for card, word in enumerate(names.CARDS)),
        *(faction_card(f"all.{word}", faction) for faction, word in enumerate(names.FACTIONS)),
        *(territory_card(f"all.{word}", one) for one, word in enumerate(names.TERRITORIES)),
        *(combat_card(f"all.{word}", card) for card, word in enumerate(names.COMBAT_CARDS)),
    ]
