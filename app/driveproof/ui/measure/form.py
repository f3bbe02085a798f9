# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The details of a measurement: size, seconds, repeats, page cache, copy-on-write."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from driveproof.domain.access import CACHES, COLD, DIRECT, WARM, Cache
from driveproof.domain.cap import parse_cap
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.method import BAD_SECTORS, EVERYDAY, FIO, REAL_LIFE, SCAN, WHOLE_FILES
from driveproof.domain.profile.mixed import takes_mixed, with_mixed
from driveproof.domain.profile.plan import OfDrives, SizedByTarget
from driveproof.domain.profile.profile import Profile
from driveproof.domain.units import parse_size
from driveproof.methods.capacity.plan import with_probe
from driveproof.methods.everyday.plan import as_in_the_article
from driveproof.methods.iops_at_latency.plan import Plan as IopsAtLatencyPlan
from driveproof.methods.iops_at_latency.plan import with_cap
from driveproof.methods.record.plan import Plan as RecordingPlan
from driveproof.methods.record.plan import with_trace
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import without_key
from driveproof.ui.widgets.choice_box import ChoiceBox
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.number_box import DecimalBox, NumberBox
from driveproof.ui.widgets.opener import Opener
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _
from driveproof.wording.experiment_cost import later_compared
from driveproof.wording.units import NARROW, format_duration, format_size

CAPS = ("1ms", "5ms", "10ms", "20ms", "p99:10ms", "p99:20ms")
SIZES = ("256 MiB", "1 GiB", "4 GiB", "16 GiB", "64 GiB")
_BESIDE_SIZE = 70  # pixels of a box besides its text: the room at its sides, and the arrow


