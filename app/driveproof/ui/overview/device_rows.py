# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stack of devices as rows like lsblk's, with an action beside each mount point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QWidget

from driveproof.domain.drive.drive import Inventory, Layer
from driveproof.ui.overview.device_menu import has_menu
from driveproof.ui.overview.facts import content_text
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal
from driveproof.ui.widgets.rows import LinedGrid
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size

_INDENT = 20
_ROW_HEIGHT = 40
_ROOMY = 700  # pixels; columns are closer together in a small window
_MENU_WIDTH = 30
_NAME_AT_MOST = 160  # a longer one gets an ellipsis in a small window


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """One line: a device, or one more mount point of the device above it (then `name` is "")."""

    key: tuple[str, str, int]
    depth: int
    name: str
    content: str
    size: str
    mount: str
    free: str
    target: str  # the folder to measure, as the system names it; "" for none
    read_only: bool
    menu: bool = False


def device_rows(
    layers: tuple[Layer, ...], *, mounts: bool = True, menus: bool = False
) -> tuple[DeviceRow, ...]:
    """A row for each layer, and one for each additional mount point; `menus`: with what can be
    done with a device.
    """
    rows: list[DeviceRow] = []
    for number, layer in enumerate(layers):
        device = layer.device
        places = device.mounts if mounts else ()
        first = places[0] if places else None
        for place, mount in enumerate((first, *places[1:])):
            rows.append(
                DeviceRow(
                    key=(device.name, mount.path if mount else "", number),
                    depth=layer.depth,
                    name="" if place else shown(device.mapping or device.name),
                    content="" if place else content_text(device),
                    size="" if place else format_size(device.size),
                    mount=shown(mount.path) if mount else "",
                    free=_free(device.free) if mount and not place else "",
                    target=mount.path if mount else "",
                    read_only=bool(mount and mount.read_only),
                    menu=menus and not place and has_menu(device),
                )
            )
    return tuple(rows)


def _free(free: int | None) -> str:
    return "" if free is None else format_size(free)


