"""13.1, 13.3: what lies and stands on the table of a written position: terrain, markers, models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.position import Fields
from shapan.games.malifaux import ground, names, roster
from shapan.games.malifaux.cards.effect import walked
from shapan.games.malifaux.cards.effect_reader import read_effects_of_position
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.operations import Bury
from shapan.games.malifaux.geometry.terrain import Piece, mask_of, octagon, polygon_piece, rectangle
from shapan.games.malifaux.geometry.unit import TABLE
from shapan.games.malifaux.records import ANY_CARD, CONDITION_COUNT, NO_CARD, NO_PICK, TOKEN_COUNT
from shapan.games.malifaux.rules import killing, markers, strategies
from shapan.games.malifaux.state import DEPLOY, DISCARD, Malifaux

PIECE: Final = ("id", "shape", "h", "traits", "hazard")
MODEL: Final = (
    "model", "id", "at", "health", "leader", "conditions", "tokens", "activated", "summoned", "buried", "lasting",
    "used", "upgrades", "first_card",
)  # fmt: skip


class TableReader(Fields[Malifaux]):
    """The table of a position."""

    def read_terrain(self) -> None:
        """Read the pieces of terrain, and those that are gone, each at its place; by default those of the option."""
        if "terrain" not in self.data:
            return
        pieces: list[Piece] = []
        for place, one in enumerate(self.rows(self.data, "terrain")):
            self.known(one, PIECE, f"terrain.{place}")
            pieces.append(self.piece(one, f"terrain.{place}"))
        for number, one in enumerate(self.rows(self.data, "gone_terrain")):
            path = f"gone_terrain.{number}"
            self.known(one, ("place", *PIECE), path)
            place = self.integer(one, "place", 0, len(pieces), len(pieces), f"{path}.")
            pieces.insert(place, self.piece(one, path))
            self.state.gone |= 1 << place
        new = ground.Map(pieces, self.state.rules.elevation, printed=False)
        if new.dump() != self.state.map.written():
            self.state.map = new

    def piece(self, one: Mapping[str, Any], path: str) -> Piece:
        """Return a piece of terrain; pieces of one name are alike but for where they lie."""
        name = self.called(one.get("id"), f"{path}.id")
        traits = one.get("traits", [])
        try:
            mask = mask_of(list(traits))
        except (ValueError, TypeError):
            raise self.fail(f"{path}.traits", f"{traits!r}: there is no such trait", "unknown_id") from None
        hazard = one.get("hazard") or ""
        if hazard and hazard not in names.CONDITIONS:
            raise self.fail(f"{path}.hazard", f"{hazard!r} is no condition", "unknown_id")
        height = self.integer(one, "h", 0, 20, 0, f"{path}.")
        outline = self.outline(one.get("shape"), f"{path}.shape")
        try:
            return polygon_piece(name, outline, height, mask, hazard)
        except ValueError as error:
            raise self.fail(f"{path}.shape", str(error), "range") from None

    def outline(self, shape: Any, path: str) -> list[tuple[int, int]]:
        """Return the corners of a shape."""
        self.known(shape, ("rect", "oct", "poly"), path)
        if "rect" in shape:
            return rectangle(*self.integers(shape["rect"], 4, f"{path}.rect"))
        if "oct" in shape:
            return octagon(*self.integers(shape["oct"], 3, f"{path}.oct"))
        corners = shape.get("poly")
        if not isinstance(corners, list) or len(corners) < 3:
            raise self.fail(f"{path}.poly", "needs three points at least")
        points = [self.integers(point, 2, f"{path}.poly.{place}") for place, point in enumerate(corners)]
        return [(x, y) for x, y in points]

    def integers(self, row: Any, number: int, path: str) -> list[int]:
        """Return a list of so many integers on the table."""
        if not isinstance(row, list) or len(row) != number:
            raise self.fail(path, f"needs {number} integers")
        for one in row:
            if isinstance(one, bool) or not isinstance(one, int):
                raise self.fail(path, f"{one!r} is not an integer")
            if not 0 <= one <= TABLE:
                raise self.fail(path, f"{one} is not 0..{TABLE}", "range")
        return row

    def read_markers(self) -> None:
        """Read the markers; by default those that a strategy begins with."""
        state = self.state
        if "markers" not in self.data:
            if state.step >= DISCARD:
                strategies.set_up(state)
            return
        types = [one.id for one in roster.MARKER_TYPES]
        for place, one in enumerate(self.rows(self.data, "markers")):
            path = f"markers.{place}"
            self.known(one, ("id", "type", "at", "seat"), path)
            word = one.get("type")
            if word not in types:
                raise self.fail(f"{path}.type", f"{word!r} is not one of {', '.join(types)}", "unknown_id")
            x, y = self.integers(one.get("at"), 2, f"{path}.at")
            owner = UNKNOWN if one.get("seat") is None else self.integer(one, "seat", 0, 1, 0, f"{path}.")
            name = self.called(one["id"], f"{path}.id") if one.get("id") else ""
            if name and name in state.markers.ids:
                raise self.fail(f"{path}.id", "is there twice", "count")
            markers.add(state, types.index(word), x, y, owner, name)

    # Models

    def each(self, rows: list[Mapping[str, Any]], key: str) -> list[tuple[int, Any, str]]:
        """Return the objects of a list of all seats, each with its seat before it and its path behind it."""
        return [
            (seat, one, f"seats.{seat}.{key}.{place}")
            for seat, row in enumerate(rows)
            for place, one in enumerate(self.rows(row, key, f"seats.{seat}."))
        ]

    def read_models(self, rows: list[Mapping[str, Any]]) -> None:
        """Read the models of both seats, the living first by seat, then those that are dead."""
        living, dead = self.each(rows, "models"), self.each(rows, "dead")
        for seat, row in enumerate(rows):
            for side, one, path in living:
                if side == seat:
                    self.read_model(seat, one, path)
            self.read_leader(seat, row)
        for seat, one, path in dead:
            self.read_dead(seat, one, path)
        for seat, one, path in living:
            self.read_burial(seat, one, path)
        for _, one, path in dead:
            if one.get("by") is not None:
                model = self.model(one.get("id"), f"{path}.id")
                self.state.models.killed_by[model] = self.model(one["by"], f"{path}.by")

    def model(self, word: Any, path: str) -> int:
        """Return the model of an id."""
        ids = self.state.models.ids
        if not isinstance(word, str) or word not in ids:
            raise self.fail(path, f"{word!r} is not one of {', '.join(ids)}", "unknown_id")
        return ids.index(word)

    def read_model(self, seat: int, one: Any, path: str) -> None:
        """Read a model."""
        self.known(one, MODEL, path)
        state, rows = self.state, self.state.models
        card = self.id(one.get("model"), roster.MODEL, f"{path}.model")
        at = one.get("at")
        may_wait = state.step <= DEPLOY or bool(one.get("buried"))
        if at is None and not may_wait:
            raise self.fail(f"{path}.at", "is missing")
        if at is not None and one.get("buried"):
            raise self.fail(f"{path}.at", "a buried model is nowhere", "range")
        x, y = (UNKNOWN, UNKNOWN) if at is None else self.integers(at, 2, f"{path}.at")
        model = killing.add_model(state, card, seat, x, y)
        self.name(model, one, path)
        most = roster.MODELS[card].health
        rows.health[model] = self.integer(one, "health", 1, most, most, f"{path}.")
        rows.activated[model] = int(self.flag(one, "activated", False, f"{path}."))
        rows.summoned[model] = int(self.flag(one, "summoned", False, f"{path}."))
        self.read_conditions(model, one, path)
        tokens = one.get("tokens", {})
        self.known(tokens, names.TOKENS, f"{path}.tokens")
        for name in tokens:
            rows.tokens[model * TOKEN_COUNT + names.TOKENS.index(name)] = self.integer(
                tokens, name, 0, 99, 0, f"{path}.tokens."
            )
        for place, word in enumerate(self.rows(one, "upgrades", f"{path}.")):
            ids = [upgrade.id for upgrade in roster.UPGRADES]
            if word not in ids:
                raise self.fail(f"{path}.upgrades.{place}", f"{word!r} is no upgrade", "unknown_id")
            state.upgrades.append((model, ids.index(word)))
        state.used += self.used(model, one, path)
        self.read_first_card(model, one, path)

    def read_first_card(self, model: int, one: Mapping[str, Any], path: str) -> None:
        """MFX-15.5: read which card a model had for schemes to pick; by default its own, or any if it can grow."""
        rows = self.state.models
        card = rows.cards[model]
        word = one.get("first_card")
        if word == NO_CARD or (word is None and "insignificant" in roster.ABILITIES_OF[card]):
            first = NO_PICK
        elif word is not None:
            first = self.id(word, roster.MODEL, f"{path}.first_card")
        else:
            first = ANY_CARD if card in roster.REPLACEMENTS else card
        rows.first_cards[model] = first

    def used(self, model: int, one: Mapping[str, Any], path: str) -> list[tuple[int, ...]]:
        """Return what a model has used."""
        found: list[tuple[int, ...]] = []
        for place, word in enumerate(self.rows(one, "used", f"{path}.")):
            if not isinstance(word, str) or word not in roster.TAG:
                raise self.fail(f"{path}.used.{place}", f"{word!r} is no action, trigger or ability", "unknown_id")
            found.append((model, roster.TAG[word]))
        return found

    def name(self, model: int, one: Mapping[str, Any], path: str) -> None:
        """Call a model by its id, where it has one."""
        ids = self.state.models.ids
        if "id" in one:
            name = self.called(one["id"], f"{path}.id")
            if name in ids[:model]:
                raise self.fail(f"{path}.id", f"{name!r} is there twice", "count")
            ids[model] = name

    def read_conditions(self, model: int, one: Mapping[str, Any], path: str) -> None:
        """Read the conditions of a model; Fast and Slow not both."""
        state, rows = self.state, self.state.models
        given = one.get("conditions", {})
        self.known(given, names.CONDITIONS, f"{path}.conditions")
        for name, value in given.items():
            condition, at = names.CONDITIONS.index(name), f"{path}.conditions."
            if condition == names.ADVERSARY:
                if not isinstance(value, list):
                    raise self.fail(f"{at}{name}", "needs a list")
                for word in value:
                    if word not in roster.ADVERSARY_WORDS:
                        raise self.fail(f"{at}{name}", f"{word!r} is no keyword", "unknown_id")
                    state.adversaries.append((model, roster.ADVERSARY_WORDS.index(word)))
                number = int(bool(value))
            elif condition in names.VALUED:
                number = self.integer(given, name, 0, names.MAX_OF_CONDITION, 0, at)
            else:
                number = int(self.flag(given, name, False, at))
            rows.conditions[model * CONDITION_COUNT + condition] = number
        if given.get("fast") and given.get("slow"):
            raise self.fail(f"{path}.conditions", "Fast and Slow end each other", "range")

    def read_leader(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read who leads; by default the first Master, else the first Henchman."""
        state, rows = self.state, self.state.models
        given = self.rows(row, "models")
        first = len(rows.cards) - len(given)
        path = f"seats.{seat}.models"
        named = [place for place, one in enumerate(given) if self.flag(one, "leader", False, f"{path}.{place}.")]
        if len(named) > 1:
            raise self.fail(f"{path}.{named[1]}.leader", "one a crew at most", "count")
        stations = [roster.MODELS[card].station for card in rows.cards[first:]]
        able = [place for place, one in enumerate(given) if one.get("leader") is not False]
        by_station = [at for station in ("master", "henchman") for at in able if stations[at] == station]
        leader = next((first + place for place in (*named, *by_station)), UNKNOWN)
        if leader >= 0:
            rows.leaders[leader] = 1
            state.leader_models[seat] = rows.cards[leader]
            state.factions[seat] = roster.FACTIONS.index(roster.MODELS[rows.cards[leader]].faction)
        if "faction" in row:
            state.factions[seat] = self.id(row["faction"], roster.FACTION, f"seats.{seat}.faction")
        if "leader_model" in row:
            state.leader_models[seat] = self.id(row["leader_model"], roster.MODEL, f"seats.{seat}.leader_model")

    def read_dead(self, seat: int, one: Any, path: str) -> None:
        """Read a model that was killed."""
        self.known(one, ("id", "model", "leader", "turn", "by", "first_card"), path)
        state, rows = self.state, self.state.models
        card = self.id(one.get("model"), roster.MODEL, f"{path}.model")
        model = killing.add_model(state, card, seat, UNKNOWN, UNKNOWN)
        self.name(model, one, path)
        rows.health[model] = 0
        rows.leaders[model] = int(self.flag(one, "leader", False, f"{path}."))
        rows.killed_turn[model] = self.integer(one, "turn", 1, state.rules.turns, state.turn, f"{path}.")
        self.read_first_card(model, one, path)
        if rows.killed_turn[model] == state.turn:
            strategies.note_killed(state, model)

    def read_burial(self, seat: int, one: Mapping[str, Any], path: str) -> None:
        """Read by whom a model is buried, and what lasts on it."""
        state, rows = self.state, self.state.models
        model = self.model(one.get("id") or self.default_id(seat, path), f"{path}.id")
        buried = one.get("buried", False)
        if buried is not False:
            self.known(buried, ("by", "by_action"), f"{path}.buried")
            rows.buried[model] = 1
            if buried.get("by") is not None:
                rows.buried_by[model] = self.model(buried["by"], f"{path}.buried.by")
            if buried.get("by_action") is not None:
                action = buried["by_action"]
                if not isinstance(action, str) or action not in roster.TAG:
                    raise self.fail(f"{path}.buried.by_action", f"{action!r} is no action", "unknown_id")
                rows.buried_action[model] = roster.TAG[action]
                self.read_release(model, rows.buried_by[model], action)
        for place, entry in enumerate(self.rows(one, "lasting", f"{path}.")):
            at = f"{path}.lasting.{place}"
            self.known(entry, ("effect", "until", "by"), at)
            effect = self.effects([entry.get("effect")], f"{at}.effect")[0]
            until = entry.get("until", "end_phase")
            if until not in names.UNTIL:
                raise self.fail(f"{at}.until", f"{until!r} is not one of {', '.join(names.UNTIL)}", "unknown_id")
            by = model if entry.get("by") is None else self.model(entry["by"], f"{at}.by")
            number = roster.lasting_number(effect)
            state.lasting.append((model, number, names.SPANS[until], by, UNKNOWN, UNKNOWN))

    def default_id(self, seat: int, path: str) -> str:
        """Return the id that a model without one has got."""
        place = int(path.rpartition(".")[2])
        sides = self.state.models.sides
        own = [model for model, side in enumerate(sides) if side == seat]
        return self.state.models.ids[own[place]]

    def read_release(self, model: int, by: int, action: str) -> None:
        """MFX-12.7: let a model come back as the action says by which it was buried."""
        cards = [self.state.models.cards[by]] if by >= 0 else range(len(roster.MODELS))
        for card in cards:
            one = roster.MODELS[card].action(action)
            rows = [] if one is None else [each for each in walked(one.effects) if isinstance(each, Bury)]
            if rows and rows[0].release:
                number = roster.lasting_number(rows[0])
                self.state.lasting.append((model, number, names.UNTIL_UNBURIED, by, UNKNOWN, UNKNOWN))
                return

    def effects(self, rows: list[Any], path: str) -> tuple[Any, ...]:
        """Return effects of the language of the cards; the id of a model may stand for a selector (13.1)."""
        try:
            return read_effects_of_position(
                rows, "position", path, frozenset(self.state.models.ids), roster.LIBRARY.known()
            )
        except CardFault as fault:
            raise self.fail(fault.path, fault.message, "unknown_id") from None
