# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The details of a measurement: the usual fields, and those that the plan declares."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.access import COLD, DIRECT, WARM
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.errors import UsageError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.choice import Kind, Option, choices_of
from driveproof.domain.profile.declared import bounds
from driveproof.domain.profile.draft import is_list
from driveproof.domain.profile.mixed import takes_mixed
from driveproof.domain.profile.plan import OfDrives
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.tables import ProfileHead
from driveproof.domain.profile_cost import later_compared
from driveproof.ui.measure.plan import Entered
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.buttons import Opener, quiet_button
from driveproof.ui.widgets.form import (
    CAPTION_WIDTH,
    FIELD_WIDTH,
    Form,
    FormField,
    choice_field,
    flag_field,
    line_field,
    number_field,
    seconds_field,
    typed_field,
)
from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text
from driveproof.wording.units import format_duration, format_size

SIZES = ("256 MiB", "1 GiB", "4 GiB", "16 GiB", "64 GiB")
_BESIDE_SIZE = 70  # pixels of a box besides its text: the room at its sides, and the arrow


class DetailsForm(QWidget):
    """Emits `changed`. A folder has a test file, a device may be overwritten."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._fills = self._many = self._formats = self._watches = False
        self._takes_seconds = self._has_options = self._cached = True
        self._filled: dict[str, Any] = {}
        """What the profile or its target gave, by the name of the field."""
        self.chosen: dict[str, FormField] = {}
        """What the plan of the profile declares, by its field."""
        self._options: dict[str, Option] = {}
        self._shown = "size"
        """The field of the target that is shown."""
        self.why_not = ElidedLabel(theme, color="muted", selectable=True)
        self.basic = Form(theme, {
            "size": typed_field(_("&Test file"), SIZES),
            "overwrite": flag_field(
                _("&Write tests (erase the device)"), caption=_("Writing")
            ),
            "why_not": FormField(_("Writing"), self.why_not),
            "label": line_field(_("&Label"), 200, hint=_("for example: before TRIM")),
        })  # fmt: skip
        self.basic.control("label").setMaximumWidth(420)
        self.inner = Form(theme, {
            "made_size": typed_field(_("Test f&ile"), SIZES),
            "repeats": number_field(_("Rep&eats"), *bounds(ProfileHead, "repeats")),
            "seconds": seconds_field(_("&Seconds of each"), 0.5, 3600.0),
            "cache": choice_field(
                _("Pa&ge cache"),
                {DIRECT: _("Direct"), COLD: _("Cold cache"), WARM: _("Warm cache")},
                meaning={
                    DIRECT: _("Direct I/O: measures the drive itself."),
                    COLD: _("Page cache, emptied before each repeat."),
                    WARM: _("Page cache with the file in it: measures memory."),
                },
            ),
            "mixed": flag_field(_("Also mi&xed 70/30")),
            "nocow": flag_field(
                _("&Without copy-on-write"),
                meaning=_("For direct writes on btrfs. Not comparable with other files."),
            ),
        })  # fmt: skip
        self._rows = self.inner
        self._build()
        self.basic.control("overwrite").toggled.connect(self._offer_chosen)
        self.basic.changed.connect(self.changed)
        self.inner.changed.connect(self.changed)

    def _build(self) -> None:
        self.hint = RepeatsHint(self._theme)
        self.hint.wanted.connect(self.control("repeats").setValue)
        self.more = Opener(_("&Options"), flush=True)
        column = vertical(self, spacing=GRID)
        column.addLayout(self.basic)
        row = horizontal(spacing=0)
        row.addWidget(self.more)
        # Aligned with the fields above.
        gap = CAPTION_WIDTH + 2 * GRID - self.more.sizeHint().width()
        row.addSpacing(max(2 * GRID, gap))
        row.addWidget(self.hint, 1)
        column.addLayout(row)
        self.options = QWidget()
        self.options.setLayout(self.inner)
        self.options.hide()
        self.more.opened.connect(self.options.setVisible)
        column.addWidget(self.options)
        height = self.control("size").sizeHint().height()
        for name in ("overwrite", "why_not"):  # nothing below moves where another one is shown
            for widget in (self.control(name), self.basic.captions[name]):
                widget.setMinimumHeight(height)
        self.show_folder()

    def _form_of(self, name: str) -> Form:
        return self.basic if name in self.basic.fields else self.inner

    def control(self, name: str) -> Any:
        """The control of a field."""
        return self._form_of(name).control(name)

    # The field for the file or the device

    def show_folder(self, filesystem: str = "") -> None:
        """Show the fields for a test file in a folder on such a file system."""
        caption = _("&Files") if self._many else _("&Test file")
        self.basic.say_caption("size", _("&Fill") if self._fills else caption)
        self._show("size")
        self.inner.offer("nocow", filesystem == "btrfs")

    def show_device(self, why_not: str) -> None:
        """A device is read; it may be overwritten, or `why_not` is the reason against it."""
        self.why_not.say(why_not)
        self._show("why_not" if why_not else "overwrite")
        self.inner.offer("nocow", False)

    def _show(self, name: str) -> None:
        self._shown = name
        for one in ("size", "overwrite", "why_not"):
            self.basic.offer(one, one == name and not self._watches)
        self._offer_chosen()

    @property
    def overwrites(self) -> bool:
        """Whether the person wants a device to be overwritten."""
        return self._shown == "overwrite" and self.control("overwrite").isChecked()

    # What the plan declares

    def _declare(self, profile: Profile) -> None:
        """A field for each thing that its plan declares: in the place of the options where it has
        no others, which are closed at first.
        """
        for name in self._options:
            self._rows.remove(_plan_name(name))
        inner = self._has_options
        self._rows, before = (self.inner, "seconds") if inner else (self.basic, "why_not")
        row, last = self._rows.row(before), self.control(before)
        self._options = {option.field: option for option in choices_of(profile)}
        self.chosen = {}
        for number, (name, option) in enumerate(self._options.items(), start=1):
            field = option_field(option, getattr(profile.plan, name))
            self._rows.insert(row + number, _plan_name(name), field)
            QWidget.setTabOrder(last, field.widget)
            field.changed.connect(self._offer_chosen)
            self.chosen[name], last = field, field.widget
        self._offer_chosen()

    @Slot()
    def _offer_chosen(self) -> None:
        """Only what has a meaning with what else is entered."""
        own = not self._takes_seconds or "seconds" in self.chosen
        for name, option in self._options.items():
            self._rows.offer(_plan_name(name), self._offers(option))
            own = own or (option.choice.instead == "seconds" and self.chosen[name].value)
        self.inner.offer("seconds", not own)

    def _offers(self, option: Option) -> bool:
        return self.overwrites or not option.choice.overwrites

    # The values

    def fill(self, profile: Profile) -> None:
        """Fill in the profile's values; emits nothing."""
        self.blockSignals(True)
        self._offer_sizes(profile)
        self._many = has_trait(profile.method, Trait.MANY_FILES)
        self._watches = has_trait(profile.method, Trait.WATCHES)
        self._takes_seconds = not has_trait(profile.method, Trait.OWN_SECONDS)
        once = has_trait(profile.method, Trait.ONCE)
        seconds_are_own = any(option.field == "seconds" for option in choices_of(profile))
        self._has_options = not once or (self._takes_seconds and not seconds_are_own)
        self._cached, self._formats = is_list(profile), profile.formats
        values = {
            "made_size": size_typed(profile.size),
            "repeats": profile.repeats,
            "seconds": max((phase.seconds for phase in profile.phases), default=2.0),
            "cache": profile.cache,
        }
        self.inner.show_values(values)
        # With the decimals that the field has.
        self._filled |= {name: self.inner.fields[name].value for name in values}
        for name, on in (
            ("made_size", profile.formats),
            ("repeats", not once),
            ("cache", self._cached),
            ("mixed", takes_mixed(profile)),
        ):
            self.inner.offer(name, on)
        self.more.setVisible(self._has_options)
        self.options.setVisible(self._has_options and self.more.is_open)
        self._show(self._shown)
        self._declare(profile)
        self.blockSignals(False)

    def _offer_sizes(self, profile: Profile) -> None:
        """The sizes of a test file, or how much a check of capacity fills."""
        box, fills = self.control("size"), profile.capacity is not None
        plan = profile.plan
        size = plan.each if isinstance(plan, OfDrives) else profile.size  # of each file
        proposed = _all_free() if fills and not profile.size else size_typed(size)
        if fills != self._fills:
            self._fills = fills
            box.clear()
            box.addItems((_all_free(), *SIZES) if fills else SIZES)
        self._filled["size"] = proposed
        self.basic.show_values({"size": proposed})
        words = (proposed, *((_all_free(),) if fills else ()))
        needed = max(map(box.fontMetrics().horizontalAdvance, words))
        box.setFixedWidth(max(FIELD_WIDTH, needed + _BESIDE_SIZE))

    def propose_size(self, size: int) -> None:
        """Show the bytes of the test file that its target asks for, unless some were entered."""
        text = size_typed(size)
        if self.control("size").currentText() == self._filled.get("size"):
            self._filled["size"] = text
            self.basic.show_values({"size": text})

    def _entered(self, name: str) -> Any:
        """What is in a field; None where it is what was filled in."""
        value = self._form_of(name).fields[name].value
        return None if value == self._filled.get(name) else value

    @property
    def entered(self) -> Entered:
        """What differs from the values that were filled in."""
        size = self._entered("made_size" if self._formats else "size")
        nocow = self._has_options and not self.control("nocow").isHidden()
        return Entered(
            size="" if size in {None, _all_free()} else size,
            repeats=self._entered("repeats"),
            seconds=self._entered("seconds") if self._takes_seconds else None,
            cache=self.inner.fields["cache"].value if self._cached else None,
            nocow=nocow and self.control("nocow").isChecked(),
            mixed=self.control("mixed").isChecked(),
            overwrite=self.overwrites,
            choices={
                name: _value_or_why_not(self.chosen[name])
                for name, option in self._options.items()
                if self._offers(option)
            },
            label=self.control("label").text().strip(),
        )


