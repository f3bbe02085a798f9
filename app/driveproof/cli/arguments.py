# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parser of the command line: every subcommand with its options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import driveproof
from driveproof.domain.access import CACHES
from driveproof.domain.cap import parse_cap
from driveproof.domain.drive.datasheet import parse_iops
from driveproof.domain.drive.mount_option import ATIME_OPTIONS
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.experiment.action import ACTIONS
from driveproof.domain.experiment.plan import MOST_BASELINES
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.units import as_typed, parse_size
from driveproof.system.kernel.devices import is_device
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice

COMMANDS = (
    "list", "profiles", "run", "history", "show", "compare", "export", "import", "assign",
    "datasheet", "health", "selftest", "trim", "check", "diagnose", "experiment", "watch",
    "monitor", "remote",
)  # fmt: skip
"""The names of the subcommands, as `cli/commands.py` has them."""
SUFFIXES = {
    ".html": "html", ".pdf": "pdf", ".png": "png", ".svg": "svg", ".csv": "csv", ".json": "json",
    ".txt": "text", ".gnuplot": "gnuplot",
}  # fmt: skip
"""What `export` writes, by the suffix of the file."""


class _Parser(argparse.ArgumentParser):
    """Reports wrong usage in one sentence on stderr, with status 2. Options are typed whole: a
    beginning of --overwrite-device or --yes is no consent.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"allow_abbrev": False, **options})

    intermixed = False
    """Whether its options may stand between positional arguments of which one can be missing."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As in argparse, in whichever order."""
        if not self.intermixed:
            return super().parse_known_args(args, namespace)
        self.intermixed = False  # it is called by the following
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.intermixed = True

    def error(self, message: str) -> NoReturn:
        raise UsageError(
            "{problem}.",
            problem=message,
            advice=Advice("See {command}.", command=f"'{self.prog} --help'"),
        )


def _place(word: str) -> str:
    """A path, a mount point or what else a command takes; a bare kernel name ("sda") as its path,
    unless a file is called so.
    """
    path = f"/dev/{word}"
    bare = os.sep not in word and not os.path.lexists(word) and is_device(path)
    return path if bare else word


_Value = TypeVar("_Value")


