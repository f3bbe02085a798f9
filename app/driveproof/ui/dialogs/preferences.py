# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The choices that hold for the whole window; each takes effect at once."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSystemTrayIcon,
    QVBoxLayout,
    QWidget,
)

from driveproof.composition.services import Services
from driveproof.composition.watching import keep_self_tests, self_tests
from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.profile import Profile
from driveproof.system.desktop.watch_timer import WatchTimer
from driveproof.ui.settings import BINARY, NOTIFY_END, NOTIFY_HEALTH, PROFILE, THEME, TRAY, Settings
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.stylesheet import SCROLL_BAR
from driveproof.ui.theme.text import without_key
from driveproof.ui.widgets.buttons import Segmented
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.profile import profile_text

_LOOKS = ("", "light", "dark")


class PreferencesDialog(Dialog):
    """Changes `settings`, whose `changed` tells the pages; the theme follows at once."""

    def __init__(
        self,
        services: Services,
        settings: Settings,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._app, self._watch = services.app, services.watch_timer
        self._settings, self._theme = settings, theme
        self._tasks = TaskQueue(self)
        self.setWindowTitle(without_key(_("&Preferences…")))
        self.look = Segmented((_("As the desktop"), _("Light"), _("Dark")), _("Appearance"))
        look = settings.text(THEME)
        self.look.choose(_LOOKS.index(look) if look in _LOOKS else 0)
        self.look.chosen.connect(self._look_chosen)
        self.unit = Segmented(("MB/s", "MiB/s"), _("Bandwidth"))
        self.unit.choose(int(settings.flag(BINARY)))
        self.unit.chosen.connect(self._unit_chosen)
        self.profile = ChoiceBox()
        self.profile.setAccessibleName(_("First profile"))
        self.profile.addItem(_("Last used"), "")
        for each in _profiles(services):
            self.profile.addItem(profile_text(each.title, each.name), each.name)
        self.profile.setCurrentIndex(max(0, self.profile.findData(settings.text(PROFILE))))
        self.profile.activated.connect(self._profile_chosen)
        self.health = QCheckBox(_("&Health of a drive or array changes"))
        self.health.setChecked(settings.flag(NOTIFY_HEALTH, True))
        self.health.toggled.connect(self._health_toggled)
        self.end = QCheckBox(_("M&easurement ends in the background"))
        self.end.setChecked(settings.flag(NOTIFY_END, True))
        self.end.toggled.connect(self._end_toggled)
        self.watch = QCheckBox(_("&Watch the drives while Driveproof is closed"))
        self.watch.setEnabled(False)
        self.watch.clicked.connect(self._watch_clicked)
        self.watch_said = Label(theme, color="muted", wrap=True)
        self._make_tray()
        self.tests = ChoiceBox()
        self.tests.setAccessibleName(_("Scheduled self-tests"))
        for said, schedule in (
            (_("None"), ""),
            (_("Short, weekly"), "short=7d"),
            (_("Short weekly, extended monthly"), "short=7d,extended=30d"),
        ):
            self.tests.addItem(said, schedule)
        self._choose_tests(self_tests(self._app))
        self.tests.activated.connect(self._tests_chosen)
        self.tests_said = Label(theme, color="muted", wrap=True)
        self._build()
        self._say_tests()
        self._tasks.add(self._watch.on, self._show_watch, key="timer")

    def _make_tray(self) -> None:
        has_tray = QSystemTrayIcon.isSystemTrayAvailable()
        self.tray = QCheckBox(_("&Show temperatures in the tray"))
        self.tray.setChecked(has_tray and self._settings.flag(TRAY))
        self.tray.setEnabled(has_tray)
        self.tray.toggled.connect(self._tray_toggled)
        self.tray_said = Label(self._theme, color="muted", wrap=True)
        self.tray_said.say(
            _("Closing the window then hides it; Quit ends Driveproof.")
            if has_tray
            else _("This desktop has no tray. On GNOME, install AppIndicator.")
        )

    def _build(self) -> None:
        body = QWidget()
        self._inner = rows = QVBoxLayout(body)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GRID)
        for title, widget in (
            (_("Appearance"), self.look),
            (_("Bandwidth"), self.unit),
            (_("First profile"), self.profile),
            (_("Notifications"), self.health),
            ("", self.end),
            (_("Background"), self.watch),
            ("", self.watch_said),
            ("", self.tray),
            ("", self.tray_said),
            (_("Self-tests"), self.tests),
            ("", self.tests_said),
        ):
            if title:
                if rows.count():
                    rows.addSpacing(GRID)  # a heading belongs to what is below it
                rows.addWidget(Label(self._theme, title, color="muted", size="small"))
            rows.addWidget(widget)
        rows.addStretch(1)
        close = QPushButton(_("C&lose"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        for box in (self.profile, self.tests):  # a long entry is cut, not the dialog made wider
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(24)
        self._area = QScrollArea()  # in a small screen
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(body)
        column = vertical(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=3 * GRID)
        column.addWidget(self._area, 1)
        column.addLayout(buttons)

    def sizeHint(self) -> QSize:
        """All of it, where the screen has room."""
        hint = super().sizeHint()
        width = max(hint.width(), self._inner.sizeHint().width() + 6 * GRID + SCROLL_BAR)
        inside = self._inner.heightForWidth(width - 6 * GRID - SCROLL_BAR)
        return QSize(width, hint.height() - self._area.sizeHint().height() + inside + 2)

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

    @Slot(bool)
    def _tray_toggled(self, on: bool) -> None:
        self._settings.keep(TRAY, on)

    @Slot(bool)
    def _watch_clicked(self, on: bool) -> None:
        self.watch.setEnabled(False)
        self._tasks.add(lambda: _switched(self._watch, on), self._show_watch, key="timer")

    def _choose_tests(self, schedule: str) -> None:
        """Show a schedule, also one that is not in the list."""
        if self.tests.findData(schedule) < 0:
            self.tests.addItem(schedule, schedule)
        self.tests.setCurrentIndex(self.tests.findData(schedule))

    @Slot(int)
    def _tests_chosen(self, _row: int) -> None:
        try:
            keep_self_tests(self._app, self.tests.currentData())
        except DriveproofError as error:
            self._choose_tests(self_tests(self._app))
            self.tests_said.say(message_and_advice(error, Face.WINDOW))
            return
        self._say_tests()

    def _say_tests(self) -> None:
        """Who starts self-tests, and what is missing for it."""
        said = _(
            "Never while a drive is asleep or busy. An administrator must allow them"
            " once (see Help)."
        )
        if self.tests.currentData() and self.watch.isEnabled() and not self.watch.isChecked():
            off = _("Not active: needs watching while Driveproof is closed.")
            said = f"{off} {said}"
        self.tests_said.say(said)
        self.grow(self.sizeHint())  # the sentence may have come after it had its size

    def _show_watch(self, on: bool | None, error: DriveproofError | None) -> None:
        """Show whether the timer runs, or why that cannot be changed here."""
        if error is not None:
            self.watch.setChecked(not self.watch.isChecked())  # as it was
            self.watch.setEnabled(True)
            said = message_and_advice(error, Face.WINDOW)
        else:
            self.watch.setChecked(bool(on))
            self.watch.setEnabled(on is not None)
            said = _("Every ten minutes, by a systemd timer.")
            if on is None:
                said = _("Needs systemd and an installed Driveproof (see Help).")
        self.watch_said.say(said)
        self._say_tests()


def _profiles(services: Services) -> tuple[Profile, ...]:
    try:
        return services.profiles.all()
    except DriveproofError:
        return ()  # the Measure page shows why


def _switched(watch: WatchTimer, on: bool) -> bool | None:
    watch.switch(on)
    return watch.on()
