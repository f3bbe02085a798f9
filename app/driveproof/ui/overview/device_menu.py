# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The menu of a device: mount, open, unmount, copy its UUID, eject, power off."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from driveproof.domain.drive.actions import DeviceAction, Obstacle, actions_of, obstacle
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.text import shown
from driveproof.system.desktop.file_manager import open_folder
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.text import set_tip
from driveproof.wording.catalogue import N_, _
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, message_and_advice

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
