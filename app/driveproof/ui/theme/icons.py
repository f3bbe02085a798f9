# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our own line icons, tinted with a colour of the theme, and the icon of the program."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from driveproof.domain.drive.drive import DeviceKind
from driveproof.ui.theme.stylesheet import ICONS

APP_ID = "io.github.driveproof.Driveproof"
_SIZES = (16, 24, 32, 48, 64, 128)
_KINDS = {
    "nvme": "nvme",
    "usb": "usb",
    "mmc": "card",
    "optical": "optical",
    "floppy": "card",
    "md": "stack",
    "lvm": "stack",
    "dm": "stack",
    "multipath": "stack",
    "bcache": "stack",
    "crypt": "lock",
    "loop": "file",
    "zram": "memory",
    "ram": "memory",
    "nbd": "network",
    "virtio": "drive",
    "partition": "partition",
}


def icon_name(kind: DeviceKind, *, rotational: bool | None = None) -> str:
    """The icon for a kind of block device."""
    if kind in {DeviceKind.ATA, DeviceKind.SCSI, DeviceKind.DISK, DeviceKind.FIREWIRE}:
        return "drive" if rotational else "ssd"
    return _KINDS.get(kind, "drive")


@lru_cache(maxsize=256)
def _drawn(name: str, color: str, size: int, ratio: float) -> QPixmap:
    drawing = (ICONS / f"{name}.svg").read_text("utf-8").replace("currentColor", color)
    pixmap = _rendered(drawing, round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _rendered(drawing: str, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def app_icon() -> QIcon:
    """The icon of the program, for its windows: where it is not installed no desktop knows it."""
    drawing = (ICONS.parent / f"{APP_ID}.svg").read_text("utf-8")
    icon = QIcon()
    for size in _SIZES:
        icon.addPixmap(_rendered(drawing, size))
    return icon


def line_pixmap(name: str, color: QColor, size: int = 20, ratio: float = 1.0) -> QPixmap:
    """An icon of resources/icons/line, `size` logical pixels wide."""
    return _drawn(name, color.name(), size, ratio)


def line_icon(name: str, color: QColor, size: int = 20) -> QIcon:
    """The same for buttons, sharp at 1x and 2x."""
    icon = QIcon(line_pixmap(name, color, size, 1.0))
    icon.addPixmap(line_pixmap(name, color, size, 2.0))
    return icon
