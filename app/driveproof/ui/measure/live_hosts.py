# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The hosts of a measurement of several while it runs, the slowest first, and who waits longest."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from driveproof.domain.run.hosts import fault_word, worst_now
from driveproof.engine.run.events import HostNow
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.rows import HairLine, LinedGrid
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_bandwidth, format_latency, group_digits

ROW = 25
MOST = 6
"""The number of hosts that are listed; of more, the slowest."""


class LiveHosts(QWidget):
    """Hidden unless several hosts measure; only changed cells are repainted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        grid = LinedGrid(theme, 4, gap=2 * GRID)
        grid.setColumnStretch(0, 1)
        self.setLayout(grid)
        self.head = ElidedLabel(theme, size="small", color="muted")
        # Long names are elided, and take nothing from the figures.
        grid.setColumnMinimumWidth(0, self.head.fontMetrics().horizontalAdvance("m" * 12))
        titles = (_("Bandwidth"), "IOPS", "p99")
        grid.add_head(
            self.head, *(Label(theme, words, size="small", color="muted") for words in titles)
        )
        self._rows: list[tuple[HairLine, ElidedLabel, tuple[Label, ...]]] = []
        for _number in range(MOST):
            name = ElidedLabel(theme, size="small")
            name.setMinimumHeight(ROW)
            cells = tuple(Label(theme, size="small", color="muted") for _cell in titles)
            for cell in cells:
                cell.setMinimumWidth(cell.fontMetrics().horizontalAdvance("00 000 MiB/s"))
                cell.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._rows.append((grid.add_row(name, *cells), name, cells))
        self.hide()

    def clear(self) -> None:
        """Forget everything and hide."""
        self.show_hosts((), binary=False)

    def show_hosts(self, hosts: tuple[HostNow, ...], *, binary: bool) -> None:
        """Show what each does: lost ones first, then the slowest."""
        listed = sorted(hosts, key=lambda one: (not one.fault, one.bandwidth or 0.0))[:MOST]
        text = ngettext("{count} host", "{count} hosts, the slowest first", len(hosts))
        text = text.format(count=len(hosts))
        worst = worst_now([(one.name, one.p99) for one in hosts if not one.fault])
        if worst is not None:
            text = _("{first}, {second}").format(first=text, second=say_text(worst))
        self.head.say(text)
        for number, (line, name, cells) in enumerate(self._rows):
            here = number < len(listed)
            for widget in (line, name, *cells):
                widget.setVisible(here)
            if not here:
                continue
            one = listed[number]
            name.say(shown(one.name))
            words = ("–", "–", "–")
            if one.fault:
                words = (value_text(fault_word(one.fault)), "", "")
            elif one.bandwidth is not None and one.iops is not None:
                words = (
                    format_bandwidth(one.bandwidth, binary=binary),
                    group_digits(one.iops),
                    "–" if one.p99 is None else format_latency(one.p99),
                )
            for cell, said in zip(cells, words, strict=True):
                cell.say(said)
                cell.set_color(Tone.DOUBT if one.fault else Tone.NOTE)
        self.setVisible(bool(hosts))

    def texts(self) -> list[list[str]]:
        """The text of the table, row by row."""
        return [
            [name.whole(), *(cell.text() for cell in cells)]
            for line, name, cells in self._rows
            if not line.isHidden()
        ]
