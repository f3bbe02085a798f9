# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers of a discard path, from the file system down to the drive, as rows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from driveproof.domain.trim.path import BLOCK, PASS, DiscardPath, PathLayer
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.chain_mark import ChainMark
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.line import HairLine
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.trim.path import (
    kind_title,
    layer_as_text,
    layer_cost,
    layer_facts,
    layer_remedy,
    verdict_word,
)

_NAME_WIDTH = 200
_WORD_WIDTH = 80
_NARROW = 620  # pixels: below this, the facts are under the name, not beside it
_TOP = GRID + 2
_COLORS = {PASS: Tone.GOOD, BLOCK: Tone.FAILING}


class ChainRows(QWidget):
    """Shows a chain; showing the same chain again changes nothing, so that a selection stays."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._layers: tuple[PathLayer, ...] = ()
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
        for number, layer in enumerate(self._layers):
            before, reached = reached, reached and layer.verdict != BLOCK
            mark = ChainMark(
                self._theme,
                layer.verdict,
                above=before if number else None,
                below=reached if number < count - 1 else None,
                height=_TOP + QFontMetrics(self._theme.body()).lineSpacing() / 2,
            )
            mark.setAccessibleName(layer_as_text(layer, number + 1, count))
            self.marks.append(mark)
            self._build(3 * number, mark, layer, last=number == count - 1)

    def _build(self, line: int, mark: ChainMark, layer: PathLayer, *, last: bool) -> None:
        top = Qt.AlignmentFlag.AlignTop
        # The line crosses the gap as well: it is in all rows of a layer.
        self._grid.addWidget(mark, line, 0, 2 if last else 3, 1)
        self._grid.addWidget(self._name(layer), line, 1, top)
        self._grid.addWidget(self._word(layer), line, 2, top)
        if self.narrow:
            self._grid.addWidget(self._facts(layer, top=0), line + 1, 1, 1, 2)
        else:
            self._grid.addWidget(self._facts(layer), line, 3, top)
        if not last:
            self._grid.addWidget(HairLine(self._theme), line + 2, 1, 1, 3)

    def _name(self, layer: PathLayer) -> QWidget:
        name = say_text(layer.label)
        title = Label(self._theme, name, strong=True, selectable=True, wrap=True)
        set_tip(title, name if " " not in name and len(name) > 24 else "")
        small = Label(self._theme, kind_title(layer.kind), size="small", color="muted")
        return _column(title, small, right=2 * GRID)

    def _word(self, layer: PathLayer) -> QWidget:
        color = _COLORS.get(layer.verdict, "muted")
        return _column(Label(self._theme, verdict_word(layer.verdict), color=color), right=2 * GRID)

    def _facts(self, layer: PathLayer, *, top: int = _TOP) -> QWidget:
        theme = self._theme
        said = [Label(theme, layer_facts(layer), selectable=True, wrap=True)]
        if layer.source:
            source = shown(layer.source)
            said.append(
                Label(theme, source, size="small", color="muted", selectable=True, wrap=True)
            )
        for title, text in (
            (_("Remedy: {text}"), layer_remedy(layer)),
            (_("Drawback: {text}"), layer_cost(layer)),
        ):
            if text:
                said.append(Label(theme, title.format(text=text), selectable=True, wrap=True))
        return _column(*said, top=top)


def _column(*labels: Label, right: int = 0, top: int = _TOP) -> QWidget:
    holder = QWidget()
    layout = vertical(holder, margins=(0, top, right, _TOP), spacing=GRID // 2)
    for label in labels:
        layout.addWidget(label)
    return holder
