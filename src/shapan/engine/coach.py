"""The coach of a guided match: what he says now, found from the frame of the seat that he stands beside.

He knows what the seat knows: its view, its decision, the events it has been told. So nothing hidden is said, and
after an undo, a restart or a move of one's own the notes still fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shapan.engine import previews
from shapan.engine.actions import DONE
from shapan.engine.decision import Decision
from shapan.engine.guide import EventCondition, Guide, Moment, Note, Scripted, When, compare, look_up
from shapan.engine.match import Match
from shapan.engine.offers import things
from shapan.engine.scene import Phrase, Scene
from shapan.engine.text import catalogue
from shapan.engine.view import write


@dataclass(slots=True)
class ShownNote:
    """One note as it is shown: its number in the story (0 beside it), the text, the places it points at."""

    number: int
    text: Phrase
    points: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Advice:
    """What the coach says at a moment: notes one after another, and the answer he advises (codes), if any."""

    total: int
    """The number of notes of the story."""
    notes: list[ShownNote]
    advised: list[int] | None = None


class Coach:
    """The coach beside one seat of a match, at one moment."""

    def __init__(self, guide: Guide, match: Match[Any], seat: int) -> None:
        self.guide = guide
        self.match = match
        self.seat = seat
        self._seen = match.view(seat)
        self._view = write(self._seen)
        self._told: list[dict[str, Any]] | None = None

    def advice(self) -> Advice | None:
        """Return what the first moment that holds says; None if there is nothing to say."""
        number = 1
        for moment in self.guide.moments:
            advised = self._advised(moment)
            if self.holds(moment.when) and (moment.advise is None or advised is not None):
                notes = self._notes(moment, number, advised or [])
                if notes:
                    return Advice(self._total(), notes, advised)
            number += 0 if moment.aside else len(moment.notes)
        return None

    def _total(self) -> int:
        return sum(len(moment.notes) for moment in self.guide.moments if not moment.aside)

    def _notes(self, moment: Moment, first: int, advised: list[int]) -> list[ShownNote]:
        said = []
        for place, note in enumerate(moment.notes):
            if self.holds(note.when):
                words = {name: self._word(path, advised) for name, path in note.words.items()}
                number = 0 if moment.aside else first + place
                said.append(ShownNote(number, Phrase(f"guide.{note.text}", words), self._points(note)))
        return said

    def _word(self, path: str, advised: list[int]) -> Any:
        kind, _, name = path.partition(":")
        if kind == "seat":
            return {"seat": int(name)}
        if kind == "button":
            return self._label(name, advised)
        try:
            return look_up(self._view, path)
        except LookupError:
            return None

    def _label(self, family: str, advised: list[int]) -> Any:
        """Return what stands on a button: the advised one of its family, or what ends the advised picks."""
        decision, codes = self.match.decisions.get(self.seat), self._codes(family)
        if decision is None or not codes:
            return None
        code = next((one for one in codes if one in advised), codes[0])
        label = self._ends(decision, advised) if code == DONE and decision.prompt.many else self._offer(decision, code)
        return {"key": label.key, "words": label.words}

    def _offer(self, decision: Decision[Any], code: int) -> Phrase:
        """Return what is offered as the table shows it."""
        game, prompt = self.match.game, decision.prompt
        scene = game.board(self._seen, self.seat, self.match.legal(self.seat), prompt)
        found = previews.list_offers(game, self._seen, self.seat, [code], prompt, scene, decision.arg)
        return found[0][0].label

    def _ends(self, decision: Decision[Any], advised: list[int]) -> Phrase:
        """Return what the button says behind the advised picks, as the table does: by kind, and with none picked."""
        game, prompt, texts = self.match.game, decision.prompt, catalogue(self.match.game, "en")
        picked = [one for one in advised if one != DONE]
        label, own = game.done_label(self._seen, prompt, self.seat, decision.arg, picked), f"action.{prompt.key}_done"
        done = Phrase(own) if own in texts else label
        none = f"{done.key.removesuffix('_done')}_none"
        return Phrase(none, done.words) if not picked and done.key.endswith("_done") and none in texts else done

    def _points(self, note: Note) -> list[str]:
        """Return the places as a table knows them: a button is the codes that it gives."""
        points = []
        for kind, name in note.places():
            points += [f"code:{code}" for code in self._codes(name)] if kind == "button" else [f"{kind}:{name}"]
        return [point.rstrip(":") for point in points]

    def _codes(self, family: str) -> list[int]:
        decision = self.match.decisions.get(self.seat)
        if decision is None:
            return []
        if family == "done":
            return [DONE]
        legal = self.match.legal(self.seat)
        return [code for code in legal if code != DONE and self.match.game.actions.of(code).name == family]

    def _advised(self, moment: Moment) -> list[int] | None:
        return None if moment.advise is None else answer_of(self.match, self.seat, moment.advise)

    # Conditions

    def holds(self, when: When) -> bool:
        """Tell whether a moment is now."""
        decision = self.match.decisions.get(self.seat)
        kind = "" if decision is None else decision.prompt.key
        over = self.match.over
        if (when.kind and when.kind != kind) or (when.over and not over) or (when.waiting and (over or bool(kind))):
            return False
        if when.won is not None:
            outcome = self.match.outcome
            if outcome is None or (self.seat in outcome.winners) != when.won:
                return False
        return all(compare(self._view, *line) for line in when.lines()) and all(map(self._was_told, when.told))

    def _was_told(self, told: EventCondition) -> bool:
        if self._told is None:
            self._told = self.match.events_for(self.seat)
        count = sum(_fits(event, told) for event in self._told)
        return count >= told.times and (told.most < 0 or count <= told.most)


def _fits(event: Mapping[str, Any], told: EventCondition) -> bool:
    """Tell whether an event is the one meant, with the words that are named."""
    if event["key"] != told.event:
        return False
    words = event["with"]
    return all(name in words and _plain(words[name]) == wanted for name, wanted in told.with_.items())


def _plain(word: Any) -> Any:
    """Return a word of an event as guides write it: a seat's number, a term's last part."""
    if isinstance(word, Mapping):
        if "seat" in word:
            return word["seat"]
        if "term" in word:
            return str(word["term"]).rpartition(".")[2]
    return word


def answer_of(match: Match[Any], seat: int, entry: Mapping[str, Any]) -> list[int] | None:
    """Return the codes of a written answer if it is a legal answer to the open decision of a seat."""
    decision = match.decisions.get(seat)
    if decision is None or not decision.prompt.takes(entry):
        return None
    try:
        codes = decision.prompt.read(match.game.actions, entry, match.game.words(match.live))
        return codes if decision.prompt.allows(match.live, seat, decision.arg, codes) else None
    except (LookupError, ValueError):
        return None


def scripted(guide: Guide, match: Match[Any], seat: int) -> list[int] | None:
    """Return what the guide lets another seat answer now, None where its bot decides."""
    rows: Iterable[Scripted] = [row for row in guide.answers if row.seat == seat]
    coach = Coach(guide, match, seat)
    for row in rows:
        if coach.holds(row.when):
            codes = answer_of(match, seat, row.answer)
            if codes is not None:
                return codes
    return None


def places_of(scene: Scene) -> set[str]:
    """Return all places of a scene that a note can point at, buttons apart."""
    found = {place for place, _ in things(scene)} | {f"fact:{fact.name}" for fact in scene.facts}
    for panel in scene.panels:
        found.update(f"fact:{panel.seat}.{fact.name}" for fact in panel.facts)
        if panel.progress:
            found.add(f"goal:{panel.seat}")
    if scene.steps:
        found.add("steps")
    if scene.duels:
        found.add("duel")
    if scene.case is not None:
        found.add("case")
    return found
