"""The package: no engine, the standard library only, no fraction, no number of 2**62 or more."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

import pytest

from games.malifaux.geometry import cases, reference
from shapan.games.malifaux.geometry import cover, disc, leg, polygon, sight, unit, zone
from shapan.games.malifaux.geometry.leg import Near

FOLDER = Path(__file__).parents[4] / "src" / "shapan" / "games" / "malifaux" / "geometry"
FILES = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_imports_the_standard_library_and_its_own_package_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            own = name.startswith("shapan.games.malifaux.geometry.")
            assert own or name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.rule("MFX-13.20")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_has_no_fraction_in_it(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        assert not (isinstance(node, ast.Name) and node.id in {"float", "Fraction", "sqrt", "round"})


class Watched(int):
    """An integer that refuses to make one of 2**62 or more."""

    def made(self, value: int) -> Watched:
        assert abs(value) < 2**62
        return Watched(value)

    def __add__(self, other: int) -> Watched:
        return self.made(int(self) + int(other))

    def __sub__(self, other: int) -> Watched:
        return self.made(int(self) - int(other))

    def __rsub__(self, other: int) -> Watched:
        return self.made(int(other) - int(self))

    def __mul__(self, other: int) -> Watched:
        return self.made(int(self) * int(other))

    def __floordiv__(self, other: int) -> Watched:
        return self.made(int(self) // int(other))

    def __neg__(self) -> Watched:
        return self.made(-int(self))

    __radd__ = __add__
    __rmul__ = __mul__


def watched(a: int, b: int, c: int) -> tuple[int, int, int]:
    return Watched(a), Watched(b), Watched(c)


@pytest.mark.rule("MFX-13.20")
def test_no_number_reaches_two_to_the_62() -> None:
    """The corners of the table and the widest reach among the cases."""
    chance = random.Random("bounds")
    ends = [0, 1, 17999, 18000, 35999, 36000]

    def somewhere() -> tuple[int, int]:
        x, y = (chance.choice(ends) if chance.random() < 0.6 else chance.randrange(36001) for _ in "xy")
        return Watched(x), Watched(y)

    with pytest.raises(AssertionError):
        Watched(2**31) * Watched(2**31)
    far = polygon.Part([(x, y) for x, y in [(0, 0), (36000, 0), (36000, 36000), (0, 36000)]])
    far.corners = [(Watched(x), Watched(y)) for x, y in far.corners]
    far.edges = [(*watched(a, b, c), *watched(d, e, f)) for a, b, c, d, e, f in far.edges]
    far.x, far.y = [Watched(x) for x in far.x], [Watched(y) for y in far.y]
    for _ in range(1500):
        a, b, p = somewhere(), somewhere(), somewhere()
        reach = Watched(chance.choice((591, 3994, 36000, chance.randrange(36001))))
        disc.is_near_segment(*p, *a, *b, reach, 1)
        disc.within(*a, reach, *b, Watched(984), Watched(36000))
        polygon.is_near(far, *p, reach)
        polygon.touches_segment(far, *a, *b)
        polygon.is_near_leg(far, *a, *b, Watched(984))
        zone.touches_centreline(zone.FLANK, *a, reach)
        zone.is_completely_on_half(zone.CORNER, False, *a, reach)
        if a != b:
            assert unit.point_at(*a, *b, reach) == unit.point_at(int(a[0]), int(a[1]), int(b[0]), int(b[1]), int(reach))
            band = sight.Band(*a, Watched(984), *b, Watched(984))
            polygon.shares_inside(far, band.xs, band.ys)


def test_the_same_questions_have_the_same_answers_again() -> None:
    """No test depends on what was asked before: one ground is asked in two orders, and a new one for each question."""
    chance = random.Random("again")
    for _ in range(30):
        bases, areas = cases.crowded(chance)
        bases.append(cases.base(chance, 20000, 25000))
        table = cases.field(bases, areas)
        pairs = [(a, t) for a in range(len(bases)) for t in range(len(bases)) if a != t]
        chance.shuffle(pairs)
        first = {pair: (sight.sees(table, *pair), cover.is_covered(table, *pair)) for pair in pairs}
        for pair in reversed(pairs):
            fresh = cases.field(bases, areas)
            assert first[pair] == (sight.sees(fresh, *pair), cover.is_covered(fresh, *pair))
            assert first[pair] == (sight.sees(table, *pair), cover.is_covered(table, *pair))


def test_what_does_not_come_near_changes_nothing() -> None:
    chance = random.Random("apart")
    for _ in range(60):
        bases, areas = cases.crowded(chance)
        far = [reference.Area(reference.rectangle(30000, 30000, 32000, 32000), 9, frozenset(reference.TRAITS))]
        one, other = cases.field(bases, areas), cases.field([*bases, reference.Base(33500, 33500, 984)], [*areas, *far])
        near = [Near(table, 0, *bases[0].at, bases[0].r, 5000) for table in (one, other)]
        end = cases.spot(chance, 12000, 18000)
        assert leg.leg_fault(near[0], *bases[0].at, *end) == leg.leg_fault(near[1], *bases[0].at, *end)
        assert leg.leg_cost(near[0], *bases[0].at, *end) == leg.leg_cost(near[1], *bases[0].at, *end)
        if len(bases) > 1:
            assert sight.sees(one, 0, 1) == sight.sees(other, 0, 1)


def test_every_rule_of_the_geometry_is_named_by_a_test() -> None:
    """All paragraphs of MFX-13 and what other chapters ask of space; and the worked examples."""
    named = {
        rule.strip('"')
        for path in Path(__file__).parent.glob("test_*.py")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("@pytest.mark.rule(")
        for rule in line.removeprefix("@pytest.mark.rule(").removesuffix(")").split(", ")
    }
    wanted = {f"MFX-13.{n}" for n in range(1, 30)} | {"MFX-10.7", "MFX-10.10", "MFX-14.5", "MFX-14.6"}
    wanted |= {f"MFX-X{n}" for n in (25, 26, 27, 28, 44, 45)} | {"MFX-15.1", "MFX-6.12", "MFX-6.13", "MFX-8.33"}
    assert wanted - named == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_chapter_says_which_rules_it_keeps(path: Path) -> None:
    assert "MFX-" in (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")
