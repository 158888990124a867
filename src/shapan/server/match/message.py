"""Messages: what a viewer is sent, as structs of the API."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from shapan.engine.match_summary import MatchSummary
from shapan.engine.moment import Moment
from shapan.engine.plan import Limit
from shapan.engine.scene import Phrase, Scene, Target
from shapan.server.match.chat import ChatMessage


class VoteInfo(msgspec.Struct):
    """What is being voted on about a seat: the seats that are for it, and how many people may vote."""

    deed: str
    yes: list[int]
    of: int


class SeatInfo(msgspec.Struct):
    """Who sits where; `kind` is you, player, bot, open or left."""

    seat: int
    name: str
    kind: str
    bot: str = ""
    away: bool = False
    """Whether its person has had no stream open for a while."""
    may: list[str] = []
    """What this viewer may do with the seat now: claim, bot, take, leave, open."""
    late: bool = False
    """Whether a bot plays it since its person's time ran out."""
    host: bool = False
    """Whether its person is the host."""
    person: bool = False
    """Whether it is a person's, also while a bot plays it."""
    holds_up: bool = False
    """Whether it is asked, and its person has been away or silent for long."""
    muted: bool = False
    """Whether it may not write in the chat."""
    deeds: list[str] = []
    """What this viewer may do about its person: time, bot, remove, mute, unmute; see `by_vote`."""
    by_vote: bool = False
    """Whether more than half of the others have to agree."""
    votes: list[VoteInfo] = []


class InvitationInfo(msgspec.Struct):
    """The link of an open seat."""

    seat: int
    url: str


class FairInfo(msgspec.Struct):
    """Fair dice: how the key of the match is made, and what its people have committed to. No seed is among it."""

    mode: str
    """seeds (told at once) or reveal (told once the table is bound)."""
    round: int
    server: str
    """By what the server has committed to its seed."""
    commits: dict[str, str]
    """By seat what its person has committed to."""
    table: str = ""
    """What the table is bound to, as canonical JSON: while browsers reveal their seeds."""
    digest: str = ""
    """The digest of that."""
    revealed: list[int] = []
    """Seats that have revealed their seeds."""
    left: int | None = None
    """Milliseconds that are left to the others."""
    voided: int = 0
    """How many rounds before this one came to nothing."""


class ReserveInfo(msgspec.Struct):
    """Somebody who waits to take over a seat, and for which one they are asked now."""

    name: str
    asked: int | None = None


class ReservesInfo(msgspec.Struct):
    """Who waits to take over a seat of the table, in line."""

    people: list[ReserveInfo]
    offered: list[int]
    """Seats whose people want to hand them over."""
    mine: Literal["", "waits", "asked"] = ""
    """What the viewer is: no reserve, one who waits, or one who is asked to take over a seat."""
    may: bool = False
    """Whether the page of reserves has something for the viewer."""
    link: str = ""
    """For the host: the link by which whoever follows it may wait as a reserve."""


class SeatingInfo(msgspec.Struct):
    """A table that waits for its people: who is ready, and what is agreed."""

    ready: list[int]
    """Seats for which nobody has to wait any more: those of bots, and of people who are here and ready."""
    starts: int | None
    """Milliseconds until it begins; None while somebody is missing."""
    host: bool
    """Whether the viewer opened the table."""
    host_seat: int | None
    pace: int
    """Seconds a decision; 0 without a clock, and with banks."""
    undo: str
    options: dict[str, Any]
    """Those that differ from the game's defaults."""
    bots: list[str] = []
    """For the host: what may be put at a seat."""
    invitation: str = ""
    """For the host: the link that gives the first open seat to whoever follows it; empty without one."""
    invitations: list[InvitationInfo] = []
    """For the host: a link for each open seat."""
    listed: bool = False
    """Whether strangers find the table in the lobby."""
    reserves: bool = False
    """Whether people may wait as reserves."""
    late: Literal["bot", "default"] = "bot"
    """Who is late twice in a row: a bot sits in, or only default answers are given for them."""
    paces: list[int] = []
    """For the host: the clocks that may be chosen, in seconds a decision."""
    bank: int = 0
    """Seconds that each seat has for the whole match, 0 without banks."""
    increment: int = 0
    """Seconds that each decision adds, up to that."""
    banks: list[tuple[int, int]] = []
    """For the host: the banks and increments that may be chosen."""
    seats_range: list[int] = []
    """For the host: how few and how many seats the game can have."""
    rated: Literal["", "yes", "no"] = ""
    """Whether it counts for ratings as things stand, if so wished; `no`: it has bots or hints, or is not listed."""


class NoteInfo(msgspec.Struct, omit_defaults=True):
    """What the table tells of its people; the text is `ui.note_<key>`, with the words seat and by.

    `key`: undo, late, back, bot, left, moved, timed, removed, muted, unmuted, planned, void, offered, kept, replaced.
    """

    number: int
    key: str
    seat: int
    at: int
    """Milliseconds since 1970."""
    after: int
    """Behind how many of the viewer's events it stands in the log."""
    by: int = -1
    """The seat that did it, if another one did."""
    voted: bool = False
    """Whether the people at the table have agreed on it."""
    said: Phrase | None = None
    """What is asked now."""
    called: str = ""
    """What the person of the seat was called, where another has it since."""
    by_called: str = ""
    """The same of who did it."""