class DeviceRows(QWidget):
    """Emits `measure(path)` for a mount point, `visit(name)` for a device that is listed.

    `menu(name, parent)` makes the menu of a device, None for one without.
    """

    measure = Signal(str)
    visit = Signal(str)

    def __init__(
        self,
        theme: Theme,
        *,
        mounts: bool = True,
        menu: Callable[[str, QWidget], QMenu | None] | None = None,
    ) -> None:
        super().__init__()
        self._menu = menu
        self.menus: list[QPushButton] = []
        self._actions: list[QPushButton] = []
        self._theme = theme
        self._mounts = mounts
        self._rows: tuple[DeviceRow, ...] = ()
        self._visits: frozenset[str] = frozenset()
        self.cells: list[list[Label | None]] = []
        self._grid = LinedGrid(theme, 6, gap=GRID, height=_ROW_HEIGHT, place=Qt.AlignmentFlag(0))
        self.setLayout(self._grid)
        for column, stretch in enumerate((4, 7, 2, 5, 2, 0)):
            self._grid.setColumnStretch(column, stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grid.setHorizontalSpacing(2 * GRID if event.size().width() >= _ROOMY else GRID)
        self._word_actions()

    def _word_actions(self) -> None:
        """Their words are shorter where the columns need the room."""
        for button in self._actions:
            button.setText(_("Measure here") if self.width() >= _ROOMY else _("Measure"))

    def rows(self) -> tuple[DeviceRow, ...]:
        """What is shown."""
        return self._rows

    def set_layers(self, layers: tuple[Layer, ...], inventory: Inventory) -> None:
        """Show these layers; if only texts have changed, update them in place."""
        rows = device_rows(layers, mounts=self._mounts, menus=self._menu is not None)
        listed = {device.name for device in inventory.listed()}
        own = layers[0].device.name if layers else ""
        visits = frozenset(row.key[0] for row in rows if row.key[0] in listed) - {own}
        shape = [(row.key, row.depth, row.read_only, row.menu) for row in rows]
        if visits != self._visits or shape != [
            (row.key, row.depth, row.read_only, row.menu) for row in self._rows
        ]:
            self._visits = visits
            self._rows = rows
            self._build()
        self._rows = rows
        for row, cells in zip(rows, self.cells, strict=True):
            texts = (row.name, row.content, row.size, row.mount, row.free)
            for cell, text in zip(cells, texts, strict=True):
                if cell is not None:
                    cell.say(text)

    def _build(self) -> None:
        self._grid.clear()
        self.cells, self.menus, self._actions = [], [], []
        titles = [_("Device"), _("Contents"), _("Size")]
        if self._mounts:
            titles += [_("Mounted on"), _("Free")]
        heads = []
        for column, title in enumerate(titles):
            kind = Label if column in {2, 4} else ElidedLabel
            heads.append(kind(self._theme, title, size="small", color="muted"))
            heads[-1].setAlignment(_alignment(column))
        self._grid.add_head(*heads, height=3 * GRID)
        metrics = QFontMetrics(self._theme.body())
        names = [_INDENT * row.depth + metrics.horizontalAdvance(row.name) for row in self._rows]
        self._grid.setColumnMinimumWidth(0, min(max(names, default=0) + GRID, _NAME_AT_MOST))
        for row in self._rows:
            self._build_row(row)
        self._grid.end()
        self._word_actions()

    def _build_row(self, row: DeviceRow) -> None:
        cells: list[Label | None] = []
        widgets: list[QWidget | None] = []
        for column in range(5):
            color = "text" if column in {0, 3} else "muted"
            kind = Label if column in {2, 4} else ElidedLabel  # half of a size would be wrong
            label = kind(self._theme, selectable=True, color=color)
            label.setAlignment(_alignment(column))
            if column == 0:
                label.setContentsMargins(_INDENT * row.depth, 0, 0, 0)
            if column == 0 and row.name and row.key[0] in self._visits:
                widgets.append(self._link(row))
                label.deleteLater()
                cells.append(None)
                continue
            widgets.append(label)
            cells.append(label)
        self.cells.append(cells)
        self._grid.add_row(*widgets, self._doing(row) if row.target or row.menu else None)

    def _doing(self, row: DeviceRow) -> QWidget:
        """What can be done with the device of a row, at its end."""
        holder = QWidget()
        beside = horizontal(holder, spacing=0)
        if row.target:
            beside.addWidget(self._action(row))
        beside.addStretch(1)
        if row.menu:
            button = self._menu_button(row)
            button.setFixedWidth(_MENU_WIDTH)
            beside.addWidget(button)
        return holder

    def _menu_button(self, row: DeviceRow) -> QPushButton:
        button = quiet_button("⋯")
        button.setAccessibleName(_("Actions on {name}").format(name=row.name))
        set_tip(button, button.accessibleName())

        def open_menu() -> None:
            menu = self._menu(row.key[0], button) if self._menu is not None else None
            if menu is not None:
                menu.aboutToHide.connect(menu.deleteLater)
                menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

        button.clicked.connect(open_menu)
        self.menus.append(button)
        return button

    def _link(self, row: DeviceRow) -> QWidget:
        holder = QWidget()
        layout = QGridLayout(holder)
        layout.setContentsMargins(max(0, _INDENT * row.depth - GRID), 0, 0, 0)
        button = quiet_button(row.name.replace("&", "&&"))
        button.setAccessibleName(_("Open {name}").format(name=row.name))
        button.clicked.connect(lambda _=False, name=row.key[0]: self.visit.emit(name))
        layout.addWidget(button, 0, 0, Qt.AlignmentFlag.AlignLeft)
        return holder

    def _action(self, row: DeviceRow) -> QWidget:
        if row.read_only:
            return Label(self._theme, _("read-only"), size="small", color="muted")
        button: QPushButton = quiet_button("")
        self._actions.append(button)
        button.setAccessibleName(_("Measure in {path}").format(path=row.mount))
        button.clicked.connect(lambda _=False, path=row.target: self.measure.emit(path))
        return button


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in {2, 4} else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
