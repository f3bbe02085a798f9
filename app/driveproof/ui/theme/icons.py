# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our own line icons, tinted with a colour of the theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from driveproof.domain.drive.drive import DeviceKind
from driveproof.ui.theme.stylesheet import ICONS

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
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(
        painter, QRectF(0, 0, pixmap.width(), pixmap.height())
    )
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def line_pixmap(name: str, color: QColor, size: int = 20, ratio: float = 1.0) -> QPixmap:
    """An icon of resources/icons/line, `size` logical pixels wide."""
    return _drawn(name, color.name(), size, ratio)


def line_icon(name: str, color: QColor, size: int = 20) -> QIcon:
    """The same for buttons, sharp at 1x and 2x."""
    icon = QIcon(line_pixmap(name, color, size, 1.0))
    icon.addPixmap(line_pixmap(name, color, size, 2.0))
    return icon
