# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a chart out of the window: dragged, copied, or saved as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QMimeData,
    QObject,
    QPoint,
    QSize,
    Qt,
    QTemporaryDir,
    QUrl,
)
from PySide6.QtGui import QDrag, QGuiApplication, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.picture import image_of, name_of, png_of
from driveproof.ui.charts.picture_dialog import save_chart
from driveproof.ui.charts.tables import TableView
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.written import say_written
from driveproof.wording.catalogue import _

PNG, FILES, TEXT = "image/png", "text/uri-list", "text/plain"
SCALE = 2  # picture pixels per window pixel: sharp on every screen
_PREVIEW = 240


class ChartMime(QMimeData):
    """A chart for the clipboard or another program, drawn and written to a file only on request."""

    def __init__(self, chart: Chart, size: QSize, look: Look) -> None:
        super().__init__()
        self._chart = chart
        self._size = size
        self._look = look
        self._png: QByteArray | None = None
        self._file: Path | None = None

    def formats(self) -> list[str]:
        return [PNG, "application/x-qt-image", FILES, TEXT]

    def hasFormat(self, name: str) -> bool:
        return name in self.formats()

    def retrieveData(self, name: str, preferred: Any) -> Any:
        if name == TEXT:
            return self._chart.table().as_text()
        try:
            if name == FILES:
                return [QUrl.fromLocalFile(str(self._written()))]
            if name == "application/x-qt-image":
                return image_of(self._chart, self._size, self._look, SCALE)
            return self._bytes() if name == PNG else None
        except (DriveproofError, OSError):
            return None  # the requester gets nothing; there is nobody to report to

    def _bytes(self) -> QByteArray:
        if self._png is None:
            self._png = QByteArray(png_of(self._chart, self._size, self._look, SCALE))
        return self._png

    def _written(self) -> Path:
        if self._file is None:
            folder = _DragFolder.of_application()
            path = Path(folder.path) / f"{name_of(self._chart)}.png"
            path.write_bytes(self._bytes().data())
            self._file = path
        return self._file


class _DragFolder(QObject):
    """Holds the files of dragged charts until the program ends: a receiver may open them later."""

    def __init__(self, parent: QCoreApplication) -> None:
        super().__init__(parent)
        self._folder = QTemporaryDir()
        parent.aboutToQuit.connect(self._folder.remove)

    @property
    def path(self) -> str:
        """The folder; raises OSError where none can be made."""
        if not self._folder.isValid():
            raise OSError(self._folder.errorString())
        return self._folder.path()

    @classmethod
    def of_application(cls) -> _DragFolder:
        """The folder of this process, made when the first file is needed."""
        application = QCoreApplication.instance()
        if application is None:
            raise OSError("no application")
        return application.findChild(cls) or cls(application)


class Taking:
    """How a chart's view lets the mouse and the menu take the chart elsewhere."""

    def __init__(self, view: QWidget, theme: Theme) -> None:
        self._view, self._theme = view, theme
        self._pressed: QPoint | None = None

    def press(self, event: QMouseEvent) -> None:
        """A button was pressed: perhaps a drag begins."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if left else None

    def release(self) -> bool:
        """The button was released; returns whether nothing was dragged meanwhile."""
        pressed, self._pressed = self._pressed, None
        return pressed is not None

    def moved(self, event: QMouseEvent, chart: Chart | None, look: Look) -> bool:
        """Begin a drag once the pointer has moved far enough; returns whether it did."""
        if self._pressed is None or chart is None:
            return False
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None
            return False
        way = event.position().toPoint() - self._pressed
        if way.manhattanLength() < QApplication.startDragDistance():
            return False
        self._pressed = None
        drag = self.drag_of(chart, look)
        drag.exec(Qt.DropAction.CopyAction)
        return True

    def drag_of(self, chart: Chart, look: Look) -> QDrag:
        """A drag ready to start, with a thumbnail of the chart below the pointer."""
        drag = QDrag(self._view)
        drag.setMimeData(ChartMime(chart, self._view.size(), look))
        small: QPixmap = self._view.grab().scaledToWidth(
            _PREVIEW, Qt.TransformationMode.SmoothTransformation
        )
        drag.setPixmap(small)
        drag.setHotSpot(QPoint(small.width() // 2, small.height() // 2))
        return drag

    def copy(self, chart: Chart, look: Look) -> None:
        """Copy the chart to the clipboard as a picture; pasted as text it is a table."""
        QGuiApplication.clipboard().setMimeData(ChartMime(chart, self._view.size(), look))

    def menu(self, chart: Chart, look: Look) -> QMenu:
        """Add the actions on the chart to a menu."""
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(_("&Copy as a picture"), lambda: self.copy(chart, look))
        menu.addAction(_("Copy the &figures"), lambda: TableView.copy(chart.table()))
        menu.addAction(_("&Save as a picture…"), lambda: self._save(chart, look))
        return menu

    def _save(self, chart: Chart, look: Look) -> None:
        path = save_chart(chart, self._view, look)
        if path is not None:
            say_written(path, self._view, self._theme)
