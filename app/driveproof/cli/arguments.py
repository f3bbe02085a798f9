# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parser of the command line: every subcommand with its options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn, TypeVar

import driveproof
from driveproof.domain.access import CACHES
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.experiment.action import ACTIONS, ATIME_OPTIONS, MOST_BASELINES
from driveproof.domain.health.adapter import AdapterSearch, AdapterType
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.units import as_typed, parse_iops, parse_size
from driveproof.system.kernel.devices import is_device
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice

COMMANDS = (
    "list", "profiles", "run", "history", "show", "compare", "export", "import", "assign",
    "datasheet", "health", "selftest", "trim", "check", "diagnose", "experiment", "test", "watch",
    "monitor", "remote",
)  # fmt: skip
"""The names of the subcommands, as `cli/commands.py` has them."""
LEFT_OUT = ("short-self-test", "random-reads", "extended-self-test")
"""The steps that a test of a drive need not have, as `domain/drive_test` has them: a list of drives
does not load that.
"""
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
            "{text}.",
            text=message,
            advice=Advice("Run: {command}", command=f"'{self.prog} --help'"),
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


class _Choose(argparse.Action):
    """Keeps the value of an option that a method declares in `chosen`, by its word."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Called by argparse. A flag has no value."""
        value = True if self.nargs == 0 else values
        namespace.chosen = {**namespace.chosen, self.option_strings[0]: value}


class _Words:
    """Words that several commands have in common."""

    def __init__(self) -> None:
        self.json = _("print JSON")
        self.mib = _("bandwidth in MiB/s")
        self.label = _("label of the result")
        self.run = _("ID or its beginning, 'latest', 'latest-check' or 'label:TEXT'")
        self.of_drive = _("device, mount point or serial number")
        self.output = _("also write a file: {formats}")
        self.as_admin = _("read as root")
        self.details = _("every metric, with its spread")
        self.yes = _("do not ask")


def parse(words: list[str]) -> argparse.Namespace:
    """The arguments. Raises UsageError.

    The options of `run` that methods declare are in their plans. These are imported for its help,
    and for a word that is none of the other options.
    """
    remote = words[:1] == ["remote"]
    if "run" not in words or {"-h", "--help"}.isdisjoint(words):
        found, unknown = parser(remote=remote, declared=False).parse_known_args(words)
        if not unknown:
            return found
    return parser(remote=remote).parse_args(words)


def parser(*, remote: bool = False, declared: bool = True) -> argparse.ArgumentParser:
    """The parser of the whole command line; with the command that other hosts call for `remote`,
    which people are not offered, and with what the methods have `declared` for `run`.
    """
    words = _Words()
    top = _Parser(
        prog="driveproof",
        description=_(
            "Benchmarks drives, checks their health and TRIM, and compares results. Without"
            " a command, opens the window, with a FOLDER or result FILES if named."
        ),
        epilog=_(
            "Exit status: 0 done; 1 bad result; 2 wrong usage; 3 missing or failed; 4"
            " refused; 70 bug; 130 cancelled."
        ),
    )
    top.add_argument("--version", action="version", version=f"driveproof {driveproof.__version__}")
    top.add_argument("--theme", choices=("light", "dark"), help=_("colors of the window"))
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=_Parser
    )
    add = _adder(commands, words)
    every = add("list", _("List all drives and block devices."))
    every.add_argument(
        "--dismiss",
        action="store_true",
        help=_("dismiss warnings of interrupted formatting"),
    )
    _add_profiles(add)
    _add_run(add, words, declared=declared)
    _add_history(add, words)
    _add_compare(add, words)
    _add_export(add, words)
    _add_imports(add, words)
    _add_datasheet(add, words)
    _add_experiment(commands, words)
    _add_test(commands, words)
    _add_health(add, words)
    _add_watch(add)
    _add_monitor(add, words)
    _add_trim(commands, words)
    _add_check(add, words)
    if remote:
        commands.add_parser("remote").set_defaults(json=False)
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
    profiles = add("profiles", _("List the profiles."))
    profiles.add_argument("words", metavar="WORD", nargs="*", help=_("name or search words"))
    profiles.add_argument("--drive", type=_place, metavar="PATH", help=_("cost on this drive"))
    profiles.add_argument(
        "--job-file", metavar="FILE", help=_("write a fio job file ('-': stdout)")
    )
    profiles.add_argument(
        "--recording",
        metavar="RUN",
        help=_("create the profile from a run of 'record --trace'"),
    )


