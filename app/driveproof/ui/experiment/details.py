# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""With which tests, how often, and what that means: the figures of a comparison to begin."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from driveproof.domain.experiment.defaults import proposed_baselines, proposed_repeats, too_few
from driveproof.domain.profile.for_device import readable
from driveproof.domain.profile.profile import Profile
from driveproof.domain.units import parse_size
from driveproof.ui.measure.form import PLAIN_BOX, SIZES
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size

CAPTION, FIELD = 120, 140


class DetailsPart(QWidget):
    """Emits `changed`. Repeats and baselines follow what is proposed until somebody sets them."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._profiles: tuple[Profile, ...] = ()
        self._own_repeats = self._own_baselines = False
        self.few = ""
        """That there are too few repeats to say anything; "" where there are enough."""
        self.profiles = QComboBox()
        self.profiles.setAccessibleName(_("Tests"))
        self.profiles.setMinimumWidth(FIELD)
        self.question = ElidedLabel(theme, color="muted")
        self.file = QComboBox()
        self.file.setEditable(True)
        self.file.addItems(SIZES)
        self.file.setAccessibleName(_("Size of the test file"))
        self.repeats = QSpinBox()
        self.repeats.setRange(1, 100)
        self.repeats.setAccessibleName(_("Repeats a side"))
        self.repeats_note = ElidedLabel(theme, color="muted")
        self.baselines = QSpinBox()
        self.baselines.setRange(1, 9)
        self.baselines.setAccessibleName(_("Sittings of the baseline"))
        self.baselines_note = ElidedLabel(theme, color="muted")
        for box in (self.repeats, self.baselines):
            box.setStyleSheet(PLAIN_BOX)
            box.lineEdit().setTextMargins(8, 0, 0, 0)
        for field in (self.file, self.repeats, self.baselines):
            field.setFixedWidth(FIELD)
        self._build()
        self.profiles.currentIndexChanged.connect(self._profile_chosen)
        self.file.editTextChanged.connect(self.changed)
        self.repeats.valueChanged.connect(self._repeats_set)
        self.baselines.valueChanged.connect(self._baselines_set)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(2 * GRID)
        self._form.setVerticalSpacing(GRID)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for words, field, note in (
            (_("T&ests"), self.profiles, self.question),
            (_("Test fi&le"), self.file, None),
            (_("&Repeats a side"), self.repeats, self.repeats_note),
            (_("&Baselines"), self.baselines, self.baselines_note),
        ):
            caption = Label(self._theme, words, color="muted")
            caption.setBuddy(field)
            caption.setMinimumSize(CAPTION, field.sizeHint().height())
            row = QHBoxLayout()
            row.setSpacing(2 * GRID)
            row.addWidget(field)
            if note is None:
                row.addStretch(1)
            else:
                row.addWidget(note, 1)
            self._form.addRow(caption, row)
        column.addLayout(self._form)

    # What is chosen

    @property
    def profile(self) -> Profile | None:
        """The chosen profile as it was read."""
        number = self.profiles.currentIndex()
        return self._profiles[number] if 0 <= number < len(self._profiles) else None

    def file_size(self) -> int | None:
        """Bytes of the test file where it is another than the profile's. Raises UsageError."""
        profile = self.profile
        if profile is None or not self._form.isRowVisible(1):
            return None
        size = parse_size(self.file.currentText())
        return None if size == profile.size else size

    def set_profiles(self, profiles: Sequence[Profile], wanted: str = "") -> None:
        """These can be measured with; what was chosen stays so where it is among them."""
        before = wanted or (self.profile.name if self.profile else "")
        if tuple(profiles) != self._profiles:
            self._profiles = tuple(profiles)
            self.profiles.blockSignals(True)
            self.profiles.clear()
            for profile in profiles:
                self.profiles.addItem(label(profile.title).replace("&&", "&"), profile.name)
            self.profiles.blockSignals(False)
        elif not wanted:
            return
        number = self.profiles.findData(before)
        self.profiles.blockSignals(True)
        self.profiles.setCurrentIndex(max(0, number))
        self.profiles.blockSignals(False)
        self._fill()

    def forget(self) -> None:
        """Another comparison: nobody has set anything yet."""
        self._own_repeats = self._own_baselines = False

    def _profile_chosen(self) -> None:
        self._fill()
        self.changed.emit()

    def _fill(self) -> None:
        profile = self.profile
        if profile is None:
            return
        self.file.blockSignals(True)
        self.file.setEditText(format_size(profile.size, binary=True).replace("\u202f", " "))
        self.file.blockSignals(False)
        self.question.say(shown(profile.question))

    def _repeats_set(self) -> None:
        self._own_repeats = True
        self.changed.emit()

    def _baselines_set(self) -> None:
        self._own_baselines = True
        self.changed.emit()

    # What follows from it

    def show_action(self, action: str, *, interleaved: bool, device: bool) -> None:
        """What is proposed for such an action on such a target, and what the figures mean."""
        profile = self.profile
        if profile is None:
            return
        tests = len((readable(profile) if device else profile).phases)
        if not self._own_repeats:
            self._set(self.repeats, proposed_repeats(profile.repeats, tests))
        if not self._own_baselines:
            self._set(self.baselines, proposed_baselines(action))
        self.few = few = too_few(self.repeats.value(), tests)
        enough = _("enough to tell a difference in any of the {0} tests").format(tests)
        if tests == 1:
            enough = _("enough to tell a difference")
        if interleaved:
            enough = _("{0}; both sides are measured in turn").format(enough)
        self.repeats_note.set_color("watch" if few else "muted")
        self.repeats_note.say(few or enough)
        wanted, is_one = proposed_baselines(action), self.baselines.value() == 1
        self.baselines_note.set_color("watch" if is_one and wanted > 1 else "muted")
        if is_one and wanted > 1:
            note = _("what changes by itself from day to day will look like an effect")
        elif is_one:
            note = _("measured once before the change")
        else:
            note = _("sittings, best on different days: shows what changes by itself")
        self.baselines_note.say(note)
        self._form.setRowVisible(3, not interleaved)
        self._form.setRowVisible(1, not device)

    def _set(self, box: QSpinBox, value: int) -> None:
        box.blockSignals(True)
        box.setValue(value)
        box.blockSignals(False)
