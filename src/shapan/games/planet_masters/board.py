"""View -> scene (section 9): what lies where, what may be done with it, and which numbers stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.scene import (
    Fact,
    Mode,
    Panel,
    Phrase,
    Piece,
    Scene,
    Target,
    Zone,
)
from shapan.games.planet_masters import actions, names
from shapan.games.planet_masters.duel import attack_duel, motion_duel
from shapan.games.planet_masters.face import RACE_GLYPHS, face_label, face_of, glyph
from shapan.games.planet_masters.odds import odds_of
from shapan.games.planet_masters.reasons import why_not_build, why_not_die
from shapan.games.planet_masters.view import Board, View

_STEPS: Final = ("build", "manage", "action")
_TONES: Final = {"home_die": "dark", "colony_die": "", "weapon_die": "red"}
_FACTS: Final = (
    ("resources", "f-resource", "PM-7.1"),
    ("influence", "f-influence", "PM-7.2"),
    ("votes", "v-vote", "PM-7.3"),
    ("attack", "b-attack", "PM-7.4"),
    ("defense", "f-defense", "PM-7.5"),
)


def make_scene(view: View, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None) -> Scene:
    """Return the whole table for a viewer with his legal codes."""
    targets = _Targets(view, viewer, legal, prompt)
    panels = [_panel(view, seat, targets) for seat in range(len(view.seats))]
    blocked = why_not_build(view, viewer) if prompt is not None and prompt.key == "build" else None
    galaxy = Zone(
        "galaxy",
        "heap",
        Phrase("label.galaxy"),
        Phrase("zone_help.galaxy"),
        "f-planet",
        count=len(view.galaxy),
        piece="colony_die",
    )
    supply = Zone(
        "supply",
        "heap",
        Phrase("label.weapon_supply"),
        Phrase("zone_help.supply") if blocked is None else _say(blocked),
        "f-shot",
        count=len(view.weapon_supply),
        piece="weapon_die",
        tone=_TONES["weapon_die"],
        targets=targets.supply,
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
        duel=attack_duel(view, viewer, "" if prompt is None else prompt.key) or motion_duel(view),
        counts="votes" if view.motion is not None else "",
        modes=_modes(prompt),
        buttons=targets.rest,
    )


def _turns(view: View) -> list[int]:
    """PM-0.3, PM-1.4, PM-2.1: turns go round the table, and before them the choice of races; unknown until the draw."""
    seats = len(view.seats)
    first = view.first_player if view.active < 0 else view.active
    order = [] if first < 0 else [(first + turn) % seats for turn in range(seats)]
    return order if view.active >= 0 else [seat for seat in order if view.seats[seat].race < 0]


def _modes(prompt: Prompt[Any] | None) -> list[Mode]:
    """PM-5.4: the winner first says what he wants, then of which die; one button takes it."""
    if prompt is None or prompt.key != "spoils":
        return []
    return [
        Mode(name, Phrase(f"mode.{name}"), Phrase(f"mode_hint.{name}"), Phrase(f"mode_act.{name}"))
        for name in (actions.INVASION.name, actions.DESTRUCTION.name, actions.PRESSURE.name)
    ]


class _Targets:
    """The legal codes of the viewer, sorted to the dice, boards and buttons that offer them."""

    def __init__(self, view: View, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None) -> None:
        self.view = view
        self.viewer = viewer
        self.prompt = prompt
        self.by_die: dict[int, list[Target]] = {}
        self.by_seat: dict[int, list[Target]] = {}
        self.supply: list[Target] = []
        self.rest: list[Target] = []
        for code in legal:
            self._sort(code)

    def _sort(self, code: int) -> None:
        if code == DONE:
            return
        family = actions.ACTIONS.of(code)
        target = Target(
            code,
            label(self.view, code),
            _help(code),
            family.name,
            odds_of(self.view, self.viewer, code),
        )
        if family in (actions.BUILD, actions.INVASION):
            target.onto = [f"panel:{self.viewer}"]
        elif family in (actions.DESTRUCTION, actions.DISCARD, actions.LOSE):
            target.onto = ["zone:supply"]
        if family in (
            actions.REROLL,
            actions.MANAGE,
            actions.INVASION,
            actions.DESTRUCTION,
            actions.DISCARD,
            actions.LOSE,
        ):
            self.by_die.setdefault(family.value(code), []).append(target)
        elif family is actions.BUILD:
            self.supply.append(target)
        elif family is actions.PRESSURE and self.view.attack is not None:
            self.by_die.setdefault(self.view.attack.defender, []).append(target)
        elif family in (actions.CONQUER, actions.COUNCIL):
            self.by_seat.setdefault(family.value(code), []).append(target)
        else:
            target.mode = ""
            self.rest.append(target)

    def lay(self, piece: Piece, owner: int, die: int) -> Piece:
        """Put on a die what may be done with it or, for a viewer who is asked, why not; a chosen board says nothing."""
        piece.targets = self.by_die.get(die, [])
        if self.prompt is not None and not piece.targets and owner not in self.by_seat:
            reason = why_not_die(self.view, self.viewer, self.prompt, owner, die, "fresh" in piece.flags)
            piece.why_not, piece.rule = _say(reason), reason.rule
        return piece


def _say(reason: Reason) -> Phrase:
    return Phrase(f"why_not.{reason.key}", reason.words)


def _panel(view: View, seat: int, targets: _Targets) -> Panel:
    board = view.seats[seat]
    totals = board.totals
    working = board.race >= 0 and names.RACE in (board.home, *(colony.face for colony in board.colonies))
    return Panel(
        seat,
        title=None if board.race < 0 else Phrase(f"race.{names.RACES[board.race]}"),
        glyph="" if board.race < 0 else RACE_GLYPHS[board.race],
        note=Phrase(f"ability_help.{names.RACES[board.race]}") if working else None,
        state=_states(view, seat),
        zones=[_planet_table(view, seat, targets), _weapon_table(view, seat, targets)],
        facts=[
            *(
                Fact(name, Phrase(f"label.{name}"), getattr(totals, name), glyph=glyph, rule=rule)
                for name, glyph, rule in _FACTS
            ),
            Fact(
                "fleet",
                Phrase("label.fleet"),
                totals.fleet,
                totals.fleet_limit,
                "f-cruiser",
                rule="PM-3.3",
            ),
            Fact(
                "planets",
                Phrase("label.planets"),
                totals.planets,
                view.win_planets,
                "f-planet",
                rule="PM-6.1",
            ),
        ],
        progress=[1] * totals.win_faces
        + [2] * (totals.planets - totals.win_faces)
        + [0] * max(0, view.win_planets - totals.planets),
        goal=_goal(view, seat),
        targets=targets.by_seat.get(seat, []),
    )


def _goal(view: View, seat: int) -> Phrase:
    """PM-6.1 in numbers: how many planets are there of how many, how many count, how many stand in the way."""
    totals = view.seats[seat].totals
    blocked = totals.planets - totals.win_faces
    words = {"planets": totals.planets, "need": view.win_planets, "good": totals.win_faces, "blocked": blocked}
    if totals.planets < view.win_planets:
        return Phrase("goal.too_few", words)
    return Phrase("goal.blocked" if blocked else "goal.reached", words)


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
    """Five slots, one a face, four in a match without races; the home die looks different, fresh dice are marked."""
    board = view.seats[seat]
    slots = []
    for face, word in enumerate(names.PLANET_FACES):
        if face == names.RACE and not view.rules.races:  # PM-E27: no die shows it
            continue
        pieces = []
        if board.home == face:
            pieces.append(targets.lay(_die(board, seat, "home_die", word), seat, seat))
        for colony in board.colonies:
            if colony.face == face:
                die = colony.id + names.FIRST_COLONY
                piece = _die(board, die, "colony_die", word)
                if colony.fresh:
                    piece.flags.append("fresh")
                pieces.append(targets.lay(piece, seat, die))
        slots.append(_slot(f"planets{seat}.{word}", board, word, pieces))
    return Zone(f"planets{seat}", "slots", Phrase("label.planet_table"), owner=seat, zones=slots)


def _weapon_table(view: View, seat: int, targets: _Targets) -> Zone:
    board = view.seats[seat]
    slots = []
    for face, word in enumerate(names.WEAPON_FACES):
        pieces = [
            targets.lay(_die(board, die, "weapon_die", word), seat, die)
            for weapon in board.fleet
            if weapon.face == face
            for die in (weapon.id + names.FIRST_WEAPON,)
        ]
        slots.append(_slot(f"weapons{seat}.{word}", board, word, pieces))
    return Zone(f"weapons{seat}", "slots", Phrase("label.weapon_table"), owner=seat, zones=slots)


def _slot(name: str, board: Board, word: str, pieces: list[Piece]) -> Zone:
    return Zone(
        name, "slot", face_label(board.race, word), _face_help(board, word), glyph(board.race, word), pieces=pieces
    )


def _die(board: Board, die: int, kind: str, word: str) -> Piece:
    return Piece(
        names.DICE[die],
        kind,
        glyph(board.race, word),
        face_label(board.race, word),
        _face_help(board, word),
        tone=_TONES[kind],
    )


def _face_help(board: Board, word: str) -> Phrase:
    """Return what a face does; the race face does what the race can."""
    if word == "race" and board.race >= 0:
        return Phrase(f"ability_help.{names.RACES[board.race]}")
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


def label(view: View, code: int) -> Phrase:
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