class DetailsForm(QWidget):
    """Emits `changed`. A folder has a test file, a device may be overwritten: both use one row."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._defaults, self._fills, self._many = 2.0, False, False
        self._proposed = ""
        """The size as the profile or its target gave it."""
        self.file_size = _size_box()
        self.made_size = _size_box()  # of the file on each file system that is made on a device
        self.overwrite = QCheckBox(_("&Write tests (erase the device)"))
        self.probe = QCheckBox(_("Only a quick &probe"))
        self.probe.setToolTip(_("Overwrites the partition table."))
        self.duration, self.trace = _recording_boxes()
        self.why_not = ElidedLabel(theme, color="muted", selectable=True)
        self.row = QStackedWidget()
        for widget in (self.file_size, self.overwrite, self.why_not):
            self.row.addWidget(widget)
        self.row.setFixedHeight(self.file_size.sizeHint().height())
        self.label = QLineEdit()
        self.label.setMaxLength(200)
        self.label.setPlaceholderText(_("for example: before TRIM"))
        self.label.setAccessibleName(without_key(_("&Label")))
        self.label.setMaximumWidth(420)
        self.repeats = NumberBox()
        self.repeats.setRange(1, 100)
        self.repeats.setAccessibleName(without_key(_("Rep&eats")))
        self.seconds = DecimalBox()
        self.seconds.setRange(0.5, 3600.0)
        self.seconds.setDecimals(1)
        self.seconds.setSuffix(f"{NARROW}s")
        self.seconds.setAccessibleName(without_key(_("&Seconds of each")))
        self.repeats.setFixedWidth(140)
        self.seconds.setFixedWidth(140)
        self.cache = CacheChoice(theme)
        self.cache.box.setMinimumWidth(140)
        self.cap, self.article = cap_box(), article_box()
        self.mixed = QCheckBox(_("Also mi&xed 70/30"))
        self.nocow = QCheckBox(_("&Without copy-on-write"))
        self.nocow_meaning = Label(theme, color="muted", size="small", wrap=True)
        self.nocow_meaning.setMinimumWidth(MEANING_WIDTH)
        self.nocow_meaning.say(_("For direct writes on btrfs. Not comparable with other files."))
        self.nocow.setAccessibleDescription(self.nocow_meaning.text())
        self._build()
        self.overwrite.toggled.connect(self._offer_probe)
        self.article.toggled.connect(self._follow_article)
        for entered in (
            self.file_size.editTextChanged,
            self.overwrite.toggled,
            self.probe.toggled,
            self.trace.toggled,
            self.duration.currentIndexChanged,
            self.repeats.valueChanged,
            self.seconds.valueChanged,
            self.cache.box.currentIndexChanged,
            self.nocow.toggled,
            self.mixed.toggled,
            self.cap.editTextChanged,
            self.made_size.editTextChanged,
        ):
            entered.connect(self.changed)

    def _build(self) -> None:
        self.hint = RepeatsHint(self._theme)
        self.hint.wanted.connect(self.repeats.setValue)
        self.more = Opener(_("&Options"), flush=True)
        self.more.opened.connect(self._show_options)
        column = vertical(self, spacing=GRID)
        form = self._form((_("&Test file"), self.row), (_("&Label"), self.label))
        for choice in (self.probe, self.trace):
            form.insertRow(1, "", choice)
            form.setRowVisible(choice, False)
        time = Label(self._theme, _("&Record for"), color="muted")
        time.setBuddy(self.duration)
        form.insertRow(1, time, self.duration)
        form.setRowVisible(self.duration, False)
        self._outer = form
        caption = form.labelForField(self.row)
        assert isinstance(caption, Label)
        self._caption = caption
        column.addLayout(form)
        row = horizontal(spacing=0)
        row.addWidget(self.more)
        # Aligned with the fields above.
        row.addSpacing(max(2 * GRID, 120 + 2 * GRID - self.more.sizeHint().width()))
        row.addWidget(self.hint, 1)
        column.addLayout(row)
        self.options = QWidget()
        inner = self._form(
            (_("Test f&ile"), self.made_size),
            (_("Rep&eats"), self.repeats),
            (_("&Seconds of each"), self.seconds),
            (_("Latency &limit"), self.cap),
            (_("Pa&ge cache"), self.cache.box),
        )
        inner.addRow("", self.cache.meaning)
        inner.addRow("", self.mixed)
        inner.addRow("", self.article)
        inner.addRow("", self.nocow)
        inner.addRow("", self.nocow_meaning)
        self.inner = inner
        self.options.setLayout(inner)
        self.options.hide()
        column.addWidget(self.options)
        self.show_folder()

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
            form.addRow(caption, widget)
        return form

    @Slot(bool)
    def _show_options(self, on: bool) -> None:
        self.options.setVisible(on)

    @Slot(bool)
    def _follow_article(self, on: bool) -> None:
        """The article says how long each test takes."""
        self.inner.setRowVisible(self.seconds, not on)
        self.changed.emit()

    # The row for the file or the device

    def show_folder(self, filesystem: str = "") -> None:
        """Show the fields for a test file in a folder on such a file system."""
        caption = _("&Files") if self._many else _("&Test file")
        self._show(_("&Fill") if self._fills else caption, self.file_size)
        self._offer_nocow(filesystem == "btrfs")

    def show_device(self, why_not: str) -> None:
        """A device is read; it may be overwritten, or `why_not` is the reason against it."""
        self.why_not.say(why_not)
        self._show(_("Writing"), self.why_not if why_not else self.overwrite)
        self._offer_nocow(False)

    def _offer_nocow(self, on: bool) -> None:
        for widget in (self.nocow, self.nocow_meaning):
            self.inner.setRowVisible(widget, on)

    def _show(self, caption: str, widget: QWidget) -> None:
        self._caption.say(caption)
        self._caption.setBuddy(widget)
        self.row.setCurrentWidget(widget)
        self._offer_probe()

    @Slot()
    def _offer_probe(self) -> None:
        """A check of capacity on a device may be a probe alone."""
        self._outer.setRowVisible(self.probe, self._fills and self.overwrites)

    @property
    def overwrites(self) -> bool:
        """Whether the person wants a device to be overwritten."""
        return self.row.currentWidget() is self.overwrite and self.overwrite.isChecked()

    # The values

    def fill(self, profile: Profile) -> None:
        """Fill in the profile's values; emits nothing."""
        self._defaults = max((phase.seconds for phase in profile.phases), default=2.0)
        self.blockSignals(True)
        self._offer_sizes(profile)
        self._many = profile.method in (REAL_LIFE, WHOLE_FILES)
        self.repeats.setValue(profile.repeats)
        self.seconds.setValue(self._defaults)
        self.cache.choose(profile.cache)
        for widget in (self.cache.box, self.cache.meaning):  # the others have a way of their own
            self.inner.setRowVisible(widget, profile.method == FIO)
        self.inner.setRowVisible(self.made_size, profile.formats)
        self.made_size.setEditText(_as_typed(profile.size))
        self.inner.setRowVisible(self.mixed, takes_mixed(profile))
        watches = isinstance(profile.plan, RecordingPlan)
        self._offer_recording(profile)
        # A check has none, and a recording has them above.
        choice = not self._fills and profile.method != BAD_SECTORS and not watches
        self.more.setVisible(choice)
        self.options.setVisible(choice and self.more.is_open)
        plan = profile.plan
        self.article.setChecked(False)
        self.inner.setRowVisible(self.seconds, profile.method not in (REAL_LIFE, SCAN))
        self.inner.setRowVisible(self.article, profile.method == EVERYDAY)
        self.inner.setRowVisible(self.cap, isinstance(plan, IopsAtLatencyPlan))
        if isinstance(plan, IopsAtLatencyPlan):
            self.cap.setEditText(plan.cap.typed)
        self.blockSignals(False)

    def _offer_recording(self, profile: Profile) -> None:
        """A recording has no test file and overwrites nothing: it takes some time."""
        plan = profile.plan
        watches = isinstance(plan, RecordingPlan)
        self._outer.setRowVisible(self.row, not watches)
        for widget in (self.duration, self.trace):
            self._outer.setRowVisible(widget, watches)
        if isinstance(plan, RecordingPlan):
            nearest = min(DURATIONS, key=lambda seconds: abs(seconds - plan.seconds))
            self.duration.setCurrentIndex(DURATIONS.index(nearest))
            self.trace.setChecked(plan.trace)

    def _offer_sizes(self, profile: Profile) -> None:
        """The sizes of a test file, or how much a check of capacity fills."""
        fills = profile.capacity is not None
        if fills != self._fills:
            self._fills = fills
            self.file_size.clear()
            self.file_size.addItems((_all_free(), *SIZES) if fills else SIZES)
            name = _("Amount") if fills else without_key(_("&Test file"))
            self.file_size.setAccessibleName(name)
            self._offer_probe()
        plan = profile.plan
        size = plan.each if isinstance(plan, OfDrives) else profile.size  # of each file
        text = _as_typed(size)
        self._proposed = _all_free() if fills and not profile.size else text
        self.file_size.setEditText(self._proposed)
        words = (self._proposed, *((_all_free(),) if fills else ()))
        needed = max(map(self.file_size.fontMetrics().horizontalAdvance, words))
        self.file_size.setFixedWidth(max(140, needed + _BESIDE_SIZE))

    def propose_size(self, size: int) -> None:
        """Show the bytes of the test file that its target asks for, unless some were entered."""
        text = _as_typed(size)
        if text != self._proposed and self.file_size.currentText() == self._proposed:
            self._proposed = text
            blocked = self.file_size.blockSignals(True)
            self.file_size.setEditText(text)
            self.file_size.blockSignals(blocked)

    def custom(self, profile: Profile, *, sized: bool) -> Profile:
        """The profile with the entered values; `sized`: with a test file. Raises UsageError."""
        seconds, own_time = self.seconds.value(), profile.method == REAL_LIFE
        if profile.method == BAD_SECTORS:
            return profile
        if isinstance(profile.plan, RecordingPlan):
            recording = profile.customized(seconds=float(self.duration.currentData()))
            return with_trace(recording) if self.trace.isChecked() else recording
        if profile.capacity is not None:
            text = self.file_size.currentText()
            if self.overwrites and self.probe.isChecked():
                return with_probe(profile)
            every = not sized or text == _all_free()
            return profile.customized(size=None if every else parse_size(text))
        if isinstance(profile.plan, IopsAtLatencyPlan):
            profile = with_cap(profile, parse_cap(self.cap.currentText()))
        if takes_mixed(profile) and self.mixed.isChecked():
            profile = with_mixed(profile)
        text = self.file_size.currentText()
        kept = text == self._proposed and not profile.size  # its size is known with its place
        size = parse_size(text) if sized and not kept else None
        if profile.formats:
            size = parse_size(self.made_size.currentText())
        if text == self._proposed and isinstance(profile.plan, SizedByTarget):
            size = None  # nobody chose it
        repeats = self.repeats.value()
        custom = profile.customized(
            size=None if text == self._proposed and not profile.formats else size,
            repeats=None if repeats == profile.repeats else repeats,
            seconds=None if own_time or seconds == self._defaults else seconds,
            cache=self.cache.chosen if profile.method == FIO else None,
            nocow=sized and self.inner.isRowVisible(self.nocow) and self.nocow.isChecked(),
        )
        if profile.method == EVERYDAY and self.article.isChecked():
            custom = as_in_the_article(custom)
        return custom


