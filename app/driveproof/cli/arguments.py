# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parser of the command line: every subcommand with its options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import driveproof
from driveproof.domain.access import CACHES
from driveproof.domain.cap import parse_cap
from driveproof.domain.drive.mount_option import ATIME_OPTIONS
from driveproof.domain.drive.rated import parse_iops
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.experiment.action import ACTIONS
from driveproof.domain.experiment.plan import MOST_BASELINES
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.units import as_typed, parse_size
from driveproof.system.kernel.devices import is_device
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice

COMMANDS = (
    "list", "profiles", "run", "history", "show", "compare", "export", "import", "assign", "rated",
    "health", "selftest", "trim", "check", "diagnose", "session", "watch", "monitor",
    "remote",
)  # fmt: skip
"""The names of the subcommands, as `cli/commands.py` has them."""
_FORMATS = ("png", "svg", "pdf", "html", "csv", "json", "text", "gnuplot")


class _Parser(argparse.ArgumentParser):
    """Reports wrong usage in one sentence on stderr, with status 2. Options are typed whole: a
    beginning of --overwrite-device or --yes is no consent.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"allow_abbrev": False, **options})

    def error(self, message: str) -> NoReturn:
        raise UsageError(
            "{problem}.",
            problem=message[:1].upper() + message[1:],
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


def _positive(low: float, high: float, unit: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(as_typed(text))
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                _("'{text}' is not a number of {unit} from {low} to {high}").format(
                    unit=unit, text=text, low=f"{low:g}", high=f"{high:g}"
                )
            )
        return value

    return read


def _time() -> Callable[[str], float]:
    """Seconds, also as minutes and hours: "90", "5m", "1h"."""
    seconds = _seconds()

    def read(text: str) -> float:
        number, unit = as_typed(text[:-1]), text[-1:]
        factor = {"s": 1, "m": 60, "h": 3600}.get(unit)
        if factor is None:
            return seconds(text)
        return seconds(f"{float(number) * factor:.10g}" if _is_number(number) else text)

    return read


def _is_number(text: str) -> bool:
    return text.isascii() and text.replace(".", "", 1).isdecimal()


def _seconds() -> Callable[[str], float]:
    return _positive(0.5, 86400, _("seconds"))


def _count(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if (
            not text.isascii()
            or not text.isdigit()
            or len(text) > 9
            or not low <= int(text) <= high
        ):
            raise argparse.ArgumentTypeError(
                _("'{text}' is not a whole number from {low} to {high}").format(
                    text=text, low=low, high=high
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


def _list_arguments(every: argparse.ArgumentParser) -> None:
    every.add_argument(
        "--dismiss", action="store_true",
        help=_("say for the last time which devices a killed run has left formatted"),
    )  # fmt: skip


def _profile_arguments(profiles: argparse.ArgumentParser) -> None:
    profiles.add_argument(
        "words", metavar="WORD", nargs="*",
        help=_("only the one of this name, or those with all of these words in their texts"),
    )  # fmt: skip
    profiles.add_argument(
        "--job-file", metavar="FILE", help=_("write it as a fio job file; '-' for standard output")
    )
    profiles.add_argument(
        "--from",
        dest="recording",
        metavar="RUN",
        help=_("make a profile of this name of what 'run record --trace' has recorded"),
    )
    profiles.add_argument(
        "--target",
        type=_place,
        metavar="PATH",
        help=_("a folder or device: say what is expected on its drive"),
    )


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    common = _Parser(add_help=False)
    common.add_argument("--json", action="store_true", help=_("one JSON document on stdout"))
    units = _Parser(add_help=False)
    units.add_argument("--mib", action="store_true", help=_("bandwidth in MiB/s (2^20), not MB/s"))
    top = _Parser(
        prog="driveproof",
        description=_(
            "Proves what a drive does. Begin with 'driveproof list', then 'driveproof check"
            " DEVICE'. Without a command it opens the window, also with a folder to measure in, or"
            " with files: results of other programs, reports of smartctl."
        ),
        epilog=_(
            "Exit status: 0 done, 1 done and the answer is bad, 2 wrong usage, 3 something is"
            " missing or failed, 4 refused, 70 a bug in Driveproof, 130 cancelled."
        ),
    )
    top.add_argument("--version", action="version", version=f"driveproof {driveproof.__version__}")
    top.add_argument("--theme", choices=("light", "dark"), help=_("the window's colours"))
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=_Parser
    )

    def add(name: str, summary: str, *, parents: Sequence[Any] = ()) -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=summary, description=summary, parents=[common, *parents]
        )

    _list_arguments(add("list", _("Every drive and other block device that can be measured.")))
    _profile_arguments(add("profiles", _("The guided profiles, with what they cost.")))
    run = add(
        "run",
        _("Measure a folder or a device with a profile, and keep the result."),
        parents=[units],
    )
    run.add_argument(
        "profile", metavar="PROFILE", nargs="?", help=_("its name, as 'driveproof profiles' lists")
    )
    run.add_argument(
        "--job", metavar="FILE", help=_("the tests of a fio job file, in place of a profile")
    )
    run.add_argument(
        "--target",
        type=_place,
        required=True,
        metavar="PATH",
        help=_("a folder, mount point or block device"),
    )
    run.add_argument(
        "--also",
        dest="beside",
        action="append",
        default=[],
        type=_place,
        metavar="PATH",
        help=_("a further drive of multi-drive, as a folder or device; can be repeated"),
    )
    _add_hosts(run)
    _add_second(run)
    run.add_argument(
        "--size",
        type=_size,
        help=_("size of the test file (1G, '512 MiB') or of the part of a device to overwrite"),
    )
    run.add_argument(
        "--seconds",
        "--duration",
        type=_time(),
        metavar="TIME",
        help=_("length of each repeat, in seconds or like 5m and 1h"),
    )
    run.add_argument(
        "--repeats",
        type=_count(1, 100),
        help=_("repeats of each test, however certain it is"),
    )
    run.add_argument("--label", default="", metavar="TEXT", help=_("a name for this state"))
    run.add_argument("--engine", choices=("libaio", "io_uring"), help=_("above queue depth 1"))
    run.add_argument(
        "--cache",
        choices=CACHES,
        help=_("past the page cache (direct), or through it, cold or warm"),
    )
    run.add_argument(
        "--no-cow", action="store_true", help=_("on btrfs: a test file without copy-on-write")
    )
    run.add_argument(
        "--max-latency",
        type=_read_by(parse_cap),
        metavar="LATENCY",
        help=_("of iops-at-latency: 10ms for the mean, or p99:20ms for a percentile"),
    )
    run.add_argument(
        "--probe",
        action="store_true",
        help=_("with capacity on a device: only the probe, which finds most fakes in seconds"),
    )
    run.add_argument(
        "--trace",
        action="store_true",
        help=_("with record: count each request as well, by size and place, through the helper"),
    )
    run.add_argument(
        "--mixed", action="store_true", help=_("with a test of reads and writes together, 70/30")
    )
    run.add_argument(
        "--fresh-data",
        action="store_true",
        help=_("write fresh data in large blocks too, to compare with older results"),
    )
    run.add_argument(
        "--as-in-the-article",
        action="store_true",
        help=_("with everyday-writes: 60 s a test, and no limit of what is written in them"),
    )
    run.add_argument("--details", action="store_true", help=_("every metric, with its spread"))
    run.add_argument(
        "--overwrite-device",
        action="store_true",
        help=_("write to the device as well: what is on it is lost"),
    )
    run.add_argument("--yes", action="store_true", help=_("overwrite it without asking"))
    run.add_argument(
        "--trim-after", action="store_true", help=_("TRIM what was written to the device")
    )
    history = add("history", _("Every kept run and check, newest first."), parents=[units])
    history.add_argument("--limit", type=_count(1, 1_000_000), default=None, help=_("how many"))
    history.add_argument(
        "--drive",
        default="",
        type=_place,
        metavar="DEVICE",
        help=_("those of one drive: a device, a mount point or a serial number"),
    )
    history.add_argument(
        "--trend", action="store_true", help=_("each test of the drive, oldest run first")
    )
    show = add("show", _("One kept run or check with everything that was found."), parents=[units])
    show.add_argument(
        "run",
        metavar="RUN",
        help=_(
            "an id, its beginning, 'latest' (measured or imported), 'latest-check' or 'label:TEXT'"
        ),
    )
    show.add_argument("--commands", action="store_true", help=_("the exact fio commands as well"))
    show.add_argument("--details", action="store_true", help=_("every metric, with its spread"))
    _add_compare(add, units)
    _add_imports(add, units)
    _add_answers(add, commands)
    return top


def _add_second(run: argparse.ArgumentParser) -> None:
    """A second drive, and what for."""
    run.add_argument(
        "--against",
        type=_place,
        metavar="PATH",
        help=_("a second drive, as a folder or device: measured in turn with the first, compared"),
    )
    run.add_argument(
        "--from",
        dest="copy_from",
        metavar="FOLDER",
        help=_("with real-life: also copy a tree from this folder, which is on another drive"),
    )
    run.add_argument(
        "--log-target",
        metavar="FOLDER",
        help=_("with workload-database: write the log to this folder, which is on another drive"),
    )


def _add_hosts(run: argparse.ArgumentParser) -> None:
    """Several hosts at once."""
    run.add_argument(
        "--hosts",
        metavar="NODESET",
        help=_("measure on these hosts at once, over ssh: 'node[1-8]', 'a,b' or '@group'"),
    )
    run.add_argument(
        "--scale",
        action="store_true",
        help=_(
            "with --hosts: each test on 1, 2, 4, ... of them, to see where the sum stops growing"
        ),
    )
    run.add_argument(
        "--remote-program",
        metavar="PATH",
        help=_("with --hosts: what Driveproof is called there (driveproof)"),
    )
    run.add_argument(
        "--ssh-options", metavar="TEXT", help=_("with --hosts: for ssh, such as '-F FILE'")
    )


def _add_imports(add: Callable[..., argparse.ArgumentParser], units: _Parser) -> None:
    """Add `import` and `assign`, and what a person knows of a drive: `rated`."""
    importing = add("import", _("Results of other programs, kept as runs."), parents=[units])
    importing.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help=_("results of fio, GNOME Disks, KDiskMark, hdparm, ..."),
    )
    importing.add_argument("--label", default="", metavar="TEXT", help=_("a name for this state"))
    of_drive = _("the drive they are of: a device, a mount point or a serial number")
    importing.add_argument("--drive", default="", type=_place, metavar="DEVICE", help=of_drive)
    assign = add("assign", _("Say which drive imported runs were measured on."))
    assign.add_argument("runs", metavar="RUN", nargs="+", help=_("as in 'driveproof show'"))
    assign.add_argument("--drive", default="", type=_place, metavar="DEVICE", help=of_drive)
    assign.add_argument(
        "--as-in-file", action="store_true", help=_("what the file says of the drive holds again")
    )
    rated = add("rated", _("The maker's figures of a drive: show, enter or remove them."))
    rated.add_argument("drive", type=_place, metavar="DEVICE", help=of_drive)
    speed = _("sequential, in bytes a second: 7450MB")
    rated.add_argument("--read", type=_read_by(parse_size), metavar="SPEED", help=speed)
    rated.add_argument("--write", type=_read_by(parse_size), metavar="SPEED", help=speed)
    iops = _("random access, in I/Os of 4 KiB a second: 1.2M")
    rated.add_argument("--random-read", type=_read_by(parse_iops), metavar="IOPS", help=iops)
    rated.add_argument("--random-write", type=_read_by(parse_iops), metavar="IOPS", help=iops)
    endurance = _("what may be written in the warranty (TBW): 1200TB")
    rated.add_argument("--endurance", type=_read_by(parse_size), metavar="SIZE", help=endurance)
    rated.add_argument("--remove", action="store_true", help=_("forget what was entered"))


def _add_compare(add: Callable[..., argparse.ArgumentParser], units: _Parser) -> None:
    """Add `compare` and `export`, which work on stored runs."""
    compare = add("compare", _("Whether what was changed made a difference."), parents=[units])
    compare.add_argument(
        "before",
        metavar="BEFORE",
        help=_(
            "a run, as in 'driveproof show', or 'previous': the run before AFTER of the same drive"
            " and profile"
        ),
    )
    compare.add_argument(
        "after",
        metavar="AFTER",
        nargs="+",
        help=_(
            "another; every run with the label of 'label:TEXT' counts, each AFTER against BEFORE"
        ),
    )
    compare.add_argument(
        "--base", metavar="RUN", help=_("the one of these that all others are compared with")
    )
    compare.add_argument(
        "--sort", metavar="TEST", help=_("more than two: the fastest in this test first")
    )
    compare.add_argument(
        "--fail-if-slower",
        metavar="PERCENT",
        type=_positive(0, 100, _("percent")),
        help=_(
            "status 1 if a test is slower by more, 0 if none is, 3 if the runs cannot tell (10 is"
            " advised)"
        ),
    )
    compare.add_argument("--details", action="store_true", help=_("also what is without a verdict"))
    compare.add_argument("--forum", action="store_true", help=_("a block to paste in a forum"))
    compare.add_argument(
        "--output", metavar="FILE", help=_("a file as well: .html, .pdf, .png, .svg, .csv, .json")
    )
    export = add(
        "export", _("A kept run or check as a report, a picture or a file."), parents=[units]
    )
    export.add_argument("runs", metavar="RUN", nargs="+", help=_("as in 'driveproof show'"))
    export.add_argument("--format", required=True, choices=_FORMATS)
    export.add_argument(
        "--samples", action="store_true", help=_("csv: the curves, not the results")
    )
    export.add_argument(
        "--devices", action="store_true", help=_("csv: the devices below and beside")
    )
    export.add_argument(
        "--hosts", action="store_true", help=_("csv: the part of each of several hosts")
    )
    export.add_argument(
        "--areas", action="store_true", help=_("csv: what a check found at each place")
    )
    export.add_argument("--chart", action="store_true", help=_("pdf: the charts, not the report"))
    export.add_argument("--scale", type=_count(1, 8), help=_("png: so many times as large (2)"))
    export.add_argument("--forum", action="store_true", help=_("text: a block to paste in a forum"))
    export.add_argument(
        "--output", required=True, metavar="FILE", help=_("'-' for standard output")
    )


def _add_session(commands: Any) -> None:
    """Add `session` and its own subcommands."""
    summary = _("Before and after: a comparison in steps.")
    session = commands.add_parser("session", help=summary, description=summary)
    below = session.add_subparsers(
        dest="session_command",
        metavar="new|list|continue|show|cancel",
        required=True,
        parser_class=_Parser,
    )

    def add(name: str, summary: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = below.add_parser(name, help=summary, description=summary)
        made.add_argument("--json", action="store_true", help=_("one JSON document on stdout"))
        return made

    new = add("new", _("Begin a comparison with an action in between."))
    new.add_argument("--profile", required=True, metavar="PROFILE", help=_("what is measured"))
    new.add_argument(
        "--target",
        type=_place,
        required=True,
        metavar="PATH",
        help=_("a folder or block device"),
    )
    between = [one.value for one in ACTIONS]
    new.add_argument("--action", required=True, choices=between, help=_("what is done in between"))
    new.add_argument("--text", default="", help=_("what is changed, in your words"))
    new.add_argument(
        "--name", default="", metavar="TEXT", help=_("name of the session and label of its runs")
    )
    new.add_argument("--repeats", type=_count(1, 100), help=_("repeats of each test in each run"))
    new.add_argument(
        "--baselines",
        type=_count(1, MOST_BASELINES),
        help=_("runs before the action; 2 without it"),
    )
    new.add_argument(
        "--scheduler",
        default="",
        metavar="NAME",
        help=_("scheduler to try, with --action scheduler"),
    )
    new.add_argument(
        "--mount-option",
        default="",
        choices=ATIME_OPTIONS,
        help=_("mount option to try, with --action mount-options"),
    )
    new.add_argument("--size", type=_size, help=_("size of the test file"))
    new.add_argument(
        "--seconds",
        type=_time(),
        metavar="TIME",
        help=_("length of each repeat, in seconds or like 5m and 1h"),
    )
    new.add_argument("--cache", choices=CACHES, help=_("as in 'driveproof run'"))
    add("list", _("Every session, newest first."))
    go = add("continue", _("Do the next step of a session."))
    go.add_argument(
        "--target", default="", type=_place, metavar="PATH", help=_("where the target is now")
    )
    go.add_argument("--yes", action="store_true", help=_("answer yes: TRIM it, it is done"))
    go.add_argument("--skip-baselines", action="store_true", help=_("leave further baselines out"))
    go.add_argument(
        "--now",
        action="store_true",
        help=_("do not wait for the planned moment; makes false claims likelier"),
    )
    go.add_argument(
        "--no-more-runs", action="store_true", help=_("end it with what was compared until now")
    )
    show = add("show", _("A session, step by step."))
    show.add_argument(
        "session",
        metavar="ID",
        nargs="?",
        default="latest",
        help=_("or its beginning; the latest without it"),
    )
    go.add_argument(
        "session",
        metavar="ID",
        nargs="?",
        default="",
        help=_("or its beginning, or 'latest'; the open one without it"),
    )
    cancel = add("cancel", _("Give a session up; its runs stay."))
    cancel.add_argument("session", metavar="ID", help=_("or its beginning, or 'latest'"))
    for one in (show, go):
        one.add_argument(
            "--mib", action="store_true", help=_("bandwidth in MiB/s (2^20), not MB/s")
        )
        one.add_argument("--details", action="store_true", help=_("also what is without a verdict"))
    below.choices["show"].add_argument(
        "--output", metavar="FILE", help=_("a file as well: .html or .pdf, .json")
    )


def _add_selftest(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `selftest`."""
    tests = add("selftest", _("Self-tests of a drive: start, follow and stop one, list all."))
    tests.add_argument("device", type=_place, metavar="DEVICE", help=_("a block device"))
    tests.add_argument(
        "kind",
        nargs="?",
        choices=tuple(SelfTestKind),
        help=_("start this one; without it, earlier ones are listed"),
    )
    tests.add_argument("--abort", action="store_true", help=_("stop the running one"))
    tests.add_argument("--wait", action="store_true", help=_("wait until it has ended"))
    tests.add_argument(
        "--as-admin", action="store_true", help=_("ask as root for what only root can read")
    )


