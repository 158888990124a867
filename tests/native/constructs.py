"""Small functions, one for each construct of the subset: played in Python and in C++, they have to do the same."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import exp
from typing import Final, NamedTuple

from shapan.engine.actions import Actions
from shapan.engine.kinds import Count
from shapan.engine.marked_zone import KNOWERS, MarkedZone, Marker
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.ratings import Ratings
from shapan.engine.valuation import Valuation, kept
from shapan.engine.zone import Zone
from shapan.games.pig.game import Pig

PRIMES: Final = (2, 3, 5, 7, 11)
ROWS: Final = ((1, 2), (3,), (4, 5, 6))
NAME: Final = 3
LARGE: Final = max(PRIMES) > 12


@dataclass(frozen=True)
class Print:
    """What is printed on a card."""

    cost: int
    is_open: bool
    icons: tuple[int, ...]
    name: str = ""


class Spot(NamedTuple):
    """Where something stands."""

    place: int
    is_high: bool = False


@dataclass
class Tray:
    """A number beside piles of cards, made anew for each."""

    number: int
    piles: list[Zone] = field(default_factory=lambda: [Zone(), Zone([3, 1], ordered=True)])
    rows: list[list[int]] = field(default_factory=lambda: [[], [2, 5]])
    pile: Zone = field(default_factory=lambda: Zone([7], 4, True, 2))


@dataclass
class Route:
    """From where, to where, by what."""

    start: int
    goal: int
    by: int = 1


SPOTS: Final = ((Spot(1, True), Spot(4, False)), (), (Spot(7, True),))
PRINTS: Final = (Print(3, True, (1, 2)), Print(0, False, (), "none"), Print(7, True, (5,)))
BY_KEY: Final = {2: Print(4, False, (2, 2)), 5: Print(1, True, ())}
PRICES: Final = {0: 3, 1: 5, 2: 8}
BY_WORD: Final = {"one": 4, "five": 6}
WORDS: Final = ("two", "five")
SPARSE: Final = {-1: (1, 2, 3), 4: (), 7: (9,)}
PAIRS: Final = {(0, 1): (1, 0), (1, 0): (0, 2), (1, 1): (3, 3)}
MIXED: Final = ((1, "one", (2, 3)), (2, "two", ()), (5, "five", (7,)))
ACTIONS: Final = Actions()
GO: Final = ACTIONS.family(1, "go", place=Count(9), way=Count(4), times=Count(3))
STAY: Final = ACTIONS.family(2, "stay", place=Count(9))
MARKERS: Final = (Marker("paid", Count(9), 2), Marker("seen", Count(9), sees=KNOWERS), Marker("worth", Count(9)))
PARTS: Final = (slice(0, 2), slice(1, None), slice(-2, -1), slice(None, 3))
FEW: Final = ((1, 2), (4, 5, 6), ())


def arithmetic(a: int, b: int) -> list[int]:
    return [a + b, a - b, a * b, a & b, a | b, a ^ b, ~a, -b, abs(a), +a]


def floors(a: int, b: int) -> list[int]:
    return [a // b, a % b]


def shifts(a: int, b: int) -> int:
    return (a << b) + (a >> b)


def bits(a: int) -> int:
    return 100 * a.bit_count() + a.bit_length()


def fractions(a: int, b: int) -> float:
    return a / b + 0.1 * a - 0.3 + float(b) / 7


def sums_of_fractions(row: list[int]) -> float:
    total = 0.0
    for number in row:
        total += number * 0.1
    return total


def compares(a: int, b: int) -> list[bool]:
    return [a < b, a <= b, a == b, a != b, a >= b, a > b, 0 <= a < b <= 9, not a, a is not None]


def truths(a: int, b: int, row: list[int]) -> list[int]:
    return [a and b, a or b, int(bool(row)), int(not row and a > 0), (a > b) + (a >= b), int(bool(a) and b > 2)]


def chooses(a: int, b: int) -> int:
    return a if a > b else b if b > 3 else -1


def chosen_row(a: int, row: list[int]) -> int:
    picked = [a, a] if a > 0 else [a]
    return len(picked) + sum(picked) + len(PRIMES if a else ROWS[0]) + len(row)


def loops(a: int, b: int) -> list[int]:
    found: list[int] = []
    for number in range(a):
        if number == b:
            continue
        if number > 7:
            break
        found.append(number)
    for number in range(a, b):
        found.append(-number)
    for number in range(b, a, -2):
        found.append(number * 10)
    return found


def loop_by_hand(a: int) -> int:
    steps = 0
    while a != 1 and steps < 50:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        steps += 1
    return steps


def side_by_side(row: list[int], other: list[int]) -> int:
    total = 0
    for place, number in enumerate(row):
        total += place * number
    for one, two in zip(row, other):  # noqa: B905 - rows of any length
        total += one * two
    for number in reversed(row):
        total = 3 * total + number
    for _ in row:
        total += 1
    return total


def grows_while_gone_through(row: list[int]) -> int:
    count = 0
    for number in row:
        if number > 5 and len(row) < 12:
            row.append(number - 3)
        count += number
    return count


def changes(row: list[int], a: int) -> int:
    row.append(a)
    row.insert(1, a + 1)
    row.insert(-1, a + 2)
    row += [a, a]
    row.extend(PRIMES)
    last, first = row.pop(), row.pop(0)
    row.remove(a)
    row[0] = last
    row[-1] += first
    del row[1]
    del row[2:4]
    row.reverse()
    return row.index(a) * 100 + row.count(a)


def sorts(row: list[int], a: int) -> list[int]:
    row.sort()
    insort(row, a)
    return sorted(number % 5 for number in row) + sorted(row)


def parts(row: list[int], a: int, b: int) -> list[int]:
    return [*row[a:b], *row[:a], *row[b:], *row[:], *PRIMES[a:], len(row[1:-1])]


def places(row: list[int], a: int) -> int:
    return row[a] + row[-1] + PRIMES[a] + ROWS[a][0]


def finds(row: list[int], a: int) -> list[bool]:
    return [a in row, a not in row, a in (1, 2, a), a in PRIMES, row == [a], row < [a, a], row != row[:1]]


def comprehensions(row: list[int], other: list[int]) -> list[int]:
    squares = [number * number for number in row if number > 1 if number != 4]
    pairs = [one * 10 + two for one in row for two in other if one != two]
    placed = [place - number for place, number in enumerate(row)]
    inner = [sum(one for one in row if one > number) for number in other]
    return squares + pairs + placed + inner


def used_up(row: list[int]) -> list[int]:
    found = [sum(row), sum(1 for number in row if number % 2), max(row), min(row), max(3, len(row)), min(row[0], 2, 9)]
    found.append(int(any(number > 5 for number in row)) + 2 * int(all(number > 0 for number in row)))
    found.append(next((number for number in row if number > 3), -1))
    found.append(max((number for number in row if number > 50), default=7))
    return found


def fails(row: list[int], a: int) -> int:
    return next(number for number in row if number > a) + row.index(a) + max(number for number in row if number < a)


def kept_on_the_way(row: list[int], a: int) -> int:
    total = 0
    while row and (top := row.pop()) != a:
        total += top
    if (rest := len(row)) > 2:
        total += 100 * rest
    return total


def swaps(a: int, b: int, row: list[int]) -> list[int]:
    a, b = b, a + b
    c = d = a * 2
    row[0], row[1] = row[1], row[0]
    first, second = row[:2]
    return [a, b, c, d, first, second]


def other_names(rows: list[list[int]], a: int) -> int:
    first = rows[0]
    first.append(a)
    same = first
    same.append(a + 1)
    rows[1] = [number for number in first if number != a]
    codes = PRIMES
    return len(rows[0]) + codes[1] + sum(len(row) for row in rows)


def first_of(rows: list[list[int]]) -> list[int]:
    return rows[0]


def changes_what_is_returned(rows: list[list[int]], a: int) -> int:
    first_of(rows).append(a)
    row = first_of(rows)
    row.append(a)
    return len(row)


def made_here(row: list[int], a: int) -> list[int]:
    new = [number + a for number in row]
    same = new
    same.append(a)
    return same


def within_made_here(row: list[int], a: int) -> list[int]:
    rows = [[number, a] for number in row[:4]]
    for one in rows:
        one.append(7)
        if one[0] > a:
            return one
    last = rows[-1]
    last.append(a)
    return last


def of_what_is_new(row: list[int], a: int) -> list[int]:
    return first_of([[a, a + 1], [number for number in row]])  # noqa: C416 - a comprehension is what is tried


def results(row: list[int], a: int) -> list[int]:
    return made_here(row, a) + within_made_here(row, a) + of_what_is_new(row, a)


def twice(row: Sequence[int], times: int = 2, *, plus: int = 0) -> list[int]:
    return [times * number + plus for number in row]


def calls(row: list[int], a: int) -> list[int]:
    return twice(row) + twice(PRIMES, 3) + twice(row[1:], plus=a) + twice([a], times=a)


def recurs(a: int) -> int:
    return a if a < 2 else recurs(a - 1) + recurs(a - 2)


def sets(row: list[int], other: list[int]) -> list[int]:
    seen = {number for number in row if number}
    return [len(seen), int(seen.isdisjoint(other)), int(3 in seen), len(set(other))]


def kept_rows(row: list[int], other: list[int]) -> list[int]:
    rows = sorted(zip(row, other))  # noqa: B905 - rows of any length
    return [one * 100 + two for one, two in rows] + [one[1] for one in rows]


def known(a: int) -> int:
    if LARGE:
        return a.nothing  # type: ignore[attr-defined]  # never read: the test is known
    return a + (NAME if len(ROWS[a]) == 2 else 0)


def repeated(a: int) -> list[int]:
    return [0] * a + [a] * 3


def nothing(row: list[int]) -> None:
    row.clear()


def digits(a: int, b: int, c: int = 0) -> int:
    return a * 100 + b * 10 + c


def in_their_order(row: list[int], a: int) -> list[int]:
    found = [row.pop() * 10 - row.pop(), row.pop() - len(row), digits(row.pop(), len(row), row.pop())]
    found.append((b := a + 1) * 2 + b * (b := b + 1))
    row += [5, 2, 9, 4, 1]
    found.append(int((a := a + 1) in range(a)) + 2 * int((a := a - 1) in [a, a]))
    found += [int(row.pop() < row.pop()), max(row.pop(), len(row)), digits(c=len(row), a=row.pop(), b=row.pop())]
    return found


def grows(row: list[int]) -> int:
    row.append(len(row))
    return len(row)


def added_to_itself(row: list[int]) -> list[int]:
    row.append(1)
    row[0] += grows(row) + grows(row)
    total = row[0]
    total += grows(row) * total
    return [total, row[0], grows(row) + row[-1]]


def change_places(rows: list[list[int]], a: int) -> int:
    first, second = rows[0], rows[1]
    first, second = second, first
    first.append(a)
    one, other = rows[1][0], rows[0]
    other.append(one)
    return len(second)


def shrinks_backwards(row: list[int]) -> int:
    count = 0
    for number in reversed(row):
        count = count * 2 + number
        if number > 3:
            row.remove(number)
    return count


def filled_again(rows: list[list[int]], a: int) -> int:
    total = 0
    for row in rows:
        kept = [number for number in row if number > a]
        same = kept
        same.append(total)
        total += len(kept) + sum(same)
    rows[0] = [total]
    last = rows[0]
    last.append(a)
    return total


def pairs_of(rows: list[list[int]]) -> int:
    total, pairs = 0, [[number, number + 1] for number in rows[0]]
    if rows[1] and rows[1][0] > 6:
        pairs.append([1])
    for one, two in pairs:
        total += one * 10 + two
    return total


def without_order(row: list[int], other: list[int]) -> list[int]:
    seen, met = {number * 7 for number in row}, set(other)
    found = [sum(met), max(seen, default=-1), int(any(number > 20 for number in seen)), len({n % 3 for n in met})]
    return found + sorted(seen) + sorted(number + 1 for number in met)


def sums(row: list[int], a: int) -> list[float]:
    total = sum(number * 0.1 + 1e15 * a for number in row) - 1e15 * a
    lost = sum([1e16 * a, 1.0, -1e16 * a, 0.1])
    return [total, lost, abs(-0.1 * a), abs(0.0 * -a), max(0.1 * a, 0.2), min(number / 7 for number in row)]


def whole_numbers(a: int, b: int) -> list[int]:
    return [int(a * 0.7), int(-a * 0.7), int(a / b), int(a * 0.5 > b), int(a == b * 1.0)]


def depth(a: int, b: int) -> int:
    return 0 if a <= 0 else 1 + depth(a - 1, b) if b else depth(a - 1, a)


def depth_of(a: int, b: int) -> int:
    return depth(a, b)


def deep(row: list[int], a: int) -> int:
    return depth(10 * len(row), a)


def large(a: int, b: int) -> list[int]:
    row = [1, a]
    while len(row) < 60:
        row.append(row[-1] * b - row[-2])
    return row


def larger(a: int, b: int) -> list[int]:
    return [a << 20 << 20 << b + 4, a * 2**40 * b, a * 2**55 + 2**61 + 2**61 * b, -(2**61) - b * 2**61]


def rounded(a: int, b: int) -> list[bool]:
    return [a * 2**50 / 3 > 2**50 * b, a * 2**50 * 1.0 == a * 2**50, b * 2**52 + 1 < b * 2.0**52]


def of_records(a: int) -> list[int]:
    card = PRINTS[a]
    found = [card.cost, int(card.is_open), len(card.icons), sum(card.icons), *card.icons]
    return [*found, int(card.name == "none"), int(2 in card.icons)]


def by_keys(a: int, b: int) -> list[int]:
    card = BY_KEY[5 if a > 3 else 2 if a else a]
    found = [card.cost, len(card.icons), PRICES.get(b, -2), int(b in PRICES), int(b in SPARSE), *SPARSE.get(b, (8, 8))]
    return [*found, int(BY_KEY.get(b) is None), PRICES[a % 4]]


def by_pairs(a: int, b: int) -> list[int]:
    one, other = PAIRS[a % 2, b % 2]
    return [one, other, *PAIRS[b % 2, a % 2]]


def over_constants(a: int) -> list[int]:
    found = []
    for number, name, row in MIXED:
        if name != "two" and number != a:
            found += [number, *row]
    found += [number for number, name, _ in MIXED if name == "two"]
    found += [key * len(row) for key, row in SPARSE.items()]
    return found + [number for card in PRINTS if card.is_open for number in card.icons]


def over_one_of(a: int) -> list[int]:
    return [number for number, _, row in (MIXED if a > 2 else MIXED[:1]) if row] + [n for n in FEW[a]]  # noqa: C416


def _doubled(row: Sequence[int], a: int) -> int:
    return 2 * a + len(row)


def _counted(row: Sequence[int], a: int, b: int = 4) -> int:
    return row.count(a) * b


TABLE: Final = {1: _doubled, 3: _counted, 4: lambda row, a: sum(row) - a}


def by_table(row: list[int], a: int, b: int) -> list[int]:
    return [TABLE[a](row, b), TABLE[a](row, row.pop())]


def by_table_with_rows(row: list[int], a: int) -> int:
    return FULL[a % 2](*row[: 2 + a % 3])


FULL: Final = {0: digits, 1: depth_of}


def _more_than(bound: int) -> Callable[[int], bool]:
    return lambda number: number > bound


def _times(factor: int) -> Callable[[int], int]:
    def made(number: int) -> int:
        return number * factor

    return made


LARGE_ONE, TRIPLE = _more_than(4), _times(3)


def made_by_others(a: int) -> list[int]:
    return [int(LARGE_ONE(a)), TRIPLE(a)]


def either_row(rows: list[list[int]], a: int) -> int:
    row = rows[0] if a > 2 else rows[1]
    row.append(a)
    other = rows[1] if a > 5 else [a, a]
    other.append(7)
    return len(row) * 100 + len(other) * 10 + len(rows[1])


def first_full(rows: list[list[int]], a: int) -> list[int]:
    row = rows[0] or [a]
    row.append(5)
    last = rows[0] and rows[1]
    last.append(6)
    return [*row, *(rows[1] or (1, 2))]


def new_or_old(rows: list[list[int]], a: int) -> list[int]:
    return rows[0] if a > 3 else [number for number in rows[1]]  # noqa: C416 - a new list is what is tried


def old_or_new(rows: list[list[int]], a: int) -> list[int]:
    if a < 2:
        return [a]
    if a > 6:
        return new_or_old(rows, a)
    made = [a, a + 1]
    if rows[0]:
        made = rows[0]
    return made


def uses_old_or_new(rows: list[list[int]], a: int) -> list[int]:
    found = old_or_new(rows, a)
    found.append(50)
    again = old_or_new(rows, a)
    return [*found, *again, len(rows[0])]


def begins_empty(row: list[int], a: int) -> list[int]:
    found: list[int] = []
    pairs, total = [], 0
    for number in row:
        if found and found[-1] > number:
            total += 1
        found.append(number)
    pairs += [(number, number + a) for number in row]
    pairs.append((a, total))
    nested: list[list[int]] = [[] for _ in FEW]
    nested[total % 3].append(a)
    return found + [one * 10 + two for one, two in pairs] + [len(one) for one in nested]


def tuples_in_several_places(row: list[int], a: int) -> list[int]:
    pairs = [(number, a) for number in row]
    kept = [pair for pair in pairs if pair[0] > a]
    first = pairs[0]
    pairs = [pair for pair in pairs if pair not in kept]
    kept += pairs[1:]
    return [*first, len(pairs), *(one * 10 + two for one, two in kept)]


def two_ways(a: int, b: int) -> list[int]:
    one, other = (a, 2 * b) if a > b else (b + 1, a)
    kind, card = (1, PRINTS[0]) if a > 3 else (2, PRINTS[2])
    return [one, other, kind, card.cost]


def written_out(row: list[int], other: list[int], a: int) -> list[int]:
    found = []
    for kind, numbers, act in ((1, row, _doubled), (a, other, _counted), (3, [a, a], _doubled)):
        if not numbers:
            continue
        found += [kind, numbers[-1], act(numbers, a)]
        numbers.append(kind)
    return found


def word_of(a: int) -> str:
    if a > 6:
        return "large"
    return MIXED[a][1] if 0 <= a < 3 else ""


def words(a: int, b: int) -> list[int]:
    return [int(bool(word_of(a))), int(word_of(a) == word_of(b)), int(word_of(a) == "large"), int(word_of(b) != "two")]


def between(row: list[int], a: int) -> list[bool]:
    return [0 < len(row) < 4, a <= sum(row) <= max(row) < 9, 2 < len(row) == row.count(a) < 4]


def falling(row: list[int], other: list[int]) -> list[int]:
    pairs = sorted([(one, two) for one in row for two in other if one < two], reverse=True)
    return sorted(row, reverse=True) + [one * 10 + two for one, two in pairs][:20] + row[::-1]


def numbers_by_numbers(row: list[int], a: int) -> list[int]:
    counts = {number: number * a for number in row}
    return [key * 100 + value for key, value in counts.items()]


def several(first: int, *more: int) -> int:
    return digits(first, *more)


def as_many_as_there_are(row: list[int], a: int) -> list[int]:
    pairs = [(number, a) for number in row]
    return [digits(a, *pair) for pair in pairs] + [several(a, 1), several(a, a, 2)]


def nested_targets(row: list[int], other: list[int]) -> list[int]:
    pairs = [(one, two) for one in row for two in other]
    return [place * 100 + one - two for place, (one, two) in enumerate(pairs[:9])]


def puts_elsewhere(rows: list[list[int]], a: int) -> int:
    made = [a, a]
    made.append(1)
    rows[0] = made
    rows[0].append(2)
    return sum(len(row) for row in rows)


def _replaces(rows: list[list[int]], row: list[int], a: int) -> int:
    rows[0] = [a]
    return len(row)


def handed_over(rows: list[list[int]], a: int) -> int:
    own = [a, a]
    return _replaces(rows, own, a) + _replaces(rows, [1], a) + len(rows[0])


def families(a: int, b: int) -> list[int]:
    code, total = GO.code(a % 9, b % 4, 1), 0
    place, way, times = GO.values(code)
    family = ACTIONS.of(code if a > 3 else STAY.code(b % 9))
    for kind, one in ((10, GO), (20, STAY)):
        total += kind * one.has(code) + one.value(STAY.code(a % 9))
    return [place, way, times, total, *GO.values(code)[:2], int(family is GO), family.number, digits(*GO.values(code))]


def marks_go_along(state: Pig, zone: MarkedZone, other: MarkedZone, heap: Zone, a: int) -> list[int]:
    marks = zone.marks
    marks[0][a] += 3
    found = [state.move(zone, a, other), state.move(other, 0, heap), state.move(zone, 0, heap)]
    state.move(heap, 0, zone, 1)
    for one in (zone, other):
        found += [*one.cards, *one.marks[0], *one.marks[1], len(one)]
    marks[1] = [number + 1 for number in marks[1]]
    state.move_all(other, heap)
    return [*found, *zone.marks[1], *heap.cards, len(other.marks[2])]


def parts_by_constants(row: list[int], a: int) -> list[int]:
    counts = {number: number + a for number in row}
    return [*row[PARTS[a]], *row[PARTS[1]], *row[1::2], *row[a::3], counts.get(a, -1), counts.get(row[0], 9)]


def cost_of(card: Print) -> int:
    return card.cost + len(card.icons)


def constant_records(a: int) -> int:
    return a + cost_of(PRINTS[0]) + cost_of(PRINTS[2])


def tests_in_turn(row: list[int], a: int) -> int:
    return sum(1 for number in row if not (number > 3 if a > 2 else row and number < a))


def _spots(row: Sequence[int], a: int) -> list[Spot]:
    found = [Spot(-1, True)] if a > 5 else []
    for number in row:
        if number > a:
            found.append(Spot(number, number > 5))
    return found if a % 2 else [*found, *(one for one in SPOTS[a % 3] if one.place > 1)]


def _spot(row: Sequence[int], a: int) -> Spot:
    return _spots(row, a)[0] if a > 2 else Spot(a, is_high=a > 0) if a else Spot(9)


def named_tuples(row: list[int], a: int) -> list[int]:
    found = _spots(row, a)
    place, is_high = _spot(row, a)
    high = [one for one in found if one.is_high]
    total = 0
    for number, flag in found:
        total += number if flag else 1
    last = found[-1]
    found.append(last)
    return [place, ~int(is_high), len(high), total, last.place, SPOTS[0][1].place, len(SPOTS[a]), len(found)]


def _why_not(row: Sequence[int], a: int) -> Reason | None:
    if a in row:
        return Reason("1", "there", {"next": row[row.index(a) + 1], "number": a}, path="row")
    return None if row else Reason("2", "empty")


def reasons(row: list[int], a: int) -> list[bool]:
    why = _why_not(row, a)
    other = None if a > 3 else _why_not(row, a + 1)
    return [why is None, other is not None, bool(why), bool(why) and other is None]


def taken_off_the_agenda(state: Pig, a: int) -> int:
    state.push(1, a)
    if a > 3:
        state.agenda.append((2, a))
    state.agenda.pop()
    if a % 3 == 0:
        state.agenda.pop()
    return len(state.agenda)


def of_any_family(a: int, b: int) -> list[int]:
    code = GO.code(a % 9, b % 4, 1) if a > b else STAY.code(b % 9)
    family = ACTIONS.of(code)
    return [family.value(code), family.value(code, -1), family.value(code, a % 3), *family.values(code)]


def new_piles(a: int) -> list[int]:
    tray, other = Tray(a), Tray(2)
    tray.piles[1].cards.append(a)
    tray.rows[0].append(a)
    tray.pile.cards.append(a)
    found = [*tray.pile.cards, *other.pile.cards, *other.pile.masks, *other.pile.groups, int(other.pile.ordered)]
    return [
        *found,
        len(tray.piles),
        *tray.piles[1].cards,
        *other.piles[1].cards,
        *tray.rows[0],
        *other.rows[1],
        len(other.rows),
    ]


def mappings(row: list[int], a: int) -> list[float]:
    best, times = dict[int, float](), {number: number - 1 for number in row}
    for number in row:
        best[number % 4] = max(best.get(number % 4, 0.1), number * 0.3)
        times[number] = times[number] + a
    found = [sum(best.values()), *best.values(), *times.keys(), float(sum(times.values())), best[a]]
    for key, value in best.items():
        found.append(key * value)
    return [*found, weights(a).get(1, -0.5)]


def weights(a: int) -> dict[int, float]:
    return {} if a > 4 else {place: place / 3 for place in range(a)}


def powers(a: int, b: int) -> list[float]:
    return [(a % 5) ** (b / 3), (1 + abs(a)) ** 1.7, 0.87**b, (a / 7) ** 2, float(a**3), 2.5 ** (b / 10)]


def by_a_key(row: list[int], a: int) -> list[int]:
    near = min(PRIMES, key=lambda prime: abs(prime - a * 0.9))
    far = max(row, key=lambda number: (number - a) * 0.5)
    return [near, far, max(PRIMES, key=lambda prime: prime % 4), *sorted(row, key=lambda number: number % 5 / 3)]


class Side(NamedTuple):
    """One of two that meet."""

    power: int
    is_open: bool = False
    share: float = 0.5


@dataclass(frozen=True)
class Meeting:
    """What comes of it."""

    sides: tuple[int, ...]
    won: float


@cache
def meeting(one: Side, other: Side, *, twice: bool = False) -> Meeting:
    more = one.power - other.power + one.is_open
    return Meeting((more, *range(more)), more * one.share + twice)


def cached(a: int, b: int) -> list[float]:
    first, last = Side(a, a > 3), Side(b, False, share=b / 4)
    found = [meeting(first, last), meeting(last, first, twice=True), meeting(first, last)]
    return [number for one in found for number in (one.won, *one.sides)]


class Mind(Valuation[Pig]):
    """What a seat makes of its view."""

    view: Pig
    seat: int

    @property
    def banked(self) -> int:
        return self.view.banked[self.seat]

    @cached_property
    def order(self) -> list[int]:
        return [seat + self.banked for seat in range(self.view.seats)]

    @kept
    def near(self, a: int, b: int) -> list[int]:
        return [a, *[b + seat for seat in self.order]]

    @kept
    def worth(self, a: int) -> float:
        return sum(self.near(a, number)[1] / 3 for number in range(3))


@kept
def best_of(mind: Mind, a: int) -> Side:
    return Side(a, True, mind.worth(a))


def what_is_kept(state: Pig, a: int, b: int) -> list[float]:
    state.banked[1] = b
    mind = Mind(state, 1)
    many = sum(mind.worth(number % 90) for number in range(200))
    mind.near(a, b)[0] += 1
    state.banked[1] += 1
    before = [best_of(mind, a).share, *mind.near(a, b), len(mind.order), many]
    mind = Mind(state, 1)
    return [*before, best_of(mind, a).share, *mind.near(a, b)]


@question("walk", "1.1", GO, STAY)
def ask_walk(state: Pig, seat: int, arg: int) -> Sequence[int]:
    return []


@question("rest", "1.2", STAY)
def ask_rest(state: Pig, seat: int, arg: int) -> Sequence[int]:
    return []


@question("run", "1.3", GO)
def ask_run(state: Pig, seat: int, arg: int) -> Sequence[int]:
    return []


RATES: Final[Ratings[Pig, Mind]] = Ratings(Mind)
RATES.add("walk", lambda mind, place, way, times: mind.worth(place) - way / 7 * times, GO)


RATES.always(0.75, "run")


@RATES("walk", by=lambda mind, code, worth: worth * 1.1 + mind.seat)
def _stays(mind: Mind, place: int) -> float:
    return mind.worth(place) if place else RATES.worth(mind, ask_run, GO.code(place, 2, 3))


@RATES.declined("walk")
def _declines(mind: Mind) -> float:
    return mind.banked * 0.25


@RATES.row("rest")
def _rests(mind: Mind, arg: int) -> list[int]:
    return [arg % 9, 3, arg % 9]


@RATES.picks("walk", GO)
def _follows(mind: Mind, arg: int, picked: Sequence[int]) -> dict[int, float]:
    return {GO.code(arg % 9, way, 0): way / 9 + len(picked) for way in range(4)} if arg < 5 else {}


def ratings(state: Pig, row: list[int], a: int) -> list[float]:
    codes = [0, GO.code(a % 9, 1, 0), GO.code(2, 1, 2), STAY.code(a % 9), STAY.code(3), STAY.code(0)]
    picked = [STAY.code(number) for number in row if 0 <= number < 9]
    state.banked[0] = a
    walks = [RATES.rate(state, ask_walk, 0, a, code, picked) for code in codes]
    rests = [RATES.rate(state, ask_rest, 0, a, code, picked) for code in (0, *codes[3:])]
    return [*walks, *rests, RATES.mind(state, 0).worth(a)]


def changes_what_it_gets(row: list[int], a: int) -> list[int]:
    own = [a, 1]
    return [taken_off(own) + len(own), len(row) + taken_off(row) * 10 + len(row), *own]


def taken_off(row: list[int]) -> int:
    return row.pop()


def _next(counts: list[int]) -> int:
    counts[0] += 1
    return counts[0]


def new_zones(state: Pig, row: list[int], a: int) -> list[int]:
    found, counts, rest = [], [a], (5, 2)
    for zone in (Zone(row), Zone(row, a), Zone(), Zone(None, 3, ordered=True), state.deck(row, ordered=a > 3)):
        found += [*zone.cards, *zone.masks, *zone.groups, zone.sees, int(zone.ordered)]
    tray = Tray(rows=[[_next(counts)]], number=_next(counts), piles=[Zone(row, group=_next(counts), sees=1)])
    return [*found, tray.number, *tray.rows[0], *tray.piles[0].groups, *tray.piles[0].cards, Route(a, *rest).by]


def divides(a: int, b: int) -> list[int]:
    quotient, rest = divmod(a, b)
    counts = [b]
    more, left = divmod(_next(counts), _next(counts))
    return [quotient, rest, more, left, *divmod(b, 3), int((a, b) == divmod(a, 1))]


def by_words(a: int) -> list[int]:
    word = MIXED[a][1]
    return [BY_WORD[word], WORDS.index(word) if a > 1 else 5, *BY_KEY[2].icons]


def one_by_words(a: int) -> int:
    return a + WORDS[1:].index(MIXED[a][1])


def sorts_by_keys(a: int, b: int) -> list[int]:
    row = [a % 7, b % 5, 3, a % 4, 1]
    row.sort(key=lambda one: -one)
    row.append(b)
    row.sort(key=lambda one: (one % 3, -one))
    return row


def exponentials(a: int, b: int) -> float:
    return exp(a / 7) - exp(-b / 3.0)


LARGE_NUMBERS = [large, larger, rounded]
"""Here C++ may leave the match, but has to be right where it does not."""
CONSTRUCTS = [
    arithmetic, floors, shifts, bits, fractions, sums_of_fractions, compares, truths, chooses, chosen_row, loops,
    loop_by_hand, side_by_side, grows_while_gone_through, changes, sorts, parts, places, finds, comprehensions, used_up,
    fails, kept_on_the_way, swaps, other_names, changes_what_is_returned, calls, recurs, sets, kept_rows, known,
    repeated, nothing, made_here, within_made_here, of_what_is_new, results, in_their_order, added_to_itself,
    change_places, shrinks_backwards, filled_again, pairs_of, without_order, sums, whole_numbers, deep,
    of_records, by_keys, by_pairs, over_constants, over_one_of, by_table, by_table_with_rows, made_by_others,
    either_row, first_full, uses_old_or_new, begins_empty, tuples_in_several_places, two_ways, written_out, words,
    between, falling, numbers_by_numbers, as_many_as_there_are, nested_targets, puts_elsewhere, handed_over,
    tests_in_turn, families, marks_go_along,
    parts_by_constants, constant_records, named_tuples, reasons, taken_off_the_agenda, of_any_family, new_piles,
    mappings, powers, by_a_key, cached, what_is_kept, ratings,
    changes_what_it_gets,
    new_zones, divides, by_words, one_by_words, sorts_by_keys, exponentials,
]  # fmt: skip
