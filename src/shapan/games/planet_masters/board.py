"""View -> scene (section 9): what lies where, what may be done with it, and which numbers stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt
from shapan.engine.scene import (
    Duel,
    Fact,
    Panel,
    Phrase,
    Piece,
    Scene,
    Side,
    Target,
    Zone,
)
from shapan.games.planet_masters.actions import (
    ACTIONS,
    CHOOSE_RACE,
    CONQUER,
    COUNCIL,
    DESTRUCTION,
    DICE,
    DISCARD,
    FIRST_COLONY,
    FIRST_WEAPON,
    INVASION,
    LOSE,
    MANAGE,
    PLANET_FACES,
    RACE,
    RACES,
    REROLL,
    WEAPON_FACES,
)
from shapan.games.planet_masters.ruleset import ABILITIES, ATTACK, DEFENSE
from shapan.games.planet_masters.view import Board, View

RACE_GLYPHS: Final = tuple(f"r-{race}" for race in RACES)
_STEPS: Final = ("build", "manage", "action")
_FACTS: Final = (
    ("resources", "f-resource"),
    ("influence", "f-influence"),
    ("votes", "v-vote"),
    ("attack", "b-attack"),
    ("defense", "f-defense"),
)


def make_scene(view: View, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None) -> Scene:
    """Return the whole table for a viewer with his legal codes."""
    asked = "" if prompt is None else prompt.key
    targets = _Targets(view, viewer, legal, asked)
    panels = [_panel(view, seat, targets) for seat in range(len(view.seats))]
    galaxy = Zone(
        "galaxy",
        "heap",
        Phrase("label.galaxy"),
        glyph="f-planet",
        count=len(view.galaxy),
    )
    supply = Zone(
        "supply",
        "heap",
        Phrase("label.weapon_supply"),
        glyph="f-shot",
        count=len(view.weapon_supply),
    )
    steps = [Phrase(f"step.{step}") for step in _STEPS]
    return Scene(
        round=view.round,
        steps=steps,
        step=view.step - 1 if 1 <= view.step <= len(_STEPS) else -1,
        active=view.active,
        zones=[galaxy, supply],
        panels=panels,
        duel=_attack(view, asked) or _motion(view),
        buttons=targets.rest,
    )


class _Targets:
    """The legal codes of the viewer, sorted to the dice, boards and buttons that offer them."""

    def __init__(self, view: View, viewer: int, legal: Sequence[int], asked: str) -> None:
        self.view = view
        self.managing = viewer if asked == "manage" else -1
        """The seat that is asked which dice to reroll, if it is the viewer."""
        self.by_die: dict[int, list[Target]] = {}
        self.by_seat: dict[int, list[Target]] = {}
        self.rest: list[Target] = []
        for code in legal:
            self._sort(code)

    def _sort(self, code: int) -> None:
        if code == DONE:
            return
        family = ACTIONS.of(code)
        target = Target(
            code,
            label(self.view, code),
            _help(code),
            family.name,
        )
        if family in (REROLL, MANAGE, INVASION, DESTRUCTION, DISCARD, LOSE):
            self.by_die.setdefault(family.value(code), []).append(target)
        elif family in (CONQUER, COUNCIL):
            self.by_seat.setdefault(family.value(code), []).append(target)
        else:
            target.mode = ""
            self.rest.append(target)


def _panel(view: View, seat: int, targets: _Targets) -> Panel:
    board = view.seats[seat]
    totals = board.totals
    working = board.race >= 0 and RACE in (board.home, *(colony.face for colony in board.colonies))
    return Panel(
        seat,
        title=None if board.race < 0 else Phrase(f"race.{RACES[board.race]}"),
        glyph="" if board.race < 0 else RACE_GLYPHS[board.race],
        note=Phrase(f"ability_help.{RACES[board.race]}") if working else None,
        state=_states(view, seat),
        zones=[_planet_table(view, seat, targets), _weapon_table(view, seat, targets)],
        facts=[
            *(Fact(name, Phrase(f"label.{name}"), getattr(totals, name), glyph=glyph) for name, glyph in _FACTS),
            Fact(
                "fleet",
                Phrase("label.fleet"),
                totals.fleet,
                totals.fleet_limit,
                "f-cruiser",
            ),
            Fact(
                "planets",
                Phrase("label.planets"),
                totals.planets,
                view.win_planets,
                "f-planet",
            ),
        ],
        progress=[1] * totals.win_faces
        + [2] * (totals.planets - totals.win_faces)
        + [0] * max(0, view.win_planets - totals.planets),
        targets=targets.by_seat.get(seat, []),
    )


def _states(view: View, seat: int) -> list[str]:
    states = []
    if seat == view.active:
        states.append("turn")
    if view.attack is not None:
        if seat == view.attack.attacker:
            states.append("attacker")
        if seat == view.attack.defender:
            states.append("defender")
    if view.motion is not None and seat == view.motion.candidate:
        states.append("candidate")
    return states


def _planet_table(view: View, seat: int, targets: _Targets) -> Zone:
    """Five slots, one a face; the home die looks different, fresh dice are marked."""
    board = view.seats[seat]
    slots = []
    for face, word in enumerate(PLANET_FACES):
        pieces = []
        if board.home == face:
            pieces.append(_die(board, seat, face, "home_die", targets, word))
        for colony in board.colonies:
            if colony.face == face:
                die = colony.id + FIRST_COLONY
                piece = _die(board, die, face, "colony_die", targets, word)
                if colony.fresh:
                    piece.flags.append("fresh")
                    if seat == targets.managing and not piece.targets:
                        piece.why_not = Phrase("why_not.fresh_die")
                        piece.rule = "PM-4.1"
                pieces.append(piece)
        slots.append(
            _slot(
                f"planets{seat}.{word}",
                word,
                _glyph(board, word),
                pieces,
                _race_label(board, word),
            )
        )
    return Zone(f"planets{seat}", "slots", Phrase("label.planet_table"), owner=seat, zones=slots)


def _weapon_table(view: View, seat: int, targets: _Targets) -> Zone:
    board = view.seats[seat]
    slots = []
    for face, word in enumerate(WEAPON_FACES):
        pieces = [
            _die(board, weapon.id + FIRST_WEAPON, face, "weapon_die", targets, word)
            for weapon in board.fleet
            if weapon.face == face
        ]
        slots.append(
            _slot(
                f"weapons{seat}.{word}",
                word,
                _glyph(board, word),
                pieces,
                Phrase(f"face.{word}"),
            )
        )
    return Zone(f"weapons{seat}", "slots", Phrase("label.weapon_table"), owner=seat, zones=slots)


def _slot(name: str, word: str, glyph: str, pieces: list[Piece], text: Phrase) -> Zone:
    return Zone(name, "slot", text, Phrase(f"face_help.{word}"), glyph, pieces=pieces)


def _die(board: Board, die: int, face: int, kind: str, targets: _Targets, word: str) -> Piece:
    return Piece(
        DICE[die],
        kind,
        _glyph(board, word),
        _race_label(board, word),
        Phrase(f"face_help.{word}"),
        targets=targets.by_die.get(die, []),
    )


def _glyph(board: Board, word: str) -> str:
    if word == "race" and board.race >= 0:
        return RACE_GLYPHS[board.race]
    return "f-defense" if word == "defense_system" else f"f-{word}"


def _race_label(board: Board, word: str) -> Phrase:
    if word == "race" and board.race >= 0:
        return Phrase(f"ability.{ABILITIES[board.race]}")
    return Phrase(f"face.{word}")


def _attack(view: View, asked: str) -> Duel | None:
    """The two powers side by side, with the dice that make them. Who has won is said only once it is sure (PM-5.2)."""
    if view.attack is None:
        return None
    attacker, defender = view.attack.attacker, view.attack.defender
    mine, theirs = (
        view.seats[attacker].totals.attack,
        view.seats[defender].totals.defense,
    )
    sides = [
        Side(
            Phrase("label.attack"),
            mine,
            attacker,
            _parts(view.seats[attacker], defending=False),
        ),
        Side(
            Phrase("label.defense"),
            theirs,
            defender,
            _parts(view.seats[defender], defending=True),
        ),
    ]
    won = mine > theirs
    verdict = Phrase(
        "event.attack_won" if asked in ("spoils", "discard_excess") else "event.attack_named",
        {"seat": {"seat": attacker}, "defender": {"seat": defender}},
    )
    return Duel(sides, ">" if won else "≤", verdict, "PM-5.3")


def _parts(board: Board, *, defending: bool) -> list[Fact]:
    powers = DEFENSE if defending else ATTACK
    parts = [
        Fact(word, Phrase(f"face.{word}"), powers[weapon.face], glyph=_glyph(board, word))
        for weapon in board.fleet
        if powers[weapon.face]
        for word in (WEAPON_FACES[weapon.face],)
    ]
    rest = (board.totals.defense if defending else board.totals.attack) - sum(part.value for part in parts)
    if rest:
        parts.append(Fact("planets", Phrase("label.planets"), rest, glyph="f-marines"))
    return parts


def _motion(view: View) -> Duel | None:
    """Votes for and against, once all are in: sums of some of them would look like a result."""
    motion = view.motion
    if motion is None or len(motion.votes) < len(view.seats):
        return None
    sums = {1: 0, 0: 0}
    for seat, vote in motion.votes.items():
        sums[vote] += view.seats[seat].totals.votes
    sides = [Side(Phrase("label.yes"), sums[1]), Side(Phrase("label.no"), sums[0])]
    words = {"seat": {"seat": motion.proposer}, "candidate": {"seat": motion.candidate}}
    return Duel(sides, ":", Phrase("event.motion", words), "PM-5.6")


def help_key(code: int) -> str:
    """Return the key of an action's texts; `manage` is one pick of its batch."""
    name = ACTIONS.of(code).name
    return "manage_pick" if name == "manage" else name


