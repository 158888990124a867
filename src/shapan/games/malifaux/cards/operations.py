"""The operations of the effect language (crews 2.1): each with its parameters, and what those may hold.

Effects are lists of objects `{"op": name, parameter: value, …}`. What a parameter may hold is said by its kind:

| kind | holds |
| --- | --- |
| who | a selector or the word of one thing |
| amount | a number, three numbers by band, or an expression |
| number | an integer, an expression, or `{"number_of": selector}` |
| condition | an expression that is true or false, a `number_of`, or `{"all": [condition, …]}` |
| blasts | three numbers: blast markers by band |
| flag | true or false |
| id | a snake_case word |
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

A parameter without a default has to stand there; one whose default is None or nothing may. The number of an operation
is its place in `OPERATIONS`.
"""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated, Final

from shapan.games.malifaux.cards import place as places
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.action_filter import ActionFilter
from shapan.games.malifaux.cards.amount import Amount as Bands
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.expression_tree import Expression, number
from shapan.games.malifaux.cards.flags import FLAGS, SUBJECTS
from shapan.games.malifaux.cards.hooks import SPANS
from shapan.games.malifaux.cards.kinds import Kind
from shapan.games.malifaux.cards.part import AbilityPart, Costs, Effects, Release
from shapan.games.malifaux.cards.selector import Id, Selector, Switch

Who = Annotated[Selector, Kind("who")]
Amount = Annotated[Bands, Kind("amount")]
Number = Annotated[Expression, Kind("number")]
Condition = Annotated[Expression, Kind("condition")]
Blasts = Annotated[tuple[int, ...], Kind("blasts")]
MarkerId = Annotated[str, Kind("id", refers="marker")]
UpgradeId = Annotated[str, Kind("id", refers="upgrade")]
Mods = Annotated[tuple[str, ...], Kind("mods")]
Place = Annotated[places.Place, Kind("place")]
Filter = Annotated[ActionFilter, Kind("filter")]
Cards = Annotated[str | Selector, Kind("cards", refers="model")]
Value = Annotated[str | Expression, Kind("value")]
Player = Annotated[str, Kind("word", words.PLAYERS)]
Span = Annotated[str, Kind("word", tuple(SPANS))]
ONE: Final = number(1)
SELF: Final = Selector("self")


class _Whom(Effect, frozen=True, kw_only=True):
    """What is done to whom a selector means."""

    who: Who


# Health and conditions


class Damage(_Whom, tag="damage", frozen=True, kw_only=True):
    """MFX-6. [ruling] unless: costs that save from it (D32)."""

    amount: Amount
    blast: Blasts = ()
    irreducible: Switch = False
    ignore: Annotated[tuple[str, ...], Kind("words", words.IGNORES)] = ()
    flip_mods: Mods = ()
    tag: Id | None = None
    unless: Costs = ()


class Heal(_Whom, tag="heal", frozen=True, kw_only=True):
    """MFX-6.10."""

    amount: Amount


class Conditioned(_Whom, tag="condition", frozen=True, kw_only=True):
    """MFX-12.9: gain, lower by the value, end this one, end one that the player of the effect names, end all."""

    name: Annotated[str | None, Kind("word", words.CONDITIONS)] = None
    value: Number = ONE
    mode: Annotated[str, Kind("word", words.MODES)] = "gain"
    arg: Annotated[str | None, Kind("id", refers="word")] = None


# Places


class Move(_Whom, tag="move", frozen=True, kw_only=True):
    """An effect moves a model (MFX-13.8)."""

    inches: Number
    direction: Annotated[str, Kind("word", words.DIRECTIONS)]
    of: Who | None = None
    through_models: Switch = False


class Push(Move, tag="push", frozen=True, kw_only=True):
    """MFX-13.7."""

    up_to: Switch = False


class Placed(_Whom, tag="place", frozen=True, kw_only=True):
    """MFX-13.9: within so many inches of where it stands, or of something."""

    within: Number | None = None
    of: Who | None = None
    completely: Switch = False
    contact_with: Who | None = None
    constraint: Place | None = None


class Swap(Effect, tag="swap", frozen=True, kw_only=True):
    """Two models exchange places: a goes into contact with b, then b into contact with the old place of a."""

    a: Who
    b: Who


