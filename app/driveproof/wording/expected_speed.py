# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of "As fast as it should be?": what a test is held against, or why that is unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.bands import Band
from driveproof.domain.check.speed import speed
from driveproof.domain.expected_speed import Earlier, Expectation, Unknown
from driveproof.domain.run.run import Run
from driveproof.domain.speed import Pace, paced, speed_verdict
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.check import advice_text, speed_sentence
from driveproof.wording.figures import write_metric
from driveproof.wording.speed import (
    class_title,
    pace_text,
    pace_word,
    range_text,
    test_name_of,
    tests_text,
)
from driveproof.wording.units import format_bandwidth, format_percent

_UNKNOWN = {
    Unknown.NOT_DIRECT: N_("memory was measured"),
    Unknown.NO_LINK: N_("link speed not reported"),
    Unknown.NO_IDENTITY: N_("no unique serial number"),
    Unknown.NO_HISTORY: N_("history not readable"),
    Unknown.FIRST: N_("no earlier result"),
    Unknown.NOT_ENTERED: N_("no data sheet values entered"),
    Unknown.OTHER_TEST: N_("not specified for such tests"),
    Unknown.TOO_SHALLOW: N_("specified for a higher queue depth"),
    Unknown.NO_CLASS: N_("unknown kind of drive"),
    Unknown.NO_BAND: N_("no published range"),
}

_DASH = "–"


def expected_title() -> str:
    """The title of the section."""
    return _("As fast as it should be?")


def why_unknown(reason: Unknown) -> str:
    """Why there is nothing to hold a test against: a part of a sentence."""
    return _(_UNKNOWN[reason])


def band_range(band: Band, *, binary: bool = False) -> str:
    """The range of a band: "500 to 560 MB/s"."""
    return range_text(band.metric, band.low, band.high, binary=binary)


def expected_table(
    run: Run, expected: Sequence[Expectation], *, binary: bool = False
) -> tuple[tuple[str, ...], ...]:
    """A row for each test below one of heads. What is unknown is a dash, and a column of nothing
    else is left out; `expected_notes` says why. Empty where nothing is known: the figures alone are
    said elsewhere.
    """
    if not _known(expected):
        return ()
    heads = (
        _("Test"), _("Measured"), _("Of the link"), _("Earlier results"), _("Specified"),
        _("Drives of its kind"), _("Verdict"),
    )  # fmt: skip
    rows = [_row(run, one, binary=binary) for one in expected]
    kept = [at for at in range(len(heads)) if any(row[at] != _DASH for row in rows)]
    return tuple(tuple(row[at] for at in kept) for row in (heads, *rows))


def _known(expected: Sequence[Expectation]) -> bool:
    """Whether there is anything to hold a test against."""
    return not all(isinstance(part, Unknown) for one in expected for part in _parts(one))


def _parts(one: Expectation) -> tuple[object, ...]:
    """What a test is held against, in the order of the columns."""
    return one.link, one.earlier, one.maker, one.band


def _row(run: Run, one: Expectation, *, binary: bool) -> tuple[str, ...]:
    def write(value: float) -> str:
        return write_metric(one.metric, value, binary=binary)

    band, earlier = one.band, one.earlier
    return (
        test_name(one, run.profile),
        write(one.summary.median),
        _DASH if isinstance(one.link, Unknown) else format_percent(one.link),
        _DASH if isinstance(earlier, Unknown) else _earlier(one, earlier, binary=binary),
        _DASH if isinstance(one.maker, Unknown) else write(one.maker),
        _DASH if isinstance(band, Unknown) else band_range(band, binary=binary),
        pace_word(paced(run, one).pace),
    )


def _earlier(one: Expectation, earlier: Earlier, *, binary: bool) -> str:
    if earlier.runs == 1:
        return write_metric(one.metric, earlier.median, binary=binary)
    values = range_text(one.metric, earlier.low, earlier.high, binary=binary)
    return _("{range}, {count} runs").format(range=values, count=earlier.runs)


