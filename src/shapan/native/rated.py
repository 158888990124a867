"""Calls of a game's tables of ratings (`shapan.engine.ratings`): which function rates which family is known."""

from __future__ import annotations

import ast
from typing import Any

from shapan.engine.actions import PARAMETER_BITS, Family
from shapan.engine.prompt import Prompt
from shapan.engine.ratings import Ratings
from shapan.engine.valuation import Valuation
from shapan.native.new_records import NewRecords
from shapan.native.parts import after
from shapan.native.types import FLOAT, INT, LeavesSubset, is_number, list_of, record
from shapan.native.value import Value


class Rated(NewRecords):
    """What is asked of tables of ratings."""

    def _of_ratings(self, ratings: Ratings[Any, Any], name: str, node: ast.Call) -> Value:
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            raise LeavesSubset(3, f"{name} of ratings with names or a row")
        before, values = self.ordered(*node.args)
        deeds = self.deeds
        if name == "mind":
            made = self._mind(ratings, *values)
        elif name == "worth":
            mind, prompt, code = values
            first, again = self._named_number(code)
            made = self._worth(ratings, mind, self._prompt(prompt), again)
            made = after("" if first.text == again.text else f"(void){first.text}", made)
        elif name == "rate":
            made = self._rating(ratings, values)
        else:
            raise LeavesSubset(3, f"{name} of ratings")
        if self.deeds > deeds:
            raise LeavesSubset(3, "a rating that changes what it reads")
        return after(before, made)

    @staticmethod
    def _prompt(value: Value) -> Prompt[Any]:
        if not isinstance(value.constant, Prompt):
            raise LeavesSubset(7, "a rating of a question that is not known when the game is translated")
        return value.constant

    def _mind(self, ratings: Ratings[Any, Any], view: Value, seat: Value) -> Value:
        """Return the valuation of a view, the one at hand as long as the answer is the same."""
        cls = ratings.made
        if not isinstance(cls, type) or not issubclass(cls, Valuation) or cls.__init__ is not Valuation.__init__:
            raise LeavesSubset(3, "ratings by a mind that is no plain valuation")
        if view.type != self.unit.state:
            raise LeavesSubset(1, f"a valuation of {view.type}")
        kind = record(cls)
        return Value(f"mind_of<{self.unit.cpp(kind)}>({view.text}, {self.fitted(seat, INT)})", kind, True)

    def _worth(self, ratings: Ratings[Any, Any], mind: Value, prompt: Prompt[Any], code: Value) -> Value:
        """Return what the function of a code's family makes of its values: a case for each."""
        lines = [f"switch ({code.text} >> {PARAMETER_BITS}) {{"]
        for family in prompt.families:
            try:
                function, by = ratings.registered(prompt.key, family)
            except KeyError:
                continue  # rated as picks or as a row
            made = self._rated_by(function, [mind, *self._values(family, code)])
            if by is not None:
                made = self._rated_by(by, [mind, code, made])
            lines.append(f"case {family.number}: return {made.text};")
        body = " ".join([*lines, "}", "leave(RAISED);"])
        return Value(f"[&]() -> double {{ {body} }}()", FLOAT)

    def _values(self, family: Family, code: Value) -> list[Value]:
        return [self._of_family(family, "value", [code, self.known(place)]) for place in range(len(family.shifts))]

    def _rated_by(self, function: Any, values: list[Value]) -> Value:
        """Return what a function rates, as a fraction."""
        made = self._called(function, None, values, {})
        if not is_number(made.type):
            raise LeavesSubset(1, f"{made.type} as a rating")
        return Value(self.fitted(made, FLOAT), FLOAT)

    def _rating(self, ratings: Ratings[Any, Any], values: list[Value]) -> Value:
        """Return `Ratings.rate`: picks, declining, a row, then the function of the family."""
        view, asked, seat, arg, given, picked = values
        prompt = self._prompt(asked)
        declining, row = ratings.declining(prompt.key), ratings.whole_row(prompt.key)
        picks = ratings.next_picks(prompt.key)
        code, mind = Value("code", INT), self._mind(ratings, view, seat)
        lines = [f"i64 code = {self.fitted(given, INT)};", f"auto &mind = {mind.text};"]
        mind.text = "mind"
        if picks is not None:
            test = " || ".join(self._of_family(one, "has", [code]).text for one in picks[1]) or "true"
            found = self._called(picks[0], None, [mind, arg, picked], {})
            if found.type.name != "map" or found.type.inner[0] != FLOAT:
                raise LeavesSubset(1, f"{found.type} as what picks are worth")
            lines.append(f"if ({test}) return {found.text}.get(code, code ? -1.0 : 0.0);")
        declined = "0.0" if declining is None else self._rated_by(declining, [mind]).text
        lines.append(f"if (!code) return {declined};")
        if row is not None:
            found = self._called(row, None, [mind, arg], {})
            if found.type != list_of(INT):
                raise LeavesSubset(1, f"{found.type} as the row to be picked")
            family = prompt.families[0]
            coded = f"code_of<{family.base}L, {len(family.codes)}>(row.a[i])"
            lines += [
                f"List<i64> row = {found.text};",
                f"i64 times = 0; for (i64 i = 0; i < row.n; i++) times += {coded} == code;",
                f"return times > {picked.text}.count(code) ? 1.0 : -1.0;",
            ]
        else:
            lines.append(f"return {self._worth(ratings, mind, prompt, code).text};")
        return Value(f"[&]() -> double {{ {' '.join(lines)} }}()", FLOAT)
