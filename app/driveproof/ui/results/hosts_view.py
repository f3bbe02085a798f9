# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The hosts of a run: what each did in each test, how the sum grew, and who was lost."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.run.hosts import lost, on_hosts, scales
from driveproof.domain.run.run import Run
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.cells import Cell, CellsModel, Head
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.table import fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.hosts import (
    FEW,
    Rows,
    hosts_notes,
    hosts_table,
    hosts_text,
    scale_heads,
    scale_rows,
    scale_text,
    scale_title,
)


class HostsView(QWidget):
    """Created anew for each run."""

    def __init__(self, theme: Theme, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._page = QVBoxLayout(self)
        self._page.setContentsMargins(0, 0, 0, 0)
        self._page.setSpacing(GRID)
        self._page.addWidget(Label(theme, hosts_text(run), size="heading", wrap=True))
        for scale in scales(run):
            title = scale_title(run, scale)
            self._page.addWidget(Label(theme, title, strong=True))
            rows = [scale_heads(), *scale_rows(scale, binary=binary)]
            self._add(rows, title, words=1)
            said = scale_text(scale, binary=binary)
            self._page.addWidget(Label(theme, said, wrap=True, selectable=True))
        if not scales(run):
            many = len(run.environment.hosts) > FEW
            rows = hosts_table(run, every=False, binary=binary)
            self._add(rows, _("What each host did"), words=1 if many else 2)
        for number, text in enumerate(hosts_notes(run, binary=binary)):
            tone = Tone.DOUBT if number < len(lost(run)) else Tone.NOTE
            self._page.addWidget(Label(theme, text, color=tone, wrap=True, selectable=True))

    def _add(self, rows: Rows, name: str, *, words: int) -> None:
        """A table whose first columns are words, and the rest figures."""
        if not rows:
            return
        heads = [Head(head, figures=at >= words) for at, head in enumerate(rows[0])]
        model = CellsModel(heads, self._theme)
        model.set_rows([tuple(map(Cell, row)) for row in rows[1:]])
        self._page.addWidget(fixed_table(model, self._theme, name, stretch=0))


def hosts_view(theme: Theme, run: Run, *, binary: bool) -> HostsView | None:
    """The view of a run on several hosts; None for any other."""
    return HostsView(theme, run, binary=binary) if on_hosts(run) else None
