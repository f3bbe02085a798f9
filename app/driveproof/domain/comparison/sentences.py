# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a comparison in a few sentences, and what would tell more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.amounts import change_amounts, claimed_span, left_open, within
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.conditions import OUR_PROGRAM, program_of
from driveproof.domain.comparison.difference import CLAIMS, Verdict
from driveproof.domain.comparison.headline import Headline, JudgedTest
from driveproof.domain.comparison.no_claim import no_claims
from driveproof.domain.comparison.side_names import IN_SENTENCES, side_heads
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.profile.test_titles import test_title, test_words
from driveproof.domain.quantity import OneOf, Plural, Seconds
from driveproof.domain.say import Say

Words = Say | Plural | str

NO_COMMON_TEST = Say("No test is on both sides.")
PROMISE = Say("At most 1 comparison in 20 reports a difference that does not exist.")
"""How often a claim may be false."""
HOW_JUDGED = Say(
    "{first} {second}",
    first=Say("Geometric means. Only “faster” and “slower” are significant."),
    second=PROMISE,
)
"""What changes, intervals and verdicts are, below a table of them."""

_NAMED = 3  # tests by name in one sentence; the table has all
_CLAUSES = 2  # findings in the sentence of more than two sides; the table has all
_LONGEST = 48  # characters of a name in it: a model has 40, a label any number
_FEW_RUNS = 3
"""Runs of a state beyond which one more tells little."""
_WHOLE_MAP = "file-sizes"
_GROUPS: dict[tuple[str, str], Say] = {
    (Pattern.SEQUENTIAL, Direction.READ): Say("Sequential reads"),
    (Pattern.SEQUENTIAL, Direction.WRITE): Say("Sequential writes"),
    (Pattern.SEQUENTIAL, Direction.MIXED): Say("Sequential reads and writes"),
    (Pattern.SEQUENTIAL, Direction.TRIM): Say("Sequential TRIMs"),
    (Pattern.RANDOM, Direction.READ): Say("Random reads"),
    (Pattern.RANDOM, Direction.WRITE): Say("Random writes"),
    (Pattern.RANDOM, Direction.MIXED): Say("Random reads and writes"),
    (Pattern.RANDOM, Direction.TRIM): Say("Random TRIMs"),
    (Pattern.TASK, Direction.MIXED): Say("All tasks"),
    (_WHOLE_MAP, Direction.MIXED): Say("Average of all cells"),
}


def comparison_sentences(comparison: Comparison) -> tuple[Say, ...]:
    """The verdict over everything, with what was found first, as `sentences` has it."""
    return sentences(headline_of(comparison))


def sentences(headline: Headline) -> tuple[Say, ...]:
    """The verdict over everything, with what was found first.

    Where drives are compared, it names them. With more than two sides it has two findings at most,
    claims before possible differences, and says how many more there are. In the end it says why
    nothing could be found in some tests.
    """
    tests = headline.tests
    if not tests:
        return (Say("Recordings are not judged.") if headline.recorded else NO_COMMON_TEST,)
    verdicts = [one.verdict for one in tests]
    found = _of_several(headline) if len(headline.sides) > 2 else _of_two(headline)
    return (*found, *no_claims(verdicts, len(tests)))


def _of_two(headline: Headline) -> Iterator[Say]:
    tests = headline.tests
    if drives := _drives(headline, 1):
        yield Say("{other} compared with {first}.", other=drives[1], first=drives[0])
    yield from _claims(tests)
    yield from _possible(tests)
    yield from _rest(tests)


def _of_several(headline: Headline) -> Iterator[Say]:
    """Of each further side its findings; the sides without one together."""
    claims: list[tuple[int, int, Say]] = []
    possible: list[tuple[int, int, Say]] = []
    for number in range(1, len(headline.sides)):
        mine = [test for test in headline.tests if test.side == number]
        side = _name(headline, number)
        claims += [(place, number, said) for place, said in enumerate(_claims(mine, side))]
        possible += [(place, number, said) for place, said in enumerate(_possible(mine, side))]

    def order(one: tuple[int, int, Say]) -> tuple[int, int]:
        return one[:2]  # the first of every side before the second of any

    found = [said for _, _, said in (*sorted(claims, key=order), *sorted(possible, key=order))]
    yield from found[:_CLAUSES]
    left = len(found) - _CLAUSES
    if left > 0:
        yield Say("More differences below: {count}.", count=left)
    else:
        yield from _rest(headline.tests)


def _rest(tests: Sequence[JudgedTest]) -> Iterator[Say]:
    """What is known of the tests in which nothing was found, and what is not."""
    settled = sum(one.verdict is Verdict.WITHIN for one in tests)
    undecided = [one for one in tests if one.verdict is Verdict.UNDECIDED]
    found = sum(one.verdict in (*CLAIMS, Verdict.POSSIBLE) for one in tests)
    if settled and settled < len(tests) - found:
        counted = Plural("{count} test", "{count} tests", settled)
        yield Say("No difference above {share} in {tests}.", share=within(), tests=counted)
    elif settled and found:
        yield Say("No other difference above {share}.", share=within())
    elif settled:
        yield Say("No difference above {share}.", share=within())
    if undecided:
        range_ = left_open(*_ends(undecided))
        if len(undecided) == len(tests):
            yield Say("Undecided: {range}.", range=range_)
        else:
            counted = Plural("{count} test", "{count} tests", len(undecided))
            # Translators: {tests} is like "2 tests".
            yield Say("{tests} undecided: {range}.", tests=counted, range=range_)


