"""Questions in C++: a class each, with what the table and the engine's `Prompt.offers` ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from shapan.bots.rating_policy import is_unordered
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.question import Picks, Question
from shapan.engine.row import heaps_of
from shapan.native.scope import Signature
from shapan.native.types import CONSTANT, FLOAT, LeavesSubset, map_of
from shapan.native.value import Value

if TYPE_CHECKING:
    from shapan.native.unit import Unit


KEPT: Final = "i64 k = 0; for (i64 i = 0; i < options.n; i++) if ({test}) options.a[k++] = options.a[i]; options.n = k;"
"""What keeps the options that pass a test."""


def question_lines(unit: Unit, prompt: Prompt[Any], name: str, number: int) -> list[str]:
    """Return the class of a question. Raises LeavesSubset."""
    if prompt.draws:
        raise LeavesSubset(3, f"the question {prompt.key} draws by itself")
    base = prompt.families[0].base if prompt.families else 0
    lines = [
        f"struct {name} {{",
        f"    static constexpr i64 base = {base}L;",
        f"    static constexpr i64 number = {number};",
        f"    static constexpr bool at_once = {'true' if prompt.at_once else 'false'};",
        f"    static constexpr bool secret = {'true' if prompt.secret else 'false'};",
        f"    static constexpr bool in_any_order = {'true' if is_unordered(prompt) else 'false'};",
        *_rate(unit, prompt),
        *_mixture(unit, prompt),
        *_shown(unit, prompt),
    ]
    if not prompt.many:
        lines += _legal(unit, prompt)
    elif isinstance(prompt, Picks):
        lines += _picks(unit, prompt)
    else:
        made = unit.function(type(prompt).next, Value("", CONSTANT, False, prompt))
        lines.append(_next(f"List<i64> room; return {_asked(made, 's, seat, arg, picked')};"))
    if prompt.many:
        lines.append(f"    static INLINE void sift(List<i64> &options, i64 last) {{ {_sift(prompt)} }}")
        lines += _limits(unit, prompt)
    return [*lines, "};"]


def _rate(unit: Unit, prompt: Prompt[Any]) -> list[str]:
    """Return `Game.rate` for this question, from the view of a seat."""
    head = "    static INLINE double rate(State &view, i64 seat, i64 arg, i64 code, List<i64> &picked)"
    if unit.rating is None:
        return [head + " { leave(RAISED); }"]
    made = unit.function(type(unit.rating).rate, Value("", CONSTANT, False, unit.rating), {"prompt": prompt})
    unit.rated |= made.reads
    return [f"{head} {{ return {made.name}(view, seat, arg, code, picked); }}"]


def _mixture(unit: Unit, prompt: Prompt[Any]) -> list[str]:
    """Return `Game.mixture` for this question, from the view of a seat, where it is asked."""
    game = unit.rating
    line = "    static constexpr bool mixes = {};"
    head = "    static INLINE Map<double> mixture(State &view, i64 seat, i64 arg, List<i64> &picked)"
    if game is None or type(game).mixture is Game.mixture or not (prompt.secret or prompt.open):
        return [line.format("false"), head + " { leave(RAISED); }"]
    made = unit.function(type(game).mixture, Value("", CONSTANT, False, game), {"prompt": prompt})
    if made.result != map_of(FLOAT) or made.is_place or made.is_mixed or made.acts:
        raise LeavesSubset(1, f"{made.result} as how often each option is answered")
    unit.rated |= made.reads
    return [line.format("true"), f"{head} {{ return {made.name}(view, seat, arg, picked); }}"]


def _shown(unit: Unit, prompt: Prompt[Any]) -> list[str]:
    """Return `Game.show_answers` for this question, to a seat that knows but its own answers, and its column."""
    if unit.layout is None:
        return []
    game, column = unit.layout.game, unit.layout.columns[prompt]
    shows = type(game).show_answers is not Game.show_answers
    lines = [
        f"    static constexpr i64 column = {column};",
        f"    static constexpr bool shows = {'true' if shows else 'false'};",
    ]
    head = "    static INLINE void show(State &view, List<i64> &given)"
    if not shows:
        return [*lines, f"{head} {{}}"]
    made = unit.function(type(game).show_answers, Value("", CONSTANT, False, game), {"prompt": prompt})
    return [*lines, f"{head} {{ {made.name}(view, given); }}"]


def _limits(unit: Unit, prompt: Prompt[Any]) -> list[str]:
    """Return `Prompt.limits`: whether picks that may follow each other are no answer as a whole."""
    head = "    static INLINE bool breaks(State &s, i64 seat, i64 arg, List<i64> &picked)"
    body = "return false;"
    if prompt.limited:
        made = unit.function(type(prompt).limits, Value("", CONSTANT, False, prompt))
        body = f"return {made.name}(s, seat, arg, picked);"
    return [f"    static constexpr bool limited = {'true' if prompt.limited else 'false'};", f"{head} {{ {body} }}"]


def _legal(unit: Unit, prompt: Prompt[Any]) -> list[str]:
    parameters = "(State &s, i64 seat, i64 arg)"
    if not isinstance(prompt, Question):
        made = unit.function(type(prompt).legal, Value("", CONSTANT, False, prompt))
        return [_legal_line(made, parameters)]
    made = unit.function(prompt.options)
    if not prompt.of_values:
        return [_legal_line(made, parameters)]
    size = len(prompt.codes) - 1
    return [
        f"    static INLINE List<i64> legal{parameters} {{",
        f"        List<i64> room, r = {_asked(made, 's, seat, arg')};",
        f"        for (i64 i = 0; i < r.n; i++) r.a[i] = r.a[i] == -1 ? 0 : code_of<base, {size}>(r.a[i]);",
        "        return r;",
        "    }",
    ]


def _asked(made: Signature, arguments: str) -> str:
    """Return a call of what gives options; a new row may lie in `room`."""
    return f"{made.name}({arguments}{', room' if made.is_mixed else ''})"


def _legal_line(made: Signature, parameters: str) -> str:
    is_place = bool(made.is_place) and not made.is_mixed
    body = (
        f"List<i64> room; return {_asked(made, 's, seat, arg')};"
        if made.is_mixed
        else f"return {made.name}(s, seat, arg);"
    )
    return f"    static INLINE {_result(is_place)} legal{parameters} {{ {body} }}"


def _result(is_place: bool | None) -> str:
    return "List<i64> &" if is_place else "List<i64>"


def _next(body: str) -> str:
    return f"    static INLINE List<i64> next(State &s, i64 seat, i64 arg, List<i64> &picked) {{ {body} }}"


def _picks(unit: Unit, prompt: Picks[Any]) -> list[str]:
    """Return `Picks.next`: when an answer closes, and when it may."""
    made = _asked(unit.function(prompt.following), "s, seat, arg, picked")
    rest = f"List<i64> room; return {made};"
    if not prompt.closes:
        return [_next(rest)]
    if prompt.bits:
        return [_next(f"if (picked.n >= (arg & {prompt.bits}L)) return List<i64>(); {rest}")]
    if prompt._number is None:
        lengths = f"i64 least = {prompt.least}L, most = {prompt.most}L;"
    else:
        number = unit.function(prompt._number).name
        lengths = f"i64 least = {number}(s, seat, arg), most = least;"
    close = "if (0 <= most && most <= picked.n) return List<i64>();"
    done = "if (codes.n && 0 <= least && least <= picked.n) codes.insert(0, 0);"
    return [_next(f"{lengths} {close} List<i64> room, codes = {made}; {done} return codes;")]


def _sift(prompt: Prompt[Any]) -> str:
    """Return what keeps picks in rising order where order means nothing."""
    if not prompt.ordered:
        return KEPT.format(test="!options.a[i] || options.a[i] >= last")
    texts = []
    for heap in heaps_of(prompt.rows) if prompt.rows else ():
        of = " || ".join(f"(X >> 40) == {family.number}L" for family in heap)
        is_last, is_one = of.replace("X", "last"), of.replace("X", "options.a[i]")
        texts.append(f"if ({is_last}) {{ {KEPT.format(test=f'options.a[i] >= last || !({is_one})')} }}")
    return " ".join(texts)