class DropMarker(Effect, tag="drop_marker", frozen=True, kw_only=True):
    """MFX-13.15; the marker is friendly to the owner (MFX-15.7)."""

    type: MarkerId
    where: Place
    owner: Player = "self"


class RemoveMarker(Effect, tag="remove_marker", frozen=True, kw_only=True):
    """Counts as removal by self, or [ruling] by another model."""

    selector: Who
    count: Number | None = None
    by: Who | None = None


# Actions


class TakeAction(_Whom, tag="take_action", frozen=True, kw_only=True):
    """A generated action (MFX-8.4, 8.28). [ruling] ignore_limits: its own limits do not matter if this holds."""

    filter: Filter
    target: Annotated[str | Selector | None, Kind("rule")] = None
    mods: Mods = ()
    ignore_limits: Condition | None = None


class RepeatAction(Effect, tag="repeat_action", frozen=True, kw_only=True):
    """The same action again (MFX-E30)."""

    target: Annotated[str, Kind("word", words.TARGET_RULES)] = "any"


class ControlAction(_Whom, tag="control_action", frozen=True, kw_only=True):
    """The player of `by` makes a model take an action (MFX-12.2, E32)."""

    by: Who | None = None
    filter: Filter


# Cards and tokens


class Draw(Effect, tag="draw", frozen=True, kw_only=True):
    """MFX-2.1."""

    side: Player = "self"
    n: Number = ONE


class Discard(Draw, tag="discard", frozen=True, kw_only=True):
    """MFX-2.4."""

    optional: Switch = False
    random: Switch = False


class Reveal(Effect, tag="reveal", frozen=True, kw_only=True):
    """Shows the top cards (MFX-1.10). [ruling] Those of a suit are discarded, `then` comes, the rest goes its way."""

    side: Player = "self"
    n: Number
    discard: Annotated[str | None, Kind("word", (*words.SUITS, "chosen"))] = None
    rest: Annotated[str, Kind("word", words.RESTS)] = "top"
    then: Effects = ()


class Stone(Effect, tag="stone", frozen=True, kw_only=True):
    """Soulstones gained or lost (MFX-9.4)."""

    side: Player = "self"
    n: Number


class PassToken(Stone, tag="pass_token", frozen=True, kw_only=True):
    """Pass tokens gained or lost."""


class Token(_Whom, tag="token", frozen=True, kw_only=True):
    """Tokens of a name gained or lost."""

    name: Annotated[str, Kind("word", words.TOKENS)]
    n: Number


# Life and death


class Trial(_Whom, tag="test", frozen=True, kw_only=True):
    """MFX-4.7, 4.10: a simple duel of each model, in which `it` is that model."""

    stat: Annotated[str | Expression, Kind("stat")]
    tn: Number
    suits: Annotated[str, Kind("suits")] = ""
    mods: Mods = ()
    on_fail: Effects = ()
    on_pass: Effects = ()


class Kill(_Whom, tag="kill", frozen=True, kw_only=True):
    """Kills without damage; costs that save from it are offered first (D32)."""

    ignore_demise: Switch = False
    unless: Costs = ()


class Bury(_Whom, tag="bury", frozen=True, kw_only=True):
    """MFX-12.7. In `release` self and `source` are who buried it, `it` is the buried model."""

    release: Annotated[tuple[Release, ...], Kind("release")] = ()


class Unbury(Effect, tag="unbury", frozen=True, kw_only=True):
    """MFX-12.7. [ruling] otherwise: what happens if it cannot be put there."""

    who: Who = Selector("it")
    where: Place
    otherwise: Effects = ()


class MoveMarker(Effect, tag="move_marker", frozen=True, kw_only=True):
    """A marker is placed elsewhere."""

    selector: Who
    where: Place


class Summon(Effect, tag="summon", frozen=True, kw_only=True):
    """MFX-12.5; the summoned model is `new`."""

    model: Cards
    n: Number = ONE
    where: Place
    conditions: Annotated[tuple[str, ...], Kind("words", words.CONDITIONS)] = ()
    upgrade: UpgradeId | None = None


class Replace(_Whom, tag="replace", frozen=True, kw_only=True):
    """MFX-12.6; the model that comes is `new`."""

    model: Cards


class Attach(_Whom, tag="attach", frozen=True, kw_only=True):
    """An upgrade is attached."""

    upgrade: UpgradeId


