# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored runs of a drive or of all: open, compare, label, export and delete them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.assignment import KnownDrive
from driveproof.domain.run.hosts import on_hosts
from driveproof.domain.run.run import Run, RunHead, Target
from driveproof.engine.check.kept import kept_check
from driveproof.engine.run.assigning import choices, connected
from driveproof.history.assigning import assign, drives
from driveproof.history.earlier import previous
from driveproof.history.store import History
from driveproof.ui.check.kept_list import CheckList
from driveproof.ui.experiment.list import ExperimentList
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.history import HistoryTasks, run_before, run_expected, run_health
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.feeds.pages import (
    CHECK,
    EXPERIMENT,
    MEASURE,
    MeasureFolder,
    MeasureInTurn,
    MeasureRecordedProfile,
    PageRequest,
    PageWidget,
    ShowCheck,
    ShowComparison,
    ShowExperiments,
    ShowImportError,
    ShowRuns,
)
from driveproof.ui.results.dialogs import AssignDialog, DatasheetEntry, drive_title
from driveproof.ui.results.run_list import RunList
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.list_page import ListKind
from driveproof.ui.widgets.pages import view_stack
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.drive import device_title

if TYPE_CHECKING:
    from driveproof.domain.check.check import Check
    from driveproof.ui.check.result import KeptCheckPage
    from driveproof.ui.compare.checks_page import CheckComparePage
    from driveproof.ui.compare.page import ComparePage
    from driveproof.ui.results.over_time import OverTimePage
    from driveproof.ui.results.run_view import ResultPage

_Opened = tuple[Run, tuple[Pair, ...], RunHead | None, tuple[Expectation, ...]]

_OpenedCheck = tuple["Check", tuple[Expectation, ...]]


@runtime_checkable
class OpenedPage(Protocol):
    """A result, a check or a comparison in place of the list that it was opened from."""

    @property
    def targets(self) -> tuple[Target, ...]:
        """What it is of; empty while it is read."""

    def export(self) -> None:
        """Offer the formats for export."""


