"""The table: what rules may do besides changing the state. They ask, they roll, they tell.

`Table` is the door that rules see. Who answers is the business of its subclasses: a policy at once (`PolicyTable`),
or a stepper that re-runs a segment (`shapan.engine.segment`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NoReturn

from mypy_extensions import i64, mypyc_attr

from shapan.engine.actions import DONE
from shapan.engine.chance import ScriptError, Stream
from shapan.engine.deck import Deck
from shapan.engine.prompt import Prompt, S
from shapan.engine.zone import EVERYONE, Zone


class Finished(BaseException):
    """The match is over; leaves the rules from any depth."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(Generic[S]):
    """Ask, roll, tell, finish. Rules hold nothing across an ask but state, table, containers of the state and open
    integers; the engine may run them again from the last quiet point with the answers given since.
    """

    __slots__ = ("on", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.on = False
        """Whether events are wanted; guard costly preparation of `tell` with it."""

    # Questions

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        """Ask one seat for one action and return its code."""
        raise NotImplementedError

    def ask_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[int]:
        """Ask several seats at once and in secret; return the codes in the order of `seats` when all are in."""
        raise NotImplementedError

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        """Ask one seat for an answer made of picks and return them (without a closing `DONE`)."""
        raise NotImplementedError

    def ask_all_many(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[list[int]]:
        """Ask several seats at once and in secret for answers made of picks."""
        raise NotImplementedError

    def pick(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        """Ask one seat a question of one family with one parameter; return its value, -1 where it is declined."""
        code = self.ask(prompt, seat, arg)
        return -1 if code == DONE else code - prompt.families[0].base

    def pick_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        """Ask one seat for picks of one family with one parameter and return their values."""
        base = prompt.families[0].base
        return [code - base for code in self.ask_many(prompt, seat, arg)]

    def window(self, prompt: Prompt[S], order: Sequence[int], arg: int = 0) -> tuple[int, int]:
        """Ask all seats of `order` at once whether they react; return (seat, code) of the first who does.

        The answers of the others are forgotten unseen. (-1, DONE) when all pass. The rule asks again until then.
        """
        if order:
            for seat, code in zip(order, self.ask_all(prompt, order, arg), strict=True):
                if code != DONE:
                    return seat, code
        return -1, DONE

    def is_own(self, seat: int) -> bool:
        """Return whether the last answer of a seat was its own, not the default that the clock gave for it.

        What a seat did not choose says nothing about it. Ask this right after the question.
        """
        return True

    # Chance

    def roll(self, stream: int, sides: int = 6) -> int:
        """Roll a die of a stream: 1..sides, uniformly."""
        state = self.state
        state.info += 1
        chance = state.chance
        if chance.scripts and (script := chance.scripted(stream, range(1, sides + 1))) is not None:
            return next_scripted(script, stream, range(1, sides + 1))
        return chance.number(stream, sides) + 1

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        """Draw one of the values of a pool, uniformly; a value that stands there twice is twice as likely."""
        state = self.state
        state.info += 1
        chance = state.chance
        if chance.scripts and (script := chance.scripted(stream, pool)) is not None:
            return next_scripted(script, stream, pool)
        return pool[chance.number(stream, len(pool))]

    def draw_place(self, stream: int, named: int, cards: Sequence[int]) -> int:
        """Draw a place of a row, uniformly whatever lies there; a script of the stream `named` says which card.

        What all see is drawn like this: a card that is drawn first, and its place then, would tell of the cards.
        """
        places = list(range(len(cards)))
        chance = self.state.chance
        if chance.scripts and (script := chance.scripted(named, cards)):
            card = next_scripted(script, named, cards)
            places = [place for place in places if cards[place] == card]
        return self.draw(stream, places)

    def draw_shown(self, stream: int, zone: Zone, viewers: int) -> int:
        """Draw a card of a zone, uniformly, that viewers (a mask) are shown at once, and return it.

        Who knew some of the cards learns which fell, even if it is one of those.
        """
        card = self.draw(stream, zone.cards)
        if zone.masks.count(zone.masks[0]) != len(zone.masks):
            self.state.learn(viewers)
        return card

    def deal(self, stream: int, source: Zone, target: Zone) -> int:
        """Draw a card of a zone, uniformly, move it to another and return it."""
        card = self.draw(stream, source.cards)
        return self.state.move(source, source.cards.index(card), target)

    def take(self, deck: Deck, target: Zone) -> bool:
        """Move the uppermost card of a deck (above, heap, below) to a zone, and tell whether there was one."""
        if deck.top.cards:
            self.state.move(deck.top, 0, target)
        elif deck.heap.cards:
            self.deal(deck.stream, deck.heap, target)
        elif deck.bottom.cards:
            self.state.move(deck.bottom, 0, target)
        else:
            return False
        return True

    # What happened

    def tell(
        self,
        kind: int,
        a: int = -1,
        b: int = -1,
        c: int = -1,
        d: int = -1,
        to: int = EVERYONE,
        priv: int = 0,
        secret: tuple[int, ...] = (),
    ) -> None:
        """Tell an event: open integers for the viewers `to`, `secret` ones only for the viewers `priv` (masks)."""

    def finish(self, result: int, ranks: list[int], scores: list[int] | None = None) -> NoReturn:
        """End the match, from any depth: the game's result number, the rank of each seat (1 is best), its scores.

        Hidden things that the result depends on must be revealed before.
        """
        self.state.result = result
        self.state.ranks = ranks
        self.state.scores = scores or []
        raise Finished


def next_scripted(script: list[int], stream: int, allowed: Sequence[int]) -> int:
    """Take the next value of a script. Raises ScriptError if there is none or it cannot fall here."""
    if not script:
        raise ScriptError(stream, "the scripted values are used up")
    if script[0] not in allowed:
        raise ScriptError(stream, f"the scripted value {script[0]} cannot fall here")
    return script.pop(0)


Policy = Callable[[S, Prompt[S], int, int, Sequence[int], Sequence[int]], int]
"""policy(state, prompt, seat, arg, options, picked) -> one of the options. `picked` are the picks made before."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PolicyTable(Table[S]):
    """A table at which a policy answers at once: the fastest way to play a match out."""

    __slots__ = ("decisions", "policy")

    def __init__(self, state: S, policy: Policy[S]) -> None:
        super().__init__(state)
        self.policy = policy
        self.decisions = 0

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        options = prompt.legal(self.state, seat, arg)
        if len(options) == 1:
            return options[0]
        self.decisions += 1
        return self.choose(prompt, seat, arg, options, ())

    def choose(self, prompt: Prompt[S], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]) -> int:
        """Return one of several options, after the picks made before."""
        return self.policy(self.state, prompt, seat, arg, options, picked)

    def ask_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[int]:
        return [self.ask(prompt, seat, arg) for seat in seats]

    def window(self, prompt: Prompt[S], order: Sequence[int], arg: int = 0) -> tuple[int, int]:
        first, reaction = -1, DONE
        for seat in order:
            code = self.ask(prompt, seat, arg)
            if code != DONE and first < 0:
                first, reaction = seat, code
        return first, reaction

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        picked: list[int] = []
        self.decisions += 1
        at_once = prompt.at_once
        while options := prompt.offers(self.state, seat, arg, picked):
            if len(options) == 1:
                code = options[0]
            else:
                code = self.choose(prompt, seat, arg, options, picked)
            if code == DONE:
                break
            picked.append(code)
            if at_once:  # nothing follows: it need not be asked
                break
        return picked

    def ask_all_many(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[list[int]]:
        return [self.ask_many(prompt, seat, arg) for seat in seats]


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomTable(PolicyTable[S]):
    """A table at which every option is equally likely; the policy is written out for speed.

    A prompt that draws by itself (`Prompt.draws`) is handed a number and makes no list.
    """

    __slots__ = ("numbers", "rng")

    def __init__(self, state: S, rng: Stream) -> None:
        # Without a policy of its own: a bound method would make every table a cycle for the garbage collector.
        self.state = state
        self.on = False
        self.decisions = 0
        self.rng = rng
        self.numbers = rng.left

    def choose(self, prompt: Prompt[S], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]) -> int:
        size: i64 = len(options)
        if not self.numbers:
            self.rng.refill()
        number: i64 = self.numbers.pop()
        return options[number * size >> 32]

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        if prompt.draws:
            self.decisions += 1
            return prompt.any(self.state, seat, arg, self._number())
        options = prompt.legal(self.state, seat, arg)
        size: i64 = len(options)
        if size == 1:
            return options[0]
        self.decisions += 1
        if not self.numbers:
            self.rng.refill()
        number: i64 = self.numbers.pop()
        return options[number * size >> 32]

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        if not prompt.draws:
            return super().ask_many(prompt, seat, arg)
        picked: list[int] = []
        self.decisions += 1
        while (code := prompt.any_next(self.state, seat, arg, picked, self._number())) != DONE:
            picked.append(code)
        return picked

    def _number(self) -> int:
        if not self.numbers:
            self.rng.refill()
        return self.numbers.pop()
