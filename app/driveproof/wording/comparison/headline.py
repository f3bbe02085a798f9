# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a comparison in a few sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.difference import CLAIMS, Verdict
from driveproof.domain.comparison.headline import Headline, JudgedTest
from driveproof.domain.comparison.summary import headline_of
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.comparison.verdicts import (
    ABOUT_TWICE,
    change_text,
    factor_text,
    may_be_text,
    no_claim,
    no_common_test,
    share_text,
    span_text,
    within_share,
)
from driveproof.wording.profile import test_title, test_words
from driveproof.wording.units import NARROW

_NAMED = 3  # tests by name in one sentence; the table has all
_CLAUSES = 2  # findings in the sentence of more than two sides; the table has all
_LONGEST = 48  # characters of a name in it: a model has 40, a label any number
_GROUPS = {
    (Pattern.SEQUENTIAL, Direction.READ): N_("Sequential reads"),
    (Pattern.SEQUENTIAL, Direction.WRITE): N_("Sequential writes"),
    (Pattern.SEQUENTIAL, Direction.MIXED): N_("Sequential reads and writes"),
    (Pattern.SEQUENTIAL, Direction.TRIM): N_("Sequential TRIMs"),
    (Pattern.RANDOM, Direction.READ): N_("Random reads"),
    (Pattern.RANDOM, Direction.WRITE): N_("Random writes"),
    (Pattern.RANDOM, Direction.MIXED): N_("Random reads and writes"),
    (Pattern.RANDOM, Direction.TRIM): N_("Random TRIMs"),
    (Pattern.TASK, Direction.MIXED): N_("All tasks"),
    ("file-sizes", "mixed"): N_("Average of all cells"),
}


def sentence(comparison: Comparison) -> str:
    """The verdict over everything, with what was found first.

    Where drives are compared, it names them. With more than two sides it has two findings at most,
    claims before possible differences, and says how many more there are.
    """
    return headline_text(headline_of(comparison))


def headline_text(headline: Headline) -> str:
    """The same of a comparison of which no more was kept."""
    if len(headline.sides) > 2:
        return _of_several(headline)
    drives = _drives(headline, 1)
    tests = headline.tests
    if not tests and headline.recorded:
        return _recordings()
    if not tests:
        return no_common_test()
    parts = [*_claims(tests), *_possible(tests), *_rest(tests)]
    if drives:
        parts.insert(
            0, _("{other} compared with {first}.").format(other=drives[1], first=drives[0])
        )
    return _ended(parts, headline)


def _of_several(headline: Headline) -> str:
    """Of each further side its findings; the sides without one together."""
    tests = headline.tests
    numbers = [
        number
        for number in range(1, len(headline.sides))
        if any(test.side == number for test in tests)
    ]
    if not numbers and headline.recorded:
        return _recordings()
    if not numbers:
        return no_common_test()
    claims: list[tuple[int, int, str]] = []
    possible: list[tuple[int, int, str]] = []
    for number in numbers:
        mine = [test for test in tests if test.side == number]
        side = _name(headline, number)
        claims += [(place, number, text) for place, text in enumerate(_claims(mine, side))]
        possible += [(place, number, text) for place, text in enumerate(_possible(mine, side))]
    # The first of every side before the second of any.
    found = [text for _, _, text in (*sorted(claims), *sorted(possible))]
    parts = found[:_CLAUSES]
    left = len(found) - _CLAUSES
    if left > 0:
        parts.append(_("More differences below: {count}.").format(count=left))
    else:
        parts += _rest(tests)
    return _ended(parts, headline)


def _recordings() -> str:
    return _("Recordings are not judged.")


def _rest(tests: Sequence[JudgedTest]) -> list[str]:
    """What is known of the tests in which nothing was found, and what is not."""
    within = sum(one.verdict is Verdict.WITHIN for one in tests)
    left = [one for one in tests if one.verdict is Verdict.UNDECIDED]
    found = sum(one.verdict in (*CLAIMS, Verdict.POSSIBLE) for one in tests)
    parts = []
    if within:
        whole = within == len(tests) - found
        parts.append(_within(within, whole=whole, found=found > 0))
    if left:
        parts.append(_open(left, whole=len(left) == len(tests)))
    return parts


def _within(count: int, *, whole: bool, found: bool) -> str:
    """Of tests that are known to be as good as unchanged; `whole`: of all in which nothing was
    `found`.
    """
    if not whole:
        text = ngettext(
            "No difference above {share} in {count} test.",
            "No difference above {share} in {count} tests.",
            count,
        )
    elif found:
        text = _("No other difference above {share}.")
    else:
        text = _("No difference above {share}.")
    return text.format(share=within_share(), count=count)


