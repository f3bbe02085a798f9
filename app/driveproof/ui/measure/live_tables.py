# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a running measurement shows besides charts: its tests, the hosts, and what is prepared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from driveproof.domain.access import DIRECTIONS, Direction
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile, plan_of
from driveproof.domain.run.certainty import within
from driveproof.domain.run.hosts import fault_word, worst_now
from driveproof.domain.run.run import METRICS, Companion, PhaseResult, TargetKind
from driveproof.domain.run.stopping import is_certain
from driveproof.domain.title import mixed_title
from driveproof.engine.run import events
from driveproof.engine.run.events import HostNow, RepeatEnded
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.rows import HairLine, LinedGrid
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.figures import write_metric
from driveproof.wording.phase import direction_title
from driveproof.wording.profile import companion_titles, test_title
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import format_bandwidth, format_latency, format_size, group_digits

CERTAIN = "\N{CHECK MARK}"
"""Behind a figure that needs no further repeat."""


def where(event: events.Started) -> str:
    """What is measured, and what happens to it."""
    path, profile = shown(event.target.path), event.profile
    if names := companion_titles(event.environment.drives):
        return _("on {path}").format(path=", ".join(names))
    here = _("on {path}").format(path=path)
    if event.target.kind == TargetKind.DEVICE:
        if any(phase.writes for phase in profile.phases):
            return _("on {path}, overwriting it").format(path=path)
        return _("{first}, {second}").format(first=here, second=_("read-only"))
    if has_trait(profile.method, Trait.NO_FILE):
        return _("{first}, {second}").format(first=here, second=_("read-only"))
    size = format_size(profile.size, binary=True)
    if profile.hosts:
        text = ngettext(
            "on {path} of {count} host, {size} test file",
            "on {path} of {count} hosts, {size} test file",
            profile.hosts,
        )
        return text.format(path=path, count=profile.hosts, size=size)
    file = _("test file {size}").format(size=size)
    return _("{first}, {second}").format(first=here, second=file)


