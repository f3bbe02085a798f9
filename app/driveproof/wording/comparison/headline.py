# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one sentence that answers a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.difference import Silence, Verdict
from driveproof.domain.comparison.headline import Headline, JudgedTest
from driveproof.domain.comparison.summary import headline_of
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.comparison.verdicts import (
    ABOUT_TWICE,
    change_text,
    factor_text,
    may_be_text,
    no_claim_text,
    share_text,
    span_text,
    within_share,
)
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_title
from driveproof.wording.units import NARROW

_UNTOLD = (Silence.FEW, Silence.NOISY)  # what is said of these tests instead
_NAMED = 3  # tests by name in one sentence; the table has all
_CLAUSES = 2  # findings in the sentence of more than two sides; the table has all
_LONGEST = 48  # characters of a name in it: a model has 40, a label any number
_GROUPS = {
    (Pattern.SEQUENTIAL, Direction.READ): N_("sequential reads"),
    (Pattern.SEQUENTIAL, Direction.WRITE): N_("sequential writes"),
    (Pattern.SEQUENTIAL, Direction.MIXED): N_("sequential reads and writes"),
    (Pattern.SEQUENTIAL, Direction.TRIM): N_("sequential TRIMs"),
    (Pattern.RANDOM, Direction.READ): N_("random reads"),
    (Pattern.RANDOM, Direction.WRITE): N_("random writes"),
    (Pattern.RANDOM, Direction.MIXED): N_("random reads and writes"),
    (Pattern.RANDOM, Direction.TRIM): N_("random TRIMs"),
    (Pattern.TASK, Direction.MIXED): N_("all tasks"),
    ("file-sizes", "mixed"): N_("all cells on average"),
}
_TESTS = {
    "read": N_("{title} reads"),
    "write": N_("{title} writes"),
    "mixed": N_("{title} reads and writes"),
    "trim": N_("{title} TRIMs"),
}


def sentence(comparison: Comparison) -> str:
    """The verdict over everything in one sentence, with what was found first.

    Where drives are compared, it names them. With more than two sides it has two findings at most,
    claims before hints, and says how many more there are.
    """
    return headline_text(headline_of(comparison))


def headline_text(headline: Headline) -> str:
    """The same of a comparison of which no more was kept."""
    if len(headline.sides) > 2:
        return _of_several(headline)
    drives = _drives(headline, 1)
    between = (
        _("{other} against {first}: ").format(other=drives[1], first=drives[0]) if drives else ""
    )
    tests = headline.tests
    if not tests and headline.recorded:
        return _recordings()
    if not tests:
        return _("Nothing can be compared: no test is in both.")
    parts = [*_claims(tests), *_hints(tests), *_rest(tests, drives=bool(drives))]
    return _ended(between, parts, headline)


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
        return _("Nothing can be compared: no test is in the first side and another.")
    claims: list[tuple[int, int, str]] = []
    hints: list[tuple[int, int, str]] = []
    for number in numbers:
        mine = [test for test in tests if test.side == number]
        claims += [(place, number, text) for place, text in enumerate(_claims(mine))]
        hints += [(place, number, text) for place, text in enumerate(_hints(mine))]
    # The first of every side before the second of any.
    found = [(number, text) for _, number, text in (*sorted(claims), *sorted(hints))]
    told: dict[int, list[str]] = {}
    for number, text in found[:_CLAUSES]:
        told.setdefault(number, []).append(text)
    parts = [f"{_name(headline, number)}: {'; '.join(texts)}" for number, texts in told.items()]
    left = len(found) - _CLAUSES
    if left > 0:
        parts.append(_("and {count} more below").format(count=left))
    else:
        drives = any(_drives(headline, number) for number in numbers)
        parts += _rest(tests, drives=drives)
    return _ended("", parts, headline, begins=not found)


def _recordings() -> str:
    return _(
        "These are recordings: they show what was asked of the drive, and not how fast it is, so"
        " that nothing is judged."
    )