def _recording_boxes() -> tuple[ChoiceBox, QCheckBox]:
    """How long something is recorded, and whether its requests are counted."""
    duration = ChoiceBox()
    for seconds in DURATIONS:
        duration.addItem(format_duration(seconds), seconds)
    duration.setFixedWidth(140)
    duration.setAccessibleName(_("Duration"))
    trace = QCheckBox(_("Also record each re&quest"))
    trace.setToolTip(_("Asks for a password."))
    return duration, trace


def _size_box() -> QComboBox:
    box = ChoiceBox()
    box.setEditable(True)
    box.addItems(SIZES)
    box.setFixedWidth(140)
    box.setAccessibleName(without_key(_("&Test file")))
    return box


def _as_typed(size: int) -> str:
    """A size in bytes as a person would type it; 0 where the free space decides."""
    if not size:
        return _("by free space")
    return format_size(size, binary=True).replace("\u202f", " ")


def _all_free() -> str:
    """Instead of a size: everything that may be filled."""
    return _("All free space")


DURATIONS = (60.0, 300.0, 900.0, 3600.0, 4 * 3600.0, 8 * 3600.0, 86_400.0)
"""Of a recording, in seconds."""
MEANING_WIDTH = 390  # two or three lines in the smallest window


class CacheChoice(QObject):
    """A combo box, and a label that explains the choice: two rows of a form."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        titles = {
            DIRECT: _("Direct"),
            COLD: _("Cold cache"),
            WARM: _("Warm cache"),
        }
        self._meanings = {
            DIRECT: _("Direct I/O: measures the drive itself."),
            COLD: _("Page cache, emptied before each repeat."),
            WARM: _("Page cache with the file in it: measures memory."),
        }
        self.box = ChoiceBox()
        self.box.addItems([titles[cache] for cache in CACHES])
        self.box.setAccessibleName(without_key(_("Pa&ge cache")))
        self.meaning = Label(theme, color="muted", size="small", wrap=True)
        self.meaning.setMinimumWidth(MEANING_WIDTH)  # or the form gives it half of its room
        self.box.currentIndexChanged.connect(self._explain)
        self._explain()

    @property
    def chosen(self) -> Cache:
        """direct, cold or warm."""
        return CACHES[self.box.currentIndex()]

    def choose(self, cache: Cache) -> None:
        """Choose from code; emits nothing."""
        self.box.blockSignals(True)
        self.box.setCurrentIndex(CACHES.index(cache))
        self.box.blockSignals(False)
        self._explain()

    @Slot()
    def _explain(self) -> None:
        meaning = self._meanings[self.chosen]
        self.meaning.say(meaning)
        self.box.setAccessibleDescription(meaning)


class RepeatsHint(QWidget):
    """Hidden if the repeats suffice; `wanted` is emitted with the suggested number."""

    wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.words = ElidedLabel(theme, color="muted")
        self.button = quiet_button("")
        self.button.clicked.connect(self._ask)
        row = horizontal(self, spacing=GRID)
        self.words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row.addWidget(self.words)
        row.addWidget(self.button)
        row.addStretch(1)
        self.show_experiment(None)

    def show_experiment(self, profile: Profile | None) -> None:
        """Show the hint for what is about to run, None for nothing."""
        text = ""
        if profile is not None and profile.method == FIO:
            text = later_compared(profile.repeats, len(profile.phases))
        self.words.say(text)
        self.button.setText(_("{needed} repeats").format(needed=LEAST_REPEATS))
        for widget in (self.words, self.button):
            widget.setVisible(bool(text))

    @Slot()
    def _ask(self) -> None:
        self.wanted.emit(LEAST_REPEATS)


def cap_box() -> QComboBox:
    """A field for the latency cap of a search."""
    box = ChoiceBox()
    box.setEditable(True)
    box.addItems(CAPS)
    box.setFixedWidth(140)
    box.setAccessibleName(without_key(_("Latency &limit")))
    box.setToolTip(_("10ms (mean) or p99:20ms (percentile)"))
    return box


def article_box() -> QCheckBox:
    """Everyday writes with the seconds of their article."""
    box = QCheckBox(_("As in the &article: 60 s per test, no limit"))
    box.setToolTip(_("On a fast drive each test writes over 100 GB"))
    return box
