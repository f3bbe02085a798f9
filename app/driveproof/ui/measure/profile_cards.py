# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guided profiles as cards: the question of each, its duration, its cost."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QSizePolicy, QWidget

from driveproof.domain.drive.link import LinkState
from driveproof.domain.profile.expected_cost import Rates
from driveproof.domain.profile.for_device import Way
from driveproof.domain.profile.profile import Profile
from driveproof.ui.theme.style import GRID, Theme
from driveproof.wording.profile import claim, costs, profile_text

PAD = 2 * GRID
WIDEST = 3


class ProfileCard(QAbstractButton):
    """A card for one profile: a radio button in everything but its looks."""

    def __init__(self, theme: Theme, profile: Profile) -> None:
        super().__init__()
        self._theme = theme
        self.profile = profile
        self._custom = profile
        self._way = Way.FOLDER
        self._rates: Rates | None = None
        self.setCheckable(True)
        self.setText(profile_text(profile.title, profile.name))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(profile_text(profile.title, profile.name))
        self.setAccessibleDescription(
            f"{profile_text(profile.question, profile.name)} {'; '.join(self.costs())}"
        )
        theme.changed.connect(self.update)

    def costs(self) -> list[str]:
        """Its cost at most, and what happens to the target, as text."""
        return [*costs(self._custom, self._way, self._rates), claim(self._custom)]

    def follow(self, profile: Profile, way: Way, rates: Rates | None) -> None:
        """Show what this variant of the profile costs on such a target."""
        if (profile, way, rates) != (self._custom, self._way, self._rates):
            self._custom, self._way, self._rates = profile, way, rates
            self.setAccessibleDescription(
                f"{profile_text(profile.question, profile.name)} {'; '.join(self.costs())}"
            )
            self.updateGeometry()
            self.update()

    def _question_height(self, width: int) -> int:
        metrics = QFontMetrics(self._theme.body())
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        room = QRect(0, 0, max(40, width - 2 * PAD), 10_000)
        return metrics.boundingRect(
            room, int(flags), profile_text(self.profile.question, self.profile.name)
        ).height()

    def _costs_height(self, width: int) -> int:
        metrics = QFontMetrics(self._theme.small())
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        room = QRect(0, 0, max(40, width - 2 * PAD), 10_000)
        return metrics.boundingRect(room, int(flags), "\n".join(self.costs())).height()

    def heightForWidth(self, width: int) -> int:
        title = QFontMetrics(self._theme.body(strong=True)).height()
        words = self._question_height(width) + self._costs_height(width)
        return 2 * PAD + title + words + 2 * GRID

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(260))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, colors = self._theme, self._theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        width = 2.0 if chosen or self.hasFocus() else 1.0
        ground = colors.page
        if chosen:
            ground = colors.selected
        elif self.underMouse():
            ground = colors.hover
        painter.setBrush(ground)
        painter.setPen(QPen(colors.accent if width == 2 else colors.line, width))
        half = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 8, 8)
        if chosen and self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colors.accent, 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4.5, 4.5, -4.5, -4.5), 5, 5)
        box = self.rect().adjusted(PAD, PAD, -PAD, -PAD)
        title = theme.body(strong=True)
        metrics = QFontMetrics(title)
        painter.setFont(title)
        painter.setPen(colors.text)
        words = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box.left(), box.top() + metrics.ascent(), words)
        top = box.top() + metrics.height() + GRID
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
        painter.setFont(theme.body())
        painter.setPen(colors.muted)
        room = QRect(box.left(), top, box.width(), self._question_height(self.width()))
        painter.drawText(room, flags, profile_text(self.profile.question, self.profile.name))
        painter.setFont(theme.small())
        painter.setPen(colors.text)
        height = self._costs_height(self.width())
        room = QRect(box.left(), box.bottom() - height + 1, box.width(), height)
        painter.drawText(room, flags, "\n".join(self.costs()))


class ProfileCards(QWidget):
    """All profiles in a grid; the arrow keys move the choice. Emits `chosen(Profile)`."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._cards: list[ProfileCard] = []
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(2 * GRID)
        self._group.buttonToggled.connect(self._toggled)

    def set_profiles(self, profiles: tuple[Profile, ...], wanted: str = "") -> None:
        """Show these, and choose the one with this name, otherwise the first."""
        for card in self._cards:
            self._group.removeButton(card)
            card.deleteLater()
        self._cards = [ProfileCard(self._theme, profile) for profile in profiles]
        for card in self._cards:
            self._group.addButton(card)
        self._columns = 0
        self._arrange()
        match = [card for card in self._cards if card.profile.name == wanted] or self._cards
        if match:
            match[0].setChecked(True)

    @property
    def profile(self) -> Profile | None:
        """The selected profile, as read from its file."""
        card = self._group.checkedButton()
        return card.profile if isinstance(card, ProfileCard) else None

    def choose(self, name: str) -> None:
        """Choose the profile with this name, if there is one."""
        for card in self._cards:
            if card.profile.name == name:
                card.setChecked(True)

    def show_way(self, way: Way, rates: Rates | None, link: LinkState) -> None:
        """Show what each profile costs on such a target, without changes."""
        for card in self._cards:
            if not card.isChecked():
                card.follow(card.profile.on_link(link), way, rates)

    def follow(self, profile: Profile, way: Way, rates: Rates | None) -> None:
        """Show the cost of the selected one with the entered details."""
        card = self._group.checkedButton()
        if isinstance(card, ProfileCard):
            card.follow(profile, way, rates)

    @Slot(QAbstractButton, bool)
    def _toggled(self, card: QAbstractButton, on: bool) -> None:
        if on and isinstance(card, ProfileCard):
            self.chosen.emit(card.profile)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        columns = max(1, min(WIDEST, (self.width() + 2 * GRID) // (250 + 2 * GRID)))
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self._cards):
            self._grid.addWidget(card, number // columns, number % columns)
        for column in range(WIDEST):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
