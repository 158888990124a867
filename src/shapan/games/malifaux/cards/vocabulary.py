"""The operations of the effect language (crews 2.1): each with its parameters and what those may be.

Effects are lists of objects `{"op": name, parameter: value, …}`. What a parameter may hold is said by its kind:

| kind | holds |
| --- | --- |
| who | a selector or the word of one thing |
| amount | a number, three numbers by band, or an expression |
| number | an integer, an expression, or `{"number_of": selector}` |
| condition | an expression that is true or false, a `number_of`, or `{"all": [condition, …]}` |
| blasts | three numbers: blast markers by band |
| flag | true or false |
| id, ids | a snake_case word; a list of them |
| word | one of its choices |
| words | a list of its choices |
| mods | a list of `"+"` and `"-"` |
| suits | letters of r t m c |
| stat | a stat, or a number in its stead |
| cards | the id of a model, or a selector of cards |
| place | a place |
| filter | which actions |
| numbers | the least and the most number |
| costs | a list of costs |
| effects | a list of effects |
| options | a list of lists of effects, one of which is chosen |
| release | of bury: a list of `{hook, test, on_pass, effects}` |
| parts | of grant: a list of parts of abilities |
| rule | same, different, any, or a selector of targets |
| value | of modify and flag: what the subject or flag asks for |

The number of an operation is its place in `OPERATIONS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.flags import FLAGS, SUBJECTS
from shapan.games.malifaux.cards.hooks import SPANS


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its kind, its choices if it is a word, whether it has to stand there, or what else holds."""

    name: str
    kind: str
    choices: tuple[str, ...] = ()
    needed: bool = False
    default: str | int | bool | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: what it does, and its parameters."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]


def _need(name: str, kind: str, *choices: str) -> Parameter:
    return Parameter(name, kind, choices, needed=True)


def _may(name: str, kind: str, *choices: str, default: str | int | bool | None = None) -> Parameter:
    return Parameter(name, kind, choices, default=default)


def _op(name: str, text: str, *parameters: Parameter) -> Operation:
    return Operation(name, text, parameters)


_WHO: Final = _need("who", "who")
_SIDE: Final = _may("side", "word", *words.PLAYERS, default="self")
_EFFECTS: Final = _need("effects", "effects")
_OTHERWISE: Final = _may("otherwise", "effects")
_UNTIL: Final = _may("until", "word", *SPANS, default="while")
_MOVEMENT: Final = (
    _WHO, _need("inches", "number"), _need("direction", "word", *words.DIRECTIONS), _may("of", "who"),
    _may("through_models", "flag", default=False),
)  # fmt: skip

