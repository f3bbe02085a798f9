# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guided profiles in groups, and a field that searches them."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.for_device import TargetUse, why_not
from driveproof.domain.profile.profile import Profile, grouped_profiles
from driveproof.domain.profile.shipped import GROUP_TITLES, ProfileGroup
from driveproof.domain.profile_cost import profile_facts, short_time
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import tooltip
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.fields import FilterField
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import ANY_SIZE, horizontal, vertical
from driveproof.ui.widgets.rows import FactRows
from driveproof.ui.widgets.section_list import (
    ROW_INSET,
    SectionView,
    paint_ground,
    paint_section,
    section_height,
)
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.profile import (
    profile_text,
    run_title,
    with_words,
)
from driveproof.wording.say import say_text
from driveproof.wording.table import fact_texts

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_LEAST_TITLE = 96  # pixels


class ProfileRole(IntEnum):
    """The data of a row besides its title."""

    PROFILE = Qt.ItemDataRole.UserRole + 1
    TIME = Qt.ItemDataRole.UserRole + 2
    """How long it takes on the chosen target; "" where it is not possible."""


class ProfilesModel(QAbstractListModel):
    """The titles of groups, and below each its profiles with all of the words searched."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.profiles: tuple[Profile, ...] = ()
        self._words = ""
        self._rows: list[ProfileGroup | Profile] = []
        self._way = TargetUse.FOLDER
        self._rates: Rates | None = None
        self._speed = SpeedClass.OTHER

    def show_profiles(self, profiles: tuple[Profile, ...], words: str) -> None:
        """Show those of these with all of the words."""
        self.profiles, self._words = profiles, words
        rows: list[ProfileGroup | Profile] = []
        for group, some in grouped_profiles(with_words(profiles, words)):
            rows += [group, *some]
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def show_way(self, way: TargetUse, rates: Rates | None, speed: SpeedClass) -> None:
        """Say what each profile takes on such a target."""
        if (way, rates, speed) != (self._way, self._rates, self._speed):
            self._way, self._rates, self._speed = way, rates, speed
            if self._rows:
                self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def row_of(self, name: str) -> int | None:
        """The row of the profile with this name; None if it is not shown."""
        for row, each in enumerate(self._rows):
            if isinstance(each, Profile) and each.name == name:
                return row
        return None

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self._rows[index.row()], ProfileGroup):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if isinstance(row, ProfileGroup):
            titles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return say_text(GROUP_TITLES[row]) if role in titles else None
        return self._of_profile(row, role)

    def _of_profile(self, profile: Profile, role: int) -> object:
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return profile_text(profile.title, profile.name)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(profile_text(profile.question, profile.name))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                facts = _facts(profile.for_drive(self._speed), self._way, self._rates)
                said = "; ".join(f"{name}: {value}" for name, value in facts)
                return f"{profile_text(profile.question, profile.name)} {said}"
            case ProfileRole.PROFILE:
                return profile
            case ProfileRole.TIME:
                time = short_time(profile.for_drive(self._speed), self._way, self._rates)
                return "" if time is None else say_text(time)
            case _:
                return None


def row_height(theme: Theme) -> int:
    """The height of a profile's row in pixels."""
    return QFontMetrics(theme.body()).height() + GRID + 6


