# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The choices that hold for the whole window; each takes effect at once."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.profile.profile import Profile
from driveproof.ui.settings import BINARY, NOTIFY_END, NOTIFY_HEALTH, PROFILE, THEME, Settings
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.segmented import Segmented
from driveproof.wording.catalogue import _
from driveproof.wording.profile import profile_text

_LOOKS = ("", "light", "dark")


class PreferencesDialog(QDialog):
    """Changes `settings`, whose `changed` tells the pages; the theme follows at once."""

    def __init__(
        self,
        settings: Settings,
        profiles: tuple[Profile, ...],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._theme = settings, theme
        self.setWindowTitle(_("Preferences"))
        self.look = Segmented((_("As the desktop"), _("Light"), _("Dark")), _("Appearance"))
        look = settings.text(THEME)
        self.look.choose(_LOOKS.index(look) if look in _LOOKS else 0)
        self.look.chosen.connect(self._look_chosen)
        self.unit = Segmented(("MB/s", "MiB/s"), _("Bandwidth"))
        self.unit.choose(int(settings.flag(BINARY)))
        self.unit.chosen.connect(self._unit_chosen)
        self.profile = QComboBox()
        self.profile.setAccessibleName(_("Profile that Measure offers first"))
        self.profile.addItem(_("The one that was used last"), "")
        for each in profiles:
            self.profile.addItem(profile_text(each.title, each.name), each.name)
        self.profile.setCurrentIndex(max(0, self.profile.findData(settings.text(PROFILE))))
        self.profile.activated.connect(self._profile_chosen)
        self.health = QCheckBox(_("&Notify me when the health of a drive gets worse"))
        self.health.setChecked(settings.flag(NOTIFY_HEALTH, True))
        self.health.toggled.connect(self._health_toggled)
        self.end = QCheckBox(_("N&otify me when a measurement ends behind other windows"))
        self.end.setChecked(settings.flag(NOTIFY_END, True))
        self.end.toggled.connect(self._end_toggled)
        self._build()

    def _build(self) -> None:
        rows = QGridLayout()
        rows.setHorizontalSpacing(3 * GRID)
        rows.setVerticalSpacing(2 * GRID)
        rows.setColumnStretch(1, 1)
        for number, (title, widget) in enumerate(
            (
                (_("Appearance"), self.look),
                (_("Bandwidth"), self.unit),
                (_("First profile"), self.profile),
                (_("Notifications"), self.health),
                ("", self.end),
            )
        ):
            rows.addWidget(Label(self._theme, title, color="muted"), number, 0)
            rows.addWidget(widget, number, 1)
        close = QPushButton(_("C&lose"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        column.setSpacing(3 * GRID)
        column.addLayout(rows)
        column.addStretch(1)
        column.addLayout(buttons)

    @Slot(int)
    def _look_chosen(self, number: int) -> None:
        self._settings.keep(THEME, _LOOKS[number])
        self._theme.force(_LOOKS[number])

    @Slot(int)
    def _unit_chosen(self, number: int) -> None:
        self._settings.keep(BINARY, bool(number))

    @Slot(int)
    def _profile_chosen(self, number: int) -> None:
        self._settings.keep(PROFILE, self.profile.itemData(number))

    @Slot(bool)
    def _end_toggled(self, on: bool) -> None:
        self._settings.keep(NOTIFY_END, on)

    @Slot(bool)
    def _health_toggled(self, on: bool) -> None:
        self._settings.keep(NOTIFY_HEALTH, on)