def _add_declared(run: argparse.ArgumentParser) -> None:
    """What the methods declare to be chosen."""
    from driveproof.domain.profile.choice import Kind, run_options  # noqa: PLC0415 - all plans
    from driveproof.wording.say import say_text  # noqa: PLC0415

    for word, option in run_options().items():
        assert option.choice.help is not None
        said = say_text(option.choice.help)
        add = partial(run.add_argument, word, action=_Choose, default=argparse.SUPPRESS, help=said)
        match option.kind:
            case Kind.FLAG:
                add(nargs=0)
            case Kind.CAP | Kind.SIZE as kind:
                what = "LATENCY" if kind is Kind.CAP else "SIZE"
                add(type=_read_by(option.read), metavar=what)
            case Kind.SECONDS:
                add(type=_number(*option.ends), metavar="SECONDS")
            case Kind.COUNT:
                add(type=_count(*map(int, option.ends)), metavar="NUMBER")
            case Kind.WORD:
                add(choices=option.words)


def _add_run(add: _Add, words: _Words, *, declared: bool) -> None:
    run = add("run", _("Run a benchmark profile."), mib=True)
    run.intermixed = True
    run.set_defaults(chosen={})
    run.add_argument("profile", metavar="PROFILE", nargs="?", help=_("see 'driveproof profiles'"))
    run.add_argument("target", type=_place, metavar="FOLDER|DEVICE")
    run.add_argument("--job", metavar="FILE", help=_("fio job file instead of a profile"))
    run.add_argument(
        "--also",
        dest="beside",
        action="append",
        default=[],
        type=_place,
        metavar="PATH",
        help=_("multi-drive: another drive; repeatable"),
    )
    run.add_argument(
        "--against",
        type=_place,
        metavar="PATH",
        help=_("compare with a second drive, measured in turn"),
    )
    _add_hosts(run)
    run.add_argument("--size", type=_size, help=_("size of the test file or overwritten area: 1G"))
    _add_length(run, _("length of each repeat"))
    run.add_argument("--repeats", type=_count(1, 100), help=_("repeats per test"))
    run.add_argument("--label", default="", metavar="TEXT", help=words.label)
    run.add_argument("--engine", choices=("libaio", "io_uring"), help=_("I/O engine"))
    run.add_argument("--cache", choices=[cache.value for cache in CACHES], help=_("cache mode"))
    run.add_argument("--no-cow", action="store_true", help=_("without copy-on-write"))
    run.add_argument("--mixed", action="store_true", help=_("add mixed tests, 70/30"))
    run.add_argument("--fresh-data", action="store_true", help=_("new data in large blocks"))
    if declared:
        _add_declared(run)
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
        "--overwrite-device", action="store_true", help=_("overwrite the device: all data is lost")
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
        help=_("the same: 90s, 5m, 1h"),
    )


def _add_hosts(run: argparse.ArgumentParser) -> None:
    """Several hosts at once."""
    run.add_argument("--hosts", metavar="NODESET", help=_("measure on these hosts: 'node[1-8]'"))
    run.add_argument(
        "--scaling", action="store_true", help=_("with --hosts: on 1, 2, 4, ... of them")
    )
    run.add_argument("--remote-program", metavar="PATH", help=_("with --hosts: path of driveproof"))
    run.add_argument("--ssh-options", metavar="TEXT", help=_("with --hosts: ssh options"))


def _add_history(add: _Add, words: _Words) -> None:
    history = add("history", _("List saved results."), mib=True)
    history.add_argument(
        "--limit",
        type=_count(1, 1_000_000),
        default=None,
        metavar="NUMBER",
        help=_("maximum"),
    )
    history.add_argument("--drive", default="", type=_place, metavar="DEVICE", help=words.of_drive)
    history.add_argument("--trend", action="store_true", help=_("each test over time"))
    show = add("show", _("Show a saved result."), mib=True)
    show.add_argument("run", metavar="RUN", help=words.run)
    show.add_argument("--commands", action="store_true", help=_("show the fio commands"))
    show.add_argument("--details", action="store_true", help=words.details)