class ClockInfo(msgspec.Struct, omit_defaults=True):
    """Seconds a decision, and the milliseconds left to every seat whose answer is awaited.

    With banks `limit` is what a decision may take at most: the whole bank, or the time of a reaction window.
    """

    limit: int
    left: dict[str, int]
    bank: int = 0
    """Seconds that each seat has for the whole match, 0 without banks."""
    increment: int = 0
    """Seconds that each decision adds, up to that."""
    banks: dict[str, int] = {}
    """Milliseconds that each person has left of it."""


class VoidInfo(msgspec.Struct):
    """That a match may be called off: whether the viewer can agree, and how a proposal stands, if any."""

    asked: bool
    """Whether the viewer may propose it, or has not agreed yet."""
    by: int = -1
    """The seat that has proposed it; -1: nobody has."""
    yes: list[int] = []
    """The seats that agree."""
    of: int = 0
    """How many people have to."""
    left: int = 0
    """Milliseconds for which the proposal stands."""


class RematchInfo(msgspec.Struct):
    """The next match of this table, and the seat that opened it."""

    id: str
    by: int


class EventInfo(msgspec.Struct, omit_defaults=True):
    """One event as the viewer reads it: the text is `event.<key>`; what is staged of it, if anything."""

    key: str
    rule: str
    with_: dict[str, Any] = msgspec.field(name="with")
    moment: Moment | None = None
    by: str = ""
    """Who gave the answer that it tells, if it was not its person: bot, clock, or left."""
    affair: str = ""
    """The battle, check or duel that it belongs to: the same for all its events."""


class EventList(msgspec.Struct):
    """Keep the first `from` events and put these behind them."""

    from_: int = msgspec.field(name="from")
    rows: list[EventInfo] = msgspec.field(name="list")


class DecisionInfo(msgspec.Struct):
    """What the viewer is asked."""

    kind: str
    rule: str
    ordinal: int
    many: bool
    ordered: bool
    question: Phrase
    help: Phrase | None
    targets: list[Target]
    done: bool
    done_label: Phrase | None = None
    done_binds: str = ""
    """With `many`: whether an answer without picks, or with `keep` any, cannot be undone (`Target.binds`)."""
    sole: bool = False
    """With `many`: the one pick that is offered has to come: the answer cannot stop before it."""
    likely: list[int] = []
    """Of more answers than can be listed, the few that are rated best; none where the table gives no hints."""
    least: int = 0
    most: int = 0
    """With `many`: how many picks an answer has at least and at most; 0 and 0 where the rules do not say."""
    keep: int = 0
    """So many things stay of those that picks give up, and people choose these: the answer is all the others."""
    proposal: list[int] = []
    """With `many`: picks that are laid out from the start, to be taken or changed."""
    at_once: bool = False
    """The first pick is the whole answer: only one that may harm who gives it (`Target.unmarked`) is confirmed."""
    reaction: bool = False
    """A window that is opened for all who might answer it, whether they can or not."""
    forced: bool = False
    """Only to pass is possible, and nobody is here to whom it would tell anything that the table passes by itself."""
    idle: Phrase | None = None
    """Why a client may decline by itself all the same: nothing else would bring him anything, or he ordered it."""
    by_order: bool = False
    """It is by his order: it holds however his client is set."""


class OutcomeInfo(msgspec.Struct):
    """How the match ended."""

    result: str
    winners: list[int]
    """Nobody where the other side has won, or where rivals all come first: a draw."""
    ranks: list[int]
    scores: list[int]
    why: Phrase | None = None
    closing: MatchSummary | None = None
    """What is told beside it, where the game tells it."""


class FrozenInfo(msgspec.Struct):
    """Why the match is only shown: what is stored does not fit the rules, cannot be read, or the rules failed over it.

    The text is `ui.frozen_<reason>`.
    """

    reason: Literal["unfit", "damaged", "failed"]


class ChangedRules(msgspec.Struct):
    """The match began under older rules: their version, that of today, and whether it went back to go on."""

    was: int
    now: int
    back: bool


class WindowInfo(msgspec.Struct):
    """The reaction window that is open: its kind, milliseconds that it lasts at least, and how many of them are left.

    `own`: whether the viewer has answered it (`answered`), or a standing order does (`order`).
    """

    kind: str
    rule: str
    length: int
    left: int
    own: Literal["", "answered", "order"] = ""


class OrderInfo(msgspec.Struct):
    """A standing order of the viewer: the kind of window (empty: all), what is answered, and for how long."""

    kind: str
    answer: str
    until: str
    rule: str = ""


