# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How to read SMART through a USB adapter that nothing knows: try what is safe, or a type that the
person knows. Nothing is sent before the answer.
"""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QRadioButton, QWidget

from driveproof.domain.health.adapter import (
    HARMLESS,
    AdapterSearch,
    AdapterType,
    AdapterWish,
    UsbSmart,
    may_be_chosen,
    types_to_try,
)
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.buttons import primary_button
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.wording.catalogue import _

_WIDTH = 560


class AdapterDialog(Dialog):
    """`wish` is what the person chose; `in_use`: what is on the drive is mounted or mapped."""

    def __init__(
        self, smart: UsbSmart, theme: Theme, parent: QWidget | None = None, *, in_use: bool
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("SMART through a USB adapter"))
        order = types_to_try(smart, mounted=in_use)
        name = shown(smart.adapter.name)
        adapter = f"{name} ({smart.adapter.id})" if name else smart.adapter.id
        about = _("smartctl needs to know the type of the adapter {adapter}.").format(
            adapter=adapter
        )
        self.about = Label(theme, about, wrap=True, selectable=True)
        self.safe = QRadioButton(_("T&ry the safe types"))
        self.safe.setVisible(bool(order))
        self.order = Label(theme, _in_order(order), color="muted", wrap=True)
        self.order.setVisible(bool(order))
        self.choose = QRadioButton(_("&Use this type:"))
        self.types = ChoiceBox()
        for each in AdapterType:
            if may_be_chosen(smart, each, mounted=in_use):
                self.types.addItem(each.value, each)
        self.types.setAccessibleName(_("Adapter type"))
        self.types.activated.connect(lambda: self.choose.setChecked(True))
        (self.safe if order else self.choose).setChecked(True)
        self.more = Label(theme, _caution(in_use=in_use), color="muted", wrap=True)
        self.read_button = primary_button(_("&Read…"))
        self.read_button.setDefault(True)
        self.read_button.clicked.connect(self.accept)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.read_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.rejected.connect(self.reject)
        column = vertical(self, margins=(MARGIN, MARGIN, MARGIN, 2 * GRID), spacing=2 * GRID)
        column.addWidget(self.about)
        first = vertical(spacing=GRID // 2)
        first.addWidget(self.safe)
        indented = horizontal(margins=(3 * GRID, 0, 0, 0))
        indented.addWidget(self.order)
        first.addLayout(indented)
        column.addLayout(first)
        second = horizontal(spacing=GRID)
        second.addWidget(self.choose)
        second.addWidget(self.types)
        second.addStretch(1)
        column.addLayout(second)
        column.addWidget(self.more)
        column.addStretch(1)
        column.addWidget(buttons)
        self.setMinimumWidth(_WIDTH)

    @property
    def wish(self) -> AdapterWish:
        """What to do."""
        if self.safe.isChecked():
            return AdapterSearch.FIND
        return AdapterType(self.types.currentData())


def _in_order(order: tuple[AdapterType, ...]) -> str:
    return _("In this order, until one works: {types}").format(types=", ".join(order))


def _caution(*, in_use: bool) -> str:
    """What a wrong type does."""
    said = _("Only commands that read are sent. What works is remembered for this adapter.")
    if in_use:
        rest = _(
            "The drive is in use: only types that cannot reset it are offered. Unmount it for the"
            " others."
        )
    else:
        rest = _(
            "A wrong type gives an error; other types than {types} may also reset the drive."
        ).format(types=", ".join(one for one in AdapterType if one in HARMLESS))
    return f"{said} {rest}"