def _name(headline: Headline, number: int) -> Say | str:
    """A side as people called it, with its drive where that is another one."""
    name = _short(headline.sides[number])
    drives = _drives(headline, number)
    if drives and drives[1] != name:
        return Say("{first} ({second})", first=name, second=drives[1])
    return name


def _drives(headline: Headline, number: int) -> tuple[str, str] | None:
    """The drives of the first side and of another, None where they are not known to differ."""
    found = headline.drives[number]
    return None if found is None else (_short(found[0]), _short(found[1]))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"


def _claims(tests: Sequence[JudgedTest], side: Say | str = "") -> Iterator[Say]:
    for verdict in CLAIMS:
        for group in _grouped([one for one in tests if one.verdict is verdict], tests):
            yield Say(
                "{tests}: {change} ({span}).",
                tests=_subject(group, tests, side),
                change=_change(group, verdict),
                span=claimed_span(*_ends(group)),
            )


def _possible(tests: Sequence[JudgedTest], side: Say | str = "") -> Iterator[Say]:
    possible = [one for one in tests if one.verdict is Verdict.POSSIBLE]
    for verdict in CLAIMS:
        for group in _grouped([one for one in possible if _direction(one) is verdict], tests):
            yield Say(
                "{tests}: possible difference, {change}.",
                tests=_subject(group, tests, side),
                change=_change(group, verdict),
            )


def _direction(test: JudgedTest) -> Verdict:
    return Verdict.FASTER if (test.ratio or 1) > 1 else Verdict.SLOWER


def _change(group: Sequence[JudgedTest], verdict: Verdict) -> Say:
    ratios = [one.ratio for one in group if one.ratio is not None]
    return change_amounts(ratios, faster=verdict is Verdict.FASTER)


def _ends(group: Sequence[JudgedTest]) -> tuple[float, float]:
    """The farthest ends of the intervals of all of these."""
    found = [one.speeds for one in group if one.speeds is not None]
    return min(low for low, _high in found), max(high for _low, high in found)


def _grouped(some: Iterable[JudgedTest], every: Sequence[JudgedTest]) -> list[list[JudgedTest]]:
    """By kind of access where a whole kind is in it, else test by test, the rest together."""
    left = list(some)
    if not left:
        return []
    if len(left) == len(every) > 1:
        return [left]
    groups: list[list[JudgedTest]] = []
    singles: list[list[JudgedTest]] = []
    for kind in dict.fromkeys(map(_kind, left)):
        mine = [one for one in left if _kind(one) == kind]
        whole = sum(_kind(one) == kind for one in every)
        if len(mine) == whole:
            groups.append(mine)
        else:
            singles += [[one] for one in mine]
    room = max(1, _NAMED - len(groups))
    if len(singles) > room:
        singles = [*singles[: room - 1], [one for rest in singles[room - 1 :] for one in rest]]
    return [*groups, *singles]


def _kind(test: JudgedTest) -> tuple[str, Direction]:
    if test.whole_map:
        return _WHOLE_MAP, Direction.MIXED
    if test.pattern == Pattern.TASK:
        return Pattern.TASK, Direction.MIXED
    return test.pattern, test.direction


def _subject(group: Sequence[JudgedTest], every: Sequence[JudgedTest], side: Say | str) -> Words:
    """What was found of which tests, and of which side where there are several."""
    tests = _tests(group, every)
    return Say("{first} ({second})", first=tests, second=side) if side else tests


def _tests(group: Sequence[JudgedTest], every: Sequence[JudgedTest]) -> Words:
    kinds = {_kind(one) for one in group}
    if len(group) == len(every) > 1 and len(kinds) > 1:
        return Say("All tests")
    if len(kinds) == 1:
        kind = next(iter(kinds))
        if sum(_kind(one) in kinds for one in every) == len(group):
            return _GROUPS.get(kind) or " ".join(kind)
    if len(group) == 1:
        return _single(group[0])
    return Plural("{count} other test", "{count} other tests", len(group))


def _single(test: JudgedTest) -> Say | str:
    """One test by its name."""
    if test.pattern == Pattern.TASK or test.timed:
        return test_title(test.title, test.profile)
    return test_words(test.title, _kind(test)[1], test.profile)


def caveat(comparison: Comparison) -> Say | None:
    """What these runs cannot show, and what would; None where more runs would tell little."""
    if not comparison.primary or all(one.verdict is Verdict.FEW for one in comparison.primary):
        return None
    runs = [run for side in comparison.sides for run in side.runs]
    ours = all(program_of(run) == OUR_PROGRAM for run in runs)
    time = Seconds(max(run.seconds for run in runs))
    if comparison.one_run_a_side:
        single_runs = Say("Only one run per side: small differences are not detectable.")
        again = Say("Measure each side again, ten minutes apart; a run takes {time}.", time=time)
        return Say("{first} {second}", first=single_runs, second=again) if ours else single_runs
    heads = zip(side_heads(comparison, IN_SENTENCES), comparison.runs, strict=True)
    single = [head for head, count in heads if count == 1]
    if not comparison.open or not ours or (not single and min(comparison.runs) >= _FEW_RUNS):
        return None
    if single:
        return Say(
            "Only one run: {sides}. A second one, ten minutes later, takes {time}.",
            sides=OneOf(tuple(single)),
            time=time,
        )
    return Say("A third run of each side narrows the result. It takes {time}.", time=time)
