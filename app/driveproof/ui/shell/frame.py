# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is around the pages: the drive's header, the tabs, the splitter, and their layout."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QSplitter,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory, is_drive
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import GAP
from driveproof.ui.feeds.pages import TABS
from driveproof.ui.overview.facts import link_words
from driveproof.ui.shell.actions import Actions, make_menu
from driveproof.ui.shell.drive_model import array_grade, temperature_text
from driveproof.ui.shell.sidebar import COMPACT_WIDTH, Sidebar
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown, without_key
from driveproof.ui.widgets.labels import ElidedLabel, PartsLabel
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.marks import VerdictLabel
from driveproof.ui.widgets.notices import MessageBar
from driveproof.ui.widgets.rows import HairLine
from driveproof.wording.catalogue import _
from driveproof.wording.drive import bus_title, device_title
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_size


class DriveHeader(QWidget):
    """Title, one line of facts and the verdict at the right; its height never changes."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lookups, theme = context.lookups, context.theme
        self.title = ElidedLabel(theme, size="title", selectable=True)
        self.facts = PartsLabel(theme, GAP, color="muted", selectable=True)
        self.title.setObjectName("driveTitle")
        self.facts.setObjectName("driveFacts")
        layout = vertical(self, margins=(MARGIN, 20, MARGIN, 0), spacing=GRID // 2)
        self.verdict = VerdictLabel(theme)
        self.verdict.hide()
        first = horizontal(spacing=2 * GRID)
        first.addWidget(self.title, 1)
        first.addWidget(self.verdict, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(first)
        layout.addWidget(self.facts)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_device(
        self,
        device: BlockDevice,
        inventory: Inventory,
        *,
        gone: bool,
        temperature: float | None = None,
    ) -> None:
        """Show a device; `gone`: it was unplugged. `temperature` is newer than the device's own."""
        if temperature is not None:
            device = replace(device, temperature=temperature)
        self.title.say(shown(device_title(device)))
        self.facts.say_parts(*self._texts(device, inventory, gone=gone))

    def show_array(self, state: ArrayState) -> None:
        """Show the state of the device, which is an array, in place of a drive's health."""
        self.show_verdict(array_grade(state), value_text(state.line), value_text(state.brief))

    def show_verdict(self, word: str, text: str, short: str = "") -> None:
        """Show the health in a few words (`short` if there is no room for them); "" for nothing."""
        self.verdict.say(word, text, short)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The drive's name takes precedence: beside a long one only the verdict's word is shown."""
        room = self.width() - 2 * MARGIN - 2 * GRID - self.title.sizeHint().width()
        least = self.verdict.minimumSizeHint().width()
        wanted = self.verdict.sizeHint().width()
        self.verdict.setFixedWidth(wanted if wanted <= room else least)

    def show_text(self, title: str, facts: str = "") -> None:
        """Show a text if there is no device."""
        self.title.say(title)
        self.facts.say(facts)
        self.verdict.say("", "")

    def _texts(
        self, device: BlockDevice, inventory: Inventory, *, gone: bool
    ) -> tuple[list[str], list[str]]:
        """The facts, and those of them that give way, the first ones first: what never changes
        before what may, and never the temperature. The Overview has them all.
        """
        link = self._lookups.link(device.name)
        label = self._lookups.trim_of(device, inventory).label(device)
        trim = "" if label is None else say_text(label)
        texts = [_("Unplugged")] if gone else []
        on_it = None if gone else inventory.array_on(device)
        if on_it is not None and (on_it is not device or is_drive(device)):
            text = "" if on_it.array is None else value_text(on_it.array.line)
            texts.append(_("{name}: {text}").format(name=shown(device_title(on_it)), text=text))
        size = format_size(device.size) if device.size else ""
        firmware, serial = "", ""
        if device.firmware:
            firmware = _("firmware {firmware}").format(firmware=shown(device.firmware))
        if device.serial:
            serial = _("serial {serial}").format(serial=shown(device.serial))
        texts += filter(None, (shown(device.path), size, firmware, serial))
        way = ""
        if device.link:
            way = link_words(device, link)
        elif not inventory.parents(device):
            way = bus_title(device)
        texts += [way] if way else []
        if trim and not gone:
            texts.append(trim)
        if not gone and (temperature := temperature_text(device)):
            texts.append(temperature)
        return texts, [serial, size, firmware, way, trim]


WINDOW = QSize(1280, 800)
SIDEBAR_WIDTH = 288
NARROW = 960
"""Pixels: in a window that is less wide, the list of drives makes room for the pages."""


class WindowSplitter(QSplitter):
    """The drives and the pages. In a narrow window the drives are icons only, until one wants
    more (`toggle`) or the window grows.
    """

    def __init__(self, sidebar: Sidebar) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._sidebar = sidebar
        self._wide = QByteArray()  # how the person left the whole list in a wide window
        self._narrow = False
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(sidebar)

    def restore(self, state: QByteArray) -> None:
        """Take over the widths of an earlier window."""
        self.restoreState(state)
        if self._narrow:
            self._wide = QByteArray(state)

    def kept(self) -> QByteArray:
        """The widths of the whole list in a wide window, to restore them."""
        narrowed = self._narrow or self._sidebar.compact
        return self._wide if narrowed else QByteArray(self.saveState())

    def toggle(self) -> None:
        """Switch between icons and the whole list."""
        self._set_compact(not self._sidebar.compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < NARROW
        if narrow and not self._narrow:
            self._wide = self.kept()
        super().resizeEvent(event)
        if narrow != self._narrow:
            self._narrow = narrow
            self._set_compact(narrow)

    def _set_compact(self, compact: bool) -> None:
        if compact == self._sidebar.compact:
            return
        if compact:
            self._wide = self.kept()
        self._sidebar.set_compact(compact)
        if compact:
            self.setSizes([COMPACT_WIDTH, self.width() - COMPACT_WIDTH])
        else:
            self.restoreState(self._wide)


class WindowLayout(NamedTuple):
    """`top` is the head and the tabs of the chosen drive."""

    splitter: WindowSplitter
    top: QWidget


def menu_button(actions: Actions, sidebar: Sidebar) -> QToolButton:
    """The only menu, below the drives."""
    button = QToolButton(sidebar)
    button.setAccessibleName(_("Menu"))
    set_tip(button, _("{first} ({second})").format(first=_("Menu"), second="F10"))
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(make_menu(actions, button))
    button.setIconSize(QSize(20, 20))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def sidebar_button(action: QAction, sidebar: Sidebar) -> QToolButton:
    """Switches between icons and the whole list of drives."""
    button = QToolButton(sidebar)
    button.setAccessibleName(without_key(_("&Compact drive list")))
    tip = _("{first} ({second})")
    set_tip(button, tip.format(first=button.accessibleName(), second="F9"))
    button.setIconSize(QSize(20, 20))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(action.trigger)
    return button


def page_tabs(theme: Theme) -> PageTabs:
    """The tabs of the pages."""
    tabs = PageTabs(theme)
    tabs.setAccessibleName(_("Pages"))
    # No mnemonics: they would collide with those of the pages' buttons.
    for page in TABS:
        title = _(page.title)
        tabs.setTabToolTip(tabs.addTab(title), f"{title} ({page.key})")
    return tabs


def lay_out(
    window: QWidget,
    theme: Theme,
    *,
    sidebar: Sidebar,
    header: QWidget,
    banner: QWidget,
    tabs: PageTabs,
    message: MessageBar,
    strip: QWidget,
    pages: QWidget,
) -> WindowLayout:
    """Drives on the left; header, tabs, message, pages and running work on the right."""
    row = horizontal(margins=(MARGIN, GRID, MARGIN, 0))
    row.addWidget(tabs)
    row.addStretch(1)
    right = QWidget()
    column = vertical(right, spacing=0)
    top = QWidget()
    head = vertical(top, spacing=0)
    head.addWidget(header)
    head.addLayout(row)
    head.addWidget(HairLine(theme))
    head.addWidget(banner)
    column.addWidget(top)
    message.setContentsMargins(MARGIN, 2 * GRID, MARGIN, 0)
    column.addWidget(message)
    column.addWidget(pages, 1)
    around = QVBoxLayout()  # below the pages: nothing moves when it comes and goes
    around.setContentsMargins(MARGIN, GRID, MARGIN, GRID)
    around.addWidget(strip)
    column.addLayout(around)
    splitter = WindowSplitter(sidebar)
    splitter.addWidget(right)
    splitter.setStretchFactor(1, 1)
    splitter.setSizes([SIDEBAR_WIDTH, WINDOW.width() - SIDEBAR_WIDTH])
    whole = horizontal(window)
    whole.addWidget(splitter)
    return WindowLayout(splitter, top)


_SPACE = 28  # between two words
_END = 8  # after the last one: the frame of the focus


class PageTabs(QTabBar):
    """A tab bar without frames around its words; QTabBar handles the keyboard."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._restyle()
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.setFont(self._theme.body())
        self.update()

    def _word(self, index: int) -> str:
        return self.tabText(index)

    def _width(self, index: int) -> int:
        return QFontMetrics(self._theme.body(strong=True)).horizontalAdvance(self._word(index))

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(
            self._width(index) + self._after(index),
            2 * GRID + QFontMetrics(self.font()).height() + 8,
        )

    def _after(self, index: int) -> int:
        """Pixels between a word and the next one, or the end."""
        return _SPACE if index < self.count() - 1 else _END

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = self._theme.colors
        for index in range(self.count()):
            place = self.tabRect(index).adjusted(0, 0, -self._after(index), 0)
            current = index == self.currentIndex()
            painter.setFont(self._theme.body(strong=current))
            hovered = place.contains(self.mapFromGlobal(self.cursor().pos()))
            painter.setPen(colors.text if current or hovered else colors.muted)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(place, flags, self._word(index))
            if current:
                line = QRect(place.left(), self.height() - 2, place.width(), 2)
                painter.fillRect(line, colors.accent)
                if self.hasFocus():
                    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                    painter.setPen(QPen(colors.accent, 1.5))
                    painter.drawRoundedRect(place.adjusted(-6, 5, 6, -8), 4, 4)
