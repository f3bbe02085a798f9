# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a TRIM would free: read in a thread, shown below the chain, with earlier TRIMs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.trim.answer import free_facts
from driveproof.domain.trim.job import KeptTrim, Preview
from driveproof.ui.feeds.lookups import Stack, stack_of
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import without_key
from driveproof.ui.widgets.buttons import Disclosure, quiet_button
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.rows import FactRows
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text
from driveproof.wording.table import fact_texts
from driveproof.wording.units import group_digits

if TYPE_CHECKING:
    from driveproof.engine.trim.session import TrimSession

_KEPT = 5
_FIRST = 60

Key = tuple[str, Stack]


@dataclass(frozen=True)
class PreviewLookup:
    """What is known of a target: its preview, or why there is none, and whether it can start.

    `unprovable` is the reason why marked blocks could not be read back, None if they can; `kept`
    are the earlier TRIMs, oldest first.
    """

    key: Key
    preview: Preview | None = None
    error: DriveproofError | None = None
    helper: DriveproofError | None = None
    unprovable: DriveproofError | None = None
    kept: tuple[KeptTrim, ...] = ()

    @property
    def problem(self) -> DriveproofError | None:
        """Why it cannot start."""
        refusal = self.preview.refusal if self.preview else None
        return self.error or refusal or self.helper


class Previews(QObject):
    """Reads one target at a time, in a thread. Emits `changed` when it knows more."""

    changed = Signal()

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._known: PreviewLookup | None = None
        self._wanted: tuple[Key, BlockDevice] | None = None
        self._session: TrimSession | None = None
        self._asked: Key | None = None
        self._tasks = TaskQueue(self)

    @property
    def busy(self) -> bool:
        """Whether something is being read."""
        return self._tasks.busy

    def of(self, target: str, inventory: Inventory) -> PreviewLookup | None:
        """What is known; None if nothing is, or if the devices have changed."""
        known = self._known
        return known if known and known.key == (target, stack_of(target, inventory)) else None

    def ask(
        self, target: str, device: BlockDevice, inventory: Inventory, *, again: bool = False
    ) -> None:
        """Read it, unless it is known or being read and not requested `again`."""
        key = (target, stack_of(target, inventory))
        if self.busy and self._asked == key:
            return
        if not again and self._known is not None and self._known.key == key:
            self._wanted = None
            return
        self._wanted = (key, device)
        if self._session is not None:
            self._session.cancel()
        self._next()

    def _next(self) -> None:
        if self._wanted is None or self.busy:
            return
        (self._asked, device), self._wanted = self._wanted, None
        key, services, trim = self._asked, self._services, self._services.trim
        session = self._session = trim.session(key[0], lambda _: None)

        def look() -> PreviewLookup:
            try:
                kept = trim.kept(device)
            except DriveproofError:
                kept = ()  # the History page reports the problem with the file
            try:
                preview = session.preview()
            except DriveproofError as error:
                return PreviewLookup(key, error=error, kept=kept)
            helper = None if preview.refusal else services.helper_missing()
            return PreviewLookup(key, preview, None, helper, trim.unprovable(preview), kept)

        self._tasks.add(look, self._done)

    def _done(self, looked: PreviewLookup | None, error: DriveproofError | None) -> None:
        self._session, key = None, self._asked
        self._asked = None
        if looked is None and key is not None:
            looked = PreviewLookup(key, error=error)
        if looked is not None and not isinstance(looked.error, CancelledError):
            self._known = looked
        self._next()
        self.changed.emit()


