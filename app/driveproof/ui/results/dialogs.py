# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is asked about a result: the data sheet of its drive, and which drive was imported."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QListWidget, QWidget

from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.run.assignment import KnownDrive
from driveproof.domain.run.run import Run
from driveproof.engine.check.kept import enter_figures
from driveproof.history.datasheet import Datasheets
from driveproof.history.store import History
from driveproof.ui.feeds.history import HistoryTasks, run_expected
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown, without_key
from driveproof.ui.widgets.fields import NumberBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.wording.catalogue import _
from driveproof.wording.datasheet import datasheet_names
from driveproof.wording.units import NARROW


class DatasheetView(Protocol):
    """A view of a result that says what its tests are held against."""

    def datasheet_run(self) -> Run | None:
        """The run on screen."""

    def set_expected(self, run_id: str, expected: tuple[Expectation, ...]) -> None:
        """Show anew what the tests of a run are held against, if it is still on screen."""

    def say_error(self, error: DriveproofError) -> None:
        """Show an error beside the result."""


class DatasheetEntry(QObject):
    """One dialog at a time, over the view that asked."""

    def __init__(self, history: HistoryTasks, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._history, self._theme, self._over = history, theme, parent

    def ask(self, view: DatasheetView) -> None:
        """Let the person enter the figures of the drive whose result a view shows."""
        run = view.datasheet_run()
        if run is None or not run.target.model:
            return
        model = run.target.model
        self._history.ask(
            lambda history: Datasheets(history).of(model),
            partial(self._open, view, run),
            key="datasheet",
        )

    def _open(
        self, view: DatasheetView, run: Run, found: Datasheet | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            view.say_error(error)
        if found is None:
            return
        dialog = DatasheetDialog(run.target.model or "", found, self._theme, self._over.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._keep(view, run, dialog.datasheet))
        dialog.open()

    def _keep(self, view: DatasheetView, run: Run, datasheet: Datasheet) -> None:
        def work(history: History) -> tuple[Expectation, ...]:
            enter_figures(history, run.target.model or "", datasheet)
            return run_expected(history, run)

        self._history.ask(work, partial(self._kept, view, run.id))

    def _kept(
        self,
        view: DatasheetView,
        run_id: str,
        expected: tuple[Expectation, ...] | None,
        error: DriveproofError | None,
    ) -> None:
        if error is not None:
            view.say_error(error)
        elif expected is not None:
            view.set_expected(run_id, expected)


_MB, _TB = 10**6, 10**12
# Unit, its size, and the greatest number: above what any drive of the next years has.
_FIELDS = {
    "read": ("MB/s", _MB, 100_000),
    "write": ("MB/s", _MB, 100_000),
    "random_read": ("IOPS", 1, 100_000_000),
    "random_write": ("IOPS", 1, 100_000_000),
    "endurance": ("TB", _TB, 1_000_000),
}


class DatasheetDialog(Dialog):
    """`datasheet` are the figures as they are entered now; those not touched stay as they were."""

    def __init__(
        self, model: str, datasheet: Datasheet, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._before = datasheet
        self.setWindowTitle(without_key(_("&Data sheet…")))
        more = Label(
            theme,
            _("Used for all drives of this model."),
            color="muted",
            wrap=True,
        )
        rows = QGridLayout()
        rows.setHorizontalSpacing(3 * GRID)
        rows.setVerticalSpacing(GRID)
        rows.setColumnStretch(1, 1)
        self.fields: dict[str, NumberBox] = {}
        for number, (field, name) in enumerate(datasheet_names().items()):
            unit, size, most = _FIELDS[field]
            box = NumberBox()
            box.setRange(0, most)
            box.setSpecialValueText(_("not entered"))
            box.setSuffix(NARROW + unit)
            box.setValue(self._shown(field, size))
            box.setAccessibleName(name)
            title = Label(theme, f"{name}, {unit}", color="muted")
            title.setBuddy(box)
            rows.addWidget(title, number, 0)
            rows.addWidget(box, number, 1)
            self.fields[field] = box
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setText(_("Sa&ve"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(_("&Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = vertical(self, margins=(MARGIN, MARGIN, MARGIN, MARGIN), spacing=2 * GRID)
        column.addWidget(Label(theme, shown(model), size="heading", wrap=True))
        column.addWidget(more)
        column.addLayout(rows)
        column.addWidget(self.buttons)
        self.resize(440, self.sizeHint().height())
        first = self.fields["read"]
        first.setFocus()
        first.selectAll()

    def _shown(self, field: str, size: int) -> int:
        return round((getattr(self._before, field) or 0) / size)

    @property
    def datasheet(self) -> Datasheet:
        """What the fields say; a figure that was not touched is not rounded to its unit."""
        found: dict[str, int | None] = {}
        for field, box in self.fields.items():
            size = _FIELDS[field][1]
            untouched = box.value() == self._shown(field, size)
            found[field] = getattr(self._before, field) if untouched else box.value() * size or None
        return Datasheet(**found)


_ROWS = 6


class AssignDialog(Dialog):
    """`drive` is the chosen one; None for what the file says. `now` are the connected drives."""

    def __init__(
        self,
        drives: Sequence[KnownDrive],
        now: Collection[KnownDrive],
        theme: Theme,
        selected: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(without_key(_("Assign to a d&rive…")))
        self._drives = tuple(drives)
        question = Label(theme, _("Which drive was measured?"), size="heading", wrap=True)
        more = Label(
            theme,
            _("Everything else stays as in the file."),
            color="muted",
            wrap=True,
        )
        self.list = QListWidget()
        self.list.setAccessibleName(_("Drives"))
        self.list.setSpacing(GRID // 2)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one in self._drives:
            words = drive_title(one)
            if one not in now:
                words = _("{drive} (not connected now)").format(drive=words)
            self.list.addItem(words)
        self.list.addItem(_("In the file"))
        here = [one.identity for one in self._drives]
        self.list.setCurrentRow(here.index(selected) if selected in here else 0)
        self.list.setMinimumHeight(_ROWS * self.list.sizeHintForRow(0))
        self.list.itemActivated.connect(self.accept)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(_("&Assign"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = vertical(self, margins=(MARGIN, MARGIN, MARGIN, MARGIN), spacing=2 * GRID)
        for part in (question, more, self.list, self.buttons):
            column.addWidget(part)
        self.resize(520, self.sizeHint().height())
        self.list.setFocus()

    @property
    def drive(self) -> KnownDrive | None:
        """The chosen drive; None for what the file says."""
        row = self.list.currentRow()
        return self._drives[row] if 0 <= row < len(self._drives) else None


def drive_title(drive: KnownDrive) -> str:
    """A drive in a list: model and serial number."""
    words = (drive.model, drive.serial or drive.wwn)
    return ", ".join(shown(word) for word in words if word) or shown(drive.identity)
