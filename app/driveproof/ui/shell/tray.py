# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The icon in the desktop's tray: the hottest drive, the worst verdict, and a menu of drives."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from driveproof.domain.dashboard import DriveLine, grade_rank, line_of, shown_drives, worst_first
from driveproof.domain.health.verdict import CAUTION, GOOD, UNKNOWN, Grade
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.settings import TRAY, TRAY_SAID
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import LIGHT
from driveproof.ui.theme.text import label
from driveproof.ui.widgets.marks import MARK, paint_verdict_mark, verdict_color
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dashboard import headline, line_name
from driveproof.wording.drive import device_title
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.units import format_temperature

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import Inventory
    from driveproof.ui.feeds.health_watch import HealthWatch

_SIZES = (16, 22, 24, 32, 48, 64)
"""Pixels that panels ask for."""
_MOST = 8
"""Drives in the tool tip, the worst first: a panel cuts a longer one."""


class Tray(QObject):
    """There while the person wants it and the desktop has a tray.

    `asked` when the window is to come to the front, `drive_asked(name)` with the drive to show
    there, and `quit_asked`.
    """

    asked = Signal()
    drive_asked = Signal(str)
    quit_asked = Signal()

    def __init__(self, context: PageContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services, self._settings, self._watch = (
            context.services,
            context.settings,
            context.watch,
        )
        self._inventory: Inventory | None = None
        self.lines: tuple[DriveLine, ...] = ()
        self.tasks = TaskQueue(self)
        self.icon: QSystemTrayIcon | None = None
        self.menu: QMenu | None = None
        self._settings.changed.connect(self._setting_changed)
        self._watch.changed.connect(self._read)

    @property
    def keeps(self) -> bool:
        """Whether the program goes on without a window: somebody can bring it back."""
        return self.icon is not None and QSystemTrayIcon.isSystemTrayAvailable()

    def start(self) -> None:
        """Show the icon if the person wants it."""
        self._setting_changed(TRAY)

    def close(self) -> None:
        """Remove it: the program ends with its window again."""
        QApplication.setQuitOnLastWindowClosed(True)
        if self.icon is not None and self.menu is not None:
            self.icon.hide()
            self.icon.setContextMenu(None)  # type: ignore[arg-type]
            self.icon.deleteLater()
            self.menu.deleteLater()
        self.icon = self.menu = None
        self.lines = ()

    def say_hidden(self) -> None:
        """The window has been closed and the program goes on: said the first time only."""
        if self._settings.flag(TRAY_SAID):
            return
        self._settings.keep(TRAY_SAID, True)
        title = _("Driveproof keeps running in the tray")
        text = _("Quit in the icon's menu ends it.")

        def told(shown: object, _error: object) -> None:
            if not shown and self.icon is not None:  # a balloon of Qt's own
                self.icon.showMessage(title, text)

        self.tasks.add(partial(self._services.notify, title, text), told)

    @Slot(object)
    def set_inventory(self, inventory: Inventory) -> None:
        """The drives have changed."""
        self._inventory = inventory
        self._read()

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key != TRAY:
            return
        wanted = self._settings.flag(TRAY) and QSystemTrayIcon.isSystemTrayAvailable()
        if not wanted:
            self.close()
        elif self.icon is None:
            self.menu = QMenu()
            self.icon = QSystemTrayIcon(self)
            self.icon.setContextMenu(self.menu)
            self.icon.activated.connect(self._activated)
            QApplication.setQuitOnLastWindowClosed(False)
            self._show()
            self._read()
            self.icon.show()

    @Slot()
    def _read(self) -> None:
        if self.icon is None or self._inventory is None:
            return
        found = worst_first(_lines(self._inventory, self._watch))
        if found != self.lines:
            self.lines = found
            self._show()

    def _show(self) -> None:
        if self.icon is None or self.menu is None:
            return
        self.icon.setIcon(tray_icon(*_worst_and_hottest(self.lines)))
        self.icon.setToolTip(tray_text(self.lines))
        menu = self.menu
        if menu.isVisible():
            return  # somebody chooses from it
        menu.clear()
        for line in self.lines:
            action = menu.addAction(label(drive_text(line)))
            action.triggered.connect(partial(self.drive_asked.emit, line.device.name))
        menu.addSeparator()
        menu.addAction(_("&Show Driveproof")).triggered.connect(self.asked)
        menu.addAction(_("&Quit")).triggered.connect(self.quit_asked)

    @Slot(QSystemTrayIcon.ActivationReason)
    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.asked.emit()


def _lines(inventory: Inventory, watch: HealthWatch) -> tuple[DriveLine, ...]:
    drives = shown_drives(inventory)
    titles = Counter(device_title(drive) for drive in drives)
    found = []
    for drive in drives:
        view = watch.newest(drive)
        line = (
            line_of(drive, inventory)
            if view is None
            else line_of(drive, inventory, health=view.health, verdict=view.verdict)
        )
        found.append(replace(line, twin=titles[device_title(drive)] > 1))
    return tuple(found)


def _worst_and_hottest(lines: tuple[DriveLine, ...]) -> tuple[Grade, float | None]:
    known = [line.temperature for line in lines if line.temperature is not None]
    worst = lines[0].grade if lines else UNKNOWN
    if any(line.degraded for line in lines) and grade_rank(worst) > grade_rank(CAUTION):
        worst = CAUTION
    return worst, max(known, default=None)


def drive_text(line: DriveLine) -> str:
    """A drive in a line: its name, its grade and its temperature."""
    warm = "" if line.temperature is None else format_temperature(line.temperature)
    facts = ", ".join(filter(None, (grade_title(line.grade), warm)))
    return _("{name}: {text}").format(name=line_name(line), text=facts)


def tray_text(lines: tuple[DriveLine, ...]) -> str:
    """The answer for all drives, and the worst of them; some desktops take it for markup."""
    said = [headline(lines)[0], *map(drive_text, lines[:_MOST])]
    more = len(lines) - _MOST
    if more > 0:
        said.append(ngettext("{count} more", "{count} more", more).format(count=more))
    return "\n".join(said).translate({ord("<"): "\u2039", ord(">"): "\u203a"})


def tray_icon(grade: Grade, celsius: float | None) -> QIcon:
    """The temperature in a tile of the grade's colour, with the grade's mark where it is not good.

    A tile of its own: panels are light or dark, whatever the windows are.
    """
    made = QIcon()
    for size in _SIZES:
        made.addPixmap(_tile(grade, celsius, size))
    return made


def _tile(grade: Grade, celsius: float | None, size: int) -> QPixmap:
    quiet = grade in {GOOD, UNKNOWN}
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(LIGHT.accent if quiet else verdict_color(LIGHT, grade))
    painter.drawRoundedRect(QRectF(0, 0, size, size), size / 6, size / 6)
    ink = LIGHT.on_accent
    if celsius is not None:
        font = QFont(QApplication.font())
        font.setBold(True)
        number = f"{celsius:.0f}"
        room = 0.68 if quiet else 0.56
        font.setPixelSize(round(size * room * min(1.0, 2 / len(number))))
        painter.setFont(font)
        painter.setPen(ink)
        place = QRectF(0, 0, size, size if quiet else 0.6 * size)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, number)
    if celsius is None or not quiet:
        scale = size / MARK * (0.6 if celsius is None else 0.4)
        painter.translate(QPointF(size / 2, size * (0.5 if celsius is None else 0.78)))
        painter.scale(scale, scale)
        paint_verdict_mark(painter, QPointF(0, 0), grade, ink)
    painter.end()
    return pixmap
