# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the verdict of speed: its sentence, what it rests on, and a word for each test."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.access import Direction
from driveproof.domain.bands import DriveClass
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.expected_speed import Place
from driveproof.domain.metric import MetricName
from driveproof.domain.speed import Figure, Pace
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.comparison.verdicts import change_text
from driveproof.wording.figures import write_metric
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_words
from driveproof.wording.units import NARROW, format_bandwidth

MOST_NAMED = 3
"""More tests than this are counted in a sentence, not named."""

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
_SENTENCES = {
    Pace.TOO_SLOW: N_("Its speed is far below what any such drive reaches."),
    Pace.SLOWER: N_("It is slower than in an earlier run."),
    Pace.BELOW_MAKER: N_("Its speed is below what its maker promises."),
    Pace.BEYOND_LINK: N_(
        "Its speed is not known: more was measured than its link carries, so memory answered in its"
        " place."
    ),
    Pace.LINK_BELOW_BEST: N_(
        "Whether it is as fast as it should be is not known: its link is the limit, and runs below"
        " its best."
    ),
    Pace.BELOW_CLASS: N_(
        "Whether it is as fast as it should be is not known: it is below where {drives} lie."
    ),
    Pace.ABOVE_MAKER: N_(
        "Whether it is as fast as it should be is not known: more was measured than its maker"
        " promises by far."
    ),
    Pace.UNSTEADY: N_(
        "Whether it is as fast as it should be is not known: the repeats differ too much."
    ),
    Pace.AS_PROMISED: N_("What can be judged of its speed is as its maker promises."),
    Pace.IN_CLASS: N_("What can be judged of its speed is where {drives} lie."),
    Pace.ABOVE_CLASS: N_("What can be judged of its speed is above where {drives} lie."),
    Pace.LINK: N_("What can be judged of its speed is all that its link carries."),
    Pace.THROUGH_MEMORY: N_("Its speed is not known: memory took part in the I/O."),
    Pace.ONE_REPEAT: N_(
        "Whether it is as fast as it should be is not known: too few repeats were measured."
    ),
    Pace.OPEN: N_(
        "Whether it is as fast as it should be is not known: there is nothing to hold it against."
    ),
}
_WORDS = {
    Pace.TOO_SLOW: N_("far too low"),
    Pace.SLOWER: N_("slower than before"),
    Pace.BELOW_MAKER: N_("below the maker's figure"),
    Pace.BEYOND_LINK: N_("impossible"),
    Pace.LINK_BELOW_BEST: N_("limited by the link"),
    Pace.BELOW_CLASS: N_("below its class"),
    Pace.ABOVE_MAKER: N_("far above the maker's figure"),
    Pace.UNSTEADY: N_("repeats differ too much"),
    Pace.AS_PROMISED: N_("as promised"),
    Pace.IN_CLASS: N_("within its class"),
    Pace.ABOVE_CLASS: N_("above its class"),
    Pace.LINK: N_("limited by the link"),
    Pace.THROUGH_MEMORY: N_("through memory"),
    Pace.ONE_REPEAT: N_("one repeat"),
    Pace.OPEN: N_("cannot tell"),
}
_EACH = {
    Pace.TOO_SLOW: N_("{test}: any such drive reaches {against} or more."),
    Pace.SLOWER: N_("{test}: {change} than in run {run}."),
    Pace.BELOW_MAKER: N_("{test}: less than nine tenths of the {against} that the maker promises."),
    Pace.BEYOND_LINK: N_("{test}: impossible through a link that carries {against}."),
}
"""Of these, each test has a sentence, with what decided it."""
_TOGETHER = {
    Pace.LINK_BELOW_BEST: N_("{tests}: limited by the link, which runs below its best."),
    Pace.BELOW_CLASS: N_("{tests}: below where {drives} lie. The figure does not show why."),
    Pace.ABOVE_MAKER: N_(
        "{tests}: far above what the maker promises. Likely a cache answered in place of the drive,"
        " or the figure that was entered is not this drive's."
    ),
    Pace.UNSTEADY: N_("{tests}: the repeats differ too much to be judged."),
    Pace.AS_PROMISED: N_("{tests}: at least nine tenths of what the maker promises."),
    Pace.IN_CLASS: N_("{tests}: where {drives} lie."),
    Pace.ABOVE_CLASS: N_("{tests}: above where {drives} lie."),
    Pace.LINK: N_("{tests}: limited by the link, which runs at its best."),
    Pace.THROUGH_MEMORY: N_("{tests}: through memory, which says little about the drive."),
    Pace.ONE_REPEAT: N_("{tests}: one repeat, so that the spread is not known."),
    Pace.OPEN: N_("{tests}: cannot tell whether that is as fast as it should be."),
}


def class_title(drive_class: DriveClass) -> str:
    """Drives of a class, in the plural: "SATA SSDs"."""
    return _(_CLASSES[drive_class])


def place_text(where: Place, drive_class: DriveClass) -> str:
    """Where a figure lies: "where SATA SSDs lie"."""
    text = {
        Place.BELOW: _("below where {drives} lie"),
        Place.WITHIN: _("where {drives} lie"),
        Place.ABOVE: _("above where {drives} lie"),
    }[where]
    return text.format(drives=class_title(drive_class))


def pace_sentence(pace: Pace, drives: str = "") -> str:
    """The verdict in a sentence; `drives` is the class of the drive, a word of DriveClass."""
    return _(_SENTENCES[pace]).format(drives=_drives(drives))


def pace_word(pace: Pace) -> str:
    """The same of one test, in a cell of a table."""
    return _(_WORDS[pace])


def pace_text(
    pace: Pace, figures: Sequence[Figure], drives: str = "", *, measured: bool = True
) -> str:
    """What tests of one pace have in common, with what was `measured` of each."""
    if pace in _EACH:
        said = [_each(pace, one, measured=measured) for one in figures[:MOST_NAMED]]
        if len(figures) > MOST_NAMED:
            rest = len(figures) - MOST_NAMED
            more = ngettext("So is {count} more.", "So are {count} more.", rest)
            said.append(more.format(count=rest))
        if pace is Pace.BEYOND_LINK:
            said.append(
                _(
                    "Likely the page cache, or the memory of a host or of an enclosure, answered in"
                    " place of the drive."
                )
            )
        return " ".join(said)
    names = [figure_text(one) if measured else test_text(one) for one in figures]
    tests = _first(names) if measured else tests_text(names)
    return _(_TOGETHER[pace]).format(tests=tests, drives=_drives(drives))


def _first(figures: Sequence[str]) -> str:
    """Some figures, and how many more there are."""
    named = "; ".join(figures[:MOST_NAMED])
    rest = len(figures) - MOST_NAMED
    if rest <= 0:
        return named
    text = ngettext("{figures}; and {count} more test", "{figures}; and {count} more tests", rest)
    return text.format(figures=named, count=rest)


def _each(pace: Pace, figure: Figure, *, measured: bool) -> str:
    against = figure.against or 0.0
    return _(_EACH[pace]).format(
        test=figure_text(figure) if measured else test_text(figure),
        against=format_bandwidth(against)
        if pace is Pace.BEYOND_LINK
        else write_metric(figure.metric, against),
        change=change_text(figure.ratio or 1.0, Verdict.SLOWER),
        run=shown(figure.run),
    )


def _drives(word: str) -> str:
    try:
        return class_title(DriveClass(word))
    except ValueError:  # one that only a newer version knows
        return shown(word)


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