def _add_imports(add: _Add, words: _Words) -> None:
    importing = add("import", _("Import other programs' results."), mib=True)
    importing.add_argument(
        "files", metavar="FILE", nargs="+", help=_("result of fio, KDiskMark, ...")
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
        help=_("restore the drive of the file"),
    )


def _add_datasheet(add: _Add, words: _Words) -> None:
    sheet = add("datasheet", _("Show or enter the rated values of a drive."))
    sheet.add_argument("drive", type=_place, metavar="DEVICE", help=words.of_drive)
    speed = _("sequential: 7450MB")
    sheet.add_argument("--read", type=_read_by(parse_size), metavar="SPEED", help=speed)
    sheet.add_argument("--write", type=_read_by(parse_size), metavar="SPEED", help=speed)
    iops = _("random 4 KiB: 1.2M")
    sheet.add_argument("--random-read", type=_read_by(parse_iops), metavar="IOPS", help=iops)
    sheet.add_argument("--random-write", type=_read_by(parse_iops), metavar="IOPS", help=iops)
    endurance = _("TBW: 1200TB")
    sheet.add_argument("--endurance", type=_read_by(parse_size), metavar="SIZE", help=endurance)
    sheet.add_argument("--remove", action="store_true", help=_("delete the entered values"))


def _add_compare(add: _Add, words: _Words) -> None:
    compare = add("compare", _("Compare saved runs."), mib=True)
    compare.add_argument(
        "before",
        metavar="BEFORE",
        help=_("as in 'show', or 'previous': the run before AFTER"),
    )
    compare.add_argument("after", metavar="AFTER", nargs="+", help=words.run)
    compare.add_argument("--base", metavar="RUN", help=_("compare all with this run"))
    compare.add_argument("--sort", metavar="TEST", help=_("fastest in TEST first"))
    compare.add_argument(
        "--fail-if-slower",
        metavar="PERCENT",
        type=_number(0, 100),
        help=_("exit status 1 if a test is slower by more"),
    )
    compare.add_argument("--details", action="store_true", help=words.details)
    compare.add_argument("--forum", action="store_true", help=_("forum text"))
    formats = ".html, .pdf, .png, .svg, .csv, .json, .txt"
    compare.add_argument("--output", metavar="FILE", help=words.output.format(formats=formats))


def _add_export(add: _Add, words: _Words) -> None:
    export = add("export", _("Export saved results."), mib=True)
    export.add_argument("runs", metavar="RUN", nargs="+", help=words.run)
    export.add_argument(
        "output",
        metavar="FILE",
        help=_("{formats} ('-': stdout)").format(formats=", ".join(SUFFIXES)),
    )
    export.add_argument(
        "--format",
        choices=tuple(dict.fromkeys(SUFFIXES.values())),
        help=_("format, if FILE does not show it"),
    )
    export.add_argument("--answer", action="store_true", help=_("csv: tables of the answer"))
    export.add_argument("--samples", action="store_true", help=_("csv: values over time"))
    export.add_argument("--devices", action="store_true", help=_("csv: by underlying device"))
    export.add_argument("--per-host", action="store_true", help=_("csv: by host"))
    export.add_argument("--areas", action="store_true", help=_("csv: by position"))
    export.add_argument("--chart", action="store_true", help=_("pdf: the charts only"))
    export.add_argument("--scale", type=_count(1, 8), help=_("png: magnification (1)"))
    export.add_argument("--forum", action="store_true", help=_("forum text"))