def option_field(option: Option, value: Any) -> FormField:
    """The field of what a plan declares, with its value."""
    choice = option.choice
    label = say_text(choice.label)
    match option.kind:
        case Kind.FLAG:
            field = flag_field(label)
        case Kind.CAP | Kind.SIZE:
            field = typed_field(label, map(option.typed, choice.proposed), read=option.read)
            value = option.typed(value)
        case kind if choice.proposed or option.words:
            offered: Any = option.words or sorted({*choice.proposed, value})
            seconds = kind is Kind.SECONDS
            words = {one: format_duration(one) if seconds else str(one) for one in offered}
            field = choice_field(label, words)
        case Kind.SECONDS:
            field = seconds_field(label, *option.ends)
        case _:
            low, high = option.ends
            field = number_field(label, int(low), int(high))
    field.show(value)
    if choice.tip is not None:
        set_tip(field.widget, say_text(choice.tip))
    return field


def _value_or_why_not(field: FormField) -> object:
    try:
        return field.value
    except UsageError as error:
        return error


def _plan_name(field: str) -> str:
    """The name in the form: a plan may have a field that is called like one of those above."""
    return f"plan.{field}"


def size_typed(size: int) -> str:
    """A size in bytes as a person would type it; 0 where the free space decides."""
    if not size:
        return _("by free space")
    return format_size(size, binary=True).replace("\u202f", " ")


def _all_free() -> str:
    """Instead of a size: everything that may be filled."""
    return _("All free space")


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
