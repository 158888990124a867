"""The ring (BF-2): domains in their order round the table, their columns, territories and the units in them."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import inner, say, seat_of, term
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.battlefield import actions, formulas, names, space
from shapan.games.battlefield.board.offers import BoardPrompt, land_id, place_id, unit_id
from shapan.games.battlefield.board.prints import known_card, numbers_of, say_term, territory_card, words_of
from shapan.games.battlefield.board.words import joined, territory_of
from shapan.games.battlefield.records import DURABILITY, EVASION, OPEN, OWNED, PAID, SPENT, STAY
from shapan.games.battlefield.rules import attack
from shapan.games.battlefield.state import Battlefield

_INFINITE: Final = 99
_OUTLINES: Final = {names.TROOP: "square", names.CHARACTER: "arch", names.VEHICLE: "gable"}
"""By kind of a unit, the ground of its sign."""


def make_ring(view: Battlefield, asked: BoardPrompt) -> Zone:
    """Return the ring: a domain for each living seat, in it its columns as the ring goes round."""
    return Zone(
        "ring",
        "ring",
        say("board", "ring"),
        zones=[
            _domain(view, seat, asked)
            for seat in view.living()
            if view.domain(seat) or (seat == asked.viewer and asked.asks(actions.LAY_LEFT))
        ],
    )


def _domain(view: Battlefield, seat: int, asked: BoardPrompt) -> Zone:
    """BF-2.1, 2.2: the columns of a seat, left ones from outside to inside, right ones from inside to outside."""
    places = {(view.layers[one], view.sides[one], view.slots[one]): one for one in view.domain(seat)}
    free = _free_places(view, seat, asked)
    layers = sorted({layer for layer, _, _ in (*places, *free)})
    around = [(names.LEFT, layer) for layer in reversed(layers)] + [(names.RIGHT, layer) for layer in layers]
    columns = []
    for side, layer in around:
        lots = []
        for slot in range(1, names.SLOTS + 1):
            place = (layer, side, slot)
            if place in places:
                lots.append(_territory(view, places[place], asked))
            elif place in free:
                lots.append(_free(place, asked))
        if lots:
            columns.append(_column(seat, side, layer, len(layers), lots))
    return Zone(f"domain{seat}", "domain", say("label", "domain"), owner=seat, zones=columns)


def _column(seat: int, side: int, layer: int, layers: int, lots: list[Zone]) -> Zone:
    label = say("label", f"column_{names.SIDES[side]}")
    if layers > 1:
        label = say("board", f"column_{names.SIDES[side]}", layer=layer)
    return Zone(f"column{seat}.{names.SIDES[side]}{layer}", "column", label, owner=seat, zones=lots)


def _free_places(view: Battlefield, seat: int, asked: BoardPrompt) -> list[tuple[int, int, int]]:
    """BF-1.4, 2.5: the empty places where the viewer is asked to lay his four territories, or one more."""
    if seat != asked.viewer:
        return []
    if asked.asks(actions.LAY_LEFT):
        return [(1, side, slot) for side in (names.LEFT, names.RIGHT) for slot in range(1, names.SLOTS + 1)]
    if not asked.asks(actions.LAY):
        return []
    return [place for place in space.free_places(view, seat) if asked.offers.has("slot", *place)]


def _free(place: tuple[int, int, int], asked: BoardPrompt) -> Zone:
    label = say("board", "free_place", slot=place[2])
    return Zone(place_id(place), "land", label, owner=asked.viewer, flags=["free"], targets=asked.take("slot", *place))


def _territory(view: Battlefield, territory: int, asked: BoardPrompt) -> Zone:
    """Return a territory with its durability and who stands there."""
    holder, terrain = view.holders[territory], names.TERRAINS[names.TERRAIN[territory]]
    most = formulas.maximum(view, territory)
    flags = ["capital"] if view.has_token(territory) else []
    if max(view.layers[one] for one in view.domain(holder)) > 1:
        flags.append("outer" if space.is_outer(view, territory) else "inner")
    zone = Zone(
        land_id(territory),
        "land",
        territory_of(territory),
        _help(view, territory, terrain, most),
        f"t-{terrain}",
        holder,
        [_unit(view, unit, asked) for unit in view.standing_at(territory)],
        count=view.durability[territory],
        most=most,
        flags=flags,
        targets=asked.take("land", territory),
        scenery=terrain,
    )
    zone.print = territory_card("", territory).print
    if asked.asks(actions.RESTORE):
        zone.would = actions.RESTORE.code(0, territory)
    return zone


def _help(view: Battlefield, territory: int, terrain: str, most: int) -> Phrase:
    """Return what a territory is worth and does: terrain, durability with its parts, garrison."""
    return say(
        "board",
        "territory_help",
        terrain=term("terrain", terrain),
        effect=term("terrain_text", terrain),
        durability=view.durability[territory],
        most=most,
        fort=names.FORT[territory],
        garrison=term("label", "garrison" if formulas.is_garrisoned(view, territory) else "no_garrison"),
    )


def _unit(view: Battlefield, unit: int, asked: BoardPrompt) -> Piece:
    """Return a unit as a chip: power and guard as they are now; of a hidden one what was paid."""
    card, owner, is_open = view.card(unit), view.of(unit, OWNED), view.of(unit, OPEN)
    piece = Piece(unit_id(unit), "unit", owner=owner)
    if card == UNKNOWN:
        piece.label = say("board", "hidden_unit", paid=view.of(unit, PAID))
        piece.help = say("board", "hidden_help", paid=view.of(unit, PAID))
        piece.flags = ["face_down"]
    else:
        printed = known_card(piece.id, card)
        piece.face, piece.label, piece.suit, piece.print = printed.face, printed.label, printed.suit, printed.print
        piece.help, piece.outline = numbers_of(card), _OUTLINES.get(names.KIND[card], "")
        if is_open:
            power, guard = formulas.power(view, unit), _guard(formulas.guard(view, unit))
            piece.mark = f"{power}/{guard}"
            _print(view, unit, power, guard, piece)
            piece.hits = names.UNIT_DURABILITY - view.of(unit, DURABILITY)
            piece.flags = _flags(view, unit)
        else:
            piece.flags = ["known", "hidden"]
    if not is_open and view.of(unit, PAID) >= 0:
        piece.note = say("board", "paid", paid=view.of(unit, PAID))
    piece.targets = asked.take("unit", unit)
    if asked.asks(actions.ATTACK) and is_open:
        _why_no_attack(view, unit, piece, asked)
    return piece


def _guard(guard: int) -> str:
    return "∞" if guard >= _INFINITE else str(guard)


def _flags(view: Battlefield, unit: int) -> list[str]:
    """Return how it stands with an open unit, for all to see."""
    flags = {
        "spent": bool(view.of(unit, SPENT)),
        "uncrewed": view.is_empty_vehicle(unit),
        "crewed": view.is_crewed(unit),
        "evading": view.of(unit, EVASION) >= 0,
        names.STAYS[view.of(unit, STAY)]: view.of(unit, STAY) != names.HOME,
    }
    return [flag for flag, on in flags.items() if on]


def _print(view: Battlefield, unit: int, power: int, guard: str, piece: Piece) -> None:
    """Add to what is printed on an open unit its numbers as they are now, its crew, how it stands."""
    reach, crew = formulas.reach(view, unit), view.crew_of(unit)
    told = [
        say(
            "board",
            "numbers_now",
            power=power,
            guard=guard,
            range=inner(say("unit", "unlimited")) if reach >= _INFINITE else reach,
            durability=view.of(unit, DURABILITY),
        )
    ]
    if crew >= 0:
        words = words_of(names.PRINTED[view.card(crew)])
        told.append(say("board", "crew", crew=term("card", names.CARDS[view.card(crew)])))
        told += [say("board", "crew_ability", ability=say_term(word)) for word in words]
    if view.of(unit, EVASION) >= 0:
        told.append(say("board", "evading", seat=seat_of(view.of(unit, EVASION))))
    if piece.print is not None and piece.print.kind is not None:
        piece.print.kind = joined([piece.print.kind, *told])


def _why_no_attack(view: Battlefield, unit: int, piece: Piece, asked: BoardPrompt) -> None:
    """BF-7.1, 7.2: why a unit cannot attack, or cannot be attacked by any of the viewer's units."""
    if piece.targets or asked.is_aim(f"piece:{piece.id}"):
        return
    if view.of(unit, OWNED) == asked.viewer:
        if unit not in attack.attackers(view, asked.viewer):
            piece.why_not, piece.rule = say("why_not", "cannot_attack"), "BF-7.1"
        else:
            piece.why_not, piece.rule = say("why_not", "out_of_reach"), "BF-2.6"
        return
    able = attack.attackers(view, asked.viewer)
    if able:
        reason = attack.why_no_attack(view, asked.viewer, able[0], unit)
        piece.why_not, piece.rule = say("why_not", reason.key), reason.rule
