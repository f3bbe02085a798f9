# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line understands: every command with its options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import driveproof
from driveproof.domain.drive.mount_option import ATIME_OPTIONS
from driveproof.domain.errors import UsageError
from driveproof.domain.experiment.experiment import ACTIONS
from driveproof.domain.profile.profile import CACHES
from driveproof.domain.units import parse_size
from driveproof.wording.errors import message

_FORMATS = ("png", "svg", "pdf", "html", "csv", "json", "text")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, on stderr, with status 2."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:]}.", f"See '{self.prog} --help'.")


def _positive(low: float, high: float, unit: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a number of {unit} from {low:g} to {high:g}"
            )
        return value

    return read


def _count(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if (
            not text.isascii()
            or not text.isdigit()
            or len(text) > 9
            or not low <= int(text) <= high
        ):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return read


def _size(text: str) -> int:
    try:
        size = parse_size(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(message(error).rstrip(".")) from error
    if size < 2**20 or size % 2**20:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size in whole MiB, like '1G'")
    return size


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    common = _Parser(add_help=False)
    common.add_argument("--json", action="store_true", help="one JSON document on stdout")
    units = _Parser(add_help=False)
    units.add_argument("--mib", action="store_true", help="bandwidth in MiB/s (2^20), not MB/s")
    top = _Parser(
        prog="driveproof",
        description="Proves what a drive does. Without a command it opens the window.",
        epilog="Exit status: 0 done, 1 done and the answer is bad, 2 wrong usage, 3 something is"
        " missing or failed, 4 refused, 130 cancelled.",
    )
    top.add_argument("--version", action="version", version=f"driveproof {driveproof.__version__}")
    top.add_argument("--theme", choices=("light", "dark"), help="the window's colours")
    commands = top.add_subparsers(dest="command", required=True, parser_class=_Parser)

    def add(name: str, summary: str, *, parents: Sequence[Any] = ()) -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=summary, description=summary, parents=[common, *parents]
        )

    add("list", "Every drive and every other block device that people measure.")
    profiles = add("profiles", "The guided profiles, with what they cost.")
    profiles.add_argument(
        "--target", metavar="PATH", help="a folder or device: say what is expected on its drive"
    )
    run = add(
        "run",
        "Measure a folder or a device with a profile, and keep the result.",
        parents=[units],
    )
    run.add_argument("profile", metavar="PROFILE", help="its name, as 'driveproof profiles' lists")
    run.add_argument(
        "--target", required=True, metavar="PATH", help="a folder, mount point or block device"
    )
    run.add_argument(
        "--size",
        type=_size,
        help="of the test file, like 1G or '512 MiB'; of what of a device is overwritten",
    )
    run.add_argument("--seconds", type=_positive(0.5, 86400, "seconds"), help="of each repeat")
    run.add_argument("--repeats", type=_count(1, 100), help="of each test")
    run.add_argument("--label", default="", metavar="TEXT", help="a name for this state")
    run.add_argument("--engine", choices=("libaio", "io_uring"), help="above queue depth 1")
    run.add_argument(
        "--cache", choices=CACHES, help="past the page cache (direct), or through it, cold or warm"
    )
    run.add_argument(
        "--no-cow", action="store_true", help="on btrfs: a test file without copy-on-write"
    )
    run.add_argument(
        "--fresh-data",
        action="store_true",
        help="in large blocks too, to compare with what wrote it (older results did)",
    )
    run.add_argument("--details", action="store_true", help="every metric, with its spread")
    run.add_argument(
        "--overwrite-device",
        action="store_true",
        help="write to the device as well: what is on it is lost",
    )
    run.add_argument("--yes", action="store_true", help="overwrite it without asking")
    run.add_argument(
        "--trim-after", action="store_true", help="TRIM what was written to the device"
    )
    history = add("history", "Every kept run, newest first.", parents=[units])
    history.add_argument("--limit", type=_count(1, 1_000_000), default=None, help="how many")
    show = add("show", "One kept run with everything that was measured.", parents=[units])
    show.add_argument(
        "run",
        metavar="RUN",
        help="an id, its beginning, 'latest' (measured or imported) or 'label:TEXT'",
    )
    show.add_argument("--commands", action="store_true", help="the exact fio commands as well")
    show.add_argument("--details", action="store_true", help="every metric, with its spread")
    _add_compare(add, units)
    importing = add("import", "Results of other programs, kept as runs.", parents=[units])
    importing.add_argument(
        "files", metavar="FILE", nargs="+", help="of fio, GNOME Disks, KDiskMark, hdparm, ..."
    )
    importing.add_argument("--label", default="", metavar="TEXT", help="a name for this state")
    _add_answers(add, commands)
    return top


def _add_compare(add: Callable[..., argparse.ArgumentParser], units: _Parser) -> None:
    """What is done with kept runs: `compare` and `export`."""
    compare = add("compare", "Whether what was changed made a difference.", parents=[units])
    compare.add_argument("before", metavar="BEFORE", help="a run, as in 'driveproof show'")
    compare.add_argument(
        "after",
        metavar="AFTER",
        nargs="+",
        help="another; every run with the label of 'label:TEXT' counts, each AFTER against BEFORE",
    )
    compare.add_argument(
        "--fail-if-slower",
        metavar="PERCENT",
        type=_positive(0, 100, "percent"),
        help="status 1 if a test is slower by more, 0 if none is, 3 if the repeats cannot tell",
    )
    compare.add_argument("--details", action="store_true", help="also what is without a verdict")
    compare.add_argument("--forum", action="store_true", help="a block to paste in a forum")
    compare.add_argument(
        "--output", metavar="FILE", help="a file as well: .html, .pdf, .png, .svg, .csv, .json"
    )
    export = add("export", "A kept run as a report, a picture or a file.", parents=[units])
    export.add_argument("runs", metavar="RUN", nargs="+", help="as in 'driveproof show'")
    export.add_argument("--format", required=True, choices=_FORMATS)
    export.add_argument("--samples", action="store_true", help="csv: the curves, not the results")
    export.add_argument("--members", action="store_true", help="csv: the devices below and beside")
    export.add_argument("--chart", action="store_true", help="pdf: the charts, not the report")
    export.add_argument("--scale", type=_count(1, 8), help="png: so many times as large (2)")
    export.add_argument("--forum", action="store_true", help="text: a block to paste in a forum")
    export.add_argument("--output", required=True, metavar="FILE", help="'-' for standard output")


def _add_session(commands: Any) -> None:
    """`session` with the commands below it."""
    session = commands.add_parser("session", help="Before and after: a comparison in steps.")
    below = session.add_subparsers(dest="session_command", required=True, parser_class=_Parser)

    def add(name: str, summary: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = below.add_parser(name, help=summary, description=summary)
        made.add_argument("--json", action="store_true", help="one JSON document on stdout")
        return made

    new = add("new", "Begin a comparison with an action in between.")
    new.add_argument("--profile", required=True, metavar="PROFILE", help="what is measured")
    new.add_argument("--target", required=True, metavar="PATH", help="a folder or block device")
    new.add_argument(
        "--action",
        required=True,
        choices=[action.value for action in ACTIONS],
        help="what is done in between",
    )
    new.add_argument("--text", default="", help="what is changed, in your words")
    new.add_argument("--name", default="", metavar="TEXT", help="of the session, for its runs too")
    new.add_argument("--repeats", type=_count(1, 100), help="of each test and side")
    new.add_argument("--baselines", type=_count(1, 9), help="in how many sittings before")
    new.add_argument(
        "--scheduler", default="", metavar="NAME", help="to try, of --action scheduler"
    )
    new.add_argument(
        "--mount-option", default="", choices=ATIME_OPTIONS, help="to try, of mount-options"
    )
    new.add_argument("--size", type=_size, help="of the test file")
    new.add_argument("--seconds", type=_positive(0.5, 86400, "seconds"), help="of each repeat")
    new.add_argument("--cache", choices=CACHES, help="as in 'driveproof run'")
    add("list", "Every session, newest first.")
    go = add("continue", "Do the next step of a session.")
    go.add_argument("--target", default="", metavar="PATH", help="where the target is now")
    go.add_argument("--yes", action="store_true", help="answer yes: TRIM it, it is done")
    go.add_argument("--no-more-baselines", action="store_true", help="leave further baselines out")
    show = add("show", "A session, step by step.")
    known = "or its beginning, or 'latest'"
    show.add_argument(
        "session", metavar="ID", nargs="?", default="latest", help=f"{known}: as without"
    )
    go.add_argument(
        "session", metavar="ID", nargs="?", default="", help=f"{known}; without: the open one"
    )
    cancel = add("cancel", "Give a session up; its runs stay.")
    cancel.add_argument("session", metavar="ID", help=known)
    for one in (show, go):
        one.add_argument("--mib", action="store_true", help="bandwidth in MiB/s (2^20), not MB/s")
        one.add_argument("--details", action="store_true", help="also what is without a verdict")
    below.choices["show"].add_argument(
        "--output", metavar="FILE", help="a file as well: .html or .pdf, .json"
    )


def _add_answers(add: Callable[..., argparse.ArgumentParser], commands: Any) -> None:
    """The commands that answer a question about a drive, or about what was changed."""
    _add_session(commands)
    health = add("health", "How healthy a drive is: verdict by axis, attributes, self-tests.")
    health.add_argument("device", metavar="DEVICE", nargs="?", help="a block device")
    health.add_argument(
        "--from",
        dest="file",
        metavar="FILE",
        help="a report saved with 'smartctl -x -j' or 'smartctl -x'",
    )
    health.add_argument(
        "--whole", action="store_true", help="ask as root for what only root can read"
    )
    trim = commands.add_parser("trim", help="TRIM: whether it reaches the flash.")
    below = trim.add_subparsers(dest="trim_command", required=True, parser_class=_Parser)
    chain = below.add_parser(
        "chain",
        help="The way of a TRIM, layer by layer.",
        description="The way of a TRIM from the file system to the flash, layer by layer.",
    )
    chain.add_argument("--json", action="store_true", help="one JSON document on stdout")
    chain.add_argument("target", metavar="DEVICE|MOUNTPOINT")
    chain.add_argument(
        "--whole", action="store_true", help="ask as root for what only root can read"
    )
    preview = below.add_parser(
        "preview",
        help="What a TRIM would do; nothing is changed.",
        description="How much is free and in how many ranges; nothing is changed.",
    )
    trim_run = below.add_parser(
        "run",
        help="TRIM the free space of a file system.",
        description="TRIM the free space of a file system, through the helper.",
    )
    for one in (preview, trim_run):
        one.add_argument("--json", action="store_true", help="one JSON document on stdout")
        one.add_argument("target", metavar="MOUNTPOINT", help="or a folder, or a device")
    trim_run.add_argument("--yes", action="store_true", help="do it without asking")
    trim_run.add_argument(
        "--proof", action="store_true", help="delete a marked file first, and look for its data"
    )
    check = add("check", "A drive on one page: what is fine, what is odd, what to do.")
    check.add_argument("target", metavar="DEVICE|MOUNTPOINT")
    check.add_argument("--no-measurement", action="store_true", help="leave the speed out")
    check.add_argument("--output", metavar="FILE", help="a report as well: .html or .pdf")
