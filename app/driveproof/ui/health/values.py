# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every value that a drive reported, collapsed: attributes or figures, error log, self-test log."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from driveproof.domain.health.kept_tests import KeptTest
from driveproof.domain.health.marks import UNMARKED, Marks
from driveproof.domain.health.report import ATA, Health
from driveproof.domain.health.trends import UNTRACED, Trends
from driveproof.ui.health import tables
from driveproof.ui.health.self_tests import last_test
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.buttons import Disclosure
from driveproof.ui.widgets.cells import CURVE_ROLE, CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.table import CellTable, ShortDelegate, shorten
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.units import group_digits

CURVE = QSize(52, 16)
_GAP = 6  # pixels between a curve and its text
_EDGE = 3.0  # pixels for the point at the end
_LEAST_POINTS = 2


class CurveDelegate(ShortDelegate):
    """For a column whose cells have a `curve`; the style lays it out as an icon."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        points = index.data(CURVE_ROLE)
        if not points or len(points) < _LEAST_POINTS:
            return
        shorten(option, index, CURVE.width() + _GAP)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
        option.decorationSize = CURVE
        option.icon = QIcon(self._drawn(points))

    def _drawn(self, points: tuple[tuple[float, float], ...]) -> QPixmap:
        scale = self._table.devicePixelRatioF()
        picture = QPixmap(CURVE * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        width, height = CURVE.width() - 2 * _EDGE, CURVE.height() - 2 * _EDGE
        line = [QPointF(_EDGE + x * width, _EDGE + (1 - y) * height) for x, y in points]
        color = self._theme.colors.read
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.5))
        painter.drawPolyline(QPolygonF(line))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(line[-1], 2.5, 2.5)
        painter.end()
        return picture


_FIGURE_TREND = 4


class FoldedTable(QWidget):
    """A table behind a line that expands it; filled when it is expanded."""

    def __init__(self, theme: Theme, name: str, heads: tuple[TableColumn, ...]) -> None:
        super().__init__()
        self.model = CellsModel(heads, theme)
        self.table = CellTable(self.model, theme, name)
        self.line = Disclosure(theme, name, self.table)
        self.line.opened.connect(self._fill)
        self.line.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._rows: list[tuple[TableCell, ...]] = []
        column = vertical(self)
        column.addWidget(self.line)

    def show_rows(self, title: str, rows: list[tuple[TableCell, ...]]) -> None:
        """Show other rows; without any, only the title."""
        self.line.button.setText(title)
        set_tip(self.line.button, title.replace("&", ""))
        self.line.button.setEnabled(bool(rows))
        self._rows = rows
        if not rows:
            self.line.button.set_open(False)
        if self.line.button.is_open:
            self._fill()

    def _fill(self) -> None:
        self.model.set_rows(self._rows)


class ValueSections(QWidget):
    """The tables of one drive; those that its source does not report are hidden.

    With `settings` the columns of the attributes can be chosen, and are remembered. Emits `save`
    when the person wants the table of attributes, or of the log, in a file.
    """

    save = Signal()

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self.attributes = FoldedTable(theme, _("Attributes"), tables.attribute_heads())
        self.figures = FoldedTable(theme, _("Health log"), tables.figure_heads())
        self.tests = FoldedTable(theme, _("Self-tests"), tables.test_heads())
        self.errors = FoldedTable(theme, _("Error log"), tables.error_heads())
        self._shown: tuple[Health, Marks, tuple[KeptTest, ...], Trends] | None = None
        for part, place in ((self.attributes, tables.TREND), (self.figures, _FIGURE_TREND)):
            part.table.setItemDelegateForColumn(place, CurveDelegate(theme, part.table))
        if settings is not None:
            self.attributes.table.arrange(settings, "attributes")
        for part in (self.attributes, self.figures):
            part.table.also.append(("save", _("&Save as a file…"), self.save.emit))
        column = vertical(self, spacing=GRID // 2)
        for part in (self.attributes, self.figures, self.tests, self.errors):
            column.addWidget(part)

    def show_health(
        self,
        health: Health,
        marked: Marks = UNMARKED,
        kept: tuple[KeptTest, ...] = (),
        trends: Trends = UNTRACED,
    ) -> None:
        """Show what was read; values in `marked` are a reason for the verdict, `kept` are the
        earlier self-tests, and `trends` say how the values moved.
        """
        if (health, marked, kept, trends) == self._shown:
            return
        self._shown = health, marked, kept, trends
        for part, place, traced in (
            (self.attributes, tables.TREND, bool(trends.attributes)),
            (self.figures, _FIGURE_TREND, bool(trends.figures)),
        ):
            part.table.arranged.set_usual(place, traced)
        self.attributes.setVisible(bool(health.attributes))
        self.attributes.show_rows(
            self._reasons(
                _counted(_("Attri&butes"), len(health.attributes)), len(marked.attributes)
            ),
            tables.attribute_rows(health, marked, trends),
        )
        self.figures.setVisible(bool(health.figures))
        self.figures.show_rows(
            self._reasons(self._figures_title(health), len(marked.figures)),
            tables.figure_rows(health, marked, trends),
        )
        tests = health.self_tests
        self.tests.setVisible(tests is not None or bool(kept))
        rows = tables.test_rows(tests.entries if tests else (), kept)
        self.tests.show_rows(last_test(tests, kept), rows)
        known = bool(health.errors) or health.error_log_entries is not None
        self.errors.setVisible(known)
        self.errors.show_rows(self._errors_title(health), tables.error_rows(health.errors))

    def open_reasons(self) -> None:
        """Expand the tables that contain a reason for the verdict."""
        marked = self._shown[1] if self._shown is not None else UNMARKED
        for part, rows in ((self.attributes, marked.attributes), (self.figures, marked.figures)):
            if rows:
                part.line.button.set_open(True)

    def _reasons(self, title: str, count: int) -> str:
        if not count:
            return title
        text = ngettext(
            "{title}, {count} affects the rating", "{title}, {count} affect the rating", count
        )
        return text.format(title=title, count=count)

    def _figures_title(self, health: Health) -> str:
        title = _("Device statistics (lo&g)") if health.kind == ATA else _("Health lo&g")
        return _counted(title, len(health.figures))

    def _errors_title(self, health: Health) -> str:
        told = health.error_log_entries
        count = len(health.errors) if told is None else told
        title = _counted(_("&Error log"), count)
        if not count or health.errors:
            return title
        if health.by_smartctl:  # a counter for the drive's whole life
            return _("{title} (none stored)").format(title=title)
        return _("{title} (read as administrator)").format(title=title)


def _counted(title: str, count: int) -> str:
    return _("{name}: {text}").format(name=title, text=group_digits(count))
