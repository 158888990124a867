"""13: how models, markers and pieces of terrain are named in a match: by the ids that the position gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import Family
from shapan.engine.kinds import UNKNOWN, Kind
from shapan.engine.phrase import Phrase
from shapan.engine.prompt import Prompt
from shapan.engine.text import texts_of
from shapan.engine.words import Words
from shapan.games.malifaux import names, places, roster, whereabouts
from shapan.games.malifaux.cards.cost import COSTS
from shapan.games.malifaux.geometry.unit import INCH, TABLE
from shapan.games.malifaux.records import OF_CARDS, OF_COSTS, OF_ENDS
from shapan.games.malifaux.state import Malifaux

_PACKAGE: Final = "shapan.games.malifaux"


class MatchWords(Words):
    """The words of what lies on the table of a match; all else by its kind."""

    def __init__(self, state: Malifaux) -> None:
        self.state = state

    def ids(self, kind: Kind) -> list[str] | None:
        """Return the ids of a kind of things, by number; None for kinds that have words of their own."""
        if kind is names.MODEL:
            return self.state.models.ids
        if kind is names.THING:
            models = self.state.models.ids
            return [*models, *[""] * (names.MAX_MODELS - len(models)), *(self.ids(names.MARKER) or [])]
        if kind is names.MARKER:
            rows = self.state.markers
            return [name if type_ != UNKNOWN else "" for name, type_ in zip(rows.ids, rows.types, strict=True)]
        if kind is names.ORDERED:
            return self.ordered()
        if kind is names.OPTION:
            return self.options()
        return numbered([piece.name for piece in self.state.map.pieces]) if kind is names.PIECE else None

    def ordered(self) -> list[str]:
        """Return the ids of what is put in order now: of abilities, of their models where one ability occurs twice.

        What effects that last do has no name: it bears the id of its model alone.
        """
        choice = self.state.choice
        if choice is None:
            return []
        models = [self.state.models.ids[holder] for holder in choice.holders]
        abilities = [roster.TAGS[tag] if tag != UNKNOWN else "" for tag in choice.marks]
        if abilities and all(abilities) and len(set(abilities)) == len(abilities):
            return abilities
        if len(set(models)) == len(models):
            return models
        return numbered([f"{model} {ability}".strip() for model, ability in zip(models, abilities, strict=True)])

    def options(self) -> list[str] | None:
        """Return the words of what is chosen from now (D22), None where the options are mere numbers."""
        choice = self.state.choice
        if choice is None or not choice.rules & (OF_CARDS | OF_COSTS | OF_ENDS):
            return None
        if choice.rules & OF_ENDS:
            return ["left", "right"]
        words = [card.id for card in roster.MODELS] if choice.rules & OF_CARDS else list(COSTS)
        return [words[one] for one in choice.options]

    def word(self, kind: Kind, value: int) -> Any:
        if kind is names.PICKS:
            picked = [self.word(names.MODEL, one) for one in names.picks_in(value) if one >= 0]
            return None if not picked else picked[0] if len(picked) == 1 else picked
        ids = self.ids(kind)
        if ids is None:
            return super().word(kind, value)
        return ids[value] if 0 <= value < len(ids) else None

    def number(self, kind: Kind, word: Any) -> int:
        if kind is names.PICKS:
            return self.picks(word)
        ids = self.ids(kind)
        if ids is None or (kind is names.OPTION and isinstance(word, int)):
            return super().number(kind, word)
        if not isinstance(word, str) or word not in ids:
            raise ValueError(f"{word!r} is not one of {', '.join(name for name in ids if name)}")
        return ids.index(word)

    # For people

    def phrase(self, kind: Kind, value: int) -> Any:
        """Return names; of a marker only its number, since an event outlasts it: its type is told beside it."""
        if kind is names.MODEL or (kind is names.THING and value < names.MAX_MODELS):
            return self.model(value)
        if kind is names.THING:
            return self.marker(value - names.MAX_MODELS)
        if kind is names.COORDINATE:
            return inches(value)
        if kind is names.POINT:
            return "{} / {}".format(*map(inches, divmod(value, TABLE + 1)))
        if kind is names.WAY:
            said, model, tenths = whereabouts.unpacked(value)
            return said_of(whereabouts.SAID[said], model=self.model(model), far=inches(tenths * INCH // 10))
        if kind is names.PIECE:
            return {"term": f"terrain.{self.state.map.pieces[value].term}"}
        if kind is names.ORDERED:
            return self.in_order(value)
        if kind is names.OPTION:
            return self.option(value)
        if kind is names.PICKS:
            one, other = names.picks_in(value)
            if other == UNKNOWN:
                return self.model(one)
            return said_of("pair", own=self.model(one), foe=self.model(other))
        return super().phrase(kind, value)

    def model(self, model: int) -> Any:
        """Return the name of a model, with its crew where both have one of the name; nobody for none."""
        rows = self.state.models
        if not 0 <= model < len(rows.cards):
            return {"key": "common.nobody"}
        name, card, side = self.in_crew(model), rows.cards[model], rows.sides[model]
        if any(other == card and of != side for other, of in zip(rows.cards, rows.sides, strict=True)):
            return said_of("of_crew", model=name, seat={"seat": side})
        return name

    def in_crew(self, model: int) -> Any:
        """Return the name of a model among those of its crew: from the second that bears it on with its number."""
        rows = self.state.models
        card, side = rows.cards[model], rows.sides[model]
        term = {"term": f"model.{roster.MODELS[card].id}"}
        before = sum(rows.cards[other] == card and rows.sides[other] == side for other in range(model))
        return said_of("copy", model=term, number=before + 1) if before else term

    def card(self, model: int) -> int:
        """Return which model of the card files one is; all of them stand openly on the table."""
        return self.state.models.cards[model]

    def side(self, model: int) -> int:
        """Return the seat to whose crew a model belongs."""
        return self.state.models.sides[model]

    def marker(self, marker: int) -> Any:
        """Return what a marker is; of one that is gone only that it is a marker."""
        types = self.state.markers.types
        if not 0 <= marker < len(types) or types[marker] == UNKNOWN:
            return {"key": "thing.marker"}
        return {"term": f"marker.{roster.MARKER_TYPES[types[marker]].id}"}

    def option(self, value: int) -> Any:
        """Return what an option is: a model, a cost, an end, or what the text of its effect says; else its number."""
        choice, words = self.state.choice, self.options()
        if choice is None:
            return value
        if words is not None:
            table = "model" if choice.rules & OF_CARDS else "choice"
            return {"term": f"{table}.{words[value]}"}
        term = f"choice.{roster.TAGS[choice.about]}_{value}" if choice.about != UNKNOWN else ""
        return {"term": term} if term in texts_of(_PACKAGE, "en") else value

    def in_order(self, place: int) -> Any:
        """Return what is put in order: a model, with its ability where that is asked for."""
        choice = self.state.choice
        if choice is None or place >= len(choice.holders):
            return place
        holder = self.model(choice.holders[place])
        tag = choice.marks[place] if place < len(choice.marks) else UNKNOWN
        return holder if tag == UNKNOWN else said_of("ability", model=holder, ability={"term": term_of(tag)})

    def picks(self, word: Any) -> int:
        """Return the secret picks of a scheme: one model, or one's own and one of the enemy's."""
        if word is None:
            return 0
        if isinstance(word, list):
            if len(word) != 2:
                raise ValueError("needs one's own model and one of the enemy's")
            return names.packed_picks(*(self.number(names.MODEL, one) for one in word))
        model = self.number(names.MODEL, word)
        return names.packed_picks(model, UNKNOWN)


def numbered(words: list[str]) -> list[str]:
    """13: return words of which no two are alike: from the second on each bears its number (a piece and its mirror)."""
    found: list[str] = []
    for word in words:
        number, own = 1, word
        while own in found:
            number += 1
            own = f"{word}_{number}"
        found.append(own)
    return found


def inches(units: int) -> str:
    """Return a length or a coordinate in inches, with as many decimals as it needs, two at most."""
    hundredths = (units + 5) // 10
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".") if part else str(whole)


_ABOUT: Final = frozenset({"relent", "fail", "block", "reduce", "strike", "idol"})
"""Questions whose number is that of a model."""


term_of: Final = roster.term_of


def question(state: Malifaux, prompt: Prompt[Malifaux], seat: int, arg: int) -> Phrase:
    """Return a question: with the model that it is about, or with the ability, action or trigger that asks it."""
    words: dict[str, Any] = {"seat": {"seat": seat}}
    if prompt.key == "may" and arg > 0:
        return Phrase("prompt.may_of", words | _cause(arg - 1))
    if prompt.key == "pay" and state.choice is not None:
        return _payment(state, words, arg >> 1)
    if prompt.key == "target" and state.choice is not None:
        words["model"] = MatchWords(state).model(state.choice.model)
        tag = (arg >> 2) - 1
        if tag in (roster.OF_TOKENS, roster.OF_MARKER):
            return Phrase(f"prompt.target_{'tokens' if tag == roster.OF_TOKENS else 'marker'}", words)
        if tag != UNKNOWN:
            return Phrase("prompt.target_of", words | _cause(tag))
    if prompt.key == "push" and state.choice is not None:
        words["model"] = MatchWords(state).model(state.choice.model)
    if prompt.key == "choose" and state.choice is not None:
        choice = state.choice
        if choice.rules & OF_ENDS:
            return Phrase("prompt.choose_end", words)
        if choice.about != UNKNOWN:
            return Phrase("prompt.choose_of", words | _cause(choice.about))
    if prompt.key == "spot" and state.choice is not None:
        choice = state.choice
        if choice.rules & places.LISTED:
            return Phrase("prompt.spot_idol", words)
        if choice.rules & places.IS_MARKER:
            return Phrase("prompt.spot_marker", {**words, "model": MatchWords(state).model(choice.model)})
        if choice.about == choice.model:
            return Phrase("prompt.spot_model", {**words, "model": MatchWords(state).model(choice.model)})
        return Phrase("prompt.spot_arrives", words)
    if prompt.key == "action" and state.activation is not None:
        words["model"] = MatchWords(state).model(state.activation.model)
    elif prompt.key in _ABOUT:
        words["model"] = MatchWords(state).model(arg)
    return Phrase(f"prompt.{prompt.key}", words)


def _cause(tag: int) -> dict[str, Any]:
    """Return what asks, and what its card says about it."""
    table, _, word = term_of(tag).partition(".")
    return {"what": {"term": f"{table}.{word}"}, "help": {"term": f"{table}_help.{word}"}}


def _payment(state: Malifaux, words: dict[str, Any], tagged: int) -> Phrase:
    """D32: return who is to be saved from what; `tagged` is 1 + the tag of what asks."""
    choice = state.asked()
    words |= {"model": MatchWords(state).model(choice.model), "damage": damage_word(choice.options)}
    if tagged:
        words["what"] = {"term": term_of(tagged - 1)}
    return Phrase(f"prompt.pay_{'damage' if choice.options else 'kill'}{'_of' if tagged else ''}", words)


def damage_word(bands: Sequence[int]) -> Any:
    """MFX-6.1: return an amount, or weak/moderate/severe where it is flipped for."""
    return bands[0] if len(bands) == 1 else "/".join(map(str, bands))


def label(state: Malifaux, family: Family, code: int) -> Phrase:
    """Return the button text of an action: models, markers and terrain by what they are. Points: `points.label`."""
    said = MatchWords(state)
    if family.name == "suffer" and state.choice is not None:
        bands = state.choice.options
        words = {"model": said.model(state.choice.model), "damage": damage_word(bands)}
        return Phrase(f"action.suffer_{'damage' if bands else 'kill'}", words)
    pairs = zip(family.parameters, family.values(code), strict=True)
    words = {
        name: said.marker(value) if kind is names.MARKER else said.phrase(kind, value) for (name, kind), value in pairs
    }
    picks = family.name == "scheme" and names.picks_in(family.values(code)[1]) != (UNKNOWN, UNKNOWN)
    hides = family.name == "cheat" and bool(family.values(code)[1])
    return Phrase(f"action.{family.name}{'_of' if picks else '_down' if hides else ''}", words)


def said_of(key: str, **words: Any) -> dict[str, Any]:
    """Return a part of a sentence, of the texts `thing`."""
    return {"key": f"thing.{key}", "words": words}
