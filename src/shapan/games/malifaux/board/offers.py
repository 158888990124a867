"""Which thing or place of the table offers an answer (13.5)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine import viewer_prompt as engine
from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Key, Places, placed
from shapan.engine.phrases import say
from shapan.engine.scene import Phrase, Target
from shapan.games.malifaux import actions as a
from shapan.games.malifaux import model_traits, names
from shapan.games.malifaux.board.action_text import deed
from shapan.games.malifaux.board.pieces import model_word
from shapan.games.malifaux.board.secrets import led_to, scheme_choices, scheme_place, scheme_text
from shapan.games.malifaux.context import GENERATED
from shapan.games.malifaux.state import Malifaux


def _thing(value: int) -> Key:
    return ("model", value) if value < names.MAX_MODELS else ("marker", value - names.MAX_MODELS)


_VERBS: Final = {
    "walk": a.WALK, "charge": a.CHARGE, "disengage": a.DISENGAGE, "concentrate": a.CONCENTRATE, "assist": a.ASSIST,
    "demolish": a.DEMOLISH, "slam": a.SLAM,
}  # fmt: skip


def _verb(name: str) -> Callable[..., Key]:
    return lambda *values: (name,)


_PLACES: Final[Places] = {
    **placed("hand", a.CARD, a.CHEAT, a.COST, a.PAY, a.BY_CARD),
    a.CHEAT: lambda card, down: ("hand", card),
    **placed("flipped", a.TAKE),
    **placed("waiting", a.DEPLOY),
    **placed("model", a.TOKEN, a.ACTIVATE, a.TARGET, a.CHAIN),
    **placed("marker", a.MARKER, a.REMOVED),
    a.AIM: _thing,
    **placed("act", a.ACT),
    **placed("interact", a.INTERACT),
    **{a.ACTIONS.of(code): _verb(name) for name, code in _VERBS.items()},
    a.SCHEME: scheme_place,
}
"""Where an answer is offered; the others are buttons."""

_BUTTONS_TOO: Final = {
    a.TAKE,
    a.CHAIN,
    a.DEPLOY,
    a.ACT,
    a.INTERACT,
    *(a.ACTIONS.of(code) for code in _VERBS.values()),
}
"""Offered by a thing and by a button: the thing may be out of sight."""

_ALONE: Final = {a.END, a.DECLINE, a.KEEP, a.NO_TRIGGER, a.NOTHING}
"""Whoever picks one of these picks nothing else."""


class BoardPrompt(engine.ViewerPrompt[Malifaux]):
    """The viewer and his answers, sorted to what offers them. Who draws a thing takes its targets."""

    places = _PLACES
    buttons_too = _BUTTONS_TOO

    @property
    def behind(self) -> bool:
        """Tell whether picks have been made already: what is offered follows them."""
        first = (a.END, a.DECLINE, *_VERBS.values())
        return not any(code in first or a.ACT.has(code) or a.INTERACT.has(code) for code in self.legal)

    def told(self, code: int) -> Target:
        """Return an answer; of an action with what it is: range, stat, triggers, what it does."""
        made = super().told(code)
        if a.ACT.has(code):
            model = actor(self.view)
            action = model_traits.action(self.view, model, a.ACT.value(code)) if model != UNKNOWN else None
            made.help = deed(action) if action is not None else None
        elif a.SCHEME.has(code):
            made.choices, made.help = scheme_choices(self.view, code), scheme_text(code)
            made.onto = led_to(code)
        elif code in (a.END, a.PASS):
            made.unmarked = True
        made.alone = code in _ALONE
        return made


def actor(view: Malifaux) -> int:
    """Return the model that an open question lets act: by an effect, else the one that is activated; -1 for none."""
    choice, now = view.choice, view.activation
    if choice is not None and choice.model != UNKNOWN and choice.rules & GENERATED:
        return choice.model
    return UNKNOWN if now is None else now.model


_DONE: Final = {a.WALK: "walk", a.CHARGE: "charge", a.DISENGAGE: "disengage", a.CONCENTRATE: "concentrate"}
"""By general action, what the button says that does it."""


def done_label(view: Malifaux, picked: Sequence[int]) -> Phrase:
    """Return what the button says that ends an answer: what is done by it, and to whom."""
    row = [code for code in picked if not a.ACTOR.has(code)]
    if row and row[0] in _DONE:
        word = _DONE[row[0]]
        return say("board", f"{word}_here" if len(row) > 1 and word in ("walk", "charge") else f"{word}_now")
    if row and a.ACT.has(row[0]):
        words: dict[str, Any] = {"action": a.ACT.parameters[0][1].phrase(a.ACT.value(row[0]))}
        thing = next((a.AIM.value(code) for code in row if a.AIM.has(code)), names.MAX_MODELS)
        if thing < names.MAX_MODELS:
            return say("board", "act_at", model=model_word(view, thing), **words)
        return say("board", "act_now", **words)
    return say("action", "done")