def _open(left: Sequence[JudgedTest], *, whole: bool) -> str:
    """Of tests in which a change may have been missed, with the farthest ends of all intervals."""
    text = _("Undecided: {range}.")
    if not whole:
        text = ngettext(
            "{count} test undecided: {range}.", "{count} tests undecided: {range}.", len(left)
        )
    return text.format(count=len(left), range=may_be_text(_ends(left)))


def _ended(parts: Sequence[str], headline: Headline) -> str:
    """All sentences, with why nothing could be found in some tests."""
    return " ".join(filter(None, (*parts, _no_claim(headline))))


def _no_claim(headline: Headline) -> str:
    return no_claim([one.verdict for one in headline.tests], len(headline.tests))


def _name(headline: Headline, number: int) -> str:
    """A side as people called it, with its drive where that is another one."""
    name = _short(headline.sides[number])
    drives = _drives(headline, number)
    return f"{name} ({drives[1]})" if drives and drives[1] != name else name


def _drives(headline: Headline, number: int) -> tuple[str, str] | None:
    """The drives of the first side and of another, None where they are not known to differ."""
    found = headline.drives[number]
    return None if found is None else (_short(found[0]), _short(found[1]))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"


def _claims(tests: Sequence[JudgedTest], side: str = "") -> list[str]:
    return [
        _("{tests}: {change} ({span}).").format(
            tests=_subject(group, tests, side),
            change=_change(group, verdict),
            span=span_text(_ends(group)),
        )
        for verdict in (Verdict.FASTER, Verdict.SLOWER)
        for group in _grouped([one for one in tests if one.verdict is verdict], tests)
    ]


def _ends(group: Sequence[JudgedTest]) -> tuple[float, float]:
    """The farthest ends of the intervals of all of these."""
    found = [one.speeds for one in group if one.speeds is not None]
    return min(low for low, _high in found), max(high for _low, high in found)


def _possible(tests: Sequence[JudgedTest], side: str = "") -> list[str]:
    possible = [one for one in tests if one.verdict is Verdict.POSSIBLE]
    return [
        _("{tests}: possible difference, {change}.").format(
            tests=_subject(group, tests, side), change=_change(group, verdict)
        )
        for verdict in (Verdict.FASTER, Verdict.SLOWER)
        for group in _grouped([one for one in possible if _direction(one) is verdict], tests)
    ]


def _direction(test: JudgedTest) -> Verdict:
    return Verdict.FASTER if (test.ratio or 1) > 1 else Verdict.SLOWER


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
        return "file-sizes", Direction.MIXED
    if test.pattern == Pattern.TASK:
        return Pattern.TASK, Direction.MIXED
    return test.pattern, test.direction


def _subject(group: Sequence[JudgedTest], every: Sequence[JudgedTest], side: str) -> str:
    """What was found of which tests, and of which side where there are several."""
    tests = _tests(group, every)
    return _("{first} ({second})").format(first=tests, second=side) if side else tests


def _tests(group: Sequence[JudgedTest], every: Sequence[JudgedTest]) -> str:
    kinds = {_kind(one) for one in group}
    if len(group) == len(every) > 1 and len(kinds) > 1:
        return _("All tests")
    if len(kinds) == 1:
        kind = next(iter(kinds))
        if sum(_kind(one) in kinds for one in every) == len(group):
            return _(_GROUPS[kind]) if kind in _GROUPS else " ".join(kind)
    if len(group) == 1:
        return _single(group[0])
    return ngettext("{count} other test", "{count} other tests", len(group)).format(
        count=len(group)
    )


def _single(test: JudgedTest) -> str:
    """One test by its name."""
    if test.pattern == Pattern.TASK or test.timed:
        return test_title(test.title, test.profile)
    return test_words(test.title, _kind(test)[1], test.profile)


def _change(group: Sequence[JudgedTest], verdict: Verdict) -> str:
    ratios = sorted(one.ratio for one in group if one.ratio is not None)
    low, high = change_text(ratios[0], verdict), change_text(ratios[-1], verdict)
    if low == high:
        return low
    if ratios[-1] >= 2:
        least = factor_text(ratios[0]) if ratios[0] >= ABOUT_TWICE else low
        return _("{low} to {high}").format(low=least, high=high)
    few, most = sorted((abs(ratios[0] - 1), abs(ratios[-1] - 1)))
    text = _("{low} to {high} faster") if verdict is Verdict.FASTER else _("{low} to {high} slower")
    return text.format(low=share_text(few).removesuffix("%").strip(NARROW), high=share_text(most))
