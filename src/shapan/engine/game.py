"""The definition of a game: its parts, put together in one place.

A game is one object of a subclass of `Game`. The engine, the table, the bots and the laboratory know games only by
this class; a new game is a new folder and no line elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from shapan.engine.actions import DONE, Actions, Family
from shapan.engine.affairs import Affairs
from shapan.engine.answer_totals import Change
from shapan.engine.chance import Chance, Stream, key_of
from shapan.engine.data import DataTable, changed
from shapan.engine.dossier import Dossier, Recorder
from shapan.engine.event import Event, Events
from shapan.engine.ground import Aim, End, Leg, Ruler, TargetLine
from shapan.engine.judgement import Judgement
from shapan.engine.kinds import Count, Kind, Seat
from shapan.engine.match_summary import MatchSummary
from shapan.engine.moment import Maker
from shapan.engine.options import Option, resolve
from shapan.engine.plain_board import plain_scene
from shapan.engine.point_answers import point_of
from shapan.engine.position import PositionError as PositionError  # noqa: PLC0414 - games have it from here
from shapan.engine.position import Reading
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Line, Odds, Phrase, Piece, Scene, Target
from shapan.engine.state import State
from shapan.engine.table import Finished, Table
from shapan.engine.text import hint
from shapan.engine.view import columns, tensor, write
from shapan.engine.words import PLAIN, Words

S = TypeVar("S", bound=State)

Step = Callable[..., None]
"""step(state, table, *integers): one entry of the agenda."""


FORFEIT: Final = "forfeit"
"""The result of a match that ends because others have left."""


VOID: Final = "void"
"""The result of a match that its people have called off: nobody has won or lost, and it counts for nothing."""


@dataclass(slots=True)
class Outcome:
    """How a match ended: the game's word for it, rank by seat (1 is best, ties share), winners, scores if any."""

    result: str
    ranks: list[int]
    winners: list[int]
    scores: list[int]

    def write(self) -> dict[str, Any]:
        """Return the outcome as JSON."""
        plain = {"result": self.result, "winners": self.winners, "ranks": self.ranks}
        return {**plain, "scores": self.scores} if self.scores else plain


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """A game. The class attributes are its tables; the methods are its parts.

    `streams` names the random streams and the kind of their values in scripts (a die's values are 1..sides).
    `steps` are the functions of the agenda, numbered from 1; number 0 is the engine's.
    """

    name: ClassVar[str] = ""
    prefix: ClassVar[str] = ""
    """Prefix of the rule numbers, such as PM."""
    package: ClassVar[str] = ""
    """The Python package that holds texts, rulebook and data; by default that of the class."""
    languages: ClassVar[tuple[str, ...]] = ()
    """Languages in which it is to be complete (en, zh-Hans, zh-Hant); empty: those with a file of texts."""
    rules_version: ClassVar[int] = 1
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = ()
    data: ClassVar[tuple[DataTable, ...]] = ()
    """Tables of numbers and words that a variant may change."""
    tables: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    """Of a variant: the values of all tables."""
    variant: str = ""
    """Of a variant: its name."""
    results: ClassVar[tuple[str, ...]] = ("win",)
    cut_off: ClassVar[tuple[str, ...]] = ("cap",)
    """Results that end a match which nobody has won: a turn limit."""
    grouped_as: ClassVar[Mapping[str, str]] = {}
    """By grouping for statistics (`groups`), the texts by which its words are named, if they are not called like it."""
    streams: ClassVar[Mapping[str, Kind]] = {}
    actions: ClassVar[Actions] = Actions()
    events: ClassVar[Events] = Events()
    prompts: ClassVar[tuple[Prompt[Any], ...]] = ()
    steps: ClassVar[tuple[Step, ...]] = ()
    view_class: ClassVar[type | None] = None
    max_score: ClassVar[int] = 0
    """Greatest absolute score, where the result is counted in scores and not in ranks."""
    max_decisions: ClassVar[int] = 20_000
    """A bound on the decisions of a match; the conformance kit holds the game to it."""
    longest_row: ClassVar[int] = 48
    """How many numbers a row of a match may hold that is played in C++, such as the options of a question."""
    most_rows: ClassVar[int] = 0
    """How many rows or records a list may hold there, if that is more than a match begins with."""
    landmarks: ClassVar[tuple[str, ...]] = ()
    """Keys of the events worth finding again in a finished match, the most important first."""
    affairs: ClassVar[Affairs] = Affairs()
    """Which events belong to one battle, check or duel (`EventInfo.affair`)."""
    moments: ClassVar[Mapping[int, Maker]] = {}
    """By event: what makes a staged moment of it, from what a viewer has been told."""
    dossiers: ClassVar[Mapping[int, Recorder]] = {}
    """By event: what makes of it the entries of dossiers, from what all have been told."""
    completed: ClassVar[frozenset[Family]] = frozenset()
    """Families of first picks that are offered with the rest of the answer that is rated best (`Target.follow`)."""
    buttons: ClassVar[frozenset[Family]] = frozenset()
    """Families whose answers are buttons on the plain board, whatever lies there that they name."""
    verbs: ClassVar[Mapping[Family, str]] = {}
    """By family how its answers are drawn: one of `piece.VERBS`."""
    headings: ClassVar[Mapping[Family, str]] = {}
    """By family the heading under which its answers stand in a long list: `group.<word>` of the texts."""
    undealt: ClassVar[frozenset[str]] = frozenset()
    """Facts that `resample` leaves out where they are hidden, by a ruling: worlds need not hold the truth."""
    simultaneous: ClassVar[bool] = False
    """Whether every question is put to all seats at once (the engine may answer for some of them)."""
    sides: ClassVar[bool] = False
    """Whether seats win and lose together: what a seat gets is then 1 or -1, however many share it."""
    zero_sum: ClassVar[bool] = False
    """Whether scores always add up to nothing, where the result is counted in scores; ranks do so by themselves."""
    horizon: ClassVar[int] = 0
    """Rounds (or what else `progress` counts) that a search plays on, each seat as it is rated best, before it judges;
    0: it judges where it stands."""
    judgement: ClassVar[Judgement] = Judgement()
    """What the game weighs of a state, and how much (`read_judgement`): who is likely to win. Empty: it judges in
    another way, or not at all."""
    observation_version: ClassVar[int] = 1
    """Raised when `observe` gives other numbers for the same view, so that trained networks are not misled."""
    lenient: ClassVar[bool] = False
    """Scenarios may write answers that are the only ones, pass windows by themselves, and end where the game rests."""
    windows_refuse: ClassVar[bool] = False
    """Of a lenient game: an answer that nothing takes is refused by the first window that it is for, and the match
    stands there; by default by `refusal_rule`, behind the windows."""
    rows: ClassVar[frozenset[str] | None] = None
    """For scenarios: fields of positions and answers whose lists have an order, others are heaps; None: no heaps.

    `order.units` is the field of answers with that word alone."""
    native: ClassVar[bool] = False
    """Whether its rules keep to the native subset: a line that leaves it is then a failure of the conformance kit."""
    floats: ClassVar[bool] = False
    """Whether rules and state may hold fractions, which lint and the native subset refuse otherwise."""
    tutorial: ClassVar[bool] = False
    """A small game for learning and measuring, not listed first in the lobby."""

    def resolve(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return all options with the given ones checked. Raises PositionError for the seats first, or OptionError."""
        self.check_seats(seats)
        return self.resolve_options(options, seats)

    def resolve_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return all options of a match with this number of seats, which can play. Raises OptionError.

        Games add checks between options.
        """
        return resolve(self.options, dict(options))

    def varied(self, name: str, tables: Mapping[str, Any]) -> Self:
        """Return a variant: this game with other values in its data tables. The game itself stays as it is.

        Raises DataError. Games put the values where their rules read them, and refuse what does not go together.
        """
        new = copy(self)
        new.variant, new.tables = name, changed(self.data, tables)
        return new

    def check_seats(self, seats: object) -> None:
        """Raise PositionError unless this number of seats can play."""
        if isinstance(seats, bool) or not isinstance(seats, int) or not self.min_seats <= seats <= self.max_seats:
            raise PositionError("seats", f"{seats!r} is not {self.min_seats}..{self.max_seats}")

    def setup(self, options: Mapping[str, Any], seats: int) -> S:
        """Return the state before the first step, with the first steps on the agenda. Draws nothing."""
        raise NotImplementedError

    def start(self, options: Mapping[str, Any], seats: int, seed: int | str | bytes) -> S:
        """Return the state of a new match: set-up with checked options and keyed streams."""
        state = self.setup(self.resolve(options, seats), seats)
        state.seats = seats
        state.chance = Chance(key_of(seed), len(self.streams))
        state.learned = [0] * (seats + 1)
        return state

    def advance(self, state: S, table: Table[S]) -> None:
        """Run the next step of the agenda; between two steps is a quiet point."""
        step = state.agenda.pop()
        if step[0] == 0:
            self.on_leave(state, table, step[1])
        else:
            self.steps[step[0] - 1](state, table, *step[1:])

    def play_out(self, state: S, table: Table[S]) -> None:
        """Run a state to the end of the match at a table that answers at once."""
        agenda, steps = state.agenda, self.steps
        try:
            while agenda:
                step = agenda.pop()
                number = step[0]
                if number and len(step) == 1:  # the usual step; a row of arguments would cost as much as a question
                    steps[number - 1](state, table)
                elif number:
                    steps[number - 1](state, table, *step[1:])
                else:
                    self.on_leave(state, table, step[1])
        except Finished:
            pass

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it is on."""
        if state.result < 0:
            return None
        winners = [seat for seat, rank in enumerate(state.ranks) if rank == 1]
        return Outcome(self.results[state.result], list(state.ranks), winners, list(state.scores))

    def is_drawn(self, winners: Sequence[int], seats: int) -> bool:
        """Tell whether rivals all come first: as people say it, nobody has won then."""
        return not self.sides and 1 < seats == len(winners)

    def returns(self, outcome: Outcome) -> list[float]:
        """Return a reward -1..1 a seat: scores over `max_score`, won or lost, or ranks mapped evenly, ties sharing."""
        if outcome.scores and self.max_score:
            return [score / self.max_score for score in outcome.scores]
        if self.sides:
            return [1.0 if seat in outcome.winners else -1.0 for seat in range(len(outcome.ranks))]
        ranks, last = outcome.ranks, len(outcome.ranks) - 1
        shared = [ranks.count(rank) - 1 for rank in ranks]
        if not last:
            return [1.0 if outcome.winners else -1.0]
        below = [sum([other > rank for other in ranks]) for rank in ranks]
        return [(2 * below[seat] + shared[seat]) / last - 1 for seat in range(last + 1)]

    @property
    def independent_payoffs(self) -> bool:
        """Whether what a seat gets stands by itself, a score or its side's victory, and is no share of one victory."""
        return self.sides or self.max_score > 0

    def ending(self, view: Any, outcome: Outcome) -> Phrase:
        """Return in one sentence why the match has ended so by the rules, from what the viewer sees."""
        return Phrase(f"result.{outcome.result}")

    def why_ended(self, view: Any, outcome: Outcome) -> Phrase:
        """Return in one sentence why the match has ended so: others have left, or what the game says (`ending`)."""
        return Phrase("result.forfeit") if outcome.result == FORFEIT else self.ending(view, outcome)

    def closing(self, view: Any, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
        """Return what is told of a match that is over, from the view and the events of a viewer: figures, who was who.

        By default nothing: the table then shows ranks and scores.
        """
        return None

    def sum_up(self, view: Any, dossiers: list[Dossier]) -> None:
        """Write into dossiers what their entries come to: sums, causes to suspect, the weight of the open record.

        `view` is a spectator's, so that no seat's knowledge can enter; by default nothing is summed up.
        """

    # Who sees what

    def view(self, state: S, viewer: int) -> Any:
        """Return what a viewer (a seat, or `state.seats` for a spectator) may know, as an object of `view_class`.

        By default the state itself as he sees it, by the declarations of its facts.
        """
        return state.seen(viewer)

    def show_answers(self, view: Any, prompt: Prompt[S], answers: Mapping[int, Sequence[int] | None]) -> None:
        """Add to a view the answers given to a question that is not complete yet.

        `answers` has the seats that have answered, with their codes only where the viewer may know them.
        """

    def resample(self, state: S, seat: int, rng: Stream) -> None:
        """Replace in place everything the seat cannot know. Games with hidden facts outside zones add those."""
        state.resample_zones(seat, rng)

    # Learning programs

    def observe(self, view: Any, seats: int, seat: int) -> Sequence[float]:
        """Return a seat's view as a row of numbers 0..1, for networks; by default derived from the kinds of the view.

        A game that overrides it overrides `observation_names` too.
        """
        return tensor(view, seats, seat)

    def observation_names(self, seats: int) -> Sequence[str]:
        """Return a name for each number of `observe`: their number must not depend on the view."""
        assert self.view_class is not None
        return columns(self.view_class)

    # Leaving

    def still_in(self, state: S, seat: int) -> bool:
        """Return whether a seat is still in the match; games in which somebody can be out of it say so."""
        return True

    def current_ranks(self, state: S, gone: AbstractSet[int]) -> list[int]:
        """Return what rank each seat has if the match ends because seats have left: 1 for all who can still win.

        By default the others share the next rank. With its team a seat can win that is out of the match. Whoever has
        left is put last afterwards.
        """
        stay = {seat for seat in range(state.seats) if seat not in gone and self.still_in(state, seat)}
        able = [not stay.isdisjoint(self.team(state, seat)) for seat in range(state.seats)]
        return [1 if one else sum(able) + 1 for one in able]

    def rivals(self, state: S, seat: int) -> list[int]:
        """Return the seats that are still in the match and not of a seat's team."""
        mates = self.team(state, seat)
        return [other for other in range(state.seats) if other not in mates and self.still_in(state, other)]

    def leave_ends(self, state: S, gone: AbstractSet[int]) -> bool:
        """Return whether the match ends now that the seats `gone` have left: of two parties one is gone altogether.

        Parties are seats or teams that are still in the match. Where seats are on sides in secret it goes on: who
        leaves may be of the same side as who stays.
        """
        stay = [seat for seat in range(state.seats) if seat not in gone and self.still_in(state, seat)]
        if self.sides or not stay:
            return False
        rivals = self.rivals(state, stay[0])
        one = bool(rivals) and all(other in self.team(state, rivals[0]) for other in rivals)
        return one and all(other in gone for other in rivals)

    def may_claim(self, state: S, gone: AbstractSet[int], seat: int) -> bool:
        """Return whether a seat may claim the victory: it can still win, and all its rivals have left."""
        if self.sides or self.current_ranks(state, gone)[seat] != 1:
            return False
        rivals = self.rivals(state, seat)
        return bool(rivals) and all(other in gone for other in rivals)

    def forfeit(self, state: S, gone: AbstractSet[int]) -> Outcome:
        """Return the outcome when a match ends because others have left: who can still win and stays has won."""
        ranks = self.current_ranks(state, gone)
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return self.without_left(Outcome(FORFEIT, ranks, winners, []), gone)

    def without_left(self, outcome: Outcome, gone: AbstractSet[int]) -> Outcome:
        """Return an outcome in which who has left comes last and has not won, whatever a bot did with the seat.

        The others keep their order, and the best of them take the place of a winner who has left; but where sides win,
        a side wins or loses whoever of it has left.
        """
        old, seats = outcome.ranks, len(outcome.ranks)
        stay = [seat for seat in range(seats) if seat not in gone]
        best = min(old)
        ranks = [max(2, len(stay) + 1)] * seats
        for seat in stay:
            better = sum([old[other] < old[seat] for other in stay])
            ranks[seat] = old[seat] if self.sides else best + better
        if self.sides:
            last = max([2, *(ranks[seat] for seat in stay)])
            ranks = [last if seat in gone else rank for seat, rank in enumerate(ranks)]
        winners = [seat for seat in range(seats) if ranks[seat] == 1]
        return Outcome(outcome.result, ranks, winners, [] if self.max_score else outcome.scores)

    def parties(self, state: S, outcome: Outcome, gone: AbstractSet[int]) -> list[tuple[int, list[int]]]:
        """Return who came where in a finished match, best first: rank and seats of each side, team or single seat.

        Who is `gone` is a party of one and comes last, whatever became of the seat. Parties of one rank drew.
        """
        seats = range(len(outcome.ranks))
        teams = [[seat] for seat in seats]
        if self.sides:
            won = [seat for seat in seats if seat in outcome.winners]
            teams = [won, [seat for seat in seats if seat not in won]]
        elif outcome.ranks:
            teams = [list(team) for team in dict.fromkeys(tuple(sorted(self.team(state, seat))) for seat in seats)]
        stay = [[seat for seat in team if seat not in gone] for team in teams]
        placed = [(min(outcome.ranks[seat] for seat in team), team) for team in stay if team]
        last = max([rank for rank, _ in placed], default=0) + 1
        return sorted(placed) + [(last, [seat]) for seat in sorted(gone)]

    def on_leave(self, state: S, table: Table[S], seat: int) -> None:
        """Do what the rules say when a seat has left and the match goes on; by default nothing."""

    def refusal_rule(self, state: S) -> str:
        """Return the rule that refuses an answer to a decision that is not asked."""
        return self.prompts[0].rule if self.prompts else ""

    # Positions and answers

    def exists(self, state: S, kind: Kind, value: int) -> bool:
        """Tell whether a word of an answer exists in this match at all (a seat of N, a die in play)."""
        return not isinstance(kind, Seat) or value < state.seats

    def words(self, state: S) -> Words:
        """Return the words of values in a position, open to all: by default those of their kinds."""
        return PLAIN

    def own_texts(self, language: str) -> Mapping[str, str]:
        """Return texts of things that lie not in the game's package, such as names of a player's own cards, by key."""
        return {}

    def left_out(self) -> Sequence[str]:
        """Return what is wrong with files of a player's own that are left out, a line each."""
        return ()

    def reason(self, state: S) -> dict[str, Any]:
        """Return what the outcome of a scenario tells besides the result."""
        return {}

    def check_scripts(self, state: S, scripts: Sequence[list[int] | None]) -> None:
        """Refuse scripted values that can never fall in a position. Raises PositionError."""

    def rests(self, state: S) -> bool:
        """Tell whether a scenario without further answers ends at this quiet point, such as the end of a turn."""
        return False

    def write_position(self, state: S, answers: Mapping[int, Sequence[int]]) -> dict[str, Any]:
        """Return the whole position in the spec's words, hidden facts and pending answers included."""
        if self.view_class is not type(state):
            raise PositionError("position", f"{self.name} has no written positions")
        return write(state)

    def read_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> S:
        """Return the state of a position. Raises PositionError with path and rule; repairs nothing.

        By default by the declarations of the facts, of cards that set-up has laid somewhere; then `resume` is asked.
        """
        state = self.setup(options, seats)
        if self.view_class is type(state):
            Reading(data, state).read()
        self.resume(state)
        return state

    def bare_position(self, data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> S:
        """Return the set-up with what no dump of a state holds (`SharedConstant`), such as a map, read from a position.

        Where the words of a position cannot be read it is what the rest is put on; by default the set-up alone.
        """
        return self.setup(options, seats)

    def resume(self, state: S) -> None:
        """Put on the agenda what comes next in a position that has been read. Raises PositionError, as `read_position`.

        A game that says it is held by the conformance kit to go on from every question as it stood.
        """
        raise PositionError("position", f"{self.name} begins with its set-up: it reads no written positions")

    # The browser table and the terminal

    def board(self, view: Any, viewer: int, legal: Sequence[int], prompt: Prompt[S] | None) -> Scene:
        """Return the table as one viewer sees it: a pure function of the view and the viewer's legal actions.

        By default a plain one, derived from the kinds of the view; who is out of the match (`still_in`, asked of the
        view) is marked as such.
        """
        scene = plain_scene(view, viewer, legal, prompt, self.target, self.buttons)
        for panel in scene.panels:
            if not self.still_in(view, panel.seat):
                panel.state.append("out")
        return scene

    def label(self, view: Any, code: int) -> Phrase:
        """Return the button text of an action: `action.<family>` with its parameters, seen from a view."""
        if code == 0:
            return Phrase("action.done")
        family = self.actions.of(code)
        words = zip(family.parameters, family.values(code), strict=True)
        return Phrase(
            f"action.{family.name}",
            {name: kind.phrase(value) for (name, kind), value in words},
        )

    def label_after(
        self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Phrase | None:
        """Return the button text of a pick behind others; None, as by default, where it is that of `label`."""
        return None

    def done_label(self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int]) -> Phrase:
        """Return what the button says that ends an answer behind some picks; by default `action.done`."""
        return self.label(view, DONE)

    def target(self, view: Any, code: int) -> Target:
        """Return an action as it is offered: its label, and what it brings about where `action_help` says it."""
        label = self.label(view, code)
        return Target(code, label, hint(self, label), at=[] if code == 0 else point_of(self.actions.of(code), code))

    def aim(self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int]) -> Aim | None:
        """Return what the next pick of a question puts on the ground or moves there, by what the seat sees.

        None, as by default, where no point is asked for. `previews.draw_scene` puts it on the ground of the board.
        """
        return None

    def leg(self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int], code: int) -> Leg | None:
        """Return what a legal point behind some picks costs and is worth, by what the seat sees.

        It is asked while somebody points at the table, several times a second: cheaper than `aim`, whose last leg it is
        by default.
        """
        aim = self.aim(view, prompt, seat, arg, [*picked, code])
        return aim.legs[-1] if aim is not None and aim.legs else None

    def target_lines(
        self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int]
    ) -> list[TargetLine]:
        """Return who may be aimed at behind some picks of a question, on a table to scale, by what the seat sees."""
        return []

    def measure(self, view: Any, viewer: int, one: End, other: End) -> Ruler | None:
        """Return what a viewer who lays a ruler on the table is told beside the distance, by what he sees.

        None, as by default, where he is told nothing but that.
        """
        return None

    def cards(self) -> list[Piece]:
        """Return a card of each kind that there is in the game, face up: for who wants to see them all."""
        return []

    def question(self, view: Any, prompt: Prompt[S], seat: int, arg: int) -> Phrase:
        """Return the question of a prompt: `prompt.<key>` with what its text needs."""
        return Phrase(f"prompt.{prompt.key}", {"seat": {"seat": seat}})

    def preview(self, view: Any, prompt: Prompt[S], seat: int, code: int) -> Odds | None:
        """Return what comes of an answer for the seat that may give it, by what it sees; None where nothing is to tell.

        One short sentence of what is sure ("11 → 9: passes"), or how likely it is ("hit: 4 of 8"), and the chances
        behind it. Of several picks it is asked of each. What hangs on somebody else is named and not promised.
        """
        return None

    def preview_after(
        self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Odds | None:
        """Return the same of a pick that follows others; by default what it says of the pick alone.

        A game overrides it whose picks mean something only behind others, such as a target behind an action.
        """
        return self.preview(view, prompt, seat, code)

    def changes(self, view: Any, prompt: Prompt[S], seat: int, arg: int, code: int) -> Iterable[Change]:
        """Return the numbers on the table that an answer or pick changes for sure, by what the seat sees.

        Only what the rules leave to nobody else and to no chance: a price, a card that is laid, a unit that leaves.
        Behind other picks it is added to what these change (`answer_totals.becomes`). By default nothing.
        """
        return ()

    def changes_behind(
        self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int], code: int
    ) -> Iterable[Change]:
        """Return the same of a pick that follows others; by default what it changes alone.

        A game overrides it whose picks mean something only behind others, such as a condition behind whose it is.
        """
        return self.changes(view, prompt, seat, arg, code)

    def follows(self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int]) -> list[Line]:
        """Return what some picks bring about, by what the seat sees: what starts, limits, what stays undefended.

        Asked of answers of several picks, behind none too. By default nothing is told.
        """
        return []

    def about(self, view: Any, prompt: Prompt[S] | None, seat: int, arg: int) -> list[str]:
        """Return the places that a question is about besides its answers (`Scene.about`), the most important first.

        Without a prompt, where something goes on that others decide. What is not drawn is left out. By default none.
        """
        return []

    def verb(self, view: Any, prompt: Prompt[S], code: int) -> str:
        """Return how an answer is drawn, one of `piece.VERBS`; by default as `verbs` says of its family."""
        return "" if code == DONE else self.verbs.get(self.actions.of(code), "")

    def group(self, view: Any, prompt: Prompt[S], code: int) -> Phrase | None:
        """Return the heading of an answer in a long list: by default `group.<word>` by the `headings` of families."""
        word = None if code == DONE else self.headings.get(self.actions.of(code))
        return None if word is None else Phrase(f"group.{word}")

    def why_idle(self, view: Any, prompt: Prompt[S], seat: int, arg: int, legal: Sequence[int]) -> Phrase | None:
        """Return why nothing that a seat can answer but to decline could bring it anything, by what it sees.

        None where something might, as by default. Where nobody can learn anything by it, a table then declines for the
        person of the seat after a moment in which the reason is read (`idle.<reason>`). It is asked of questions that
        can be declined: `legal` has `DONE` and something else, or `idle_answer` gives what stands for it.
        """
        return None

    def idle_answer(self, view: Any, prompt: Prompt[S], seat: int, arg: int, legal: Sequence[int]) -> list[int] | None:
        """Return the answer that a table gives for the person of a seat where `why_idle` says that no other is left.

        For questions that have no way to decline (`DONE`), such as the end of a turn; None, as by default, where
        somebody has to be asked.
        """
        return None

    def decline_key(
        self, view: Any, prompt: Prompt[S], seat: int, arg: int, legal: Sequence[int]
    ) -> tuple[tuple[Any, ...], int] | None:
        """Return what hangs on a question that can be declined, by what the seat sees, and how much; None: no telling.

        Who has declined it is not asked again where the same hangs on it, and no more
        (`shapan.engine.decline_memory`), and he can answer nothing new. So it holds all else that may make somebody
        answer otherwise, and how long a refusal is good: the number of the turn, say.
        """
        return None

    def decides(self, view: Any, prompt: Prompt[S], seat: int, arg: int, legal: Sequence[int]) -> bool:
        """Tell whether an answer to a reaction window would settle something, or tip it, by what the seat sees.

        Who wants to be asked "only if it decides" is asked only then. By default everything may.
        """
        return True

    def unspent(self, view: Any, prompt: Prompt[S], seat: int, codes: Sequence[int]) -> Phrase | None:
        """Return what an answer leaves undone or unspent (`unspent.<name>`), for reviews; None where it leaves nothing.

        By default to decline, or to pick nothing, is to do nothing; a reaction that is not given leaves nothing.
        """
        return Phrase("unspent.nothing") if not prompt.reaction and list(codes) in ([], [0]) else None

    # Bots

    def evaluate(self, view: Any, seat: int) -> float:
        """Judge a view for a seat, 0 (lost) to 1 (won): for greedy bots and cut roll-outs."""
        return 0.5

    def features(self, state: S) -> list[list[float]]:
        """Return what `judgement` weighs of a world in which all is known: a row a seat, in the order of its names.

        Where sides oppose each other, the rows of one are those of the other with the opposite sign.
        """
        raise NotImplementedError

    def judge(self, state: S) -> list[float]:
        """Judge a sampled world for every seat, 0 (lost) to 1 (won): by its features, or else by the seats' views."""
        if self.judgement.weights:
            return self.judgement.chances(self.features(state), self.independent_payoffs)
        return [self.evaluate(self.view(state, seat), seat) for seat in range(state.seats)]

    def rate(
        self,
        view: Any,
        prompt: Prompt[S],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        """Rate one option from what the seat may see; `greedy` takes the best."""
        return 0.0

    def mistakes(self, view: Any, prompt: Prompt[S], seat: int, options: Sequence[int]) -> Sequence[int]:
        """Return the options from which a careless bot draws when it errs, never none; by default all of them.

        A game leaves out what no beginner would do who has read the rules: the bot has a plan, and errs in one choice.
        """
        return options

    def mixture(self, view: Any, prompt: Prompt[S], seat: int, arg: int, picked: Sequence[int]) -> Mapping[int, float]:
        """Return how often each option (each next pick behind `picked`) is to be answered, from what the seat may see.

        Asked of questions that are secret or `open`, where a fixed answer would be read by the others, such as a row
        laid against another or a claim that may be a bluff, or where two bots would answer each other for ever. Bots
        that go by ratings draw from it, each by a chance of its own, and so do those that think ahead where the
        question is secret; weights need not add up to 1. Empty, as by default: the answer that is rated or found best.
        """
        return {}

    def team(self, state: S, seat: int) -> list[int]:
        """Return the seats whose shares of one victory are one with a seat's, itself among them: all that win with it.

        By default the seat alone. Sides whose seats each have the whole victory (`sides`) are none.
        """
        return [seat]

    def side(self, view: Any, seat: int) -> str:
        """Return which side a seat knows itself to be on, from its own view; empty in games without sides in secret.

        Levels of bots by side go by it, and statistics.
        """
        return ""

    def open_side(self, view: Any, seat: int) -> str:
        """Return which side all know a seat to be on, from any view; empty where they do not."""
        return ""

    # Measuring

    def groups(self, state: S) -> dict[str, list[str]]:
        """Return, for statistics, a word a seat for each grouping of the game, such as {"race": [...]}.

        Its names are the same in every state, from the set-up on. Statistics name a word by the text of the game under
        grouping and word, such as `race.gaia`; `grouped_as` says where its texts are called otherwise.
        """
        return {}

    def measures(self, state: S) -> dict[str, list[int]]:
        """Return, for statistics, a number a seat for each figure of the game, such as {"planets": [...]}.

        Its names are the same in every state, from the set-up on.
        """
        return {}

    def rounds(self, state: S) -> int:
        """Return how many rounds have been begun."""
        return 0

    def progress(self, state: S) -> int:
        """Return how far a match has come, as `horizon` counts it: by default in rounds; it never falls."""
        return self.rounds(state)

    def conserved(self, state: S) -> dict[str, int]:
        """Return counts of components that no rule may change, by name; by default the cards of all zones.

        The conformance kit counts each card over all zones by itself; what is left are pieces that are no cards.
        """
        return {"cards": sum(len(zone) for _, zone in state.zones())}


ROUND = Count(10_000)
"""A count for rounds and turns."""
