# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of "As fast as it should be?": what a test is held against, or why that is unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.bands import Band, DriveClass
from driveproof.domain.bus_limit import LIMITED
from driveproof.domain.expected_speed import FAR_ABOVE, Earlier, Expectation, Place, Unknown
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import Run
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.figures import write_metric
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_words
from driveproof.wording.units import NARROW, format_bandwidth, format_percent

_CLASSES = {
    DriveClass.HDD_5400: N_("hard disks of 5400 rpm"),
    DriveClass.HDD_7200: N_("hard disks of 7200 rpm"),
    DriveClass.HDD_10K: N_("hard disks of 10,000 rpm"),
    DriveClass.HDD_15K: N_("hard disks of 15,000 rpm"),
    DriveClass.SATA_SSD: N_("SATA SSDs"),
    DriveClass.NVME_3: N_("NVMe SSDs on PCIe 3.0"),
    DriveClass.NVME_4: N_("NVMe SSDs on PCIe 4.0"),
    DriveClass.NVME_5: N_("NVMe SSDs on PCIe 5.0"),
    DriveClass.USB_STICK: N_("USB sticks"),
    DriveClass.SD_CARD: N_("SD cards"),
}

_UNKNOWN = {
    Unknown.NOT_DIRECT: N_("memory took part in the I/O"),
    Unknown.NO_LINK: N_("the speed of the link was not reported"),
    Unknown.NO_IDENTITY: N_("nothing distinguishes this drive from another"),
    Unknown.NO_HISTORY: N_("the history cannot be read"),
    Unknown.FIRST: N_("no earlier run of this drive has this test"),
    Unknown.NOT_ENTERED: N_("the figures of its data sheet were not entered"),
    Unknown.OTHER_TEST: N_("makers promise nothing for such a test"),
    Unknown.TOO_SHALLOW: N_("makers measure with more I/Os in flight"),
    Unknown.NO_CLASS: N_("the class of the drive is not known"),
    Unknown.NO_BAND: N_("no citable range is published for this test"),
}

_DASH = "–"
MOST_NAMED = 3
"""More tests than this are counted in a sentence, not named."""


def expected_title() -> str:
    """The title of the section."""
    return _("As fast as it should be?")


def class_title(drive_class: DriveClass) -> str:
    """Drives of a class, in the plural: "SATA SSDs"."""
    return _(_CLASSES[drive_class])


def why_unknown(reason: Unknown) -> str:
    """Why there is nothing to hold a test against: a part of a sentence."""
    return _(_UNKNOWN[reason])


def place_text(where: Place, drive_class: DriveClass) -> str:
    """Where a figure lies: "where SATA SSDs lie"."""
    text = {
        Place.BELOW: _("below where {drives} lie"),
        Place.WITHIN: _("where {drives} lie"),
        Place.ABOVE: _("above where {drives} lie"),
    }[where]
    return text.format(drives=class_title(drive_class))


def band_range(band: Band, *, binary: bool = False) -> str:
    """The range of a band: "500 to 560 MB/s"."""
    return _range(band.metric, band.low, band.high, binary=binary)


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
        _("Test"), _("Measured"), _("Of the link"), _("Earlier"), _("Maker's figure"),
        _("Its class"),
    )  # fmt: skip
    rows = [_row(one, binary=binary, profile=run.profile) for one in expected]
    kept = [at for at in range(len(heads)) if any(row[at] != _DASH for row in rows)]
    return tuple(tuple(row[at] for at in kept) for row in (heads, *rows))


def _known(expected: Sequence[Expectation]) -> bool:
    """Whether there is anything to hold a test against."""
    return not all(isinstance(part, Unknown) for one in expected for part in _parts(one))


def _parts(one: Expectation) -> tuple[object, ...]:
    """What a test is held against, in the order of the columns."""
    return one.link, one.earlier, one.maker, one.band


def _row(one: Expectation, *, binary: bool, profile: str) -> tuple[str, ...]:
    def write(value: float) -> str:
        return write_metric(one.metric, value, binary=binary)

    band, earlier = one.band, one.earlier
    return (
        test_name(one, profile),
        write(one.summary.median),
        _DASH if isinstance(one.link, Unknown) else format_percent(one.link),
        _DASH if isinstance(earlier, Unknown) else _earlier(one, earlier, binary=binary),
        _DASH if isinstance(one.maker, Unknown) else write(one.maker),
        _DASH if isinstance(band, Unknown) else band_range(band, binary=binary),
    )


def _earlier(one: Expectation, earlier: Earlier, *, binary: bool) -> str:
    if earlier.runs == 1:
        return write_metric(one.metric, earlier.median, binary=binary)
    values = _range(one.metric, earlier.low, earlier.high, binary=binary)
    return _("{range}, {count} runs").format(range=values, count=earlier.runs)


def _range(metric: MetricName, low: float, high: float, *, binary: bool) -> str:
    one = write_metric(metric, low, binary=binary)
    two = write_metric(metric, high, binary=binary)
    number, _separator, unit = one.rpartition(NARROW)
    if number and two.endswith(NARROW + unit):
        one = number
    return _("{low} to {high}").format(low=one, high=two)