def _help(code: int) -> Phrase:
    """Return what an action does: of a race that may be taken, what its ability does."""
    family = ACTIONS.of(code)
    if family is CHOOSE_RACE:
        return Phrase(f"ability_help.{RACES[family.value(code)]}")
    return Phrase(f"action_help.{help_key(code)}")


def label(view: View, code: int) -> Phrase:
    """Return the button text of an action: dice are named by what they show."""
    if code == DONE:
        return Phrase("action.manage_done")
    family = ACTIONS.of(code)
    words: dict[str, Any] = {}
    for (name, kind), value in zip(family.parameters, family.values(code), strict=True):
        if name == "die":
            words["face"] = face_of(view, value)
        else:
            words[name] = kind.phrase(value)
    return Phrase(f"action.{help_key(code)}", words)


def face_of(view: View, die: int) -> dict[str, str]:
    """Return the term of the face that a die shows now."""
    if die < FIRST_COLONY:
        return {"term": f"face.{PLANET_FACES[view.seats[die].home]}"}
    for board in view.seats:
        for colony in board.colonies:
            if colony.id == die - FIRST_COLONY:
                return {"term": f"face.{PLANET_FACES[colony.face]}"}
        for weapon in board.fleet:
            if weapon.id == die - FIRST_WEAPON:
                return {"term": f"face.{WEAPON_FACES[weapon.face]}"}
    return {"term": "label.empty"}


def question(view: View, prompt: Prompt[Any], seat: int) -> Phrase:
    """Return the question with what its text needs: points, attacker, defender, candidate."""
    words: dict[str, Any] = {"seat": {"seat": seat}, "points": view.points}
    if view.attack is not None:
        words["attacker"] = {"seat": view.attack.attacker}
        words["defender"] = {"seat": view.attack.defender}
    if view.motion is not None:
        words["proposer"] = {"seat": view.motion.proposer}
        words["candidate"] = {"seat": view.motion.candidate}
    return Phrase(f"prompt.{prompt.key}", words)