class PreviewPart(QWidget):
    """The free space as a picture and in numbers, its first ranges, and earlier TRIMs.

    Emits `compare` to measure the effect of a TRIM.
    """

    compare = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.title = Label(theme, _("Free space"), size="heading")
        self.bar = FreeBar(theme)
        self.bar.setContentsMargins(0, GRID, 0, 0)
        self.legend = Label(theme, size="small", color="muted", wrap=True)
        self.legend.say(_("From start to end of the device. Dark: in use, pale: free."))
        self.facts = FactRows(theme)
        heads = [
            TableColumn(_("Position"), figures=True),
            TableColumn(_("Bytes"), figures=True, grows=1),
        ]
        self._cells = CellsModel([TableColumn("#", figures=True), *heads], theme, self)
        self.table = CellTable(self._cells, theme, without_key(_("The first free &ranges")))
        self.ranges = Disclosure(theme, _("The first free &ranges"), self.table)
        self.notes = Label(theme, wrap=True, color="muted", selectable=True)
        self.compare_button = quiet_button(_("&Measure the effect…"), flush=True)
        self.compare_button.clicked.connect(self.compare)
        self.kept_title = Label(theme, _("Earlier TRIMs"), strong=True)
        self.kept_title.setContentsMargins(0, 2 * GRID, 0, 0)
        self.kept = FactRows(theme, columns=1)
        column = vertical(self, margins=(0, 4 * GRID, 0, 0), spacing=GRID)
        for widget in (
            self.title, self.bar, self.legend, self.facts, self.ranges, self.notes,
            self.compare_button, self.kept_title, self.kept,
        ):  # fmt: skip
            if widget is self.compare_button:
                column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
            else:
                column.addWidget(widget)

    def show_looked(self, looked: PreviewLookup | None) -> None:
        """Show what is known; nothing if nothing is."""
        preview = looked.preview if looked else None
        free = preview.free if preview else None
        facts = fact_texts(free_facts(preview)) if preview and not preview.refusal else []
        bins = free.bins if free and facts else ()
        self.title.setVisible(bool(facts))
        mounted = preview is not None and preview.mount is not None
        self.compare_button.setVisible(bool(facts) and mounted)
        self.bar.setVisible(bool(bins))
        self.legend.setVisible(bool(bins))
        if preview is not None and preview.picture is not None and bins:
            self.bar.set_bins(bins, say_text(preview.picture))
        self.facts.set_facts(facts)
        self.facts.setVisible(bool(facts))
        first = free.first[:_FIRST] if free and facts else ()
        self._cells.set_rows(
            [
                (TableCell(str(number), number), _bytes(start), _bytes(length))
                for number, (start, length) in enumerate(first, 1)
            ]
        )
        self.ranges.setVisible(bool(first))
        notes = [say_text(one) for one in preview.notes] if preview and facts else []
        self.notes.say("\n".join(notes))
        self.notes.setVisible(bool(notes))
        kept = looked.kept[-_KEPT:][::-1] if looked else ()
        self.kept.set_facts(
            [(date_and_time(one.started, weekday=True), say_text(one.say)) for one in kept]
        )
        for part in (self.kept_title, self.kept):
            part.setVisible(bool(kept))
        self.setVisible(bool(facts or kept))


def _bytes(count: int) -> TableCell:
    return TableCell(group_digits(count), count)


_HEIGHT = 24
_DONE = 3  # pixels: the progress line


class FreeBar(QWidget):
    """Equal parts of a device from its beginning to its end; the freer a part, the paler."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bins: tuple[float, ...] = ()
        self._done: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def set_bins(self, bins: tuple[float, ...], words: str) -> None:
        """Set the free fraction of each part, 0 to 1; `words` say the same for people who cannot
        see it.
        """
        self.setAccessibleName(words)
        self.setToolTip("")
        if bins != self._bins:
            self._bins = bins
            self.update()

    def set_done(self, share: float | None) -> None:
        """Set how far along the device the progress is, None to hide it."""
        if share != self._done:
            self._done = share
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, _HEIGHT + self.contentsMargins().top())

    def columns(self, width: int) -> list[float]:
        """The free fraction of every pixel column."""
        count = len(self._bins)
        if not count or width <= 0:
            return []
        shares = []
        for column in range(width):
            first = column * count // width
            last = max(first + 1, (column + 1) * count // width)
            part = self._bins[first:last]
            shares.append(sum(part) / len(part))
        return shares

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = self.contentsMargins().top()
        painter.translate(0, top)
        whole = QPainterPath()
        whole.addRoundedRect(QRectF(0, 0, self.width(), self.height() - top), 6, 6)
        painter.setClipPath(whole)
        for column, share in enumerate(self.columns(self.width())):
            color = _mixed(colors.fill, colors.free, share)
            # Slightly wider than itself: no seam shows at a fractional scale.
            painter.fillRect(QRectF(column, 0, 1.5, self.height()), color)
        if self._done is not None:
            line = QRectF(0, _HEIGHT - _DONE, self.width() * min(self._done, 1.0), _DONE)
            painter.fillRect(line, colors.accent)
        painter.end()


def _mixed(used: QColor, free: QColor, share: float) -> QColor:
    share = min(max(share, 0.0), 1.0)
    parts = (
        (one + (other - one) * share)
        for one, other in (
            (used.redF(), free.redF()),
            (used.greenF(), free.greenF()),
            (used.blueF(), free.blueF()),
        )
    )
    return QColor.fromRgbF(*parts)