class ProfileDelegate(QStyledItemDelegate):
    """One line: the title, and what it takes or that it is not possible here."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if index.data(ProfileRole.PROFILE) is None:
            return QSize(0, section_height(self._theme, index.row(), above=0))
        return QSize(0, row_height(self._theme))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        if index.data(ProfileRole.PROFILE) is None:
            paint_section(painter, self._theme, option.rect, index.data())
        else:
            self._paint_profile(painter, option, index)
        painter.restore()

    def _paint_profile(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, colors = self._theme, self._theme.colors
        card = option.rect.adjusted(ROW_INSET, 1, -ROW_INSET, -1)
        paint_ground(painter, theme, card, option.state)
        box = card.adjusted(12, 0, -12, 0)
        time = index.data(ProfileRole.TIME)
        small, body = QFontMetrics(theme.small()), QFontMetrics(theme.body())
        words = time or _("Not here")
        room = small.horizontalAdvance(words) + GRID
        line = Qt.AlignmentFlag.AlignVCenter
        title = index.data()
        if box.width() - room >= min(_LEAST_TITLE, body.horizontalAdvance(title)):
            painter.setFont(theme.small())
            painter.setPen(colors.muted)
            painter.drawText(box, line | Qt.AlignmentFlag.AlignRight, words)
            box = QRect(box.left(), box.top(), box.width() - room, box.height())
        painter.setFont(theme.body())
        painter.setPen(colors.text if time else colors.muted)
        title = body.elidedText(title, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, line | Qt.AlignmentFlag.AlignLeft, title)


class ProfileList(QWidget):
    """One profile is always chosen, even while a search does not show it. Emits
    `chosen(Profile)`.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.profiles: tuple[Profile, ...] = ()
        self._chosen: Profile | None = None
        self._updating = False
        self.search = FilterField(theme, _("Search"))
        self.search.setMaximumWidth(ANY_SIZE)
        self.search.textChanged.connect(self._search)
        self.search.installEventFilter(self)
        self.model = ProfilesModel(self)
        self.view = SectionView()
        self.view.setAccessibleName(_("Profiles"))
        self.view.setModel(self.model)
        self.view.setItemDelegate(ProfileDelegate(theme, self.view))
        self.view.installEventFilter(self)
        self.view.selectionModel().currentChanged.connect(self._moved)
        self.view.verticalScrollBar().rangeChanged.connect(self._keep_in_sight)
        self.nothing = Label(theme, color="muted", wrap=True)
        self.all = quiet_button(_("Show &all profiles"))
        self.all.clicked.connect(self.search.clear)
        self._empty = QWidget()
        empty = vertical(self._empty, margins=(ROW_INSET, GRID, ROW_INSET, 0), spacing=GRID)
        empty.addWidget(self.nothing)
        empty.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        empty.addStretch(1)
        column = vertical(self, spacing=GRID // 2)
        column.addWidget(self.search)
        column.addWidget(self.view, 1)
        column.addWidget(self._empty, 1)
        self._empty.hide()
        theme.changed.connect(self._restyle)

    # What is chosen

    def set_profiles(self, profiles: tuple[Profile, ...], wanted: str = "") -> None:
        """Show these, and choose the one with this name, otherwise the first."""
        self.profiles = profiles
        self._fill()
        ordered = [one for _group, some in grouped_profiles(profiles) for one in some]
        match = [one for one in ordered if one.name == wanted] or ordered
        if match:
            self._choose(match[0])

    @property
    def profile(self) -> Profile | None:
        """The selected profile, as read from its file."""
        return self._chosen

    def choose(self, name: str) -> None:
        """Choose the profile with this name, if there is one."""
        for profile in self.profiles:
            if profile.name == name and profile is not self._chosen:
                self._choose(profile)

    def _choose(self, profile: Profile) -> None:
        self._chosen = profile
        self._mark()
        self.chosen.emit(profile)

    def _mark(self) -> None:
        """Select the row of the chosen one, if it is shown; emits nothing."""
        row = self.model.row_of(self._chosen.name) if self._chosen is not None else None
        self._updating = True
        self.view.setCurrentIndex(QModelIndex() if row is None else self.model.index(row))
        self._updating = False
        self._keep_in_sight()

    @Slot()
    def _keep_in_sight(self) -> None:
        """Scroll to the chosen profile, into the part of the list that the window shows."""
        current = self.view.currentIndex()
        if not current.isValid():
            return
        self.view.scrollTo(current)
        row = self.view.visualRect(current)
        seen = self.view.viewport().visibleRegion().boundingRect()
        if seen.height() > row.height() and row.bottom() > seen.bottom():
            bar = self.view.verticalScrollBar()
            bar.setValue(bar.value() + row.bottom() - seen.bottom())

    def show_way(self, way: TargetUse, rates: Rates | None, speed: SpeedClass) -> None:
        """Show what each profile takes on such a target, without changes."""
        self.model.show_way(way, rates, speed)

    @Slot(QModelIndex)
    def _moved(self, current: QModelIndex) -> None:
        profile = current.data(ProfileRole.PROFILE)
        if not self._updating and isinstance(profile, Profile) and profile is not self._chosen:
            self._chosen = profile
            self.chosen.emit(profile)

    def show_rows(self, count: int | None) -> None:
        """Be as high as so many rows; None: as high as there is room."""
        least = self.search.sizeHint().height() + GRID
        row = row_height(self._theme)
        if count is None:
            self.setMinimumHeight(least + 3 * row)
            self.setMaximumHeight(ANY_SIZE)
        else:
            self.setFixedHeight(least + count * row + row // 2)  # half a row: there are more

    # The search

    def go_to_search(self) -> None:
        """Go to the field that searches."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @Slot()
    def _search(self) -> None:
        self._fill()
        self._mark()

    def _fill(self) -> None:
        words = self.search.text().strip()
        self._updating = True
        self.model.show_profiles(self.profiles, words)
        self._updating = False
        found = self.model.rowCount() > 0 or not words
        self.view.setVisible(found)
        self._empty.setVisible(not found)
        self.nothing.say(_("Nothing contains “{text}”").format(text=words) if not found else "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if watched is self.search and self._pressed_in_field(event):
                return True
            if watched is self.view and event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def _pressed_in_field(self, event: QKeyEvent) -> bool:
        """Handle a key in the field; returns whether it did anything."""
        match event.key():
            case Qt.Key.Key_Escape if self.search.text():
                self.search.clear()
            case Qt.Key.Key_Down | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._to_list()
            case _:
                return False
        return True

    def _to_list(self) -> None:
        """Go on in the list, at the chosen profile or else at the first one that was found."""
        if self.model.rowCount() == 0:
            return
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(1))  # below the first title
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _restyle(self) -> None:
        self.view.doItemsLayout()
        self.view.viewport().update()


class ProfileDetail(QWidget):
    """Question, description and facts; the facts follow what is entered."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = Label(theme, strong=True, wrap=True)
        self.question = Label(theme, wrap=True)
        self.description = Label(theme, color="muted", size="small", wrap=True)
        self.facts = FactRows(theme, columns=1)
        column = vertical(self, spacing=GRID // 2)
        self._head = horizontal(spacing=2 * GRID)
        self._head.addWidget(self.title, 1)
        column.addLayout(self._head)
        for widget in (self.question, self.description, self.facts):
            column.addWidget(widget)

    def add(self, button: QWidget) -> None:
        """Add what can be done with the profile beside its title."""
        self._head.addWidget(button)

    def show_profile(
        self, profile: Profile, way: TargetUse, rates: Rates | None, two: Profile | None = None
    ) -> None:
        """Show this variant of a profile on such a target; `two` is what two drives take together
        that are measured in turn.
        """
        self.title.say(run_title(profile.title, profile.name, profile.cache))
        self.question.say(profile_text(profile.question, profile.name))
        self.description.say(profile_text(profile.description, profile.name))
        self.description.setVisible(bool(profile.description))
        self.facts.set_facts(_facts(profile, way, rates, two))


def _facts(
    profile: Profile, way: TargetUse, rates: Rates | None, two: Profile | None = None
) -> list[tuple[str, str]]:
    """What it costs there, or why it is not possible."""
    problem = why_not(profile, way)
    if problem is not None:
        return [(_("Not here"), message_and_advice(problem, Face.WINDOW))]
    return fact_texts(profile_facts(profile, way, rates, two))