class HistoryPage(PageWidget):
    """The lists of runs, checks and experiments, and what is opened from them in their place."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        theme, settings = context.theme, context.settings
        self._inventory = Inventory()
        self.experiment_list: ExperimentList | None = None
        self.check_list: CheckList | None = None
        self.opened_check: KeptCheckPage | None = None
        self.check_comparison: CheckComparePage | None = None
        self.history = HistoryTasks(context.services.history, self)
        self.datasheet = DatasheetEntry(self.history, theme, self)
        self._theme = theme
        self._settings = settings
        self._device: BlockDevice | None = None
        self._identity: str | None = None
        self._stale = True
        self.result: ResultPage | None = None
        self.comparison: ComparePage | None = None
        self.over_time: OverTimePage | None = None
        self.list = RunList(self.history, theme, settings)
        self.list.other_list.connect(self.show_list)
        self.list.open_run.connect(self.open)
        self.list.compare_runs.connect(self.compare)
        self.list.compare_previous.connect(self.compare_previous)
        self.list.over_time.connect(self.show_over_time)
        self.list.assign_runs.connect(self.assign)
        self.list.export_run.connect(self._export)
        self.list.measure.connect(self._measure)
        context.kept.connect(self.refresh)
        self.stack = view_stack(self, self.list)
        self.stack.currentChanged.connect(self.subject_changed)

    def led_to(self, wanted: PageRequest | None) -> None:
        match wanted:
            case ShowCheck(check_id):
                self.open_check(check_id)
            case ShowComparison(run_ids):
                self.compare(list(run_ids))
            case ShowRuns(run_ids, words, everything):
                self.show_runs(list(run_ids), words, everything=everything)
            case ShowExperiments():
                self.show_experiments()
            case ShowImportError(error):
                self.say_error(error)

    @Slot(str)
    def _measure(self, path: str) -> None:
        """The empty list offers to measure."""
        if self._device is None and not path:
            self.context.folder_asked.emit()
        else:
            self.context.lead_to(MEASURE, MeasureFolder(path) if path else None)

    def set_device(
        self, device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        identity = device_identity(device, inventory)
        self._device, self._inventory = device, inventory
        if self.experiment_list is not None:
            self.experiment_list.set_device(device, inventory)
        title = shown(device_title(device)) if device else ""
        self.list.set_drive(title, identity)
        if self.check_list is not None:
            self.check_list.set_drive(title, identity)
        if identity != self._identity:
            self._identity = identity
            if self.stack.currentWidget() not in (self.experiment_list, self.check_list):
                self.stack.setCurrentWidget(self.list)
            self._stale = True
            if self.isVisible():
                self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Read what has become of the list while nobody saw it: the drive may be another one."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    @property
    def targets(self) -> tuple[Target, ...]:
        page = self.stack.currentWidget()
        return page.targets if isinstance(page, OpenedPage) else ()

    @property
    def hosts(self) -> tuple[int, ...]:
        page = self.stack.currentWidget()
        runs: Iterable[Run] = ()
        if self.result is not None and page is self.result and self.result.run is not None:
            runs = (self.result.run,)
        elif self.comparison is not None and page is self.comparison:
            runs = self.comparison.runs
        return tuple(len(run.environment.hosts) for run in runs if on_hosts(run))

    @Slot()
    def refresh(self) -> None:
        """Read the history again."""
        self._stale = False
        self.list.read()
        if self.check_list is not None and self.check_list.isVisible():
            self.check_list.read()

    def stop_and_wait(self, timeout: float) -> bool:
        return self.history.finish(timeout)

    def search(self) -> bool:
        for page in (self.experiment_list, self.check_list):
            if page is not None and page.filter.isVisible():
                page.focus_filter()
                return True
        self.show_runs_list()
        self.list.focus_filter()
        return True

    @Slot(int)
    def show_list(self, kind: int) -> None:
        """Show the list of this ListKind."""
        match kind:
            case ListKind.EXPERIMENTS:
                self.show_experiments()
            case ListKind.CHECKS:
                self.show_checks()
            case _:
                self.show_runs_list()

    @Slot()
    def show_checks(self) -> None:
        """Show the list of checks in place of the list of runs."""
        page = self._check_list()
        page.scope.choose(self.list.scope.current())
        self.stack.setCurrentWidget(page)
        page.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check_list(self) -> CheckList:
        if self.check_list is None:
            page = CheckList(self.history, self._theme, self._settings)
            page.other_list.connect(self.show_list)
            page.open_check.connect(self.open_check)
            page.compare_checks.connect(self.compare_checks)
            page.check_drive.connect(lambda: self.context.lead_to(CHECK))
            page.scope_chosen.connect(self.list.scope.choose)
            page.set_drive(
                shown(device_title(self._device)) if self._device else "", self._identity
            )
            self.check_list = page
            self.stack.addWidget(page)
        return self.check_list

    @Slot(str)
    def open_check(self, check_id: str) -> None:
        """Load a check and show it in place of the list."""

        def read(history: History) -> _OpenedCheck:
            return kept_check(history, check_id)

        self.history.ask(read, self._opened_check, key="open")

    def _opened_check(self, found: _OpenedCheck | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.show_checks()
            self._check_list().message.say_error(error)
        if found is not None:
            page = self._check_page()
            page.show_check(*found)
            self.stack.setCurrentWidget(page)
            self.subject_changed.emit()
            page.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(list)
    def compare_checks(self, check_ids: list[str]) -> None:
        """Compare two checks in place of the list, the first as the one before."""
        page = self._check_compare_page()
        page.show_checks(*check_ids)
        self.stack.setCurrentWidget(page)
        page.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check_compare_page(self) -> CheckComparePage:
        if self.check_comparison is None:  # likewise
            from driveproof.ui.compare.checks_page import CheckComparePage  # noqa: PLC0415 - pyqtgraph

            self.check_comparison = CheckComparePage(self.history, self._theme, self._settings)
            self.check_comparison.back.connect(self.show_checks)
            self.check_comparison.compare_runs.connect(self.compare)
            self.check_comparison.shown_now.connect(self.subject_changed)
            self.stack.addWidget(self.check_comparison)
        return self.check_comparison

    def _check_page(self) -> KeptCheckPage:
        if self.opened_check is None:  # its charts are imported now, not with the list
            from driveproof.ui.check.result import KeptCheckPage  # noqa: PLC0415 - pyqtgraph

            self.opened_check = KeptCheckPage(self.history, self._theme, self._settings)
            self.opened_check.back.connect(self.show_checks)
            self.opened_check.view.rate.connect(partial(self.datasheet.ask, self.opened_check.view))
            self.stack.addWidget(self.opened_check)
        return self.opened_check

    @Slot()
    def show_experiments(self) -> None:
        """Show the list of experiments in place of the list of runs."""
        page = self._experiment_page()
        page.scope.choose(self.list.scope.current())
        self.stack.setCurrentWidget(page)
        page.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _experiment_page(self) -> ExperimentList:
        if self.experiment_list is None:
            page = ExperimentList(self.context)
            page.other_list.connect(self.show_list)
            page.begin.connect(lambda: self.context.lead_to(EXPERIMENT))
            page.open_experiment.connect(self.context.lead_to_experiment)
            page.scope_chosen.connect(self.list.scope.choose)
            page.set_device(self._device, self._inventory)
            self.experiment_list = page
            self.stack.addWidget(page)
        return self.experiment_list

    @Slot(str)
    def open(self, run_id: str, then: Callable[[], object] = lambda: None) -> None:
        """Load a run and show it in place of the list, then call `then`."""

        def read(history: History) -> _Opened:
            run, health = history.load(run_id), run_health(history, run_id)
            return run, health, run_before(history, run_id), run_expected(history, run)

        self.history.ask(read, partial(self._opened, then), key="open")

    def _opened(
        self,
        then: Callable[[], object],
        found: _Opened | None,
        error: DriveproofError | None,
    ) -> None:
        if error is not None:
            self.list.message.say_error(error)
        if found is not None:
            page = self._result_page()
            page.show_run(*found)
            self.stack.setCurrentWidget(page)
            self.subject_changed.emit()
            page.back_button.setFocus(Qt.FocusReason.OtherFocusReason)
            then()

    @Slot(list)
    def compare(self, run_ids: list[str]) -> None:
        """Compare runs in place of the list, with the oldest as the baseline."""
        page = self._compare_page()
        page.show_runs(run_ids)
        self.stack.setCurrentWidget(page)
        page.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def compare_previous(self, run_id: str) -> None:
        """Compare a run with the previous one of its drive and profile."""
        read = partial(previous, run_id=run_id)
        self.history.ask(read, partial(self._found_previous, run_id), key="previous")

    def _found_previous(
        self, run_id: str, earlier: RunHead | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.list.message.say_error(error)
        elif earlier is None:
            said = _("No earlier result of this drive and test.")
            row = self.list.model.row_of(run_id)
            if row is not None and self.list.model.items[row].identity is None:
                said = _(
                    "The drive has no unique serial number. Choose two results to compare them."
                )
            self.list.message.say(said)
        else:
            self.compare([earlier.id, run_id])

    @Slot(list)
    def assign(self, run_ids: list[str]) -> None:
        """Ask which drive imported runs are of, and assign them to it."""
        self.history.ask(drives, partial(self._choose_drive, run_ids), key="drives")

    def _choose_drive(
        self,
        run_ids: list[str],
        measured: tuple[KnownDrive, ...] | None,
        error: DriveproofError | None,
    ) -> None:
        if error is not None:
            self.say_error(error)
            return
        now = choices(self._inventory, measured or ())
        device = self._device
        selected = device_identity(device, self._inventory) if device is not None else None
        dialog = AssignDialog(now, connected(self._inventory), self._theme, selected, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._assign(run_ids, dialog.drive))
        dialog.open()

    def _assign(self, run_ids: list[str], drive: KnownDrive | None) -> None:
        work = partial(assign, run_ids=run_ids, drive=drive)
        self.history.ask(work, partial(self._was_assigned, run_ids, drive))

    def _was_assigned(
        self,
        run_ids: list[str],
        drive: KnownDrive | None,
        _nothing: None,
        error: DriveproofError | None,
    ) -> None:
        if error is not None:
            self.say_error(error)
            return
        if drive is None:
            said = _("Drive restored from the file.")
        else:
            count = ngettext("{count} result", "{count} results", len(run_ids))
            said = _("{results} assigned to {drive}.").format(
                results=count.format(count=len(run_ids)), drive=drive_title(drive)
            )
        self.show_runs(run_ids, said)

    def show_runs(self, run_ids: list[str], words: str, *, everything: bool = True) -> None:
        """Show the list of the drive, or of all drives, with these runs, the first of them
        selected, and a message.
        """
        self.show_runs_list()
        self.list.filter.clear()
        self.list.scope.choose(int(everything))
        self.list.read_to(*run_ids[:1])
        self.list.message.say(words)

    def say_error(self, error: DriveproofError) -> None:
        """Show the list, with an error above it."""
        self.show_runs_list()
        self.list.message.say_error(error)

    @Slot()
    def show_over_time(self) -> None:
        """Show the results of the selected drive over time, in place of the list."""
        if self._identity is None or self._device is None:
            return
        page = self.over_time_page()
        page.show_drive(self._identity, shown(device_title(self._device)))
        self.stack.setCurrentWidget(page)
        page.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def show_runs_list(self) -> None:
        """Show the list of runs, from which a result was opened."""
        self.stack.setCurrentWidget(self.list)
        self.list.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def export(self) -> bool:
        page = self.stack.currentWidget()
        if isinstance(page, OpenedPage):
            page.export()
        elif page is self.list:
            chosen = self.list.chosen()
            if len(chosen) == 1:
                self._export(chosen[0])
            else:
                self.list.message.say(_("Choose one result to export it."))
        return True

    def open_big(self) -> bool:
        result = self.result
        return (
            result is not None and self.stack.currentWidget() is result and result.view.open_big()
        )

    @Slot(str)
    def _export(self, run_id: str) -> None:
        self.open(run_id, self.export)

    def _result_page(self) -> ResultPage:
        if self.result is None:  # its charts are imported now, not with the list
            from driveproof.ui.results.run_view import ResultPage  # noqa: PLC0415 - numpy and pyqtgraph

            self.result = ResultPage(self.history, self._theme, self._settings)
            self.result.back.connect(self.show_runs_list)
            self.result.relabelled.connect(self.refresh)
            self.result.view.compare.connect(self.compare)
            self.result.view.assign.connect(lambda run_id: self.assign([run_id]))
            self.result.view.rate.connect(partial(self.datasheet.ask, self.result.view))
            self.result.view.make_profile.connect(
                lambda run: self.context.lead_to(MEASURE, MeasureRecordedProfile(run))
            )
            self.stack.addWidget(self.result)
        return self.result

    def over_time_page(self) -> OverTimePage:
        if self.over_time is None:  # likewise
            from driveproof.ui.results.over_time import OverTimePage  # noqa: PLC0415 - numpy and pyqtgraph

            self.over_time = OverTimePage(self.history, self._theme, self._settings)
            self.over_time.back.connect(self.show_runs_list)
            self.stack.addWidget(self.over_time)
        return self.over_time

    def _compare_page(self) -> ComparePage:
        if self.comparison is None:  # likewise
            from driveproof.ui.compare.page import ComparePage  # noqa: PLC0415 - numpy and pyqtgraph

            self.comparison = ComparePage(
                self.context.services.history, self._theme, self._settings
            )
            self.comparison.back.connect(self.show_runs_list)
            self.comparison.measure_both.connect(
                lambda path, second: self.context.lead_to(MEASURE, MeasureInTurn(path, second))
            )
            self.comparison.shown_now.connect(self.subject_changed)
            self.stack.addWidget(self.comparison)
        return self.comparison