def _rest(tests: Sequence[JudgedTest], *, drives: bool) -> list[str]:
    """What is known of the tests in which nothing was found, and what is not."""
    same = [one for one in tests if one.verdict is Verdict.SAME and one.silence not in _UNTOLD]
    settled = [one for one in same if one.settled]
    left = [one for one in same if not one.settled]
    found = any(one.verdict not in (Verdict.SAME, Verdict.FEW) for one in tests)
    parts = []
    if settled:
        others = sum(one.verdict in (Verdict.SAME, Verdict.FEW) for one in tests)
        parts.append(
            _settled(len(settled), whole=len(settled) == others, found=found, drives=drives)
        )
    if left:
        parts.append(_open(left, whole=len(left) == len(tests), drives=drives))
    return parts


def _settled(count: int, *, whole: bool, found: bool, drives: bool) -> str:
    """Of tests that are known to be as good as unchanged; `whole`: of all in which nothing was
    `found`.
    """
    if not whole:
        text = (
            ngettext(
                "no difference of more than {share} in {count} test",
                "no difference of more than {share} in {count} tests",
                count,
            )
            if drives
            else ngettext(
                "no change of more than {share} in {count} test",
                "no change of more than {share} in {count} tests",
                count,
            )
        )
    elif found:
        text = (
            _("no other difference of more than {share}")
            if drives
            else _("no other change of more than {share}")
        )
    else:
        text = (
            _("no difference of more than {share}")
            if drives
            else _("no change of more than {share}")
        )
    return text.format(share=within_share(), count=count)


def _open(left: Sequence[JudgedTest], *, whole: bool, drives: bool) -> str:
    """Of tests in which a change may have been missed, with the farthest ends of all intervals."""
    may_be = may_be_text(_ends(left))
    if whole:
        text = (
            _("it is undecided whether they differ: {range}")
            if drives
            else _("it is undecided whether anything changed: {range}")
        )
    else:
        text = ngettext(
            "{count} test is undecided: {range}",
            "{count} tests are undecided: {range}",
            len(left),
        )
    return text.format(count=len(left), range=may_be)


def _ended(between: str, parts: Sequence[str], headline: Headline, *, begins: bool = True) -> str:
    """The sentence, with what could not be claimed and why. `begins`: with a capital, unless a
    drive is named before it.
    """
    text = f"{'; '.join(parts)}." if parts else ""
    silence = _no_claim(headline)
    if not text:
        return f"{between}{silence[:1].lower()}{silence[1:]}" if between else silence
    if begins and not between:
        text = f"{text[:1].upper()}{text[1:]}"
    return " ".join(filter(None, (f"{between}{text}", silence)))


def _no_claim(headline: Headline) -> str:
    silent = [(one.silence, one.repeats) for one in headline.tests if one.silence]
    return no_claim_text(silent, len(headline.tests))


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


def _claims(tests: Sequence[JudgedTest]) -> list[str]:
    return [
        _("{tests} are {change} ({span})").format(
            tests=_subject(group, tests),
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


def _hints(tests: Sequence[JudgedTest]) -> list[str]:
    hints = [one for one in tests if one.verdict is Verdict.HINT]
    return [
        _("{tests} may be {change} (only a hint)").format(
            tests=_subject(group, tests), change=_change(group, verdict)
        )
        for verdict in (Verdict.FASTER, Verdict.SLOWER)
        for group in _grouped([one for one in hints if _direction(one) is verdict], tests)
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


def _subject(group: Sequence[JudgedTest], every: Sequence[JudgedTest]) -> str:
    kinds = {_kind(one) for one in group}
    if len(group) == len(every) > 1 and len(kinds) > 1:
        return _("all {count} tests").format(count=len(group))
    if len(kinds) == 1:
        kind = next(iter(kinds))
        if sum(_kind(one) in kinds for one in every) == len(group):
            return _(_GROUPS[kind]) if kind in _GROUPS else " ".join(kind)
    if len(group) == 1:
        return _single(group[0])
    return _("{count} further tests").format(count=len(group))


def _single(test: JudgedTest) -> str:
    """One test by its name."""
    title = test_title(test.title, test.profile)
    if test.pattern == Pattern.TASK:
        return _("runs of “{title}”").format(title=title)
    if test.timed:
        return _("reads “{title}”").format(title=title)
    direction = _kind(test)[1]
    if direction in _TESTS:
        return _(_TESTS[direction]).format(title=title)
    return f"{title} {direction_word(direction)}"


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