class Detach(Attach, tag="detach", frozen=True, kw_only=True):
    """An upgrade is taken off."""


class Credit(_Whom, tag="credit", frozen=True, kw_only=True):
    """Counts as the killer."""


class Redirect(_Whom, tag="redirect", frozen=True, kw_only=True):
    """Becomes the target of the action; range, LoS and limits do not matter (MFX-4.9)."""


class Activate(_Whom, tag="activate", frozen=True, kw_only=True):
    """A chained activation (MFX-7.8)."""


class EndActivation(_Whom, tag="end_activation", frozen=True, kw_only=True):
    """Its activation ends."""


# What holds for a time


class Modify(Effect, tag="modify", frozen=True, kw_only=True):
    """Adds to a number, to + and −, or to suits. The value is read when the effect happens, of a static one when it is
    asked. [ruling] when: holds only while this does; action, ability: of which.
    """

    subject: Annotated[str, Kind("word", tuple(SUBJECTS))]
    value: Value
    who: Who = SELF
    scope: Span = "while"
    when: Condition | None = None
    action: Id | None = None
    ability: Annotated[str | None, Kind("id", refers="ability")] = None


class Flag(_Whom, tag="flag", frozen=True, kw_only=True):
    """Permits, forbids, changes what something is. [ruling] when: holds only while this does."""

    name: Annotated[str, Kind("word", tuple(FLAGS))]
    value: Value | None = None
    until: Span = "while"
    when: Condition | None = None
    instead_of: Id | None = None


Changing = Modify | Flag
"""What changes a model, of a card all the time or for a while."""


class Grant(Effect, tag="grant", frozen=True, kw_only=True):
    """[ruling] Gives a model parts of an ability for a time. In them self is that model, and what they do counts as
    done by who granted them; they end when self is killed, buried or replaced (MFX-12.18).
    """

    who: Who = SELF
    parts: Annotated[tuple[AbilityPart, ...], Kind("parts")]
    until: Span = "while"


class Reduce(Effect, tag="reduce", frozen=True, kw_only=True):
    """The damage of the event is lowered, not below the minimum (MFX-6.7)."""

    amount: Number
    minimum: Number = ONE
    source: Annotated[tuple[str, ...], Kind("words", words.SOURCES)] = ()


class CapHealth(Effect, tag="cap_health", frozen=True, kw_only=True):
    """Health is not lowered below the minimum (MFX-E2)."""

    minimum: Number


# What decides


class If(Effect, tag="if", frozen=True, kw_only=True):
    """The effects if the condition holds or the selector finds something, else the others."""

    condition: Condition | None = None
    selector: Who | None = None
    effects: Effects
    otherwise: Effects = ()

    one_of = ("condition", "selector")


class Each(Effect, tag="each", frozen=True, kw_only=True):
    """The effects for each thing found, which is `it` (MFX-6.17), or so many times."""

    who: Who | None = None
    times: Number | None = None
    effects: Effects

    one_of = ("who", "times")


class Choose(Effect, tag="choose", frozen=True, kw_only=True):
    """The player of the effect chooses a thing, which is `chosen` in the effects, a suit, a number, or an option.

    [ruling] otherwise: if there is nothing to choose.
    """

    who: Who | None = None
    suit: Switch | None = None
    number: Annotated[tuple[int, ...], Kind("numbers")] = ()
    options: Annotated[tuple[tuple[Effect, ...], ...], Kind("options")] = ()
    effects: Effects = ()
    otherwise: Effects = ()

    one_of = ("who", "suit", "number", "options")


class May(Effect, tag="may", frozen=True, kw_only=True):
    """The effects, if the player of the effect, or [ruling] that of another model, wants them and pays."""

    costs: Costs = ()
    by: Player = "self"
    effects: Effects


class Sequence(Effect, tag="sequence", frozen=True, kw_only=True):
    """The effects one after the other; [ruling] after_action: when the action that goes on is over."""

    moment: Annotated[str, Kind("word", words.MOMENTS)] = "now"
    effects: Effects


def _operations() -> dict[str, type[Effect]]:
    made = [one for one in [*globals().values()] if isinstance(one, type) and issubclass(one, Effect)]
    for one in made:
        one.op = str(one.__struct_config__.tag)
    return {one.op: one for one in made if one is not Effect and not one.__name__.startswith("_")}


OPERATIONS: Final = _operations()