def test_name(one: Expectation, profile: str = "") -> str:
    """The name of its test, with the direction where the test has both."""
    phase = one.phase
    name = test_words(phase.title, phase.direction, profile)
    return (
        f"{name} ({direction_word(one.direction)})" if phase.direction == Direction.MIXED else name
    )


def expected_notes(
    run: Run,
    expected: Sequence[Expectation],
    *,
    binary: bool = False,
) -> tuple[str, ...]:
    """The answer, and what each column rests on or why it is unknown."""
    if not expected:
        return ()
    rest = expected_rest(run, expected, binary=binary)
    return (*expected_answer(run, expected), *rest)


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
        *_unknowns(_("The maker's figures"), expected, lambda one: one.maker, run.profile),
        *_unknowns(_("Drives of its class"), expected, lambda one: one.band, run.profile),
        *_sources(expected),
    )


def expected_answer(run: Run, expected: Sequence[Expectation]) -> list[str]:
    """A sentence for each group of tests, the one that needs attention first; one for all where
    nothing is known.
    """
    if expected and not _known(expected):
        found = (part for one in expected for part in _parts(one) if isinstance(part, Unknown))
        reasons = "; ".join(dict.fromkeys(map(why_unknown, found)))
        return [
            _("Cannot tell whether that is as fast as it should be: {reasons}.").format(
                reasons=reasons
            )
        ]
    groups: dict[str, list[str]] = {}
    order: list[tuple[int, str]] = []
    for one in expected:
        rank, text = _said(one)
        if text not in groups:
            order.append((rank, text))
        groups.setdefault(text, []).append(test_name(one, run.profile))
    return [text.format(tests=_tests(groups[text])) for _rank, text in sorted(order)]


def _tests(names: Sequence[str]) -> str:
    """The names of some tests, or how many they are."""
    if len(names) <= MOST_NAMED:
        return "; ".join(names)
    return ngettext("{count} test", "{count} tests", len(names)).format(count=len(names))


def _said(one: Expectation) -> tuple[int, str]:
    """A sentence with room for the tests, and its rank."""
    earlier = one.earlier
    limited = not isinstance(one.link, Unknown) and one.link >= LIMITED
    if isinstance(earlier, Earlier) and one.summary.high < earlier.low:
        found = 0, _("{tests}: slower than in every earlier run of this drive.")
    elif not isinstance(one.maker, Unknown) and one.summary.high < LIMITED * one.maker:
        found = 1, _("{tests}: less than nine tenths of the maker's figure.")
    elif not isinstance(one.maker, Unknown):
        found = _of_maker(one.summary.low / one.maker)
    elif isinstance(one.band, Band):
        found = _of_class(one, one.band, limited=limited)
    elif limited:
        found = 3, _("{tests}: the link is the limit.")
    elif isinstance(earlier, Earlier):
        found = 5, _("{tests}: not slower than before; cannot tell whether it could be faster.")
    else:
        found = 6, _("{tests}: cannot tell whether that is as fast as it should be.")
    return found


def _of_maker(share: float) -> tuple[int, str]:
    """Of a test whose fastest repeat reached nine tenths of the maker's figure, and whose slowest
    this share of it.
    """
    if share < LIMITED:
        return 2, _(
            "{tests}: not every repeat reached nine tenths of the maker's figure: they differ too"
            " much to say more."
        )
    if share >= FAR_ABOVE:
        return 2, _(
            "{tests}: far above what the maker promises. Likely a cache answered in place of the"
            " drive, or the figure that was entered is not this drive's."
        )
    if share > 1 / LIMITED:
        return 4, _("{tests}: faster than the maker promises.")
    return 4, _("{tests}: as fast as the maker promises, within a tenth.")


def _of_class(one: Expectation, band: Band, *, limited: bool) -> tuple[int, str]:
    lies = place_text(one.place or Place.WITHIN, band.drive_class)
    if one.place is Place.BELOW:
        return 2, _("{{tests}}: {place}. The figure does not show why.").format(place=lies)
    if limited:
        return 3, _("{{tests}}: {place}, and the link is the limit.").format(place=lies)
    return 4, _("{{tests}}: {place}.").format(place=lies)


def _link_note(run: Run, expected: Sequence[Expectation], *, binary: bool) -> str:
    environment = run.environment
    if environment.link_ceiling and any(not isinstance(one.link, Unknown) for one in expected):
        return _("Link: {link} carries {rate}.").format(
            link=shown(environment.link or "?"),
            rate=format_bandwidth(environment.link_ceiling, binary=binary),
        )
    return next(_unknowns(_("The link"), expected, lambda one: one.link, run.profile))


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
                title=title, tests=_tests(tests), reason=why_unknown(reason)
            )


def _sources(expected: Iterable[Expectation]) -> list[str]:
    bands = list(dict.fromkeys(one.band for one in expected if isinstance(one.band, Band)))
    if not bands:
        return []
    sources = list(dict.fromkeys(source_text(band) for band in bands))
    return [
        _("Ranges are those of {drives} with as many I/Os in flight, and no verdict:"
          " {sources}.").format(
            drives=class_title(bands[0].drive_class), sources="; ".join(sources)
        )
    ]  # fmt: skip


def source_text(band: Band) -> str:
    """Who published a band, and when, where that is known."""
    return band.source if band.year is None else f"{band.source} ({band.year})"