def test_name(one: Expectation, profile: str = "") -> str:
    """The name of its test, with the direction where the test has both."""
    mixed = one.phase.direction == Direction.MIXED
    return test_name_of(one.phase.title, profile, one.direction, mixed=mixed)


def expected_notes(
    run: Run,
    expected: Sequence[Expectation],
    *,
    binary: bool = False,
    answered: bool = False,
) -> tuple[str, ...]:
    """The answer, unless a check has `answered` already, and what each column rests on or why it is
    unknown.
    """
    if not expected:
        return ()
    answer = () if answered and _known(expected) else expected_answer(run, expected)
    return (*answer, *expected_rest(run, expected, binary=binary))


def expected_rest(
    run: Run,
    expected: Sequence[Expectation],
    *,
    binary: bool = False,
) -> tuple[str, ...]:
    """What each column rests on, or why it is unknown."""
    if not _known(expected):
        return ()
    return (
        _link_note(run, expected, binary=binary),
        *_unknowns(_("Earlier results"), expected, lambda one: one.earlier, run.profile),
        *_unknowns(_("Data sheet"), expected, lambda one: one.maker, run.profile),
        *_unknowns(_("Drives of its kind"), expected, lambda one: one.band, run.profile),
        *_sources(expected),
    )


def expected_answer(run: Run, expected: Sequence[Expectation]) -> list[str]:
    """The verdict of speed, what it rests on, and what to do: as a check says it, whose table has
    the figures.
    """
    verdict = speed_verdict(run, expected)
    if verdict is None:
        return []
    finding = speed(run, expected)[0]
    answer = [speed_sentence(finding)]
    if _known(expected):
        answer += [
            pace_text(pace, figures, measured=False)
            for pace, figures in finding.paces
            if pace is not Pace.OPEN
        ]
    else:
        found = (part for one in expected for part in _parts(one) if isinstance(part, Unknown))
        reasons = "; ".join(dict.fromkeys(map(why_unknown, found)))
        answer = [_("Unknown whether that is fast enough: {reasons}.").format(reasons=reasons)]
    if advice := advice_text(finding):
        answer.append(_("What to do: {advice}").format(advice=advice))
    return answer


def _link_note(run: Run, expected: Sequence[Expectation], *, binary: bool) -> str:
    environment = run.environment
    if environment.link_ceiling and any(not isinstance(one.link, Unknown) for one in expected):
        return _("Link: {link} carries {rate}.").format(
            link=shown(environment.link or "?"),
            rate=format_bandwidth(environment.link_ceiling, binary=binary),
        )
    return next(_unknowns(_("Link"), expected, lambda one: one.link, run.profile))


def _unknowns(
    title: str,
    expected: Sequence[Expectation],
    part: Callable[[Expectation], object],
    profile: str,
) -> Iterator[str]:
    """A sentence for each reason why a part is unknown, with the tests if it is known of others."""
    reasons: dict[Unknown, list[str]] = {}
    for one in expected:
        found = part(one)
        if isinstance(found, Unknown):
            reasons.setdefault(found, []).append(test_name(one, profile))
    for reason, tests in reasons.items():
        if len(tests) == len(expected):
            yield _("{title}: unknown, {reason}.").format(title=title, reason=why_unknown(reason))
        else:
            yield _("{title}: unknown for {tests}, {reason}.").format(
                title=title, tests=tests_text(tests), reason=why_unknown(reason)
            )


def _sources(expected: Iterable[Expectation]) -> list[str]:
    bands = list(dict.fromkeys(one.band for one in expected if isinstance(one.band, Band)))
    if not bands:
        return []
    sources = list(dict.fromkeys(source_text(band) for band in bands))
    return [
        _("Ranges of {drives} at this queue depth: {sources}.").format(
            drives=class_title(bands[0].drive_class), sources="; ".join(sources)
        )
    ]  # fmt: skip


def source_text(band: Band) -> str:
    """Who published a band, and when, where that is known."""
    return band.source if band.year is None else f"{band.source} ({band.year})"