def _add_experiment(commands: Any, words: _Words) -> None:
    summary = _("Measure, change something, measure again.")
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
    new.add_argument("target", type=_place, metavar="FOLDER|DEVICE")
    new.add_argument(
        "--action",
        required=True,
        choices=[one.value for one in ACTIONS],
        help=_("the change"),
    )
    new.add_argument("--text", default="", help=_("description of the change"))
    new.add_argument("--name", default="", metavar="TEXT", help=_("name, and label of its runs"))
    new.add_argument("--repeats", type=_count(1, 100), help=_("repeats per test"))
    new.add_argument(
        "--baselines", type=_count(1, MOST_BASELINES), help=_("runs before the change (2)")
    )
    new.add_argument("--scheduler", default="", metavar="NAME", help=_("what to try"))
    new.add_argument("--mount-option", default="", choices=ATIME_OPTIONS, help=_("what to try"))
    new.add_argument("--size", type=_size, help=_("size of the test file or overwritten area: 1G"))
    _add_length(new, _("length of each repeat"))
    new.add_argument("--cache", choices=[cache.value for cache in CACHES], help=_("cache mode"))
    add("list", _("List experiments."))
    go = add("continue", _("Do the next step."), mib=True)
    go.add_argument(
        "--moved-to", default="", type=_place, metavar="PATH", help=_("new place of the target")
    )
    go.add_argument("--yes", action="store_true", help=words.yes)
    go.add_argument("--skip-baselines", action="store_true", help=_("skip further baselines"))
    go.add_argument("--now", action="store_true", help=_("do not wait; less reliable"))
    go.add_argument("--no-more-runs", action="store_true", help=_("end with the runs so far"))
    show = add("show", _("Show an experiment."), mib=True)
    cancel = add("cancel", _("Cancel an experiment."))
    one = _("ID or its beginning, or 'latest'")
    show.add_argument("experiment", metavar="ID", nargs="?", default="latest", help=one)
    go.add_argument("experiment", metavar="ID", nargs="?", default="", help=one)
    cancel.add_argument("experiment", metavar="ID", help=one)
    for each in (show, go):
        each.add_argument("--details", action="store_true", help=words.details)
    formats = ".html, .pdf, .json"
    show.add_argument("--output", metavar="FILE", help=words.output.format(formats=formats))


def _add_test(commands: Any, words: _Words) -> None:
    summary = _("Test a whole drive: keep it or return it.")
    test = commands.add_parser("test", help=summary, description=summary)
    below = test.add_subparsers(
        dest="test_command",
        metavar="new|list|continue|show|cancel",
        required=True,
        parser_class=_Parser,
    )
    add = _adder(below, words)
    new = add("new", _("Test drives from the start, several at once."))
    new.add_argument("targets", type=_place, metavar="DEVICE|FOLDER", nargs="+")
    new.add_argument(
        "--overwrite-device",
        action="store_true",
        help=_("write every sector and read it back; ALL DATA on the device is lost"),
    )
    new.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="STEP",
        choices=LEFT_OUT,
        help=_("leave out: {steps}").format(steps=", ".join(LEFT_OUT)),
    )
    new.add_argument("--used", action="store_true", help=_("the drive was not sold as new"))
    add("list", _("List tests of drives."))
    go = add("continue", _("Go on with a test, or with all that are open."))
    for each in (new, go):
        each.add_argument("--yes", action="store_true", help=words.yes)
    show = add("show", _("Show a test of a drive."))
    cancel = add("cancel", _("Give up a test of a drive."))
    one = _("ID or its beginning, or 'latest'")
    show.add_argument("test", metavar="ID", nargs="?", default="latest", help=one)
    go.add_argument("test", metavar="ID", nargs="?", default="", help=one)
    cancel.add_argument("test", metavar="ID", help=one)
    show.add_argument("--output", metavar="FILE", help=words.output.format(formats=".json"))


