# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialog in which a person enters what the data sheet of a drive promises."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from driveproof.domain.drive.rated import Rated
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.number_box import NumberBox
from driveproof.wording.catalogue import _
from driveproof.wording.rated import rated_names
from driveproof.wording.units import NARROW

_MB, _TB = 10**6, 10**12
# Unit, its size, and the greatest number: above what any drive of the next years has.
_FIELDS = {
    "read": ("MB/s", _MB, 100_000),
    "write": ("MB/s", _MB, 100_000),
    "random_read": ("IOPS", 1, 100_000_000),
    "random_write": ("IOPS", 1, 100_000_000),
    "endurance": ("TB", _TB, 1_000_000),
}


class RatedDialog(QDialog):
    """`rated` are the figures as they are entered now; those not touched stay as they were."""

    def __init__(
        self, model: str, rated: Rated, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._before = rated
        self.setWindowTitle(_("Maker's figures"))
        more = Label(
            theme,
            _(
                'They are in the data sheet of the model, often as "up to". Every drive of this'
                " model is then held against them."
            ),
            color="muted",
            wrap=True,
        )
        rows = QGridLayout()
        rows.setHorizontalSpacing(3 * GRID)
        rows.setVerticalSpacing(GRID)
        rows.setColumnStretch(1, 1)
        self.fields: dict[str, NumberBox] = {}
        for number, (field, name) in enumerate(rated_names().items()):
            unit, size, most = _FIELDS[field]
            box = NumberBox()
            box.setRange(0, most)
            box.setGroupSeparatorShown(True)
            box.setSpecialValueText(_("not entered"))
            box.setSuffix(NARROW + unit)
            box.setValue(self._shown(field, size))
            box.setAccessibleName(name)
            title = Label(theme, name, color="muted")
            title.setBuddy(box)
            rows.addWidget(title, number, 0)
            rows.addWidget(box, number, 1)
            self.fields[field] = box
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setText(_("&Save"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(_("&Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(2 * GRID)
        column.addWidget(Label(theme, shown(model), size="heading", wrap=True))
        column.addWidget(more)
        column.addLayout(rows)
        column.addWidget(self.buttons)
        self.resize(440, self.sizeHint().height())
        first = self.fields["read"]
        first.setFocus()
        first.selectAll()

    def _shown(self, field: str, size: int) -> int:
        return round((getattr(self._before, field) or 0) / size)

    @property
    def rated(self) -> Rated:
        """What the fields say; a figure that was not touched is not rounded to its unit."""
        found: dict[str, int | None] = {}
        for field, box in self.fields.items():
            size = _FIELDS[field][1]
            untouched = box.value() == self._shown(field, size)
            found[field] = getattr(self._before, field) if untouched else box.value() * size or None
        return Rated(**found)