class PlanChoiceInfo(msgspec.Struct, omit_defaults=True):
    """What a plan answers: to decline, what is proposed, or codes with what they are called."""

    how: Literal["decline", "proposal", "codes"]
    codes: list[int] = []
    labels: list[Phrase] = []


class PlanInfo(msgspec.Struct, omit_defaults=True):
    """An answer that the viewer gives in advance, or what has become of one."""

    key: str
    kind: str
    name: Phrase
    rule: str
    choices: list[PlanChoiceInfo]
    turn: int = -1
    """Only in this seat's turn; -1: in any."""
    limits: list[Limit] = []
    useful: bool = False
    otherwise: Literal["ask", "decline"] = "ask"
    unless: bool = False
    """Only while the public table is as it was when it was made."""
    state: Literal["open", "given", "dropped"] = "open"
    why: Literal["", "unfit", "changed", "undone"] = ""
    """Why it was dropped: it did not fit, the table had changed, what it rested on was undone."""
    at: int = 0
    """When it answered or was dropped, in milliseconds since 1970."""


class PlanKind(msgspec.Struct):
    """A kind of question that may be answered in advance."""

    kind: str
    name: Phrase
    rule: str
    reaction: bool


class PlanForm(msgspec.Struct):
    """What a plan for a kind of question may say."""

    kinds: list[PlanKind]
    """All kinds of this game."""
    many: bool = False
    """An answer is made of several picks."""
    ordered: bool = False
    """Their order matters."""
    decline: bool = False
    """There may be a way to decline."""
    proposal: bool = False
    """The table proposes an answer."""
    useful: bool = False
    """The game can tell where an answer brings nothing."""
    options: list[Target] = []
    """What an answer may hold, by what the seat has now."""
    numbers: list[str] = []
    """Numbers of the question that a plan may be limited by; called `plan_word.<name>` in the game's texts."""
    about: Phrase | None = None
    """The question as it is put now, where someone is asked it; its words that are no numbers may be required."""


class CoachNote(msgspec.Struct, omit_defaults=True):
    """One thing that the coach says: its number in the story (0 beside it), the text, the places it points at.

    A place is `piece:<id>`, `zone:<id>`, `panel:<seat>`, `fact:<seat>.<name>`, `fact:<name>` of the table,
    `goal:<seat>`, `code:<answer code>`, `steps`, `duel` or `case`.
    """

    number: int
    text: Phrase
    points: list[str] = []


class GuideInfo(msgspec.Struct):
    """What the coach says now: notes one after another, and the answer he advises as codes, if any."""

    total: int
    notes: list[CoachNote]
    advised: list[int] | None = None
    waits: str = ""
    """The others wait until the person has read this; empty where they do not."""
    at: list[list[int]] = []
    """Of each code that is advised, the point of a table to scale that it names, empty where it names none."""


class FrameMessage(msgspec.Struct):
    """What one viewer may know now; events from number `from` on."""

    match: str
    frame: int
    epoch: int
    viewer: int
    spectator: bool
    seats: list[SeatInfo]
    game: str
    rules_version: int
    scene: Scene
    events: EventList
    log_length: int
    decision: DecisionInfo | None
    question: Phrase | None
    waiting: list[int]
    answered: list[int]
    may_undo: bool
    outcome: OutcomeInfo | None
    frozen: FrozenInfo | None = None
    clock: ClockInfo | None = None
    rematch: RematchInfo | None = None
    stronger: str | None = None
    """The bots of the level above, offered to a player who has beaten bots alone."""
    watchers: int = 0
    chat: str = "free"
    guide: GuideInfo | None = None
    hints: bool = False
    """Whether this table gives hints to who is asked."""
    changed: ChangedRules | None = None
    window: WindowInfo | None = None
    orders: list[OrderInfo] | None = None
    """The viewer's own standing orders, which nobody else is told of; None where there can be none."""
    plans: list[PlanInfo] | None = None
    """What the viewer answers in advance, and news of it; no one else is told; None where nothing can be."""
    since: int | None = None
    """How many events the viewer had been told when his last answer had taken effect; None before he has given one."""
    removed: bool = False
    """Whether the viewer was removed from this table before it began: he looks on and cannot sit down again."""
    seating: SeatingInfo | None = None
    """While the table waits for its people: then nothing of the match is told, and the scene is empty."""
    patience: float = 0.0
    """Seconds after which somebody who is asked and silent holds the table up."""
    void: VoidInfo | None = None
    """That those who are left over may call the match off, where so many have gone."""
    notes: list[NoteInfo] = []
    """What the table tells of its people, the latest 100."""
    fair: FairInfo | None = None
    """Of a table with fair dice."""
    reserves: ReservesInfo | None = None
    """Who waits to take over a seat; None at a table without reserves."""
    type: Literal["frame"] = "frame"


class ChatNews(msgspec.Struct):
    """What was said at the table, in order."""

    chat: list[ChatMessage]
    type: Literal["chat"] = "chat"


class Ping(msgspec.Struct):
    """A sign of life."""

    type: Literal["ping"] = "ping"