def _number(minimum: float, maximum: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(as_typed(text))
        except ValueError:
            value = minimum - 1
        if not minimum <= value <= maximum:
            raise argparse.ArgumentTypeError(
                _("'{text}' is not a number from {minimum} to {maximum}").format(
                    text=text, minimum=f"{minimum:g}", maximum=f"{maximum:g}"
                )
            )
        return value

    return read


def _duration(minimum: float, maximum: float) -> Callable[[str], float]:
    """Text like "90s", "5m" or "1h", as seconds."""
    seconds = _number(minimum, maximum)

    def read(text: str) -> float:
        number, factor = as_typed(text[:-1]), {"s": 1, "m": 60, "h": 3600}.get(text[-1:])
        if factor is None or not number.isascii() or not number.replace(".", "", 1).isdecimal():
            raise argparse.ArgumentTypeError(
                _("'{text}' is not a duration like 90s, 5m or 1h").format(text=text)
            )
        return seconds(f"{float(number) * factor:.10g}")

    return read


def _count(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if (
            not text.isascii()
            or not text.isdigit()
            or len(text) > 9
            or not low <= int(text) <= high
        ):
            raise argparse.ArgumentTypeError(
                _("'{text}' is not a whole number from {minimum} to {maximum}").format(
                    text=text, minimum=low, maximum=high
                )
            )
        return int(text)

    return read


def _read_by(read: Callable[[str], _Value]) -> Callable[[str], _Value]:
    def value(text: str) -> _Value:
        try:
            return read(text)
        except UsageError as error:
            text = message_and_advice(error, Face.TERMINAL)
            raise argparse.ArgumentTypeError(text.rstrip(".")) from error

    return value


def _size(text: str) -> int:
    size = _read_by(parse_size)(text)
    if size < 2**20 or size % 2**20:
        raise argparse.ArgumentTypeError(
            _("'{text}' is not a size in whole MiB, like '1G'").format(text=text)
        )
    return size


_Add = Callable[..., _Parser]


class _Words:
    """Words that several commands have in common."""

    def __init__(self) -> None:
        self.json = _("print one JSON document to standard output")
        self.mib = _("bandwidth in MiB/s (2^20) instead of MB/s")
        self.label = _("label for this state of the drive")
        self.run = _("ID or its beginning, 'latest', 'latest-check' or 'label:TEXT'")
        self.of_drive = _("device, mount point or serial number of the drive")
        self.output = _("also write a file: {formats}")
        self.as_admin = _("read as root what only root can read")
        self.details = _("every metric, with its spread")
        self.yes = _("do not ask")


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    words = _Words()
    top = _Parser(
        prog="driveproof",
        description=_(
            "Benchmarks drives, checks their health and TRIM, and compares results. Start with"
            " 'driveproof list', then 'driveproof check DEVICE'. Without a command, opens the"
            " window; a FOLDER or result FILES can be named."
        ),
        epilog=_(
            "Exit status: 0 done; 1 done, with a bad result; 2 wrong usage; 3 something is missing"
            " or failed; 4 refused; 70 a bug in Driveproof; 130 cancelled."
        ),
    )
    top.add_argument("--version", action="version", version=f"driveproof {driveproof.__version__}")
    top.add_argument("--theme", choices=("light", "dark"), help=_("colors of the window"))
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=_Parser
    )
    add = _adder(commands, words)
    every = add("list", _("List all drives and other block devices."))
    every.add_argument(
        "--dismiss",
        action="store_true",
        help=_("dismiss warnings about interrupted formatting runs"),
    )
    _add_profiles(add)
    _add_run(add, words)
    _add_history(add, words)
    _add_compare(add, words)
    _add_export(add, words)
    _add_imports(add, words)
    _add_datasheet(add, words)
    _add_experiment(commands, words)
    _add_health(add, words)
    _add_watch(add)
    _add_monitor(add, words)
    _add_trim(commands, words)
    _add_check(add, words)
    commands.add_parser("remote")  # without help it is not listed: other hosts call it, not people
    commands.choices["remote"].set_defaults(json=False)
    return top


def _adder(commands: Any, words: _Words) -> _Add:
    """What adds a subcommand to `commands`, each with --json."""

    def add(name: str, summary: str, *, mib: bool = False) -> _Parser:
        made: _Parser = commands.add_parser(name, help=summary, description=summary)
        made.add_argument("--json", action="store_true", help=words.json)
        if mib:
            made.add_argument("--mib", action="store_true", help=words.mib)
        return made

    return add


def _add_profiles(add: _Add) -> None:
    profiles = add("profiles", _("List the profiles: what can be measured."))
    profiles.add_argument("words", metavar="WORD", nargs="*", help=_("a name, or words to search"))
    profiles.add_argument(
        "--drive", type=_place, metavar="PATH", help=_("show the cost on the drive of this path")
    )
    profiles.add_argument(
        "--job-file", metavar="FILE", help=_("write it as a fio job file; '-' for standard output")
    )
    profiles.add_argument(
        "--recording",
        metavar="RUN",
        help=_("create a profile of this name from a run of 'record --trace'"),
    )


def _add_run(add: _Add, words: _Words) -> None:
    run = add("run", _("Run a benchmark profile on a folder or device."), mib=True)
    run.intermixed = True
    run.add_argument("profile", metavar="PROFILE", nargs="?", help=_("see 'driveproof profiles'"))
    run.add_argument("target", type=_place, metavar="TARGET", help=_("a folder or block device"))
    run.add_argument("--job", metavar="FILE", help=_("run a fio job file instead of a profile"))
    run.add_argument(
        "--also",
        dest="beside",
        action="append",
        default=[],
        type=_place,
        metavar="PATH",
        help=_("multi-drive: another drive, as a folder or device; repeatable"),
    )
    run.add_argument(
        "--against",
        type=_place,
        metavar="PATH",
        help=_("a second drive, measured in turn with the first and compared"),
    )
    _add_hosts(run)
    run.add_argument(
        "--size", type=_size, help=_("size of the test file or of the area to overwrite: 1G")
    )
    _add_length(run, _("length of each repeat"))
    run.add_argument("--repeats", type=_count(1, 100), help=_("fixed number of repeats per test"))
    run.add_argument("--label", default="", metavar="TEXT", help=words.label)
    run.add_argument(
        "--engine", choices=("libaio", "io_uring"), help=_("I/O engine above queue depth 1")
    )
    run.add_argument(
        "--cache", choices=CACHES, help=_("direct I/O, or buffered I/O with a cold or warm cache")
    )
    run.add_argument("--no-cow", action="store_true", help=_("btrfs: no copy-on-write"))
    run.add_argument(
        "--max-latency",
        type=_read_by(parse_cap),
        metavar="LATENCY",
        help=_("iops-at-latency: 10ms for the mean, or p99:20ms"),
    )
    run.add_argument(
        "--probe", action="store_true", help=_("capacity: quick probe of a device only")
    )
    run.add_argument(
        "--trace", action="store_true", help=_("record: size and position of each request")
    )
    run.add_argument(
        "--mixed", action="store_true", help=_("add a test of reads and writes, 70/30")
    )
    run.add_argument(
        "--fresh-data", action="store_true", help=_("write new data in large blocks, too")
    )
    run.add_argument(
        "--as-in-the-article",
        action="store_true",
        help=_("everyday-writes: 60 s per test and no write limit"),
    )
    run.add_argument(
        "--copy-from",
        metavar="FOLDER",
        help=_("real-life: also copy from this folder on another drive"),
    )
    run.add_argument(
        "--log-target",
        metavar="FOLDER",
        help=_("workload-database: write the log to this folder on another drive"),
    )
    run.add_argument("--details", action="store_true", help=words.details)
    run.add_argument(
        "--overwrite-device", action="store_true", help=_("write to the device: its data is lost")
    )
    run.add_argument("--yes", action="store_true", help=words.yes)
    run.add_argument(
        "--trim-after", action="store_true", help=_("TRIM the overwritten area afterwards")
    )


def _add_length(
    command: argparse.ArgumentParser, words: str, minimum: float = 0.5, maximum: float = 86400
) -> None:
    """Add --seconds and --duration: the same, as a number or as text."""
    length = command.add_mutually_exclusive_group()
    length.add_argument("--seconds", type=_number(minimum, maximum), metavar="NUMBER", help=words)
    length.add_argument(
        "--duration",
        dest="seconds",
        type=_duration(minimum, maximum),
        metavar="TIME",
        help=_("the same as text: 90s, 5m or 1h"),
    )


def _add_hosts(run: argparse.ArgumentParser) -> None:
    """Several hosts at once."""
    run.add_argument(
        "--hosts", metavar="NODESET", help=_("measure on these hosts over ssh: 'node[1-8]'")
    )
    run.add_argument(
        "--scaling", action="store_true", help=_("with --hosts: each test on 1, 2, 4, ... of them")
    )
    run.add_argument(
        "--remote-program", metavar="PATH", help=_("with --hosts: path of driveproof there")
    )
    run.add_argument(
        "--ssh-options", metavar="TEXT", help=_("with --hosts: options for ssh, like '-F FILE'")
    )


def _add_history(add: _Add, words: _Words) -> None:
    history = add("history", _("List saved runs and drive reports, newest first."), mib=True)
    history.add_argument(
        "--limit",
        type=_count(1, 1_000_000),
        default=None,
        metavar="NUMBER",
        help=_("at most so many"),
    )
    history.add_argument("--drive", default="", type=_place, metavar="DEVICE", help=words.of_drive)
    history.add_argument(
        "--trend", action="store_true", help=_("each test of the drive, oldest run first")
    )
    show = add("show", _("Show a saved run or drive report."), mib=True)
    show.add_argument("run", metavar="RUN", help=words.run)
    show.add_argument("--commands", action="store_true", help=_("with the fio commands"))
    show.add_argument("--details", action="store_true", help=words.details)


def _add_imports(add: _Add, words: _Words) -> None:
    importing = add("import", _("Import results of other programs."), mib=True)
    importing.add_argument(
        "files", metavar="FILE", nargs="+", help=_("results of fio, GNOME Disks, KDiskMark, ...")
    )
    importing.add_argument("--label", default="", metavar="TEXT", help=words.label)
    importing.add_argument(
        "--drive", default="", type=_place, metavar="DEVICE", help=words.of_drive
    )
    assign = add("assign", _("Assign imported runs to a drive."))
    assign.add_argument("runs", metavar="RUN", nargs="+", help=words.run)
    assign.add_argument("--drive", default="", type=_place, metavar="DEVICE", help=words.of_drive)
    assign.add_argument(
        "--as-in-file",
        action="store_true",
        help=_("restore the drive data from the imported file"),
    )


def _add_datasheet(add: _Add, words: _Words) -> None:
    sheet = add("datasheet", _("Show or enter the manufacturer's values of a drive."))
    sheet.add_argument("drive", type=_place, metavar="DEVICE", help=words.of_drive)
    speed = _("sequential, in bytes per second: 7450MB")
    sheet.add_argument("--read", type=_read_by(parse_size), metavar="SPEED", help=speed)
    sheet.add_argument("--write", type=_read_by(parse_size), metavar="SPEED", help=speed)
    iops = _("random, 4 KiB, per second: 1.2M")
    sheet.add_argument("--random-read", type=_read_by(parse_iops), metavar="IOPS", help=iops)
    sheet.add_argument("--random-write", type=_read_by(parse_iops), metavar="IOPS", help=iops)
    endurance = _("terabytes written (TBW): 1200TB")
    sheet.add_argument("--endurance", type=_read_by(parse_size), metavar="SIZE", help=endurance)
    sheet.add_argument("--remove", action="store_true", help=_("delete the entered values"))


def _add_compare(add: _Add, words: _Words) -> None:
    compare = add("compare", _("Compare saved runs."), mib=True)
    compare.add_argument(
        "before",
        metavar="BEFORE",
        help=_("a run as in 'show', or 'previous': the run before AFTER of the same kind"),
    )
    compare.add_argument("after", metavar="AFTER", nargs="+", help=words.run)
    compare.add_argument(
        "--base", metavar="RUN", help=_("the run that all others are compared with")
    )
    compare.add_argument("--sort", metavar="TEST", help=_("fastest in this test first"))
    compare.add_argument(
        "--fail-if-slower",
        metavar="PERCENT",
        type=_number(0, 100),
        help=_("exit status 1 if a test is slower by more; 10 is advised"),
    )
    compare.add_argument("--details", action="store_true", help=words.details)
    compare.add_argument("--forum", action="store_true", help=_("text to paste in a forum"))
    formats = ".html, .pdf, .png, .svg, .csv, .json"
    compare.add_argument("--output", metavar="FILE", help=words.output.format(formats=formats))


def _add_export(add: _Add, words: _Words) -> None:
    export = add("export", _("Export saved runs or drive reports to a file."), mib=True)
    export.add_argument("runs", metavar="RUN", nargs="+", help=words.run)
    export.add_argument(
        "output",
        metavar="FILE",
        help=_("{formats}, or '-' for standard output").format(formats=", ".join(SUFFIXES)),
    )
    export.add_argument(
        "--format",
        choices=tuple(dict.fromkeys(SUFFIXES.values())),
        help=_("if the name of the file does not show it"),
    )
    export.add_argument("--samples", action="store_true", help=_("csv: values over time"))
    export.add_argument("--devices", action="store_true", help=_("csv: the devices below"))
    export.add_argument("--per-host", action="store_true", help=_("csv: results by host"))
    export.add_argument("--areas", action="store_true", help=_("csv: findings by position"))
    export.add_argument("--chart", action="store_true", help=_("pdf: the charts only"))
    export.add_argument("--scale", type=_count(1, 8), help=_("png: magnification (2)"))
    export.add_argument("--forum", action="store_true", help=_("txt: to paste in a forum"))


def _add_experiment(commands: Any, words: _Words) -> None:
    summary = _("Before and after: measure, change something, measure again.")
    experiment = commands.add_parser("experiment", help=summary, description=summary)
    below = experiment.add_subparsers(
        dest="experiment_command",
        metavar="new|list|continue|show|cancel",
        required=True,
        parser_class=_Parser,
    )
    add = _adder(below, words)
    new = add("new", _("Start an experiment."))
    new.add_argument("profile", metavar="PROFILE", help=_("see 'driveproof profiles'"))
    new.add_argument("target", type=_place, metavar="TARGET", help=_("a folder or block device"))
    new.add_argument(
        "--action",
        required=True,
        choices=[one.value for one in ACTIONS],
        help=_("what is changed in between"),
    )
    new.add_argument("--text", default="", help=_("the change in your words"))
    new.add_argument(
        "--name", default="", metavar="TEXT", help=_("its name, and label of its runs")
    )
    new.add_argument("--repeats", type=_count(1, 100), help=_("repeats per test in each run"))
    new.add_argument(
        "--baselines", type=_count(1, MOST_BASELINES), help=_("runs before the change (2)")
    )
    new.add_argument("--scheduler", default="", metavar="NAME", help=_("scheduler to try"))
    new.add_argument(
        "--mount-option", default="", choices=ATIME_OPTIONS, help=_("mount option to try")
    )
    new.add_argument("--size", type=_size, help=_("size of the test file"))
    _add_length(new, _("length of each repeat"))
    new.add_argument("--cache", choices=CACHES, help=_("see 'driveproof run'"))
    add("list", _("List all experiments, newest first."))
    go = add("continue", _("Do the next step."), mib=True)
    go.add_argument(
        "--moved-to", default="", type=_place, metavar="PATH", help=_("where the target is now")
    )
    go.add_argument(
        "--yes", action="store_true", help=_("confirm the TRIM, or that your change is made")
    )
    go.add_argument("--skip-baselines", action="store_true", help=_("skip further baselines"))
    go.add_argument(
        "--now", action="store_true", help=_("do not wait for the planned time; less reliable")
    )
    go.add_argument("--no-more-runs", action="store_true", help=_("end it with the runs so far"))
    show = add("show", _("Show an experiment."), mib=True)
    cancel = add("cancel", _("Cancel an experiment; its runs stay."))
    one = _("ID or its beginning, or 'latest'")
    show.add_argument("experiment", metavar="ID", nargs="?", default="latest", help=one)
    go.add_argument("experiment", metavar="ID", nargs="?", default="", help=one)
    cancel.add_argument("experiment", metavar="ID", help=one)
    for each in (show, go):
        each.add_argument("--details", action="store_true", help=words.details)
    formats = ".html, .pdf, .json"
    show.add_argument("--output", metavar="FILE", help=words.output.format(formats=formats))


def _add_health(add: _Add, words: _Words) -> None:
    """Add `health` and `selftest`."""
    health = add("health", _("Show the health of a drive."))
    health.add_argument(
        "device", type=_place, metavar="DEVICE", nargs="?", help=_("a block device or mount point")
    )
    health.add_argument(
        "--report",
        dest="file",
        metavar="FILE",
        help=_("output of 'smartctl -x -j' or 'smartctl -x' instead"),
    )
    health.add_argument("--as-admin", action="store_true", help=words.as_admin)
    formats = ".html, .pdf, .txt, .json, .csv"
    health.add_argument("--output", metavar="FILE", help=words.output.format(formats=formats))
    health.add_argument("--enable-smart", action="store_true", help=_("enable SMART first"))
    tests = add("selftest", _("List, start or stop the self-tests of a drive."))
    tests.add_argument("device", type=_place, metavar="DEVICE", help=_("a block device"))
    tests.add_argument("kind", nargs="?", choices=tuple(SelfTestKind), help=_("start this one"))
    tests.add_argument("--abort", action="store_true", help=_("stop the running one"))
    tests.add_argument("--wait", action="store_true", help=_("wait until it has ended"))
    tests.add_argument("--as-admin", action="store_true", help=words.as_admin)


def _add_watch(add: _Add) -> None:
    watch = add("watch", _("Watch all drives and report problems."))
    watch.add_argument("--once", action="store_true", help=_("look once, for a timer"))
    watch.add_argument(
        "--interval",
        type=_number(60, 604800),
        default=600.0,
        metavar="SECONDS",
        help=_("time between two looks (600)"),
    )
    watch.add_argument(
        "--exec",
        dest="execute",
        default="",
        metavar="COMMAND",
        help=_("run COMMAND for each event; details in DRIVEPROOF_* variables"),
    )
    watch.add_argument(
        "--selftest",
        metavar="SCHEDULE",
        help=_("start self-tests when due: short=7d,extended=30d"),
    )
    watch.add_argument(
        "--missing", action="store_true", help=_("also report drives that disappear or return")
    )
    watch.add_argument("--quiet", action="store_true", help=_("no desktop notifications"))


def _add_monitor(add: _Add, words: _Words) -> None:
    monitor = add("monitor", _("Show the current I/O of a drive."), mib=True)
    monitor.add_argument("target", type=_place, metavar="DEVICE|FOLDER")
    monitor.add_argument(
        "--interval",
        type=_number(0.1, 3600),
        default=1.0,
        metavar="SECONDS",
        help=_("time between two lines (1)"),
    )
    _add_length(monitor, _("end after so many seconds"), 0.1, 31_536_000)
    monitor.add_argument("--record", metavar="FILE", help=_("write all values to a new CSV file"))


def _add_trim(commands: Any, words: _Words) -> None:
    summary = _("Show whether TRIM works, or TRIM a file system.")
    trim = commands.add_parser("trim", help=summary, description=summary)
    below = trim.add_subparsers(
        dest="trim_command", metavar="status|preview|run", required=True, parser_class=_Parser
    )
    add = _adder(below, words)
    status = add("status", _("Show whether TRIM reaches the drive, layer by layer."))
    status.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    status.add_argument("--as-admin", action="store_true", help=words.as_admin)
    preview = add("preview", _("Show what a TRIM would do; changes nothing."))
    trim_run = add("run", _("TRIM the free space of a file system."))
    for one in (preview, trim_run):
        one.add_argument(
            "target", type=_place, metavar="MOUNTPOINT", help=_("or a folder or device")
        )
    trim_run.add_argument("--yes", action="store_true", help=words.yes)
    trim_run.add_argument(
        "--proof", action="store_true", help=_("delete a marked file first and look for its data")
    )


def _add_check(add: _Add, words: _Words) -> None:
    """Add `check` and `diagnose`."""
    check = add("check", _("Check a drive: health, link, TRIM and speed on one page."))
    check.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    check.add_argument("--label", default="", metavar="TEXT", help=words.label)
    check.add_argument(
        "--new", action="store_true", help=_("it was sold as new: report signs of use")
    )
    diagnose = add("diagnose", _("Find out why a drive is slow."))
    diagnose.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    diagnose.add_argument(
        "--file", default="", metavar="FILE", help=_("check this file for fragmentation")
    )
    for one in (check, diagnose):
        one.add_argument("--no-measurement", action="store_true", help=_("skip the benchmark"))
        one.add_argument(
            "--output", metavar="FILE", help=words.output.format(formats=".html, .pdf")
        )
