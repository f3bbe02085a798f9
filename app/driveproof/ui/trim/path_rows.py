# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers of a discard path, from the file system down to the drive, as rows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from driveproof.domain.trim.answer import layers
from driveproof.domain.trim.path import BLOCK, DiscardPath, PathLayer
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.marks import ChainMark
from driveproof.ui.widgets.rows import TONES, HairLine
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face
from driveproof.wording.finding import FindingText, finding_texts

_NAME_WIDTH = 200
_WORD_WIDTH = 80
_NARROW = 620  # pixels: below this, the facts are under the name, not beside it
_TOP = GRID + 2


class ChainRows(QWidget):
    """Shows a chain; showing the same chain again changes nothing, so that a selection stays."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._layers: tuple[PathLayer, ...] = ()
        self._texts: list[FindingText] = []
        self.narrow = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(0)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnMinimumWidth(1, _NAME_WIDTH)
        self._grid.setColumnMinimumWidth(2, _WORD_WIDTH)
        self._grid.setColumnStretch(1, 2)
        self._grid.setColumnStretch(3, 5)
        self.marks: list[ChainMark] = []

    def show_chain(self, chain: DiscardPath) -> None:
        """Show its layers."""
        if chain.layers == self._layers:
            return
        self._layers = chain.layers
        self._texts = finding_texts(layers(chain), Face.WINDOW)
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (self.width() < _NARROW) != self.narrow:
            self.narrow = not self.narrow
            self._fill()

    def _fill(self) -> None:
        self._grid.setColumnStretch(3, 0 if self.narrow else 5)
        clear(self._grid)
        self.marks = []
        reached = True
        count = len(self._layers)
        for number, (layer, text) in enumerate(zip(self._layers, self._texts, strict=True)):
            before, reached = reached, reached and layer.verdict != BLOCK
            mark = ChainMark(
                self._theme,
                layer.verdict,
                above=before if number else None,
                below=reached if number < count - 1 else None,
                height=_TOP + QFontMetrics(self._theme.body()).lineSpacing() / 2,
            )
            mark.setAccessibleName(
                _("Layer {number} of {count}, {name}: {verdict}. {facts}").format(
                    number=number + 1,
                    count=count,
                    name=text.name,
                    verdict=text.grade,
                    facts=text.text,
                )
            )
            self.marks.append(mark)
            self._build(3 * number, mark, text, last=number == count - 1)

    def _build(self, line: int, mark: ChainMark, text: FindingText, *, last: bool) -> None:
        top = Qt.AlignmentFlag.AlignTop
        # The line crosses the gap as well: it is in all rows of a layer.
        self._grid.addWidget(mark, line, 0, 2 if last else 3, 1)
        self._grid.addWidget(self._name(text), line, 1, top)
        self._grid.addWidget(self._word(text), line, 2, top)
        if self.narrow:
            self._grid.addWidget(self._facts(text, top=0), line + 1, 1, 1, 2)
        else:
            self._grid.addWidget(self._facts(text), line, 3, top)
        if not last:
            self._grid.addWidget(HairLine(self._theme), line + 2, 1, 1, 3)

    def _name(self, layer: FindingText) -> QWidget:
        name = layer.subject
        title = Label(self._theme, name, strong=True, selectable=True, wrap=True)
        set_tip(title, name if " " not in name and len(name) > 24 else "")
        small = Label(self._theme, layer.where, size="small", color="muted")
        return _column(title, small, right=2 * GRID)

    def _word(self, layer: FindingText) -> QWidget:
        color = TONES[layer.rating]
        return _column(Label(self._theme, layer.grade, color=color), right=2 * GRID)

    def _facts(self, layer: FindingText, *, top: int = _TOP) -> QWidget:
        theme = self._theme
        said = [Label(theme, layer.text, selectable=True, wrap=True)]
        if layer.source:
            said.append(
                Label(theme, layer.source, size="small", color="muted", selectable=True, wrap=True)
            )
        if layer.do:
            said.append(Label(theme, layer.do, selectable=True, wrap=True))
        return _column(*said, top=top)


def _column(*labels: Label, right: int = 0, top: int = _TOP) -> QWidget:
    holder = QWidget()
    layout = vertical(holder, margins=(0, top, right, _TOP), spacing=GRID // 2)
    for label in labels:
        layout.addWidget(label)
    return holder
