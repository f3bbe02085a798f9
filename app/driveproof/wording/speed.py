# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the verdict of speed: its sentence, what it rests on, and a word for each test."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.access import Direction
from driveproof.domain.bands import DriveClass
from driveproof.domain.comparison.amounts import amount
from driveproof.domain.expected_speed import Place
from driveproof.domain.metric import MetricName
from driveproof.domain.speed import PACE_WORDS, Figure, Pace, pace_say
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.figures import write_metric
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_words
from driveproof.wording.say import say_text
from driveproof.wording.units import NARROW, format_bandwidth, group_digits

MOST_NAMED = 3
"""More tests than this are counted in a sentence, not named."""

_HARD_DISKS = {
    DriveClass.HDD_5400: 5400,
    DriveClass.HDD_7200: 7200,
    DriveClass.HDD_10K: 10_000,
    DriveClass.HDD_15K: 15_000,
}
_NVME = {DriveClass.NVME_3: "3.0", DriveClass.NVME_4: "4.0", DriveClass.NVME_5: "5.0"}
_CLASSES = {
    DriveClass.SATA_SSD: N_("SATA SSDs"),
    DriveClass.USB_STICK: N_("USB sticks"),
    DriveClass.SD_CARD: N_("SD cards"),
}
_EACH = {
    Pace.TOO_SLOW: N_("{test}: any drive of this kind reaches {against}."),
    Pace.SLOWER: N_("{test}: {change} than in run {run}."),
    Pace.BELOW_MAKER: N_("{test}: below 90 % of the specified {against}."),
    Pace.BEYOND_LINK: N_("{test}: more than the link carries ({against})."),
}
"""Of these, each test has a sentence, with what decided it."""


def class_title(drive_class: DriveClass) -> str:
    """Drives of a class, in the plural: "SATA SSDs"."""
    if drive_class in _HARD_DISKS:
        return _("hard disks of {rpm} rpm").format(rpm=group_digits(_HARD_DISKS[drive_class]))
    if drive_class in _NVME:
        return _("NVMe SSDs on PCIe {generation}").format(generation=_NVME[drive_class])
    return _(_CLASSES[drive_class])


def place_text(where: Place, drive_class: DriveClass) -> str:
    """Where a figure lies: "where SATA SSDs lie"."""
    text = {
        Place.BELOW: _("below the usual range of {drives}"),
        Place.WITHIN: _("in the usual range of {drives}"),
        Place.ABOVE: _("above the usual range of {drives}"),
    }[where]
    return text.format(drives=class_title(drive_class))


def pace_sentence(pace: Pace) -> str:
    """The verdict in a sentence."""
    return say_text(pace_say(pace))


def pace_word(pace: Pace) -> str:
    """The same of one test, in a cell of a table."""
    return say_text(PACE_WORDS[pace])


def pace_text(pace: Pace, figures: Sequence[Figure], *, measured: bool = True) -> str:
    """What tests of one pace have in common, with what was `measured` of each."""
    if pace in _EACH:
        said = [_each(pace, one, measured=measured) for one in figures[:MOST_NAMED]]
        if len(figures) > MOST_NAMED:
            rest = len(figures) - MOST_NAMED
            said.append(ngettext("{count} more.", "{count} more.", rest).format(count=rest))
        if pace is Pace.BEYOND_LINK:
            said.append(_("Likely a cache was measured."))
        return " ".join(said)
    names = [figure_text(one) if measured else test_text(one) for one in figures]
    tests = _first(names) if measured else tests_text(names)
    return _("{name}: {text}.").format(name=tests, text=pace_word(pace))


def _first(figures: Sequence[str]) -> str:
    """Some figures, and how many more there are."""
    named = "; ".join(figures[:MOST_NAMED])
    rest = len(figures) - MOST_NAMED
    if rest <= 0:
        return named
    return _("{names} and {count} more").format(names=named, count=rest)


def _each(pace: Pace, figure: Figure, *, measured: bool) -> str:
    against = figure.against or 0.0
    return _(_EACH[pace]).format(
        test=figure_text(figure) if measured else test_text(figure),
        against=format_bandwidth(against)
        if pace is Pace.BEYOND_LINK
        else write_metric(figure.metric, against),
        change=say_text(amount(figure.ratio or 1.0, faster=False)),
        run=shown(figure.run),
    )


def test_text(figure: Figure) -> str:
    """The name of its test, with the direction where the test has both."""
    return test_name_of(figure.title, figure.profile, figure.direction, mixed=figure.mixed)


def test_name_of(title: str, profile: str, direction: Direction, *, mixed: bool) -> str:
    """The name of a test in one direction."""
    if mixed:
        return f"{test_words(title, Direction.MIXED, profile)} ({direction_word(direction)})"
    return test_words(title, direction, profile)


def figure_text(figure: Figure) -> str:
    """ "SEQ1M Q8 read 3.4 GB/s (median of 6, 3.3 to 3.5 GB/s)"."""
    summary, metric = figure.summary, figure.metric
    text = _("{test} {median}").format(
        test=test_text(figure), median=write_metric(metric, summary.median)
    )
    if summary.count < 2 or summary.spread is None:
        return text
    values = range_text(metric, summary.low, summary.high)
    return _("{figure} (median of {count}, {range})").format(
        figure=text, count=summary.count, range=values
    )


def range_text(metric: MetricName, low: float, high: float, *, binary: bool = False) -> str:
    """A range with its unit once: "500 to 560 MB/s"."""
    one = write_metric(metric, low, binary=binary)
    two = write_metric(metric, high, binary=binary)
    number, _separator, unit = one.rpartition(NARROW)
    if number and two.endswith(NARROW + unit):
        one = number
    return _("{low} to {high}").format(low=one, high=two)


def tests_text(names: Sequence[str]) -> str:
    """The names of some tests, or how many they are."""
    if len(names) <= MOST_NAMED:
        return "; ".join(names)
    return ngettext("{count} test", "{count} tests", len(names)).format(count=len(names))
