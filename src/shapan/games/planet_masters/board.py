"""View -> scene (section 9): what lies where, what may be done with it, and which numbers stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.offers import Offers, Places
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.scene import Fact, Mode, Panel, Phrase, Piece, Scene, Target, Zone
from shapan.games.planet_masters import actions, names
from shapan.games.planet_masters.cards import race_card
from shapan.games.planet_masters.centre import affair, columns, course
from shapan.games.planet_masters.duel import attack_duel, motion_duel
from shapan.games.planet_masters.face import RACE_GLYPHS, face_label, face_of, glyph
from shapan.games.planet_masters.odds import helps_defender
from shapan.games.planet_masters.ruleset import SCENERY
from shapan.games.planet_masters.state import PlanetMasters, Totals

_STEPS: Final = ("build", "manage", "action")
_TONES: Final = {"home_die": "dark", "colony_die": "", "weapon_die": "red"}
FACTS: Final = (
    ("resources", "f-resource", "PM-7.1"),
    ("influence", "f-influence", "PM-7.2"),
    ("votes", "v-vote", "PM-7.3"),
    ("attack", "b-attack", "PM-7.4"),
    ("defense", "f-defense", "PM-7.5"),
    ("fleet", "f-cruiser", "PM-3.3"),
    ("planets", "f-planet", "PM-6.1"),
)
_OF_DICE: Final = (actions.REROLL, actions.MANAGE, actions.INVASION, actions.DESTRUCTION, actions.DISCARD, actions.LOSE)
_PLACES: Final[Places] = {
    actions.BUILD: lambda: ("supply",),
    **dict.fromkeys((actions.CONQUER, actions.COUNCIL), lambda seat: ("panel", seat)),
    **dict.fromkeys(_OF_DICE, lambda die: ("die", die)),
}


def make_scene(view: PlanetMasters, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None) -> Scene:
    """Return the whole table for a viewer with his legal codes."""
    asked = _Asked(view, viewer, legal, prompt)
    panels = [_panel(view, seat, asked) for seat in range(view.seats)]
    blocked = None
    if prompt is not None and prompt.key == "build" and actions.DO_BUILD not in legal:
        blocked = prompt.reason(view, viewer, 0, actions.DO_BUILD)
    galaxy = Zone(
        "galaxy",
        "heap",
        Phrase("label.galaxy"),
        Phrase("zone_help.galaxy"),
        "f-planet",
        count=len(view.galaxy),
        most=view.ruleset.colony_dice,
        piece="colony_die",
    )
    supply = Zone(
        "supply",
        "heap",
        Phrase("label.weapon_supply"),
        Phrase("zone_help.supply") if blocked is None else _say(blocked),
        "f-shot",
        count=len(view.supply),
        most=view.ruleset.weapon_dice,
        piece="weapon_die",
        tone=_TONES["weapon_die"],
        targets=asked.offers.take("supply"),
    )
    steps = [Phrase(f"step.{step}") for step in _STEPS]
    return Scene(
        round=view.round,
        steps=steps,
        step=view.step - 1 if 1 <= view.step <= len(_STEPS) else -1,
        active=view.active,
        turns=_turns(view),
        zones=[galaxy, supply],
        panels=panels,
        columns=columns(),
        course=course(view),
        affair=affair(view),
        duels=attack_duel(view, viewer, "" if prompt is None else prompt.key) or motion_duel(view),
        counts="votes" if view.motion is not None else "",
        modes=_modes(prompt),
        buttons=asked.offers.buttons(),
    )


def _turns(view: PlanetMasters) -> list[int]:
    """PM-0.3, PM-1.4, PM-2.1: turns go round the table, and before them the choice of races; unknown until the draw."""
    seats = view.seats
    first = view.first_player if view.active < 0 else view.active
    order = [] if first < 0 else [(first + turn) % seats for turn in range(seats)]
    return order if view.active >= 0 else [seat for seat in order if view.races[seat] < 0]


def _modes(prompt: Prompt[Any] | None) -> list[Mode]:
    """PM-5.4: the winner first says what he wants, then of which die."""
    if prompt is None or prompt.key != "spoils":
        return []
    return [
        Mode(name, Phrase(f"mode.{name}"), Phrase(f"mode_hint.{name}"))
        for name in (actions.INVASION.name, actions.DESTRUCTION.name, actions.PRESSURE.name)
    ]


class _Asked:
    """The viewer and his question, with his answers sorted to the dice and boards that offer them."""

    def __init__(self, view: PlanetMasters, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None) -> None:
        self.view = view
        self.viewer = viewer
        self.prompt = prompt
        self.places = dict(_PLACES)
        if view.attack is not None:
            home = view.attack.defender
            self.places[actions.PRESSURE] = lambda: ("die", home)
        self.offers = Offers(legal, prompt, self._target, self.places)

    def _target(self, code: int) -> Target:
        family = actions.ACTIONS.of(code)
        target = Target(code, label(self.view, code), _help(code))
        if family in self.places:
            target.mode = family.name
        target.unmarked = helps_defender(self.view, self.viewer, code)
        if family is actions.CHOOSE_RACE:
            race = family.value(code)
            target.card = race_card(f"choice.{names.RACES[race]}", race, _sides(self.view))
        if family in (actions.BUILD, actions.INVASION):
            target.onto = [f"panel:{self.viewer}"]
        elif family in (actions.DESTRUCTION, actions.DISCARD, actions.LOSE):
            target.onto = ["zone:supply"]
        return target

    def lay(self, piece: Piece, owner: int, die: int) -> Piece:
        """Put on a die what may be done with it or, for a viewer who is asked, why not; a chosen board says nothing."""
        piece.targets = self.offers.take("die", die)
        if self.prompt is not None and not piece.targets and not self.offers.has("panel", owner):
            reason = why_not_die(self.view, self.viewer, self.prompt, owner, die)
            piece.why_not, piece.rule = _say(reason), reason.rule
        return piece


def why_not_die(view: PlanetMasters, viewer: int, prompt: Prompt[Any], owner: int, die: int) -> Reason:
    """Return why the asked viewer cannot choose a die that no legal action names."""
    own, weapon = owner == viewer, die >= names.FIRST_WEAPON
    if prompt.key == "action":
        return Reason("PM-5.1", "oneself") if own else Reason("PM-5.0", "no_die_now")
    if prompt.key == "build" and not weapon:
        return Reason("PM-4.1", "planet_in_build" if own else "not_own_planet")
    if prompt.key == "manage" and weapon:
        return Reason("PM-3.2", "weapon_in_manage" if own else "not_own_weapon")
    other = actions.INVASION if weapon else actions.DESTRUCTION
    families = [family for family in prompt.families if family in _OF_DICE and family is not other]
    return prompt.reason(view, viewer, 0, families[0].codes[die]) if families else Reason(prompt.rule, "no_die_now")


def _say(reason: Reason) -> Phrase:
    return Phrase(f"why_not.{reason.key}", reason.words)


def _panel(view: PlanetMasters, seat: int, asked: _Asked) -> Panel:
    race, totals, needed = view.races[seat], view.totals(seat), view.ruleset.win_planets
    name = names.RACES[race]
    roles = {"turn": view.active, **_roles(view)}
    most = {"fleet": totals.fleet_limit, "planets": needed}
    planet_faces = names.PLANET_FACES if view.ruleset.races else names.PLANET_FACES[: names.RACE]  # PM-E27
    working = race >= 0 and names.RACE in [view.faces[die] for die in view.planets(seat)]
    return Panel(
        seat,
        title=None if race < 0 else Phrase(f"race.{name}"),
        glyph="" if race < 0 else RACE_GLYPHS[race],
        scenery="" if race < 0 else SCENERY[race],
        note=Phrase(f"ability_help.{name}") if working else None,
        state=[role for role, one in roles.items() if one == seat and role != "proposer"],
        zones=[
            _table(view, seat, asked, "planet", planet_faces, view.planets(seat)),
            _table(view, seat, asked, "weapon", names.WEAPON_FACES, view.fleet[seat], totals.fleet_limit),
        ],
        facts=[
            Fact(name, Phrase(f"label.{name}"), getattr(totals, name), most.get(name, -1), symbol, rule=rule)
            for name, symbol, rule in FACTS
        ],
        progress=[1] * totals.win_faces
        + [2] * (totals.planets - totals.win_faces)
        + [0] * max(0, needed - totals.planets),
        goal=_goal(totals, needed),
        targets=asked.offers.take("panel", seat),
        card=None if race < 0 else race_card(f"race{seat}", race, _sides(view), working=working),
    )


def _sides(view: PlanetMasters) -> int:
    """Return how many sides of the home die show the race face."""
    return view.ruleset.home_faces.count(names.RACE)


def _goal(totals: Totals, needed: int) -> Phrase:
    """PM-6.1 in numbers: how many planets are there of how many, how many count, how many stand in the way."""
    blocked = totals.planets - totals.win_faces
    words = {"planets": totals.planets, "need": needed, "good": totals.win_faces, "blocked": blocked}
    if totals.planets < needed:
        return Phrase("goal.too_few", words)
    return Phrase("goal.blocked" if blocked else "goal.reached", words)


def _roles(view: PlanetMasters) -> dict[str, int]:
    """Return who is what in the attack or motion under way."""
    if view.attack is not None:
        return {"attacker": view.attack.attacker, "defender": view.attack.defender}
    if view.motion is not None:
        return {"proposer": view.motion.proposer, "candidate": view.motion.candidate}
    return {}


def _table(
    view: PlanetMasters, seat: int, asked: _Asked, name: str, faces: Sequence[str], dice: list[int], most: int = -1
) -> Zone:
    """Return a slot for each face; the home die looks different, fresh dice are marked."""
    race, slots = view.races[seat], []
    for face, word in enumerate(faces):
        label, text, symbol = face_label(race, word), _face_help(race, word), glyph(race, word)
        pieces = []
        for die in dice:
            if view.faces[die] == face:
                kind = "home_die" if die == seat else f"{'colony' if name == 'planet' else name}_die"
                flags = ["fresh"] if die in view.fresh else []
                piece = Piece(names.DICE[die], kind, symbol, label, text, flags=flags, tone=_TONES[kind])
                pieces.append(asked.lay(piece, seat, die))
        slots.append(Zone(f"{name}s{seat}.{word}", "slot", label, text, symbol, pieces=pieces))
    return Zone(f"{name}s{seat}", "slots", Phrase(f"label.{name}_table"), owner=seat, most=most, zones=slots)


def _face_help(race: int, word: str) -> Phrase:
    """Return what a face does; the race face does what the race can."""
    if word == "race" and race >= 0:
        return Phrase(f"ability_help.{names.RACES[race]}")
    return Phrase(f"face_help.{word}")


def help_key(code: int) -> str:
    """Return the key of an action's texts; `manage` is one pick of its batch."""
    name = actions.ACTIONS.of(code).name
    return "manage_pick" if name == "manage" else name


def _help(code: int) -> Phrase:
    """Return what an action does: of a race that may be taken, what its ability does."""
    family = actions.ACTIONS.of(code)
    if family is actions.CHOOSE_RACE:
        return Phrase(f"ability_help.{names.RACES[family.value(code)]}")
    return Phrase(f"action_help.{help_key(code)}")


def label(view: PlanetMasters, code: int) -> Phrase:
    """Return the button text of an action: dice are named by what they show."""
    if code == DONE:
        return Phrase("action.manage_done")
    family = actions.ACTIONS.of(code)
    words: dict[str, Any] = {}
    for (name, kind), value in zip(family.parameters, family.values(code), strict=True):
        if name == "die":
            words["face"] = face_of(view, value)
        else:
            words[name] = kind.phrase(value)
    return Phrase(f"action.{help_key(code)}", words)


def question(view: PlanetMasters, prompt: Prompt[Any], seat: int) -> Phrase:
    """Return the question with what its text needs: points, attacker, defender, candidate."""
    people = {"seat": seat, **_roles(view)}
    words = {name: {"seat": one} for name, one in people.items()}
    return Phrase(f"prompt.{prompt.key}", {**words, "points": view.points})
