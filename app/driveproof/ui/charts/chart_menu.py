# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The menu of a chart: copied, or saved as a picture."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.picture import image_of
from driveproof.ui.charts.picture_dialog import save_chart
from driveproof.ui.charts.tables import TableView
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.notices import say_written
from driveproof.wording.catalogue import _

SCALE = 2  # picture pixels per window pixel: sharp on every screen


class ChartMenu:
    """What the menu of a view does with its chart."""

    def __init__(self, view: QWidget, theme: Theme) -> None:
        self._view, self._theme = view, theme

    def copy(self, chart: Chart, look: ChartStyle) -> None:
        """Copy the chart to the clipboard as a picture; pasted as text it is a table."""
        data = QMimeData()
        with suppress(DriveproofError):  # no memory for the picture: the table is enough
            data.setImageData(image_of(chart, self._view.size(), look, SCALE))
        data.setText(chart.table().as_text())
        QGuiApplication.clipboard().setMimeData(data)

    def of(self, chart: Chart, look: ChartStyle) -> QMenu:
        """The menu of a chart."""
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, words, work in (
            ("copy picture", _("&Copy as a picture"), lambda: self.copy(chart, look)),
            ("copy figures", _("Copy &values"), lambda: TableView.copy(chart.table())),
            ("save picture", _("&Save as a picture…"), lambda: self._save(chart, look)),
        ):
            menu.addAction(words, work).setObjectName(name)
        return menu

    def _save(self, chart: Chart, look: ChartStyle) -> None:
        path = save_chart(chart, self._view, look)
        if path is not None:
            say_written(path, self._view, self._theme)