class PreparingView(QWidget):
    """Shown while the test file is written: what happens, why, and the progress."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        column = vertical(self, spacing=GRID)
        self.title = Label(theme, _("Getting ready"), size="heading")
        self._of_a_file = _("The test file is filled with random data. It is deleted afterwards.")
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setMaximumWidth(420)
        self.progress.setAccessibleName(_("Progress of the test file"))
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.progress)
        self.why = Label(theme, color="muted", wrap=True)
        column.addWidget(self.why)
        column.addStretch(3)

    def begin(self, *, device: bool = False) -> None:
        """The checks are running; on a device a password prompt may be open."""
        self.title.say(_("Waiting for permission") if device else _("Getting ready"))
        of_a_device = _("The system asks for your password.")
        self.why.say(of_a_device if device else self._of_a_file)
        self.progress.setVisible(not device)
        self.progress.setValue(0)

    def show_silent(self, name: str) -> None:
        """A program is timing that reports only at its end."""
        self.title.say(name)
        self.why.say(_("hdparm reports only at its end."))
        self.progress.hide()

    def show_waiting(self, title: str, why: str) -> None:
        """Something else works on the device, and tells nothing until it is done."""
        self.title.say(title)
        self.why.say(why)
        self.progress.hide()

    def show_progress(self, done: int, total: int, *, reading: bool = False) -> None:
        """`done` of `total` bytes are written, or read into memory."""
        words = _("Writing the test file: {done} of {total}")
        if reading:
            words = _("Reading the test file: {done} of {total}")
        self.title.say(words.format(done=format_size(done), total=format_size(total)))
        self.why.say(self._of_a_file)
        self.progress.show()
        self.progress.setValue(round(1000 * done / total) if total else 0)


class TestTable(QWidget):
    """Every test of a profile: waiting, being measured, or its median."""

    __test__ = False  # pytest would otherwise take it for a test

    def __init__(self, theme: Theme, switch: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._switch = switch
        if switch is not None:  # without a parent and hidden until there is a table
            switch.setParent(self)
            switch.hide()
        self._grid = LinedGrid(theme, 1, gap=2 * GRID, height=33)
        self._grid.setColumnStretch(0, 1)
        self.setLayout(self._grid)
        self._cells: dict[tuple[int, Direction], Label] = {}
        self._results: dict[int, PhaseResult] = {}
        self._orders: dict[int, int] = {}
        self._so_fars: dict[int, PhaseResult] = {}
        self._columns: dict[Direction, int] = {}
        self._timed = self._certain = False
        self._tests = 0
        self.binary = False

    def set_profile(self, profile: Profile, drives: Sequence[Companion] = ()) -> None:
        """Begin a new table; every test waits. `drives` are those that are measured together."""
        self._cells.clear()
        self._results.clear()
        self._orders.clear()
        self._so_fars.clear()
        plan = [
            (test_title(title, profile.name, drives), cells)
            for title, cells in plan_of(profile.phases)
        ]
        present = {name for _title, cells in plan for name in cells}
        directions = [name for name in DIRECTIONS if name in present]
        heads = [direction_title(name) for name in directions]
        self._columns = {name: column for column, name in enumerate(directions, 1)}
        self._timed = any(phase.tool == Tool.TASK for phase in profile.phases)
        self._certain = profile.goes_on
        self._tests = len(profile.phases)
        if self._timed:  # a task reads and writes as it likes, and has one time
            heads = [_("Time")]
            self._columns = dict.fromkeys(directions, 1)
        head = QWidget()
        row = horizontal(head)
        name = _("Task") if self._timed else _("Test")
        row.addWidget(Label(self._theme, name, size="small", color="muted"))
        if self._switch is not None:
            row.addSpacing(GRID)
            row.addWidget(self._switch)
            self._switch.show()
        row.addStretch(1)
        titles = [Label(self._theme, title, size="small", color="muted") for title in heads]
        self._grid.clear(1 + len(titles))
        self._grid.add_head(head, *titles, height=30)
        for column in range(1, 1 + len(titles)):
            self._grid.setColumnMinimumWidth(column, 150)
        for title, cells in plan:
            self._add_row(title, {name: cells[name] for name in self._columns if name in cells})

    def _add_row(self, title: str, cells: Mapping[Direction, int]) -> None:
        """A test that waits; `cells` are the phases of its directions."""
        row, _line = self._grid.new_row()
        self._grid.addWidget(ElidedLabel(self._theme, title), row, 0)
        for name, index in cells.items():
            label = ElidedLabel(self._theme, _("waiting"), color="muted")
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self._cells[index, name] = label
            self._grid.addWidget(label, row, self._columns[name], Qt.AlignmentFlag.AlignRight)

    def add(self, index: int, phase: Phase, profile: str) -> None:
        """A test that was not planned: a search has decided that it comes next."""
        if any(number == index for number, _way in self._cells):
            return
        title = test_title(mixed_title(phase.title, phase.direction), profile)
        self._add_row(title, {name: index for name in phase.directions if name in self._columns})

    @property
    def open(self) -> int:
        """How many tests may have further repeats."""
        return self._tests - len(self._results)

    def rest(self, index: int) -> None:
        """Nothing is measured: the test before is between its repeats, as the one that waits."""
        for (phase, name), label in self._cells.items():
            if phase in self._orders and phase not in self._results:
                label.set_color("muted")
                label.say(self._so_far(phase, name, self._orders[index]))

    def measuring(self, index: int, order: int, repeats: int) -> None:
        """A repeat of a phase is running; other phases may be between theirs."""
        for (phase, name), label in self._cells.items():
            if phase == index:
                label.set_color("text")
                text = _("measuring, {order} of {repeats}")
                label.say(text.format(order=order, repeats=repeats))
            elif phase in self._orders and phase not in self._results:
                label.set_color("muted")
                label.say(self._so_far(phase, name, repeats))
        self._orders[index] = order

    def show_so_far(self, event: RepeatEnded) -> None:
        """A repeat is complete; others of its phase may follow."""
        if event.result is not None:
            self._so_fars[event.index] = event.result

    def _so_far(self, index: int, direction: Direction, repeats: int) -> str:
        done = _("{order} of {repeats} done").format(order=self._orders[index], repeats=repeats)
        result = self._so_fars.get(index)
        summary = result.summary(direction, METRICS[result.primary]) if result else None
        if result is None or summary is None:
            return done
        decides = direction == result.directions[0]
        if self._certain and decides and (said := cell_text(within(result))):
            done = said
        return f"{write_metric(result.primary, summary.median, binary=self.binary)}, {done}"

    def show_result(self, index: int, result: PhaseResult) -> None:
        """A phase is complete."""
        self._results[index] = result
        for (phase, name), label in self._cells.items():
            if phase == index:
                summary = result.summary(name, METRICS[result.primary])
                value = summary.median if summary else None
                plain = self._timed or name not in (Direction.READ, Direction.WRITE)
                label.set_color("text" if plain else name)
                words = write_metric(result.primary, value, binary=self.binary)
                if result.short(name):
                    words = _("{first}, {second}").format(first=words, second=_("short"))
                label.say(self._with_certainty(words, result, name))

    def _with_certainty(self, words: str, result: PhaseResult, direction: Direction) -> str:
        """A final figure with how certain it is, where that is judged test by test."""
        if not self._certain or direction != result.directions[0]:
            return words
        about = cell_text(within(result))
        if not about:
            return words
        return f"{words}, {about} {CERTAIN}" if is_certain(result) else f"{words}, {about}"

    def set_binary(self, binary: bool) -> None:
        """Write bandwidths in MiB/s."""
        self.binary = binary
        for index, result in self._results.items():
            self.show_result(index, result)

    def texts(self) -> list[str]:
        """The whole text of the cells, phase by phase."""
        return [self._cells[key].whole() for key in sorted(self._cells)]


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