def _add_health(add: _Add, words: _Words) -> None:
    """Add `health` and `selftest`."""
    health = add("health", _("Show the health of a drive."))
    health.add_argument("device", type=_place, metavar="DEVICE|MOUNTPOINT", nargs="?")
    health.add_argument(
        "--report",
        dest="file",
        metavar="FILE",
        help=_("output of 'smartctl -x'"),
    )
    health.add_argument("--as-admin", action="store_true", help=words.as_admin)
    health.add_argument(
        "--adapter-type",
        metavar="TYPE",
        choices=(*AdapterSearch, *AdapterType),
        help=_("read as root through a USB adapter: find, or smartctl's -d TYPE"),
    )
    formats = ".html, .pdf, .txt, .json, .csv"
    health.add_argument("--output", metavar="FILE", help=words.output.format(formats=formats))
    health.add_argument("--enable-smart", action="store_true", help=_("enable SMART"))
    health.add_argument("--wake", action="store_true", help=_("wake a sleeping drive"))
    tests = add("selftest", _("List, start or stop self-tests."))
    tests.add_argument("device", type=_place, metavar="DEVICE")
    tests.add_argument("kind", nargs="?", choices=tuple(SelfTestKind), help=_("start this test"))
    tests.add_argument("--abort", action="store_true", help=_("stop the running test"))
    tests.add_argument("--wait", action="store_true", help=_("wait for the end"))
    tests.add_argument("--as-admin", action="store_true", help=words.as_admin)


def _add_watch(add: _Add) -> None:
    watch = add("watch", _("Watch all drives."))
    watch.add_argument("--once", action="store_true", help=_("once only, for a timer"))
    watch.add_argument(
        "--interval",
        type=_number(60, 604800),
        default=600.0,
        metavar="SECONDS",
        help=_("interval in seconds ({default})").format(default=600),
    )
    watch.add_argument(
        "--exec",
        dest="execute",
        default="",
        metavar="COMMAND",
        help=_("run for each event, with DRIVEPROOF_* variables"),
    )
    watch.add_argument(
        "--selftest",
        metavar="SCHEDULE",
        help=_("start self-tests: short=7d,extended=30d"),
    )
    watch.add_argument(
        "--missing", action="store_true", help=_("report drives that disappear or return")
    )
    watch.add_argument("--quiet", action="store_true", help=_("no desktop notifications"))


def _add_monitor(add: _Add, words: _Words) -> None:
    monitor = add("monitor", _("Show current I/O."), mib=True)
    monitor.add_argument("target", type=_place, metavar="DEVICE|FOLDER")
    monitor.add_argument(
        "--interval",
        type=_number(0.1, 3600),
        default=1.0,
        metavar="SECONDS",
        help=_("interval in seconds ({default})").format(default=1),
    )
    _add_length(monitor, _("duration"), 0.1, 31_536_000)
    monitor.add_argument("--record", metavar="FILE", help=words.output.format(formats=".csv"))


def _add_trim(commands: Any, words: _Words) -> None:
    summary = _("Show whether TRIM works, or run it.")
    trim = commands.add_parser("trim", help=summary, description=summary)
    below = trim.add_subparsers(
        dest="trim_command", metavar="status|preview|run", required=True, parser_class=_Parser
    )
    add = _adder(below, words)
    status = add("status", _("Show whether TRIM reaches the drive."))
    status.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    status.add_argument("--as-admin", action="store_true", help=words.as_admin)
    preview = add("preview", _("Show what a TRIM would do; changes nothing."))
    trim_run = add("run", _("TRIM free space."))
    for one in (preview, trim_run):
        one.add_argument("target", type=_place, metavar="MOUNTPOINT|DEVICE")
    trim_run.add_argument("--yes", action="store_true", help=words.yes)
    trim_run.add_argument(
        "--proof", action="store_true", help=_("delete a marked file first and look for its data")
    )


def _add_check(add: _Add, words: _Words) -> None:
    """Add `check` and `diagnose`."""
    check = add("check", _("Check health, link, TRIM and speed of a drive."))
    check.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    check.add_argument("--label", default="", metavar="TEXT", help=words.label)
    check.add_argument("--new", action="store_true", help=_("report signs of use"))
    diagnose = add("diagnose", _("Find why a drive is slow."))
    diagnose.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    diagnose.add_argument("--file", default="", metavar="FILE", help=_("check its fragmentation"))
    for one in (check, diagnose):
        one.add_argument("--no-measurement", action="store_true", help=_("skip the benchmark"))
        one.add_argument(
            "--output", metavar="FILE", help=words.output.format(formats=".html, .pdf")
        )
