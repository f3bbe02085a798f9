# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the window, each declared once, and what the window asks of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.experiment.start import Start
from driveproof.wording.catalogue import N_

if TYPE_CHECKING:
    from driveproof.domain.run.run import Run, Target
    from driveproof.ui.feeds.context import PageContext


class PagePlace(Enum):
    """Where a page is shown, and of what."""

    WINDOW = auto()
    """In place of everything that is of one drive."""
    TAB = auto()
    """Below the header of the selected drive."""
    OVER = auto()
    """In place of the Overview of the drive for which it was opened, until it is left."""
    NO_DRIVE = auto()
    """In place of the Overview where there is no drive."""


@dataclass(frozen=True, slots=True)
class Page:
    """`made` is the class of its widget, imported and made with the context when the page is first
    shown: charts and numpy would delay the start. `help` is the heading that explains it. `command`
    is its entry in the menu, where that is not its title. `connected`: only of a connected drive.
    """

    name: str
    title: str
    made: str
    help: str
    place: PagePlace = PagePlace.TAB
    key: str = ""
    command: str = ""
    connected: bool = False


PAGES = (
    DRIVES := Page(
        "drives",
        N_("All drives"),
        "driveproof.ui.dashboard.page.DashboardPage",
        "how-to/watch-and-alerts#all-drives",
        PagePlace.WINDOW,
        key="Ctrl+0",
        command=N_("All &drives"),
    ),
    OVERVIEW := Page(
        "overview",
        N_("Overview"),
        "driveproof.ui.overview.page.OverviewPage",
        "tutorials/test-a-new-ssd#the-report",
        key="Ctrl+1",
    ),
    HEALTH := Page(
        "health",
        N_("Health"),
        "driveproof.ui.health.page.HealthPage",
        "reference/health-ratings",
        key="Ctrl+2",
    ),
    TRIM := Page(
        "trim",
        N_("TRIM"),
        "driveproof.ui.trim.page.TrimPage",
        "how-to/trim",
        key="Ctrl+3",
    ),
    MEASURE := Page(
        "measure",
        N_("Measure"),
        "driveproof.ui.measure.page.MeasurePage",
        "tutorials/first-benchmark",
        key="Ctrl+4",
    ),
    HISTORY := Page(
        "history",
        N_("History"),
        "driveproof.ui.runs.page.HistoryPage",
        "explanation/how-comparing-works",
        key="Ctrl+5",
    ),
    CHECK := Page(
        "check",
        N_("Check"),
        "driveproof.ui.check.page.CheckPage",
        "tutorials/test-a-new-ssd#the-report",
        PagePlace.OVER,
        connected=True,
    ),
    EXPERIMENT := Page(
        "experiment",
        N_("Experiment"),
        "driveproof.ui.experiment.page.ExperimentPage",
        "tutorials/did-my-change-help",
        PagePlace.OVER,
        key="Ctrl+N",
        command=N_("&Experiment…"),
    ),
    MONITOR := Page(
        "monitor",
        N_("Monitor"),
        "driveproof.ui.monitor.page.MonitorPage",
        "how-to/watch-and-alerts#watch-one-live",
        PagePlace.OVER,
        key="Ctrl+M",
        command=N_("&Live I/O…"),
        connected=True,
    ),
    MISSING := Page(
        "missing",
        N_("No drives"),
        "driveproof.ui.overview.missing.MissingPage",
        "tutorials/test-a-new-ssd#the-report",
        PagePlace.NO_DRIVE,
    ),
)
"""Of two pages over the Overview of a drive the later one is above: it leads back to the other."""
TABS = tuple(page for page in PAGES if page.place is PagePlace.TAB)


def page_named(name: str) -> Page:
    """The page of this name. Raises StopIteration for another."""
    return next(page for page in PAGES if page.name == name)


class MeasureFolder(NamedTuple):
    """To Measure: in this folder; "" leaves the choice."""

    path: str


class MeasureRecording(NamedTuple):
    """To Measure: what the drive of this folder or device does by itself."""

    path: str


class MeasureInTurn(NamedTuple):
    """To Measure: two drives in turn, one where this path is, and another, "" for any."""

    path: str
    second: str


class MeasureRecordedProfile(NamedTuple):
    """To Measure: a profile of what a recording has counted."""

    run: Run


class MeasureJobFile(NamedTuple):
    """To Measure: the tests of a fio job file."""

    path: str


class ShowCheck(NamedTuple):
    """To History: a check."""

    check_id: str


class ShowComparison(NamedTuple):
    """To History: these runs compared, with the oldest as the baseline."""

    run_ids: Sequence[str]


class ShowRuns(NamedTuple):
    """To History: the list with these runs, the first selected, and a message; `everything`: of
    all drives.
    """

    run_ids: Sequence[str]
    words: str
    everything: bool


class ShowImportError(NamedTuple):
    """To History: why nothing could be imported."""

    error: DriveproofError


class ShowExperiments(NamedTuple):
    """To History: the list of experiments."""


class ShowWhySlow(NamedTuple):
    """To a check: why the drive is slow."""


class ShowExperiment(NamedTuple):
    """To an experiment that was begun before."""

    experiment_id: str


PageRequest = (
    MeasureFolder
    | MeasureRecording
    | MeasureInTurn
    | MeasureRecordedProfile
    | MeasureJobFile
    | ShowCheck
    | ShowComparison
    | ShowRuns
    | ShowImportError
    | ShowExperiments
    | ShowWhySlow
    | ShowExperiment
    | Start
)
"""What is shown on the page that one is led to."""


class PageWidget(QWidget):
    """What the window tells and asks its pages; each has what concerns it."""

    back = Signal()
    """To the page that this one was opened from."""
    subject_changed = Signal()
    """It shows what is of another drive than before."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context

    def set_device(
        self, device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        """Another drive is selected, or the drives have changed; `gone`: it was unplugged."""

    def say_failed(self, error: MachineError, title: str = "") -> None:
        """The drives are no longer known; with a `title` of its own there is just none."""

    def led_to(self, wanted: PageRequest | None) -> None:
        """The person was led here for this; None for the page itself."""

    def read_again(self) -> None:
        """The person asked to read again what is read from the machine."""

    def word_again(self) -> None:
        """A new day has begun: what was today is yesterday."""

    def search(self) -> bool:
        """Go into the field that searches; whether there is one."""
        return False

    def export(self) -> bool:
        """Offer the formats for what is on screen; whether there is anything."""
        return False

    def open_big(self) -> bool:
        """Show the numbers on screen as large as the window; whether there are any."""
        return False

    def remember(self) -> None:
        """The window closes: keep in the settings what is to be remembered."""

    def stop_and_wait(self, _timeout: float) -> bool:
        """Cancel what is running and wait at most so many seconds; whether it has ended."""
        return True

    @property
    def topic(self) -> str:
        """What the help has about what is on screen; "" for that of the page."""
        return ""

    @property
    def subject(self) -> str:
        """The device or folder that is measured on screen; "" for the selected drive."""
        return ""

    @property
    def targets(self) -> tuple[Target, ...]:
        """What the kept result or comparison on screen measured; empty where there is none."""
        return ()

    @property
    def hosts(self) -> tuple[int, ...]:
        """On how many hosts each of these results was measured, if on several."""
        return ()
