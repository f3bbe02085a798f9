# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The details of a measurement: size, seconds, repeats, page cache, copy-on-write, and what the
plan of the profile declares.
"""

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
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.errors import UsageError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.choice import choices_of
from driveproof.domain.profile.declared import bounds
from driveproof.domain.profile.draft import is_list
from driveproof.domain.profile.mixed import takes_mixed
from driveproof.domain.profile.plan import OfDrives
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.tables import ProfileHead
from driveproof.domain.profile_cost import later_compared
from driveproof.ui.measure.option_field import FIELD_WIDTH, OptionField
from driveproof.ui.measure.plan import Entered
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import without_key
from driveproof.ui.widgets.buttons import Opener, quiet_button
from driveproof.ui.widgets.fields import ChoiceBox, DecimalBox, NumberBox
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import form_layout, horizontal, vertical
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text
from driveproof.wording.units import NARROW, format_size

SIZES = ("256 MiB", "1 GiB", "4 GiB", "16 GiB", "64 GiB")
_BESIDE_SIZE = 70  # pixels of a box besides its text: the room at its sides, and the arrow


class DetailsForm(QWidget):
    """Emits `changed`. A folder has a test file, a device may be overwritten: both use one row."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._defaults, self._default_repeats = 2.0, 1
        self._fills = self._many = self._formats = False
        self._takes_seconds = self._has_options = self._cached = True
        self._proposed = ""
        """The size as the profile or its target gave it."""
        self._made_size = ""
        """That of the file on each file system that is made."""
        self.file_size = _size_box()
        self.made_size = _size_box()  # of the file on each file system that is made on a device
        self.overwrite = QCheckBox(_("&Write tests (erase the device)"))
        self.chosen: dict[str, OptionField] = {}
        """What the plan of the profile declares, by its field."""
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
        self.repeats.setRange(*bounds(ProfileHead, "repeats"))
        self.repeats.setAccessibleName(without_key(_("Rep&eats")))
        self.seconds = DecimalBox()
        self.seconds.setRange(0.5, 3600.0)
        self.seconds.setDecimals(1)
        self.seconds.setSuffix(f"{NARROW}s")
        self.seconds.setAccessibleName(without_key(_("&Seconds of each")))
        self.repeats.setFixedWidth(FIELD_WIDTH)
        self.seconds.setFixedWidth(FIELD_WIDTH)
        self.cache = CacheChoice(theme)
        self.cache.box.setMinimumWidth(FIELD_WIDTH)
        self.mixed = QCheckBox(_("Also mi&xed 70/30"))
        self.nocow = QCheckBox(_("&Without copy-on-write"))
        self.nocow_meaning = Label(theme, color="muted", size="small", wrap=True)
        self.nocow_meaning.setMinimumWidth(MEANING_WIDTH)
        self.nocow_meaning.say(_("For direct writes on btrfs. Not comparable with other files."))
        self.nocow.setAccessibleDescription(self.nocow_meaning.text())
        self._build()
        self.overwrite.toggled.connect(self._offer_chosen)
        for entered in (
            self.label.textChanged,
            self.file_size.editTextChanged,
            self.overwrite.toggled,
            self.repeats.valueChanged,
            self.seconds.valueChanged,
            self.cache.box.currentIndexChanged,
            self.nocow.toggled,
            self.mixed.toggled,
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
            (_("Pa&ge cache"), self.cache.box),
        )
        inner.addRow("", self.cache.meaning)
        inner.addRow("", self.mixed)
        inner.addRow("", self.nocow)
        inner.addRow("", self.nocow_meaning)
        self.inner = self._rows = inner
        self.options.setLayout(inner)
        self.options.hide()
        column.addWidget(self.options)
        self.show_folder()

    def _form(self, *rows: tuple[str, QWidget]) -> QFormLayout:
        form = form_layout()
        for words, widget in rows:
            form.addRow(self._row_caption(words, widget), widget)
        return form

    def _row_caption(self, words: str, widget: QWidget) -> Label:
        caption = Label(self._theme, words, color="muted")
        caption.setBuddy(widget)
        caption.setMinimumSize(120, widget.sizeHint().height())
        caption.setTextFormat(Qt.TextFormat.PlainText)
        return caption

    @Slot(bool)
    def _show_options(self, on: bool) -> None:
        self.options.setVisible(on)

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
        self._offer_chosen()

    def _declare(self, profile: Profile) -> None:
        """A row for each thing that its plan declares: in the place of the options where it has no
        others, which are closed at first.
        """
        for field in self.chosen.values():
            self._rows.removeRow(field.widget)
        inner = self._has_options
        self._rows, first = (self.inner, self.seconds) if inner else (self._outer, self.row)
        place: int = self._rows.getWidgetPosition(first)[0]  # type: ignore[index]
        before: QWidget = self.seconds if inner else self.why_not
        self.chosen = {}
        for number, option in enumerate(choices_of(profile), start=1):
            field = OptionField(option, getattr(profile.plan, option.field))
            caption = self._row_caption(field.caption, field.widget) if field.caption else ""
            self._rows.insertRow(place + number, caption, field.widget)
            QWidget.setTabOrder(before, field.widget)
            field.changed.connect(self._choice_changed)
            self.chosen[option.field], before = field, field.widget
        self._offer_chosen()

    @Slot()
    def _choice_changed(self) -> None:
        self._offer_chosen()
        self.changed.emit()

    @Slot()
    def _offer_chosen(self) -> None:
        """Only what has a meaning with what else is entered."""
        own = not self._takes_seconds or "seconds" in self.chosen
        for field in self.chosen.values():
            self._rows.setRowVisible(field.widget, self._offers(field))
            own = own or (field.option.choice.instead == "seconds" and field.is_on)
        self.inner.setRowVisible(self.seconds, not own)

    def _offers(self, field: OptionField) -> bool:
        return self.overwrites or not field.option.choice.overwrites

    @property
    def overwrites(self) -> bool:
        """Whether the person wants a device to be overwritten."""
        return self.row.currentWidget() is self.overwrite and self.overwrite.isChecked()

    # The values

    def fill(self, profile: Profile) -> None:
        """Fill in the profile's values; emits nothing."""
        self.blockSignals(True)
        self._offer_sizes(profile)
        self._many = has_trait(profile.method, Trait.MANY_FILES)
        self._takes_seconds = not has_trait(profile.method, Trait.OWN_SECONDS)
        once = has_trait(profile.method, Trait.ONCE)
        seconds_are_own = any(option.field == "seconds" for option in choices_of(profile))
        self._has_options = not once or (self._takes_seconds and not seconds_are_own)
        self.inner.setRowVisible(self.repeats, not once)
        self.repeats.setValue(profile.repeats)
        self._default_repeats = profile.repeats
        self.seconds.setValue(max((phase.seconds for phase in profile.phases), default=2.0))
        self._defaults = self.seconds.value()  # with the decimals that the field has
        self.cache.choose(profile.cache)
        self._cached = is_list(profile)
        for widget in (self.cache.box, self.cache.meaning):
            self.inner.setRowVisible(widget, self._cached)
        self.inner.setRowVisible(self.made_size, profile.formats)
        self._formats, self._made_size = profile.formats, _as_typed(profile.size)
        self.made_size.setEditText(self._made_size)
        self.inner.setRowVisible(self.mixed, takes_mixed(profile))
        self._outer.setRowVisible(self.row, not has_trait(profile.method, Trait.WATCHES))
        self.more.setVisible(self._has_options)
        self.options.setVisible(self._has_options and self.more.is_open)
        self._declare(profile)
        self.blockSignals(False)

    def _offer_sizes(self, profile: Profile) -> None:
        """The sizes of a test file, or how much a check of capacity fills."""
        fills = profile.capacity is not None
        if fills != self._fills:
            self._fills = fills
            self.file_size.clear()
            self.file_size.addItems((_all_free(), *SIZES) if fills else SIZES)
            name = _("Amount") if fills else without_key(_("&Test file"))
            self.file_size.setAccessibleName(name)
        plan = profile.plan
        size = plan.each if isinstance(plan, OfDrives) else profile.size  # of each file
        text = _as_typed(size)
        self._proposed = _all_free() if fills and not profile.size else text
        self.file_size.setEditText(self._proposed)
        words = (self._proposed, *((_all_free(),) if fills else ()))
        needed = max(map(self.file_size.fontMetrics().horizontalAdvance, words))
        self.file_size.setFixedWidth(max(FIELD_WIDTH, needed + _BESIDE_SIZE))

    def propose_size(self, size: int) -> None:
        """Show the bytes of the test file that its target asks for, unless some were entered."""
        text = _as_typed(size)
        if text != self._proposed and self.file_size.currentText() == self._proposed:
            self._proposed = text
            blocked = self.file_size.blockSignals(True)
            self.file_size.setEditText(text)
            self.file_size.blockSignals(blocked)

    @property
    def entered(self) -> Entered:
        """What differs from the values that were filled in."""
        repeats, seconds = self.repeats.value(), self.seconds.value()
        nocow = self._has_options and self.inner.isRowVisible(self.nocow)
        text, proposed = self.file_size.currentText(), self._proposed
        if self._formats:
            text, proposed = self.made_size.currentText(), self._made_size
        return Entered(
            size="" if text in {proposed, _all_free()} else text,
            repeats=None if repeats == self._default_repeats else repeats,
            seconds=None if not self._takes_seconds or seconds == self._defaults else seconds,
            cache=self.cache.chosen if self._cached else None,
            nocow=nocow and self.nocow.isChecked(),
            mixed=self.mixed.isChecked(),
            overwrite=self.overwrites,
            choices={
                field.option.field: _value_or_why_not(field)
                for field in self.chosen.values()
                if self._offers(field)
            },
            label=self.label.text().strip(),
        )


def _value_or_why_not(field: OptionField) -> object:
    try:
        return field.value
    except UsageError as error:
        return error


def _size_box() -> QComboBox:
    box = ChoiceBox()
    box.setEditable(True)
    box.addItems(SIZES)
    box.setFixedWidth(FIELD_WIDTH)
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


MEANING_WIDTH = 370  # two or three lines in the smallest window


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
        few = None
        if profile is not None and is_list(profile):
            few = later_compared(profile.repeats, len(profile.phases))
        self.words.say("" if few is None else say_text(few))
        self.button.setText(
            ngettext("{count} repeat", "{count} repeats", LEAST_REPEATS).format(count=LEAST_REPEATS)
        )
        for widget in (self.words, self.button):
            widget.setVisible(few is not None)

    @Slot()
    def _ask(self) -> None:
        self.wanted.emit(LEAST_REPEATS)