def _add_watch(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `watch`."""
    add("remote", _("The far end of 'driveproof run --hosts'; not for people."))
    watch = add("watch", _("Watch all drives without the window, and report what happens."))
    watch.add_argument("--once", action="store_true", help=_("look once, for a timer"))
    watch.add_argument(
        "--interval",
        type=_positive(60, 604800, _("seconds")),
        default=600.0,
        metavar="SECONDS",
        help=_("between two looks; 600 by default"),
    )
    watch.add_argument(
        "--exec",
        dest="execute",
        default="",
        metavar="COMMAND",
        help=_("run this at each event, which it finds in DRIVEPROOF_EVENT, _DEVICE, _MESSAGE ..."),
    )
    watch.add_argument(
        "--selftest",
        metavar="SCHEDULE",
        help=_("start self-tests when they are due, for example short=7d,extended=30d"),
    )
    watch.add_argument(
        "--missing", action="store_true", help=_("say as well which drives disappear and come back")
    )
    watch.add_argument("--quiet", action="store_true", help=_("no notification on the desktop"))


def _add_monitor(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `monitor`."""
    monitor = add("monitor", _("What a device does right now, line by line, without load."))
    monitor.add_argument("target", type=_place, metavar="DEVICE|FOLDER")
    monitor.add_argument(
        "--interval",
        type=_positive(0.1, 3600, _("seconds")),
        default=1.0,
        metavar="SECONDS",
        help=_("between two lines; 1 by default"),
    )
    monitor.add_argument(
        "--seconds",
        type=_positive(0.1, 31_536_000, _("seconds")),
        metavar="SECONDS",
        help=_("end after them; otherwise with Ctrl-C"),
    )
    monitor.add_argument("--record", metavar="FILE", help=_("a new CSV file with every figure"))
    monitor.add_argument(
        "--mib", action="store_true", help=_("bandwidth in MiB/s (2^20), not MB/s")
    )


def _add_answers(add: Callable[..., argparse.ArgumentParser], commands: Any) -> None:
    """Add the commands that answer a question about a drive or a change."""
    _add_session(commands)
    health = add("health", _("How healthy a drive is: verdict by axis, attributes, self-tests."))
    health.add_argument(
        "device",
        type=_place,
        metavar="DEVICE",
        nargs="?",
        help=_("a block device or a mount point"),
    )
    health.add_argument(
        "--from",
        dest="file",
        metavar="FILE",
        help=_("a report saved with 'smartctl -x -j' or 'smartctl -x'"),
    )
    health.add_argument(
        "--as-admin", action="store_true", help=_("ask as root for what only root can read")
    )
    health.add_argument(
        "--output",
        metavar="FILE",
        help=_("a file as well: .html, .pdf, .txt, .json, or .csv with the table"),
    )
    health.add_argument(
        "--enable-smart", action="store_true", help=_("switch SMART on first; may ask")
    )
    _add_selftest(add)
    _add_watch(add)
    _add_monitor(add)
    summary = _("TRIM: whether it reaches the flash.")
    trim = commands.add_parser("trim", help=summary, description=summary)
    below = trim.add_subparsers(
        dest="trim_command", metavar="status|preview|run", required=True, parser_class=_Parser
    )
    chain = below.add_parser(
        "status",
        help=_("The discard path, layer by layer."),
        description=_("The discard path from the file system to the flash, layer by layer."),
    )
    chain.add_argument("--json", action="store_true", help=_("one JSON document on stdout"))
    chain.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    chain.add_argument(
        "--as-admin", action="store_true", help=_("ask as root for what only root can read")
    )
    preview = below.add_parser(
        "preview",
        help=_("What a TRIM would do; nothing is changed."),
        description=_("How much is free and in how many ranges; nothing is changed."),
    )
    trim_run = below.add_parser(
        "run",
        help=_("TRIM the free space of a file system."),
        description=_("TRIM the free space of a file system, through the helper."),
    )
    for one in (preview, trim_run):
        one.add_argument("--json", action="store_true", help=_("one JSON document on stdout"))
        one.add_argument(
            "target", type=_place, metavar="MOUNTPOINT", help=_("or a folder, or a device")
        )
    trim_run.add_argument("--yes", action="store_true", help=_("do it without asking"))
    trim_run.add_argument(
        "--proof", action="store_true", help=_("delete a marked file first, and look for its data")
    )
    check = add("check", _("A drive on one page: what is fine, what is odd, what to do."))
    check.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    check.add_argument(
        "--label", default="", metavar="TEXT", help=_("a name for this state of the drive")
    )
    check.add_argument(
        "--new", action="store_true", help=_("it was sold as new: any use of it is odd then")
    )
    check.add_argument("--no-measurement", action="store_true", help=_("leave the speed out"))
    check.add_argument("--output", metavar="FILE", help=_("a report as well: .html or .pdf"))
    diagnose = add("diagnose", _("Why is it slow: ranked causes with their evidence."))
    diagnose.add_argument("target", type=_place, metavar="DEVICE|MOUNTPOINT")
    diagnose.add_argument(
        "--file", default="", metavar="FILE", help=_("one that is slow to read, for its fragments")
    )
    diagnose.add_argument("--no-measurement", action="store_true", help=_("leave the speed out"))
    diagnose.add_argument("--output", metavar="FILE", help=_("a report as well: .html or .pdf"))
