"""What a failed law means, and where to look: words for an author, by the beginning of a check's name.

Each row names a heading of `docs/reference/conformance.md` that says more.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

PAGE: Final = "docs/reference/conformance.md"


class Cause(NamedTuple):
    """What is wrong in one sentence, its usual cause, and the heading that says more, as the anchor of a link."""

    wrong: str
    usual: str
    anchor: str


_SECRETS: Final = "when-a-secret-shows"
_WORLDS: Final = "when-a-world-cannot-be-dealt"
_WORDS: Final = "when-words-are-missing"
_ANSWERS: Final = "when-an-answer-is-wrong"
_AGAIN: Final = "when-a-match-does-not-run-again"
_ENDS: Final = "when-a-match-does-not-end-well"
_VIEWS: Final = "when-the-table-does-not-fit"
_POSITIONS: Final = "when-a-position-does-not-load"

CAUSES: Final[dict[str, Cause]] = {
    "history_future": Cause(
        "two worlds that one viewer cannot tell apart were dealt anew with the same fall, and were different.",
        "a rule keeps a card or what follows from it in a variable across `ask`, in another field, or moves it without "
        "`state.move`; look it up again after the answer, or let a zone or a fact hold it",
        _WORLDS,
    ),
    "history_frames": Cause(
        "what a viewer is shown depends on cards that the viewer has never been told.",
        "a rule uses hidden cards for something open: who wins, who is out, which questions come. Reveal the cards "
        "(`state.reveal`) and tell them (`table.tell`) before they decide; of what is no card note who learns it "
        "(`state.learn`)",
        _SECRETS,
    ),
    "history_states": Cause(
        "two worlds of one viewer, played on with the same answers, are no longer the same to a bot.",
        "a card went back into a heap, and some players still know where it is: `state.shuffle` the heap before one is "
        "drawn (`stock.masks` in the line below says so). Or `resample` deals a hidden fact outside zones by what no "
        "one has been told",
        _WORLDS,
    ),
    "history": Cause(
        "two worlds of one viewer, played on with the same answers, come apart though nothing new was learnt.",
        "hidden cards decide something that shows, or are moved without `state.move`, `look` or `reveal`",
        _SECRETS,
    ),
    "twin": Cause(
        "with all dealt anew that a viewer cannot know, the viewer sees or is offered something else.",
        "a fact is seen by more than it should (`sees=OWNER`, `NOBODY`), or a question that others see depends on a "
        "hidden card: leave `open=True` out",
        _SECRETS,
    ),
    "open_prompt": Cause(
        "a question says `open=True`, and its answers depend on what some cannot know.",
        "leave `open=True` out, or list only what all can know",
        _SECRETS,
    ),
    "start": Cause(
        "the beginning shows a fall to somebody from whom it is hidden.",
        "an event of the deal has the card in its open part: put it into the braces, and give `secret` and `priv`",
        _SECRETS,
    ),
    "shadow": Cause(
        "what others learn of a secret answer depends on more than the answer.",
        "let `shadow` look at the codes only",
        _SECRETS,
    ),
    "together": Cause(
        "answers that are given at once do not commute, or show before all are in.",
        "read hands and facts after `ask_all`, not while it waits",
        _SECRETS,
    ),
    "no_key": Cause("the key of the dice is shown.", "a view or an event holds `state.chance`", _SECRETS),
    "sample": Cause(
        "a world that a seat holds possible is none: it shows something else, or cannot be played on.",
        "an answer that all have been told still names a card in the dark: move or reveal it before the next question, "
        "or ask with `ask_all`",
        _WORLDS,
    ),
    "resample": Cause(
        "what is hidden is not dealt anew as it should be.",
        "a hidden fact lies outside zones: give it to `resample`, or let it follow from cards",
        _WORLDS,
    ),
    "hidden_varies": Cause(
        "something hidden was the same in all worlds.",
        "its cards have no group (make the deck with `state.deck`), or everybody knows them by now: reveal them",
        _WORLDS,
    ),
    "texts": Cause(
        "a text is missing, or its placeholders do not fit.",
        "add the key to `texts/<language>.toml`: `event.<key>` (with a secret part also `event.<key>_secret`), "
        "`action.<family>`, `prompt.<key>`, `prompt_help.<key>`, `<table>.<word>`, `label.<field>`",
        _WORDS,
    ),
    "rules": Cause(
        "a rule number is missing, or not in the rulebook.",
        "begin the rule's paragraph with its number in bold in each `rulebook.<language>.md`",
        _WORDS,
    ),
    "guide": Cause(
        "the guided first match says something that is not so.", "compare `guide.toml` with the match", _WORDS
    ),
    "lint": Cause(
        "a rules module does what rules may not.",
        "take chance from the table's streams, and leave clocks, files and fractions out of rules. What only bots or "
        "tables need, such as a judgement with fractions, goes into a module of its own: `evaluation.py`, `board.py`",
        _AGAIN,
    ),
    "native": Cause("a line leaves the native subset.", "the message names the line and what it uses", _AGAIN),
    "legal_unique": Cause(
        "a question offers the same answer twice.",
        "the hand holds two equal cards: list each kind once, as `state.hands[seat].kinds()` does",
        _ANSWERS,
    ),
    "legal": Cause("a question has no answer, or one that is refused.", "see what it returns there", _ANSWERS),
    "picks_lead": Cause(
        "a pick is offered behind which no answer can be reached.",
        "picks rise where order means nothing, so of two to be given back the highest is no first one: "
        "`rising(codes, picked, number)` (`shapan.engine.question`) lists those that leave enough behind them",
        _ANSWERS,
    ),
    "segment": Cause(
        "there are too many questions between two steps of the agenda, or they take too long to run again.",
        "make a step of each turn or round: `state.push` it, and return",
        _ENDS,
    ),
    "ends": Cause(
        "a match does not end.",
        "some steps push each other for ever; or `max_decisions` is too small for the game. Where answers were those "
        "that `rate` likes best, bots answer each other for ever: give `mixture`, or rate lower what was in vain",
        _ENDS,
    ),
    "played_out": Cause("a match ends without an outcome.", "call `table.finish` at its end", _ENDS),
    "outcome": Cause("the outcome does not fit.", "see ranks and scores in `table.finish`; 1 is the best rank", _ENDS),
    "left": Cause("a seat that has left comes off too well.", "see `current_ranks` and `still_in`", _ENDS),
    "leaving": Cause("leaving does not end the match as it should.", "see `still_in`, `team`, `leave_ends`", _ENDS),
    "claim": Cause("the victory is claimed wrongly.", "see `may_claim`", _ENDS),
    "defaults": Cause("the clock alone does not end a match.", "see the default answers of its questions", _ENDS),
    "zone": Cause("a zone is not well formed.", "use `state.move`, `table.deal` and their like alone", _WORLDS),
    "conserved": Cause("cards or pieces have come or gone.", "move them between zones; never drop them", _WORLDS),
    "state_plain": Cause(
        "the state holds what cannot be saved.", "keep integers, lists, zones and parts in its fields", _AGAIN
    ),
    **dict.fromkeys(
        ("clone", "load", "replay", "same_seed", "interleaved", "modes", "events", "affair", "late_reply", "play"),
        Cause(
            "the same answers do not give the same match again.",
            "a rule remembers something outside the state: in a module, an object, or the order of a set",
            _AGAIN,
        ),
    ),
    **dict.fromkeys(
        ("undo", "retract", "binds"),
        Cause(
            "undo is offered or refused wrongly.", "something fell or was shown that the engine was not told of", _AGAIN
        ),
    ),
    **dict.fromkeys(
        ("position", "whole_position", "quiet_position"),
        Cause(
            "a written position does not come back as it was.",
            "a fact that matters is not declared, or `resume` does not ask on",
            _POSITIONS,
        ),
    ),
    **dict.fromkeys(
        ("view", "board", "reading", "follow", "becomes", "offers", "features", "judge", "evaluate"),
        Cause(
            "what is shown or judged does not follow from the view alone.",
            "compute it from the view that is handed over, and change nothing in it",
            _VIEWS,
        ),
    ),
    **dict.fromkeys(
        ("refused", "candidates", "drawn", "default_legal", "picks", "proposal", "answer", "seats_refused"),
        Cause("an answer is offered, counted or refused wrongly.", "compare it with the question's rule", _ANSWERS),
    ),
}


_ERROR: Final = Cause(
    "the game's own code raised an error while this was tried.",
    "the end of the line names the last places of its trace; most often it does not reckon with a state as it is there",
    _ANSWERS,
)


def cause_of(check: str) -> Cause | None:
    """Return what a failed check means: by the longest beginning of its name that there are words for."""
    if check.endswith("_error"):
        return _ERROR
    fits = [name for name in CAUSES if check == name or check.startswith(f"{name}_")]
    return CAUSES[max(fits, key=len)] if fits else None


def explained(check: str) -> list[str]:
    """Return the lines about a failed check in a report."""
    cause = cause_of(check)
    if cause is None:
        return []
    return [f"what: {cause.wrong}", f"often: {cause.usual}.", f"more: {PAGE}#{cause.anchor}"]


def where(place: dict[str, Any], lines: dict[str, str]) -> str:
    """Return the place of a failure in words; `lines` has file and line of each question."""
    said = [f"{name} {value}" for name, value in place.items() if name not in _SAID and value not in ({}, "")]
    if "seed" in place:
        seat, prompt = place.get("seat", -1), place.get("prompt", "")
        asked = f"question {prompt} ({lines[prompt]})" if prompt in lines else f"question {prompt}" if prompt else ""
        options = place.get("options")
        said = [
            f"match {place['seed']}, {place.get('seats')} seats",
            *([f"options {options}"] if options else []),
            *([f"decision {place['decision']}"] if "decision" in place else []),
            *([f"{asked} to seat {seat}" if asked else f"seat {seat}"] if isinstance(seat, int) and seat >= 0 else []),
            *said,
        ]
    return ", ".join(said)


_SAID: Final = ("seed", "seats", "options", "decision", "seat", "prompt")


def lines_of(prompts: Any) -> dict[str, str]:
    """Return by key of a question the file and line of the function, or of the class, that lists its answers."""
    found = {}
    for prompt in prompts:
        code = getattr(getattr(prompt, "options", None), "__code__", None) or getattr(
            getattr(type(prompt), "legal", None), "__code__", None
        )
        if code is not None and "/engine/" not in code.co_filename.replace("\\", "/"):
            found[prompt.key] = f"{code.co_filename.replace(chr(92), '/').rpartition('/')[2]}:{code.co_firstlineno}"
    return found