_ALL: Final = (
    _op("damage", "MFX-6. [ruling] unless: costs that save from it (D32).", _WHO, _need("amount", "amount"),
        _may("blast", "blasts"), _may("irreducible", "flag", default=False), _may("ignore", "words", *words.IGNORES),
        _may("flip_mods", "mods"), _may("tag", "id"), _may("unless", "costs")),
    _op("heal", "MFX-6.10.", _WHO, _need("amount", "amount")),
    _op("condition",
        "MFX-12.9: gain, lower by the value, end this one, end one that the player of the effect names, end all.", _WHO,
        _may("name", "word", *words.CONDITIONS), _may("value", "number", default=1),
        _may("mode", "word", *words.MODES, default="gain"), _may("arg", "id")),
    _op("move", "An effect moves a model (MFX-13.8).", *_MOVEMENT),
    _op("push", "MFX-13.7.", *_MOVEMENT, _may("up_to", "flag", default=False)),
    _op("place", "MFX-13.9: within so many inches of where it stands, or of something.", _WHO, _may("within", "number"),
        _may("of", "who"), _may("completely", "flag", default=False), _may("contact_with", "who"),
        _may("constraint", "place")),
    _op("swap", "Two models exchange places: a goes into contact with b, then b into contact with the old place of a.",
        _need("a", "who"), _need("b", "who")),
    _op("drop_marker", "MFX-13.15; the marker is friendly to the owner (MFX-15.7).", _need("type", "id"),
        _need("where", "place"), _may("owner", "word", *words.PLAYERS, default="self")),
    _op("remove_marker", "Counts as removal by self, or [ruling] by another model.", _need("selector", "who"),
        _may("count", "number"), _may("by", "who")),
    _op("take_action",
        "A generated action (MFX-8.4, 8.28). [ruling] ignore_limits: its own limits do not matter if this holds.", _WHO,
        _need("filter", "filter"), _may("target", "rule"), _may("mods", "mods"), _may("ignore_limits", "condition")),
    _op("repeat_action", "The same action again (MFX-E30).",
        _may("target", "word", *words.TARGET_RULES, default="any")),
    _op("control_action", "The player of `by` makes a model take an action (MFX-12.2, E32).", _WHO, _may("by", "who"),
        _need("filter", "filter")),
    _op("draw", "MFX-2.1.", _SIDE, _may("n", "number", default=1)),
    _op("discard", "MFX-2.4.", _SIDE, _may("n", "number", default=1), _may("optional", "flag", default=False),
        _may("random", "flag", default=False)),
    _op("reveal",
        "Shows the top cards (MFX-1.10). [ruling] Those of a suit are discarded, `then` comes, the rest goes its way.",
        _SIDE, _need("n", "number"), _may("discard", "word", *words.SUITS, "chosen"),
        _may("rest", "word", *words.RESTS, default="top"), _may("then", "effects")),
    _op("stone", "Soulstones gained or lost (MFX-9.4).", _SIDE, _need("n", "number")),
    _op("pass_token", "Pass tokens gained or lost.", _SIDE, _need("n", "number")),
    _op("token", "Tokens of a name gained or lost.", _WHO, _need("name", "word", *words.TOKENS), _need("n", "number")),
    _op("test", "MFX-4.7, 4.10: a simple duel of each model, in which `it` is that model.", _WHO, _need("stat", "stat"),
        _need("tn", "number"), _may("suits", "suits", default=""), _may("mods", "mods"), _may("on_fail", "effects"),
        _may("on_pass", "effects")),
    _op("kill", "Kills without damage; costs that save from it are offered first (D32).", _WHO,
        _may("ignore_demise", "flag", default=False), _may("unless", "costs")),
    _op("bury", "MFX-12.7. In `release` self and `source` are who buried it, `it` is the buried model.", _WHO,
        _may("release", "release")),
    _op("unbury", "MFX-12.7. [ruling] otherwise: what happens if it cannot be put there.",
        _may("who", "who", default="it"), _need("where", "place"), _OTHERWISE),
    _op("move_marker", "A marker is placed elsewhere.", _need("selector", "who"), _need("where", "place")),
    _op("summon", "MFX-12.5; the summoned model is `new`.", _need("model", "cards"), _may("n", "number", default=1),
        _need("where", "place"), _may("conditions", "words", *words.CONDITIONS), _may("upgrade", "id")),
    _op("replace", "MFX-12.6; the model that comes is `new`.", _WHO, _need("model", "cards")),
    _op("attach", "An upgrade is attached.", _WHO, _need("upgrade", "id")),
    _op("detach", "An upgrade is taken off.", _WHO, _need("upgrade", "id")),
    _op("credit", "Counts as the killer.", _WHO),
    _op("redirect", "Becomes the target of the action; range, LoS and limits do not matter (MFX-4.9).", _WHO),
    _op("activate", "A chained activation (MFX-7.8).", _WHO),
    _op("end_activation", "Its activation ends.", _WHO),
    _op("modify", "Adds to a number, to + and −, or to suits. The value is read when the effect happens, of a static "
        "one when it is asked. [ruling] when: holds only while this does; action, ability: of which.",
        _need("subject", "word", *SUBJECTS), _need("value", "value"), _may("who", "who", default="self"),
        _may("scope", "word", *SPANS, default="while"), _may("when", "condition"), _may("action", "id"),
        _may("ability", "id")),
    _op("flag", "Permits, forbids, changes what something is. [ruling] when: holds only while this does.", _WHO,
        _need("name", "word", *FLAGS), _may("value", "value"), _UNTIL, _may("when", "condition"),
        _may("instead_of", "id")),
    _op("grant", "[ruling] Gives a model parts of an ability for a time. In them self is that model, and what they do "
        "counts as done by who granted them; they end when self is killed, buried or replaced (MFX-12.18).",
        _may("who", "who", default="self"), _need("parts", "parts"), _UNTIL),
    _op("reduce", "The damage of the event is lowered, not below the minimum (MFX-6.7).", _need("amount", "number"),
        _may("minimum", "number", default=1), _may("source", "words", *words.SOURCES)),
    _op("cap_health", "Health is not lowered below the minimum (MFX-E2).", _need("minimum", "number")),
    _op("if", "The effects if the condition holds or the selector finds something, else the others.",
        _may("condition", "condition"), _may("selector", "who"), _EFFECTS, _OTHERWISE),
    _op("each", "The effects for each thing found, which is `it` (MFX-6.17), or so many times.", _may("who", "who"),
        _may("times", "number"), _EFFECTS),
    _op("choose", "The player of the effect chooses a thing, which is `chosen` in the effects, a suit, a number, or an "
        "option. [ruling] otherwise: if there is nothing to choose.", _may("who", "who"), _may("suit", "flag"),
        _may("number", "numbers"), _may("options", "options"), _may("effects", "effects"), _OTHERWISE),
    _op("may", "The effects, if the player of the effect, or [ruling] that of another model, wants them and pays.",
        _may("costs", "costs"), _may("by", "word", *words.PLAYERS, default="self"), _EFFECTS),
    _op("sequence", "The effects one after the other; [ruling] after_action: when the action that goes on is over.",
        _may("moment", "word", *words.MOMENTS, default="now"), _EFFECTS),
)  # fmt: skip

OPERATIONS: Final = {operation.name: operation for operation in _ALL}
