# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The devices on a drive as rows like lsblk's: what is on them, and what can be done with each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFontMetrics, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QWidget

from driveproof.domain.drive.actions import DeviceAction, Obstacle, actions_of, obstacle
from driveproof.domain.drive.drive import BlockDevice, Inventory, Layer
from driveproof.domain.errors import DriveproofError
from driveproof.domain.text import shown
from driveproof.system.desktop.file_manager import open_folder
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.overview.facts import content_text
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal
from driveproof.ui.widgets.rows import LinedGrid
from driveproof.wording.catalogue import N_, _
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.units import format_size

_ACTIONS = {
    DeviceAction.MOUNT: N_("&Mount"),
    DeviceAction.UNMOUNT: N_("&Unmount"),
    DeviceAction.STANDBY: N_("&Standby now"),
    DeviceAction.EJECT: N_("&Eject"),
    DeviceAction.POWER_OFF: N_("&Power off…"),
}
_OBSTACLES = {
    Obstacle.SYSTEM: N_("The running system needs it."),
    Obstacle.MOUNTED: N_("Unmount what is mounted on it."),
    Obstacle.WORKING: N_("Wait until it finishes, or cancel it."),
}


def action_title(action: DeviceAction) -> str:
    """The entry of a menu, with its mnemonic."""
    return _(_ACTIONS[action])


def obstacle_text(found: Obstacle) -> str:
    """Why an action is not possible now."""
    return _(_OBSTACLES[found])


def done_text(action: DeviceAction, name: str, point: str = "") -> str:
    """What was done."""
    said = {
        DeviceAction.MOUNT: _("{name} is mounted on {point}."),
        DeviceAction.UNMOUNT: _("{name} is unmounted."),
        DeviceAction.STANDBY: _("{name} sleeps until somebody reads or writes."),
        DeviceAction.EJECT: _("{name} is ejected."),
        DeviceAction.POWER_OFF: _("{name} is powered off and can be unplugged."),
    }
    return said[action].format(name=shown(name), point=shown(point))


def has_menu(device: BlockDevice) -> bool:
    """Whether there is anything to do with a device."""
    return bool(device.mounts or device.uuid or actions_of(device))


class DeviceMenus(QObject):
    """Makes the menus, and does what is chosen. Emits `said(text, bad)` afterwards."""

    said = Signal(str, bool)

    def __init__(self, context: PageContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._over = context, parent
        self._tasks = TaskQueue(self, timeout=None)  # somebody may have to find a password

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._tasks.busy

    def menu(self, device: BlockDevice, inventory: Inventory, parent: QWidget) -> QMenu:
        """The menu of a device as it is now; what is not possible is grey and says why."""
        menu = QMenu(parent)
        name = shown(device_title(device))
        menu.setAccessibleName(_("Actions on {name}").format(name=name))
        menu.setToolTipsVisible(True)
        for mount in device.mounts:
            words = _("&Open {folder}").format(folder=shown(mount.path).replace("&", "&&"))
            entry = menu.addAction(words)
            entry.setObjectName(f"open {mount.path}")
            entry.triggered.connect(partial(self._open, mount.path))
        for action in actions_of(device):
            entry = menu.addAction(action_title(action))
            entry.setObjectName(action)
            why = obstacle(action, device, inventory, working=self._context.works_on(device))
            entry.setEnabled(why is None)
            set_tip(entry, "" if why is None else obstacle_text(why))
            entry.triggered.connect(partial(self._chosen, action, device))
        if device.uuid:
            menu.addSeparator()
            words = _("&Copy UUID {uuid}").format(uuid=shown(device.uuid))
            entry = menu.addAction(words)
            entry.setObjectName("copy")
            entry.triggered.connect(partial(_copy, device.uuid))
        return menu

    def _chosen(self, action: DeviceAction, device: BlockDevice, _checked: bool = False) -> None:
        name = device_title(device)
        if action is DeviceAction.POWER_OFF and not is_sure(
            self._over,
            _("Power off {name}?").format(name=shown(name)),
            _("To use {path} again, reconnect it.").format(path=shown(device.path)),
            yes=_("&Power off"),
            no=_("&Cancel"),
        ):
            return
        why = self._why_not(action, device)
        if why:
            self.said.emit(why, True)
            return
        self._tasks.add(
            lambda: self._context.services.control.do(action, device.object_path, name),
            partial(self._done, action, name),
            key=f"{action} {device.name}",
        )

    def _why_not(self, action: DeviceAction, chosen: BlockDevice) -> str:
        """Why what was chosen in the menu is not done now; "" where it is."""
        # A menu and a question may be open for long.
        inventory = self._context.inventory
        device, name = inventory.get(chosen.name), device_title(chosen)
        if device is None:
            return _("{drive} was unplugged").format(drive=name)
        if _what(device) != _what(chosen):
            other = _("{path} is now another device than {name}; nothing was done.")
            return other.format(path=device.path, name=name)
        why = obstacle(action, device, inventory, working=self._context.works_on(device))
        return "" if why is None else obstacle_text(why)

    def _open(self, path: str, _checked: bool = False) -> None:
        """In the file manager, or where none answers by what opens folders."""

        def done(opened: bool | None, _error: DriveproofError | None) -> None:
            if not opened and not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
                words = _("No program is set up to open {file}.").format(file=shown(path))
                self.said.emit(words, True)

        self._tasks.add(lambda: open_folder(Path(path)), done, key=f"open {path}")

    def _done(
        self, action: DeviceAction, name: str, point: str | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.said.emit(message_and_advice(error, Face.WINDOW), True)
        else:
            self.said.emit(done_text(action, name, point or ""), False)


def _what(device: BlockDevice) -> tuple[object, ...]:
    """What tells a device from a later one of its name."""
    return device.identity, device.model, device.serial, device.size


def _copy(text: str, _checked: bool = False) -> None:
    QGuiApplication.clipboard().setText(text)


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
