# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the selected drive; each is created, with its imports, when it is first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from driveproof.domain.diagnosis.page import DrivePage
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import MachineError
from driveproof.domain.experiment.places import device_of
from driveproof.domain.experiment.start import Start
from driveproof.domain.ongoing import OngoingWork
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.elsewhere import running_elsewhere
from driveproof.ui.shell.exclusion import discards, exclude, is_busy
from driveproof.ui.shell.overview_stack import FirstPlace
from driveproof.ui.shell.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM
from driveproof.wording.say import say_text

if TYPE_CHECKING:
    from driveproof.domain.run.run import Run, Target
    from driveproof.ui.check.page import CheckPage
    from driveproof.ui.dashboard.page import DashboardPage
    from driveproof.ui.experiment.page import ExperimentPage
    from driveproof.ui.health.page import HealthPage
    from driveproof.ui.measure.page import MeasurePage
    from driveproof.ui.overview.missing import MissingPage
    from driveproof.ui.overview.page import OverviewPage
    from driveproof.ui.results.datasheet_dialog import DatasheetView
    from driveproof.ui.runs.page import HistoryPage
    from driveproof.ui.trim.page import TrimPage


class PageStack(QStackedWidget):
    """Overview, Health, TRIM, Measure and History.

    Emits `measure(path)` ("" without a folder), `choose_folder`, `work_changed(OngoingWork or
    None)` with what is being done to drives, `go(page)` to go to another page, `subject_changed`
    when Measure or History show a run of another drive, `visit(name)` to go to another device, and
    `kept_changed` when something was kept. `running` tells how far a measurement, check, TRIM or
    step is.
    """

    measure = Signal(str)
    choose_folder = Signal()
    work_changed = Signal(object)
    subject_changed = Signal()
    visit = Signal(str)
    go = Signal(int)
    kept_changed = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._device: BlockDevice | None = None
        self._gone = False
        self._stale: MachineError | None = None
        self.made_health: HealthPage | None = None
        self.made_trim: TrimPage | None = None
        self.made_measure: MeasurePage | None = None
        self.made_history: HistoryPage | None = None
        self.drives: DashboardPage | None = None
        context.elsewhere.changed.connect(self._tell_busy)
        context.elsewhere.ended.connect(self.refresh_history)
        context.lookups.changed.connect(self._looked)
        self.first = FirstPlace(context, self._make_overview)
        self.first.go.connect(self._go_to)
        self.first.rate.connect(self._ask_datasheet)
        self.first.record.connect(self._record)
        self.first.changed.connect(self._tell_busy)
        self.first.run_saved.connect(self.refresh_history)
        self.first.experiments_changed.connect(context.experiments.read)
        self.first.guided.connect(lambda: self.go.emit(OVERVIEW))
        self.first.left.connect(self.go)
        self.first.visit.connect(self.visit)
        self.first.choose_folder.connect(self.choose_folder)
        self.addWidget(self.first)
        for _ in (HEALTH, TRIM, MEASURE, HISTORY):
            self.addWidget(QWidget())

    def _make_overview(self) -> OverviewPage:
        from driveproof.ui.overview.page import OverviewPage  # noqa: PLC0415

        page = OverviewPage(self._context)
        page.open_check.connect(self.open_check)
        page.trim.connect(lambda: self.go.emit(TRIM))
        page.measure.connect(self.measure)
        page.visit.connect(self.visit)
        page.compare.connect(self.begin_experiment)
        page.go_on.connect(self.open_experiment)
        page.all_experiments.connect(self._show_experiments)
        page.check.connect(self.first.check)
        page.monitor.connect(self.monitor)
        page.why.connect(self.first.diagnose)
        if self._device is not None:
            page.show_device(self._device, self._context.inventory, gone=self._gone)
        if self._stale is not None:
            page.say_stale(self._stale)
        return page

    def show_page(self, page: int) -> None:
        """Show a page, and create it the first time."""
        if page == HEALTH:
            self.health_page()
        elif page == TRIM:
            self.trim_page()
        elif page == MEASURE:
            self.measure_page()
        elif page == HISTORY:
            self.history_page()
        self.setCurrentIndex(page)

    @Slot()
    def monitor(self) -> None:
        """Show what the selected drive does right now."""
        self.first.monitor()
        self.go.emit(OVERVIEW)

    def set_device(self, device: BlockDevice | None, inventory: Inventory, *, gone: bool) -> None:
        """Set the selected drive; `gone` when it was unplugged."""
        self._device, self._context.inventory, self._gone = device, inventory, gone
        self._stale = None
        if device is not None and self.made_overview is not None:
            self.made_overview.show_device(device, inventory, gone=gone)
        self.first.set_device(device, inventory, gone=gone)
        self._tell(health=True, trim=True, measure=True, history=True)

    def say_stale(self, error: MachineError) -> None:
        """Show that the data of the drive are no longer updated."""
        self._stale = error
        if self.made_overview is not None:
            self.made_overview.say_stale(error)

    @property
    def made_overview(self) -> OverviewPage | None:
        """The Overview itself, None if it was not shown yet."""
        return self.first.made_overview

    def overview_page(self) -> OverviewPage:
        """The Overview itself."""
        return self.first.overview_page()

    @property
    def made_check(self) -> CheckPage | None:
        """The page of "Check this drive", None if it was not opened yet."""
        return self.first.made_check

    @property
    def made_experiment_page(self) -> ExperimentPage | None:
        """The page of experiments, None if it was not opened yet."""
        return self.first.made_experiment_page

    @Slot()
    def begin_experiment(self) -> None:
        """Start an experiment without any known details."""
        self.compare()

    @Slot(object)
    def compare(self, start: Start | None = None) -> None:
        """Start an experiment; Back leads to the page that is shown now."""
        self.first.compare(start or Start(), self.currentIndex())

    @Slot(str)
    def open_experiment(self, experiment_id: str) -> None:
        """Show an experiment; Back leads to the page that is shown now."""
        plan = next(
            (one for one in self._context.experiments.experiments if one.id == experiment_id), None
        )
        device = device_of(plan, self._context.inventory) if plan is not None else None
        self.first.open_experiment(
            experiment_id, device.name if device else "", self.currentIndex()
        )

    @Slot(str)
    def open_check(self, check_id: str) -> None:
        """Show a kept check on the History page."""
        self.history_page().open_check(check_id)
        self.go.emit(HISTORY)

    @Slot(object)
    def _go_to(self, page: DrivePage) -> None:
        """Show the page that has more of a cause."""
        if page is DrivePage.MONITOR:
            self.monitor()
        else:
            pages = {DrivePage.TRIM: TRIM, DrivePage.MEASURE: MEASURE, DrivePage.HISTORY: HISTORY}
            self.go.emit(pages.get(page, HEALTH))

    @Slot()
    def check_drive(self) -> None:
        self.go.emit(OVERVIEW)
        self.first.check()

    @Slot()
    def _show_experiments(self) -> None:
        self.history_page().show_experiments()
        self.go.emit(HISTORY)

    def stop_and_wait(self, timeout: float) -> None:
        """Cancel what is running; each gets at most `timeout` seconds."""
        pages = (self.made_measure, self.made_check, self.made_trim, self.made_experiment_page)
        for page in (*pages, self.drives):
            if page is not None:
                page.stop_and_wait(timeout)
        if self.made_history is not None:
            self.made_history.finish(timeout)

    def attach(self, drives: DashboardPage) -> None:
        """Add the page of all drives, whose check disturbs the work of these pages."""
        self.drives = drives
        drives.busy_changed.connect(self._tell_busy)

        def show() -> None:
            others = map(running_elsewhere, self._context.elsewhere.others)
            drives.set_running(self._context.running.now or next(others, None))

        show()
        self._context.running.changed.connect(show)
        self._context.elsewhere.changed.connect(show)
        self._tell_busy()

    @Slot()
    def show_running(self) -> None:
        """Show what is running on its page."""
        now = self._context.running.now
        if now is None:
            return
        match now.work:
            case OngoingWork.MEASUREMENT:
                self.go.emit(MEASURE)
            case OngoingWork.CHECK:
                device = self._context.inventory.device_at(now.path)
                self.visit.emit(device.name if device is not None else "")
                self.go.emit(OVERVIEW)
                self.first.check()
            case OngoingWork.TRIM if discards(self.made_measure):
                self.go.emit(MEASURE)
            case OngoingWork.TRIM if self.made_trim is not None:
                self.visit.emit(self.made_trim.session.drive)
                self.go.emit(TRIM)
            case OngoingWork.STEP if self.made_experiment_page is not None:
                running = self.made_experiment_page.flow.running
                if running is not None:
                    self.open_experiment(running.id)

    @Slot()
    def _tell_busy(self) -> None:
        pages = (self.made_measure, self.made_check, self.made_trim, self.made_experiment_page)
        exclude(*pages, self.drives)
        self._context.experiments.set_measured(
            self.made_experiment_page.drive if self.made_experiment_page is not None else ""
        )
        self._context.running.look()
        self.work_changed.emit(self.work)

    @property
    def work(self) -> OngoingWork | None:
        """What is being done to drives; None for nothing."""
        works = {
            OngoingWork.STEP: is_busy(self.made_experiment_page),
            OngoingWork.TRIM: is_busy(self.made_trim) or discards(self.made_measure),
            OngoingWork.MEASUREMENT: is_busy(self.made_measure),
            OngoingWork.CHECK: is_busy(self.made_check) or is_busy(self.drives),
        }
        return next((work for work, is_on in works.items() if is_on), None)

    def set_missing(self, error: MachineError, title: str = "") -> None:
        """Show why there is no drive."""
        self.first.set_missing(error, title)

    def _tell(
        self,
        *,
        health: bool = False,
        trim: bool = False,
        measure: bool = False,
        history: bool = False,
    ) -> None:
        if health and self.made_health is not None:
            self.made_health.set_device(self._device, self._context.inventory, gone=self._gone)
        if trim and self.made_trim is not None:
            self.made_trim.set_device(self._device, self._context.inventory, gone=self._gone)
        if measure and self.made_measure is not None:
            device = None if self._gone else self._device
            self.made_measure.set_device(device, self._context.inventory)
        if history and self.made_history is not None:
            self.made_history.set_device(self._device, self._context.inventory)

    def missing_page(self) -> MissingPage:
        """What is missing, and how to get it."""
        return self.first.missing_page()

    @property
    def subject(self) -> str:
        """The device or folder that is measured on the visible page; "" for none."""
        if self.made_measure is None or self.currentIndex() != MEASURE:
            return ""
        return self.made_measure.subject

    @property
    def results_of(self) -> tuple[Target, ...]:
        """What the kept result or comparison on screen measured; empty where there is none."""
        if self.made_history is None or self.currentIndex() != HISTORY:
            return ()
        return self.made_history.targets

    @property
    def hosts_of(self) -> tuple[int, ...]:
        """On how many hosts each of these results was measured, if on several."""
        return self.made_history.hosts if self.results_of and self.made_history is not None else ()

    def health_page(self) -> HealthPage:
        """The Health page."""
        if self.made_health is None:
            from driveproof.ui.health.page import HealthPage  # noqa: PLC0415 - numpy

            page = HealthPage(self._context)
            page.visit.connect(self.visit)
            page.measure.connect(lambda: self.go.emit(MEASURE))
            page.trim.connect(lambda: self.go.emit(TRIM))
            page.before_and_after.connect(self.compare)
            self._replace(HEALTH, page)
            self.made_health = page
            self._tell(health=True)
        return self.made_health

    def trim_page(self) -> TrimPage:
        """The TRIM page."""
        if self.made_trim is None:
            from driveproof.ui.trim.page import TrimPage  # noqa: PLC0415 - numpy

            page = TrimPage(self._context)
            page.busy_changed.connect(self._tell_busy)
            page.compare.connect(self.compare)
            session = page.session
            self._context.running.follow(
                session.runner, OngoingWork.TRIM, session.live, lambda: session.target
            )
            self._replace(TRIM, page)
            self.made_trim = page
            self._tell(trim=True)
            self._tell_busy()
        return self.made_trim

    def measure_page(self) -> MeasurePage:
        """The Measure page; numpy is imported here, not earlier."""
        if self.made_measure is None:
            from driveproof.ui.measure.page import MeasurePage  # noqa: PLC0415 - numpy and pyqtgraph

            page = MeasurePage(self._context)
            page.run_saved.connect(self.refresh_history)
            page.busy_changed.connect(self._tell_busy)
            page.overwriter.busy_changed.connect(self._tell_busy)
            page.subject_changed.connect(self.subject_changed)
            page.compare.connect(self.compare)
            page.result.compare.connect(self._compare_runs)
            page.compare_runs.connect(self._compare_runs)
            page.result.rate.connect(lambda: self._ask_datasheet(page.result))
            page.result.make_profile.connect(self._make_profile)
            self._replace(MEASURE, page)
            self._context.running.follow(
                page.runner, OngoingWork.MEASUREMENT, page.live, lambda: page.subject
            )
            trim = page.overwriter
            self._context.running.follow(
                trim.runner, OngoingWork.TRIM, page.result, lambda: trim.path
            )
            self.made_measure = page
            self._tell(measure=True)
            self._tell_busy()
        return self.made_measure

    @Slot(object)
    def _make_profile(self, run: Run) -> None:
        """Open a profile of what a recording has counted."""
        self.go.emit(MEASURE)
        self.measure_page().make_profile(run)

    @Slot(str)
    def _record(self, path: str) -> None:
        """Record what a drive does by itself."""
        self.go.emit(MEASURE)
        self.measure_page().record(path)

    @Slot(object)
    def _ask_datasheet(self, view: DatasheetView) -> None:
        self.history_page().datasheet.ask(view)

    @Slot(list)
    def _compare_runs(self, run_ids: list[str]) -> None:
        self.go.emit(HISTORY)
        self.history_page().compare(run_ids)

    def history_page(self) -> HistoryPage:
        """The History page; the database is opened here, not earlier."""
        if self.made_history is None:
            from driveproof.ui.runs.page import HistoryPage  # noqa: PLC0415 - numpy

            page = HistoryPage(self._context)
            page.measure.connect(self._measure_from_history)
            page.begin_experiment.connect(self.begin_experiment)
            page.open_experiment.connect(self.open_experiment)
            page.subject_changed.connect(self.subject_changed)
            page.check_drive.connect(self.check_drive)
            page.measure_both.connect(self._measure_both)
            page.make_profile.connect(self._make_profile)
            self._replace(HISTORY, page)
            self.made_history = page
            self._tell(history=True)
        return self.made_history

    def _measure_from_history(self, path: str) -> None:
        if self._device is None and not path:
            self.choose_folder.emit()
        else:
            self.measure.emit(path)

    @Slot(str, str)
    def _measure_both(self, path: str, second: str) -> None:
        self.go.emit(MEASURE)
        self.measure_page().start_against(path, second)

    def refresh_history(self) -> None:
        """A run was stored, or the person asked: read the history again if its page exists."""
        self.kept_changed.emit()
        overview = self.made_overview
        if overview is not None:
            overview.check_line.read_soon(wanted=overview.isVisible())
        self._context.experiments.read()
        if self.made_history is not None:
            self.made_history.refresh()

    @Slot()
    def word_again(self) -> None:
        """A new day has begun: what was today is yesterday."""
        self.refresh_history()
        if self.made_health is not None:
            self.made_health.word_again()

    def read_again(self) -> None:
        """The person asked: read the link and the discard path again."""
        if self.made_overview is not None:
            self.made_overview.trim_line.read(again=True)
        if self.made_trim is not None:
            self.made_trim.read_again()

    @Slot(str)
    def _looked(self, key: str) -> None:
        overview, device = self.made_overview, self._device
        if overview is not None and device is not None and key == device.name:
            overview.show_device(device, self._context.inventory, gone=self._gone)
            if self._stale is not None:
                overview.say_stale(self._stale)

    def looked(self, device: BlockDevice) -> tuple[LinkState | None, str]:
        """For the header of a drive: its link, and whether TRIM reaches it, as far as is known."""
        trim = self._context.lookups.trim_of(device, self._context.inventory).label(device)
        return self._context.lookups.link(device.name), "" if trim is None else say_text(trim)

    def _replace(self, place: int, page: QWidget) -> None:
        empty = self.widget(place)
        if empty is not None:
            self.removeWidget(empty)
            empty.deleteLater()
        self.insertWidget(place, page)
