# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialog for the size and the file of a chart's picture."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, QStandardPaths, Slot
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QMessageBox,
    QSpinBox,
    QWidget,
)

from driveproof.domain.errors import DriveproofError
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import ChartStyle, for_paper
from driveproof.ui.charts.picture import MOST_PIXELS, SCALE, name_of, write_chart
from driveproof.ui.dialogs.asking import file_to_write
from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.theme.text import without_key
from driveproof.ui.widgets.buttons import Segmented
from driveproof.ui.widgets.fields import NumberBox
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice

FORMATS = ("png", "svg", "pdf")
LEAST, MOST = 120, 8000
LARGEST = 8


class PictureDialog(Dialog):
    """`file_format`, `size` (units of the chart), `scale` (pixels per unit) and `on_paper`.

    Without `sized` the size is fixed.
    """

    def __init__(
        self, size: QSize, parent: QWidget, *, dark: bool = False, sized: bool = True
    ) -> None:
        super().__init__(parent)
        self._given = None if sized else size
        self.setWindowTitle(without_key(_("&Save as a picture…")))
        self.kind = Segmented(("PNG", "SVG", "PDF"), _("Format"))
        self.kind.chosen.connect(self._look)
        self.colors = Segmented((_("Screen colors"), _("Print colors")), _("Colors"))
        self.width_box = self._box(size.width(), LEAST, MOST)
        self.height_box = self._box(size.height(), LEAST, MOST)
        self.scale_box = self._box(SCALE, 1, LARGEST)
        self.result_size = QLabel()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        form.setVerticalSpacing(GRID)
        form.addRow(_("Kind"), self.kind)
        if sized:
            form.addRow(_("&Width"), self.width_box)
            form.addRow(_("&Height"), self.height_box)
        form.addRow(_("S&cale"), self.scale_box)
        if sized and dark:
            form.addRow(_("Colors"), self.colors)
        form.addRow("", self.result_size)
        for box in (self.width_box, self.height_box, self.scale_box):
            if (caption := form.labelForField(box)) is not None:  # level with the number
                caption.setMinimumHeight(box.sizeHint().height())
        column = vertical(self, margins=(MARGIN, MARGIN, MARGIN, MARGIN), spacing=2 * GRID)
        column.addLayout(form)
        column.addWidget(self.buttons)
        self._look()

    def _box(self, value: int, low: int, high: int) -> QSpinBox:
        box = NumberBox()
        box.setRange(low, high)
        box.setValue(value)
        box.valueChanged.connect(self._look)
        return box

    @property
    def file_format(self) -> str:
        """png, svg or pdf."""
        return FORMATS[self.kind.current()]

    @property
    def size_asked(self) -> QSize:
        """Width and height in units of the chart."""
        return self._given or QSize(self.width_box.value(), self.height_box.value())

    @property
    def scale(self) -> int:
        """Pixels per unit."""
        return self.scale_box.value()

    @property
    def on_paper(self) -> bool:
        """Dark on white, whatever the window's theme."""
        return self.colors.current() == 1

    @Slot()
    def _look(self) -> None:
        """Show the resulting size."""
        png = self.file_format == "png"
        self.scale_box.setEnabled(png)
        size = self.size_asked
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(True)
        if not png:
            self.result_size.setText(_("Vector graphics"))
            return
        pixels = size * self.scale
        text = _("{width} × {height} pixels").format(width=pixels.width(), height=pixels.height())
        if pixels.width() * pixels.height() > MOST_PIXELS:
            text = _("{size}: too large").format(size=text)
            self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(False)
        self.result_size.setText(text)


def save_chart(chart: Chart, view: QWidget, look: ChartStyle) -> Path | None:
    """Ask for size and file, and write the chart; None if it was not written."""
    dialog = PictureDialog(view.size(), view.window(), dark=look.dark)
    if not dialog.exec():
        return None
    ending = dialog.file_format
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    start = str(Path(folder) / f"{name_of(chart)}.{ending}")
    title = without_key(_("&Save as a picture…"))
    path = file_to_write(view, title, start, f"{ending.upper()} (*.{ending})", ending)
    if path is None:
        return None
    used = for_paper() if dialog.on_paper else look
    try:
        write_chart(chart, path, ending, dialog.size_asked, look=used, scale=dialog.scale)
    except (DriveproofError, OSError) as error:
        QMessageBox.warning(view, title, message_and_advice(error, Face.WINDOW))
        return None
    return path
