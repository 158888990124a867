"""13.1 to 13.4: written positions, read. What breaks a rule is refused with its path; nothing is repaired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.position import Fields
from shapan.games.malifaux import agenda, ground, names, roster
from shapan.games.malifaux.cards.effect_reader import read_effects_of_position
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.geometry.disc import is_on_table, overlaps
from shapan.games.malifaux.geometry.terrain import Piece, is_in, mask_of, octagon, polygon_piece, rectangle
from shapan.games.malifaux.geometry.unit import TABLE
from shapan.games.malifaux.records import CONDITION_COUNT, TOKEN_COUNT, Activation
from shapan.games.malifaux.rules import killing, markers, schemes, strategies
from shapan.games.malifaux.state import (
    ACTION,
    ACTIVATION,
    DEPLOY,
    DISCARD,
    EFFECT,
    ENEMY_PICK,
    HIRE,
    OWN_PICK,
    SCHEMES,
    STEPS,
    Malifaux,
)  # fmt: skip

TOP: Final = (
    "step", "turn", "active", "attacker", "initiative", "lower", "deployment", "strategy", "pool", "terrain",
    "markers", "seats", "activation", "effect",
)  # fmt: skip
SEAT: Final = (
    "faction", "leader_model", "hand", "discard", "deck", "stones", "pass_tokens", "vp", "schemes", "models", "dead",
)  # fmt: skip
MODEL: Final = (
    "model", "id", "at", "health", "leader", "conditions", "tokens", "activated", "summoned", "buried", "lasting",
    "used", "upgrades",
)  # fmt: skip
FIRST_STEPS: Final = {
    "scenario": agenda.SCENARIO_STEP, "zone": agenda.ZONE_STEP, "leader": agenda.LEADER_STEP,
    "hire": agenda.MASTERS_STEP, "deploy": agenda.DEPLOY_STEP, "schemes": agenda.SCHEMES_STEP,
    "discard": agenda.DISCARD_STEP, "draw": agenda.DRAW_STEP, "stone_draw": agenda.STONE_DRAW_STEP,
    "initiative": agenda.INITIATIVE_STEP, "start_effects": agenda.START_EFFECTS_STEP,
    "pass_tokens": agenda.PASS_TOKENS_STEP, "activation": agenda.ACTIVATION_STEP, "end": agenda.END_STEP,
    "score": agenda.SCORE_STEP, "final": agenda.FINAL_STEP,
}  # fmt: skip
"""13.2: what a step begins with, for those that are one step of the agenda."""


class Reader(Fields[Malifaux]):
    """A position of Malifaux."""

    def read(self) -> None:
        """Read all that is given, and put on the agenda what comes next. Raises PositionError."""
        self.known(self.data, TOP, "")
        state = self.state
        state.agenda.clear()
        state.step = self.word("step", STEPS, "activation")
        state.turn = self.integer(self.data, "turn", 1, state.rules.turns, 1)
        state.attacker = self.integer(self.data, "attacker", 0, 1, 0)
        state.initiative = self.integer(self.data, "initiative", 0, 1, state.attacker)
        state.lower = self.integer(self.data, "lower", 0, 1, 0)
        fixed = state.rules
        state.deployment = self.word("deployment", names.DEPLOYMENTS, names.DEPLOYMENTS[max(0, fixed.deployment)])
        default = names.STRATEGIES[fixed.strategy] if fixed.strategy >= 0 else "reckoning"
        state.strategy = self.word("strategy", names.STRATEGIES, default)
        rows = self.seat_rows()
        self.read_terrain()
        self.read_models(rows)
        self.read_markers()
        for seat, row in enumerate(rows):
            self.read_seat(seat, row)
        self.read_pool(rows)
        for seat, row in enumerate(rows):
            self.read_schemes(seat, row)
        self.check_places()
        self.read_activation()
        default_active = state.models.sides[state.activation.model] if state.activation is not None else 0
        state.active = self.integer(self.data, "active", 0, 1, default_active)
        self.read_agenda()

    def seat_rows(self) -> list[Mapping[str, Any]]:
        """Return the objects of the seats."""
        rows = self.rows(self.data, "seats")
        if rows and len(rows) != self.seats:
            raise self.fail("seats", f"needs {self.seats} objects")
        for seat, row in enumerate(rows):
            self.known(row, SEAT, f"seats.{seat}")
        return rows or [{} for _ in range(self.seats)]

    # The table

    def read_terrain(self) -> None:
        """Read the pieces of terrain; by default those of the option."""
        if "terrain" not in self.data:
            return
        pieces: list[Piece] = []
        for place, one in enumerate(self.rows(self.data, "terrain")):
            path = f"terrain.{place}"
            self.known(one, ("id", "shape", "h", "traits", "hazard"), path)
            name = one.get("id")
            if not isinstance(name, str) or any(piece.name == name for piece in pieces):
                raise self.fail(f"{path}.id", f"{name!r} is no id, or there twice")
            traits = one.get("traits", [])
            try:
                mask = mask_of(list(traits))
            except (ValueError, TypeError):
                raise self.fail(f"{path}.traits", f"{traits!r}: there is no such trait", "unknown_id") from None
            hazard = one.get("hazard") or ""
            if hazard and hazard not in names.CONDITIONS:
                raise self.fail(f"{path}.hazard", f"{hazard!r} is no condition", "unknown_id")
            height = self.integer(one, "h", 0, 20, 0, f"{path}.")
            try:
                pieces.append(
                    polygon_piece(name, self.outline(one.get("shape"), f"{path}.shape"), height, mask, hazard)
                )
            except ValueError as error:
                raise self.fail(f"{path}.shape", str(error), "range") from None
        self.state.map = ground.Map(pieces, self.state.rules.elevation)

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
        found = []
        for place, point in enumerate(corners):
            x, y = self.integers(point, 2, f"{path}.poly.{place}")
            found.append((x, y))
        return found

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
            name = one.get("id") or ""
            if name and name in state.markers.ids:
                raise self.fail(f"{path}.id", "is there twice", "count")
            markers.add(state, types.index(word), x, y, owner, name)

    # Models

    def read_models(self, rows: list[Mapping[str, Any]]) -> None:
        """Read the models of both seats, the living first by seat, then those that are dead."""
        for seat, row in enumerate(rows):
            for place, one in enumerate(self.rows(row, "models", f"seats.{seat}.")):
                self.read_model(seat, one, f"seats.{seat}.models.{place}")
            self.read_leader(seat, row)
        for seat, row in enumerate(rows):
            for place, one in enumerate(self.rows(row, "dead", f"seats.{seat}.")):
                self.read_dead(seat, one, f"seats.{seat}.dead.{place}")
        for seat, row in enumerate(rows):
            for place, one in enumerate(self.rows(row, "models")):
                self.read_burial(seat, one, f"seats.{seat}.models.{place}")
        for seat, row in enumerate(rows):
            for place, one in enumerate(self.rows(row, "dead")):
                if one.get("by") is not None:
                    model = self.model(one.get("id"), f"seats.{seat}.dead.{place}.id")
                    by = self.model(one["by"], f"seats.{seat}.dead.{place}.by")
                    self.state.models.killed_by[model] = by
                    self.state.models.killed_seat[model] = self.state.models.sides[by]

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
        if "id" in one:
            name = one["id"]
            if not isinstance(name, str) or name in rows.ids[:model]:
                raise self.fail(f"{path}.id", f"{name!r} is no id, or there twice", "count")
            rows.ids[model] = name
        rows.health[model] = self.integer(
            one, "health", 1, roster.MODELS[card].health, roster.MODELS[card].health, f"{path}."
        )
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
        for place, word in enumerate(self.rows(one, "used", f"{path}.")):
            if word not in roster.TAG:
                raise self.fail(f"{path}.used.{place}", f"{word!r} is no action, trigger or ability", "unknown_id")
            state.used.append((model, roster.TAG[word]))

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
                number = self.integer(given, name, 0, names.MOST_OF_CONDITION, 0, at)
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
        named = [
            place for place, one in enumerate(given) if self.flag(one, "leader", False, f"seats.{seat}.models.{place}.")
        ]
        if len(named) > 1:
            raise self.fail(f"seats.{seat}.models.{named[1]}.leader", "one a crew at most", "count")
        leader = first + named[0] if named else UNKNOWN
        if not named:
            for station in ("master", "henchman"):
                able = [
                    first + place
                    for place, one in enumerate(given)
                    if roster.MODELS[rows.cards[first + place]].station == station and one.get("leader") is not False
                ]
                if able and leader < 0:
                    leader = able[0]
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
        self.known(one, ("id", "model", "leader", "turn", "by"), path)
        state, rows = self.state, self.state.models
        card = self.id(one.get("model"), roster.MODEL, f"{path}.model")
        model = killing.add_model(state, card, seat, UNKNOWN, UNKNOWN)
        if "id" in one:
            if one["id"] in rows.ids[:model]:
                raise self.fail(f"{path}.id", "is there twice", "count")
            rows.ids[model] = one["id"]
        rows.health[model] = 0
        rows.leaders[model] = int(self.flag(one, "leader", False, f"{path}."))
        rows.killed_turn[model] = self.integer(one, "turn", 1, state.rules.turns, state.turn, f"{path}.")
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
                if action not in roster.TAG:
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
            rows = [] if one is None else [effect for effect in roster.walked(one.effects) if effect.op == "bury"]
            if rows and rows[0].releases():
                number = roster.lasting_number(rows[0])
                self.state.lasting.append((model, number, names.UNTIL_UNBURIED, by, UNKNOWN, UNKNOWN))
                return

    def effects(self, rows: list[Any], path: str) -> tuple[Any, ...]:
        """Return effects of the language of the cards; the id of a model may stand for a selector (13.1)."""
        known = {
            "model": set(roster.MODEL.names),
            "marker": {one.id for one in roster.MARKER_TYPES},
            "upgrade": {one.id for one in roster.UPGRADES},
        }
        try:
            return read_effects_of_position(rows, "position", path, frozenset(self.state.models.ids), known)
        except CardFault as fault:
            raise self.fail(fault.path, fault.message, "unknown_id") from None

    # Cards of a seat (13.3)

    def read_seat(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read hand, discards and deck, stones, tokens, points."""
        state, path = self.state, f"seats.{seat}."
        deck = state.decks[seat]
        hand = self.cards(row, "hand", names.CARD, path)
        for card in hand:
            self.take(deck, card, state.hands[seat], f"{path}hand")
        discard = self.cards(row, "discard", names.CARD, path)
        for card in discard:
            self.take(deck, card, state.discards[seat], f"{path}discard")
        if "deck" in row:
            left = self.cards(row, "deck", names.CARD, path)
            for card in left:
                if left.count(card) > 1 or card not in deck.cards:
                    raise self.fail(f"{path}deck", "a card is there once", "count")
            rest = [card for card in deck.cards if card not in left]
            if rest and "discard" in row:
                raise self.fail(f"{path}deck", "cards are left that lie nowhere", "count")
            for card in rest:
                self.take(deck, card, state.discards[seat], f"{path}deck")
        state.stones[seat] = self.integer(row, "stones", 0, 99, 0, path)
        state.pass_tokens[seat] = self.integer(row, "pass_tokens", 0, 99, 0, path)
        points = row.get("vp", {})
        self.known(points, ("strategy", "schemes"), f"{path}vp")
        state.strategy_points[seat] = self.integer(points, "strategy", 0, 4, 0, f"{path}vp.")
        state.scheme_points[seat] = self.integer(points, "schemes", 0, 4, 0, f"{path}vp.")

    def read_pool(self, rows: list[Mapping[str, Any]]) -> None:
        """Read the scheme pool; by default the seats' schemes, filled up in the order of the table."""
        state = self.state
        if "pool" in self.data:
            pool = self.cards(self.data, "pool", names.SCHEME)
            if len(set(pool)) != names.POOL or len(pool) != names.POOL:
                raise self.fail("pool", "needs five different schemes", "count")
        elif state.rules.pool:
            pool = list(state.rules.pool)
        else:
            given = [
                self.id(one.get("id"), names.SCHEME, f"seats.{seat}.schemes.{place}.id")
                for seat, row in enumerate(rows)
                for place, one in enumerate(self.rows(row, "schemes", f"seats.{seat}."))
            ]
            pool = list(dict.fromkeys([*given, *range(len(names.SCHEMES))]))[: names.POOL]
        state.pool = pool

    def read_schemes(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read the schemes of a seat with their picks."""
        state, path = self.state, f"seats.{seat}.schemes"
        given = self.rows(row, "schemes", f"seats.{seat}.")
        if len(given) > 2:
            raise self.fail(path, "two at the most", "count")
        for place, one in enumerate(given):
            at = f"{path}.{place}"
            self.known(one, ("id", "pick", "revealed"), at)
            scheme = self.id(one.get("id"), names.SCHEME, f"{at}.id")
            if scheme not in state.pool or scheme in state.schemes[seat].cards:
                raise self.fail(f"{at}.id", "is not in the pool, or there twice", "count")
            own, foe = self.pick(seat, scheme, one.get("pick"), f"{at}.pick")
            state.move(state.scheme_cards[seat], state.scheme_cards[seat].cards.index(scheme), state.schemes[seat])
            state.schemes[seat].marks[OWN_PICK][place] = own
            state.schemes[seat].marks[ENEMY_PICK][place] = foe
            if self.flag(one, "revealed", False, f"{at}."):
                state.revealed[seat] |= 1 << place
                state.reveal(state.schemes[seat], place)
            elif state.rules.open_schemes:
                state.reveal(state.schemes[seat], place)

    def pick(self, seat: int, scheme: int, word: Any, path: str) -> tuple[int, int]:
        """Return the picks of a scheme: legal ones, or of models that are dead by now."""
        needs = {names.TAKE_PRISONER: 1, names.DELIVER_MESSAGE: 1, names.CLAIM_JUMP: 1, names.VENDETTA: 2}.get(
            scheme, 0
        )
        if not needs:
            if word is not None:
                raise self.fail(path, "this scheme picks nothing", "unknown_field")
            return UNKNOWN, UNKNOWN
        if word is None:
            found = schemes.picks_of(self.state, seat, scheme)
            if not found:
                raise self.fail(path, "no model can be picked", "range")
            return found[0]
        if needs == 2:
            if not isinstance(word, list) or len(word) != 2:
                raise self.fail(path, "needs one's own model and one of the enemy's")
            own, foe = (self.model(one, f"{path}.{place}") for place, one in enumerate(word))
        else:
            model = self.model(word, path)
            own, foe = (model, UNKNOWN) if scheme == names.CLAIM_JUMP else (UNKNOWN, model)
        alive = all(self.state.is_in_play(model) for model in (own, foe) if model >= 0)
        if alive and (own, foe) not in schemes.picks_of(self.state, seat, scheme):
            raise self.fail(path, "cannot be picked", "range")
        return own, foe

    # Checks, activation, agenda

    def check_places(self) -> None:
        """Refuse models off the table, on each other, or in Impassable terrain."""
        state, rows = self.state, self.state.models
        field = state.field()
        paths = self.model_paths()
        for model in state.up():
            x, y, r, path = rows.xs[model], rows.ys[model], rows.radii[model], f"{paths[model]}.at"
            if not is_on_table(x, y, r):
                raise self.fail(path, "is not wholly on the table", "range")
            for other in state.up():
                if other < model and overlaps(x, y, r, rows.xs[other], rows.ys[other], rows.radii[other]):
                    raise self.fail(path, f"overlaps {rows.ids[other]}", "range")
            for place in field.ground.impassable:
                if is_in(field.ground.pieces[place], x, y, r):
                    raise self.fail(path, "is in Impassable terrain", "range")

    def model_paths(self) -> dict[int, str]:
        """Return by model where it stands in the position."""
        found: dict[int, str] = {}
        model = 0
        for seat, row in enumerate(self.seat_rows()):
            for place in range(len(self.rows(row, "models"))):
                found[model] = f"seats.{seat}.models.{place}"
                model += 1
        return found

    def read_activation(self) -> None:
        """Read the activation that is under way."""
        state, given = self.state, self.data.get("activation")
        if given is None:
            if state.step == ACTION:
                raise self.fail("activation", "is missing")
            return
        if state.step not in (ACTION, EFFECT):
            raise self.fail("activation", "only with the steps action and effect", "range")
        self.known(
            given, ("model", "actions", "bonus", "charged", "disengaged", "used", "damaged", "killed"), "activation"
        )
        model = self.model(given.get("model"), "activation.model")
        if state.models.activated[model]:
            raise self.fail("activation.model", "has activated, or is out of play", "range")
        now = state.activation = Activation(model=model)
        now.actions = self.integer(given, "actions", 0, 9, 0, "activation.")
        now.bonus = self.integer(given, "bonus", 0, 9, 0, "activation.")
        now.charged = int(self.flag(given, "charged", False, "activation."))
        now.disengaged = int(self.flag(given, "disengaged", False, "activation."))
        for place, word in enumerate(self.rows(given, "used", "activation.")):
            if word not in roster.TAG:
                raise self.fail(f"activation.used.{place}", f"{word!r} is no action, trigger or ability", "unknown_id")
            now.used.append((model, roster.TAG[word]))
        for name, row in (("damaged", now.damaged), ("killed", now.killed)):
            row += [self.model(word, f"activation.{name}.{at}") for at, word in enumerate(self.rows(given, name))]

    def read_agenda(self) -> None:
        """Put on the agenda what a position begins with (13.2)."""
        state = self.state
        if "effect" in self.data and state.step != EFFECT:
            raise self.fail("effect", "only with the step effect", "range")
        word = STEPS[state.step]
        if state.step == HIRE:
            self.check_leaders()
        if word == "explosives":
            state.push(agenda.BEGIN_STEP)
            state.push(agenda.EXPLOSIVES_STEP)
        elif state.step == ACTION:
            self.push_activation()
        elif state.step == EFFECT:
            if state.activation is not None:
                self.push_activation()
            else:
                state.push(agenda.ACTIVATION_STEP)
            self.read_effect()
        else:
            if state.step == SCHEMES or state.step <= HIRE:
                state.turn = 0
            if state.step in (DISCARD, ACTIVATION):
                pass
            state.push(FIRST_STEPS[word])
        if state.step < DISCARD:
            state.turn = 0

    def check_leaders(self) -> None:
        """MFX-11.1: hiring needs the leaders."""
        for seat in range(self.seats):
            if self.state.leader_models[seat] < 0:
                raise self.fail(f"seats.{seat}.leader_model", "is missing")

    def push_activation(self) -> None:
        """MFX-8.1: an activation goes on."""
        state = self.state
        assert state.activation is not None
        state.active = state.models.sides[state.activation.model]
        state.push(agenda.NEXT_STEP)
        state.push(agenda.ACTIVATION_END_STEP)
        state.push(agenda.ACTION_STEP)

    def read_effect(self) -> None:
        """13.1: effects that are carried out first."""
        state, given = self.state, self.data.get("effect")
        if given is None:
            raise self.fail("effect", "is missing")
        self.known(given, ("seat", "source", "target", "as", "effects"), "effect")
        seat = self.integer(given, "seat", 0, 1, 0, "effect.")
        source = UNKNOWN if given.get("source") is None else self.model(given["source"], "effect.source")
        target = UNKNOWN if given.get("target") is None else self.model(given["target"], "effect.target")
        word = given.get("as", "ability")
        kinds = ("action", "trigger", "ability", "condition")
        if word not in kinds:
            raise self.fail("effect.as", f"{word!r} is not one of {', '.join(kinds)}", "unknown_id")
        state.effects = list(self.numbered(self.rows(given, "effects", "effect.")))
        state.push(agenda.EFFECT_STEP, seat, source, target, kinds.index(word))

    def numbered(self, rows: list[Any]) -> list[int]:
        """Return the numbers of effects that a position brings."""
        return [roster.lasting_number(effect) for effect in self.effects(rows, "effect.effects")]
