# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one sentence that answers a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.headline import Headline, JudgedTest
from driveproof.domain.comparison.summary import headline_of
from driveproof.wording.catalogue import N_, _
from driveproof.wording.comparison.verdicts import (
    change_text,
    factor_text,
    no_claim_text,
    share_text,
    step_text,
)
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_title
from driveproof.wording.units import NARROW

_NAMED = 3  # tests by name in one sentence; the table has all
_CLAUSES = 2  # findings in the sentence of more than two sides; the table has all
_ABOUT_TWICE = 1.5  # from here on a change is told as a factor where others beside it are
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
    ("surface", "mixed"): N_("all cells on average"),
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
    parts = [*_claims(tests), *_hints(tests)]
    if not parts:
        return _begun(between, _nothing(headline, drives=bool(drives)))
    parts += _rest(tests, drives=bool(drives))
    return _ended(_begun(between, f"{'; '.join(parts)}."), headline)


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
    drives = any(_drives(headline, number) for number in numbers)
    if not found:
        return _begun("", _nothing(headline, drives=drives))
    told: dict[int, list[str]] = {}
    for number, text in found[:_CLAUSES]:
        told.setdefault(number, []).append(text)
    parts = [f"{_name(headline, number)}: {'; '.join(texts)}" for number, texts in told.items()]
    left = len(found) - _CLAUSES
    if left > 0:
        parts.append(_("and {count} more below").format(count=left))
    else:
        parts += _rest(tests, drives=drives)
    return _ended(f"{'; '.join(parts)}.", headline)


def _recordings() -> str:
    return _(
        "These are recordings: they show what was asked of the drive, and not how fast it is, so"
        " that nothing is judged."
    )


def _rest(tests: Sequence[JudgedTest], *, drives: bool) -> list[str]:
    """The sentence on the tests that allowed a claim and showed no change."""
    same = [one for one in tests if one.verdict is Verdict.SAME and one.silence is None]
    if not same:
        return []
    if drives:
        return [_("nothing else differs detectably")]
    return [_("nothing else changed detectably")]


def _ended(text: str, headline: Headline) -> str:
    """With what could not be claimed, and why."""
    return " ".join(filter(None, (text, _no_claim(headline))))


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


def _begun(between: str, text: str) -> str:
    """A sentence with a capital, unless a drive is named before it."""
    return f"{between}{text}" if between else f"{text[:1].upper()}{text[1:]}"


def _claims(tests: Sequence[JudgedTest]) -> list[str]:
    return [
        _("{tests} are {change}").format(
            tests=_subject(group, tests), change=_change(group, verdict)
        )
        for verdict in (Verdict.FASTER, Verdict.SLOWER)
        for group in _grouped([one for one in tests if one.verdict is verdict], tests)
    ]


def _hints(tests: Sequence[JudgedTest]) -> list[str]:
    hints = [one for one in tests if one.verdict is Verdict.HINT]
    texts = {
        True: _("{tests} may be faster (a hint: repeat it)"),
        False: _("{tests} may be slower (a hint: repeat it)"),
    }
    return [
        text.format(tests=_subject(group, tests))
        for up, text in texts.items()
        for group in _grouped([one for one in hints if ((one.ratio or 1) > 1) is up], tests)
    ]


def _nothing(headline: Headline, *, drives: bool) -> str:
    """What is said where nothing was found: what could have been, and what could not."""
    same = [one for one in headline.tests if one.silence is None]
    if not same:
        said = _no_claim(headline)
        return f"{said[:1].lower()}{said[1:]}"
    return _ended(_unchanged(same, drives=drives), headline)


def _unchanged(same: Sequence[JudgedTest], *, drives: bool) -> str:
    """That nothing changed, and the change that the least sensitive tests would have shown."""
    seen = [one.detectable for one in same if one.detectable is not None]
    largest = max(seen, default=None)
    if largest is None:
        return _("nothing differs detectably.") if drives else _("nothing changed detectably.")
    if largest < 1:
        text = (
            _("nothing differs detectably: a difference of {change} would have been seen.")
            if drives
            else _("nothing changed detectably: a change of {change} would have been seen.")
        )
        return text.format(change=share_text(largest))
    if len(same) == 1:
        text = (
            _("nothing differs detectably, but only a difference by {change} would have been seen.")
            if drives
            else _(
                "nothing changed detectably, but only a change by {change} would have been seen."
            )
        )
    else:
        text = (
            _(
                "nothing differs detectably, but of some tests only a difference by {change} would"
                " have been seen."
            )
            if drives
            else _(
                "nothing changed detectably, but of some tests only a change by {change} would have"
                " been seen."
            )
        )
    return text.format(change=step_text(largest))


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
    if test.whole_surface:
        return "surface", Direction.MIXED
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
        least = factor_text(ratios[0]) if ratios[0] >= _ABOUT_TWICE else low
        return _("{low} to {high}").format(low=least, high=high)
    few, most = sorted((abs(ratios[0] - 1), abs(ratios[-1] - 1)))
    text = _("{low} to {high} faster") if verdict is Verdict.FASTER else _("{low} to {high} slower")
    return text.format(low=share_text(few).removesuffix("%").strip(NARROW), high=share_text(most))
