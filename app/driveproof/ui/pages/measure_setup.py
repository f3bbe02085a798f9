# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before a run: which test, where, how large; and one button that says what it will do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.profile import Profile
from driveproof.domain.units import format_bound, format_size, format_size_bound, parse_size
from driveproof.ui.pages.measure_cache import CacheChoice
from driveproof.ui.pages.measure_profiles import ProfileCards
from driveproof.ui.pages.measure_target import TargetChooser
from driveproof.ui.pages.run_view_words import sentence
from driveproof.ui.style import GRID, MARGIN, Theme
from driveproof.ui.text import shown
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import PageHead, primary_button, quiet_button

SIZES = ("256 MiB", "1 GiB", "4 GiB", "16 GiB", "64 GiB")

# Without buttons: the arrow keys and the wheel step. The box has the border, not the field in it.
_PLAIN_BOX = """
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; height: 0; border: 0; }
QAbstractSpinBox { padding: 6px 9px; min-height: 20px; }
QLineEdit { border: 0; padding: 0; margin: 0; min-height: 0; background: transparent; }
"""


class SetupView(QWidget):
    """Emits `start` when the person wants to measure; `profile`, `path`, `label` say what."""

    start = Signal()

    def __init__(self, theme: Theme, home: str | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._device: BlockDevice | None = None
        self._problem: DriveproofError | None = None
        self._ready: Profile | None = None
        self.head = PageHead(theme)
        self.button = primary_button(self.tr("Measure"))
        self.button.clicked.connect(self.start)
        self.head.add(self.button)
        self.reason = Label(theme, color="watch", wrap=True, selectable=True)
        self.cards = ProfileCards(theme)
        self.target = TargetChooser(theme, home)
        self._build()
        self.cards.chosen.connect(self._profile_chosen)
        self.target.changed.connect(self._changed)
        self.file_size.editTextChanged.connect(self._changed)
        self.repeats.valueChanged.connect(self._changed)
        self.seconds.valueChanged.connect(self._changed)
        self.cache.box.currentIndexChanged.connect(self._changed)
        self._update()

    def _build(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(MARGIN, GRID, MARGIN, 3 * GRID)
        column.setSpacing(GRID)
        column.addWidget(self._section(self.tr("What do you want to know?")))
        column.addWidget(self.cards)
        column.addSpacing(2 * GRID)
        column.addWidget(self._section(self.tr("Where?")))
        column.addWidget(self.target)
        column.addSpacing(2 * GRID)
        column.addLayout(self._details())
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(body)
        area.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 3 * GRID, MARGIN, 2 * GRID)
        top.setSpacing(GRID)
        top.addWidget(self.head)
        top.addWidget(self.reason)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(top)
        page.addWidget(area, 1)

    def _section(self, words: str) -> Label:
        return Label(self._theme, words, strong=True)

    def _details(self) -> QVBoxLayout:
        self.file_size = QComboBox()
        self.file_size.setEditable(True)
        self.file_size.addItems(SIZES)
        self.file_size.setAccessibleName(self.tr("Size of the test file"))
        self.label = QLineEdit()
        self.label.setMaxLength(200)
        self.label.setPlaceholderText(self.tr("for example: before the firmware update"))
        self.label.setAccessibleName(self.tr("Label of the result"))
        self.label.setMaximumWidth(420)
        self.repeats = QSpinBox()
        self.repeats.setRange(1, 100)
        self.repeats.setAccessibleName(self.tr("Repeats of each test"))
        self.seconds = QDoubleSpinBox()
        self.seconds.setRange(0.5, 3600.0)
        self.seconds.setDecimals(1)
        self.seconds.setSuffix(self.tr(" s"))
        self.seconds.setAccessibleName(self.tr("Seconds of each repeat"))
        for box in (self.repeats, self.seconds):
            box.setStyleSheet(_PLAIN_BOX)
            box.lineEdit().setTextMargins(8, 0, 0, 0)
        self.more = quiet_button(self.tr("&Options"))
        self.more.setCheckable(True)
        self.more.setStyleSheet("padding-left: 0;")
        self.more.toggled.connect(self._show_options)
        column = QVBoxLayout()
        column.setSpacing(GRID)
        column.addLayout(
            self._form((self.tr("&Test file"), self.file_size), (self.tr("&Label"), self.label))
        )
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addStretch(1)
        column.addLayout(row)
        self.options = QWidget()
        self.cache = CacheChoice(self._theme)
        inner = self._form(
            (self.tr("&Repeats"), self.repeats),
            (self.tr("&Seconds of each"), self.seconds),
            (self.tr("&Page cache"), self.cache.box),
        )
        inner.addRow("", self.cache.meaning)
        self.options.setLayout(inner)
        self.options.hide()
        column.addWidget(self.options)
        return column

    def _form(self, *rows: tuple[str, QWidget]) -> QFormLayout:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(2 * GRID)
        form.setVerticalSpacing(GRID)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for words, widget in rows:
            caption = Label(self._theme, words, color="muted")
            caption.setBuddy(widget)
            caption.setMinimumSize(120, widget.sizeHint().height())
            caption.setTextFormat(Qt.TextFormat.PlainText)
            if not isinstance(widget, QLineEdit):
                widget.setFixedWidth(140)
            form.addRow(caption, widget)
        return form

    @Slot(bool)
    def _show_options(self, on: bool) -> None:
        self.options.setVisible(on)

    # What is chosen

    def set_profiles(self, profiles: tuple[Profile, ...], wanted: str = "") -> None:
        """The profiles to choose from."""
        self.cards.set_profiles(profiles, wanted)
        self._update()

    def set_device(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Another drive, or news about the same one."""
        if (device and device.path) != (self._device and self._device.path):
            self.target.forget()
            self._problem = None
        self._device = device
        self.target.set_device(device, inventory)
        self._update()

    def say_problem(self, problem: DriveproofError | None) -> None:
        """A run could not begin or ended without a result: said until something is changed."""
        self._problem = problem
        self._update()

    @property
    def profile(self) -> Profile | None:
        """The chosen profile with the chosen size, repeats and seconds; None when not possible."""
        return self._ready

    @property
    def path(self) -> str:
        """The chosen folder."""
        return self.target.chosen

    @Slot(object)
    def _profile_chosen(self, profile: Profile) -> None:
        for widget in (self.file_size, self.repeats, self.seconds):
            widget.blockSignals(True)
        self.cache.choose(profile.cache)
        self.file_size.setEditText(format_size(profile.size, binary=True).replace("\u202f", " "))
        self.repeats.setValue(profile.repeats)
        self.seconds.setValue(max((p.seconds for p in profile.phases), default=2.0))
        for widget in (self.file_size, self.repeats, self.seconds):
            widget.blockSignals(False)
        self._changed()

    @Slot()
    def _changed(self) -> None:
        self._problem = None
        self._update()

    def _custom(self) -> Profile:
        """Raises UsageError in words for what cannot be measured."""
        profile = self.cards.profile
        if profile is None:
            raise UsageError(self.tr("There is no profile to measure with."))
        size = parse_size(self.file_size.currentText())
        if not self.path:
            raise self._no_place()
        free = self.target.free
        if free is not None and size > free:
            raise UsageError(
                self.tr("A test file of {0} does not fit: {1} are free.").format(
                    format_size(size, binary=True), format_size(free)
                ),
                self.tr("Choose a smaller test file or another folder."),
            )
        seconds: float | None = self.seconds.value()
        if seconds == max((p.seconds for p in profile.phases), default=2.0):
            seconds = None
        return profile.customized(
            size=size, repeats=self.repeats.value(), seconds=seconds, cache=self.cache.chosen
        )

    def _no_place(self) -> UsageError:
        if self._device is None:
            return UsageError(
                self.tr("No drive is chosen."), self.tr("Choose one on the left, or any folder.")
            )
        if self.target.count:
            return UsageError(self.tr("No folder is chosen."), self.tr("Choose where to measure."))
        return UsageError(
            self.tr("Nothing on {0} is mounted where a test file could be made.").format(
                shown(self._device.path)
            ),
            self.tr("Mount it, for example by a click in your file manager, or choose a folder."),
        )

    def _update(self) -> None:
        problem: DriveproofError | None = self._problem
        try:
            self._ready = self._custom()
        except UsageError as error:
            self._ready = None
            problem = error
        path = shown(self.path)
        if self._ready is None:
            self.head.say(self.tr("Choose what to measure, and where"))
            self.button.setText(self.tr("&Measure"))
        else:
            self.head.say(
                self.tr("Measure in {0}").format(path),
                self.tr("As you, without root, in a test file that vanishes by itself."),
            )
            self.button.setText(self._promise(self._ready))
        self.button.setEnabled(self._ready is not None)
        self.reason.say("" if problem is None else sentence(str(problem)))
        self.reason.setVisible(problem is not None)

    def _promise(self, profile: Profile) -> str:
        tests = len(profile.phases)
        words = self.tr("&Measure {0} tests, at most {1}").format(
            tests, format_bound(profile.seconds)
        )
        if tests == 1:
            words = self.tr("&Measure 1 test, at most {0}").format(format_bound(profile.seconds))
        written = profile.bytes_written
        if written is None:
            return words
        return self.tr("{0}, writes at most {1}").format(words, format_size_bound(written))
