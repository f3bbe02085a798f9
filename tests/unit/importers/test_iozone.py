# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of iozone: today's and earlier columns, with and without titles, whole and damaged."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from tests.builders.guided_runs import file_sizes_run
from tests.builders.imports import DATA, MODIFIED, one

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.operation_map import OperationMap, maps_of
from driveproof.domain.run.run import IoPath, Run
from driveproof.domain.run.work import FileOperation
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError
from driveproof.importers.run_builder import PARTLY

KIB, MIB = 1024, 2**20
TEXT = (DATA / "iozone-auto.txt").read_text("utf-8")
ROWS = "\n".join(line for line in TEXT.splitlines() if line.strip()[:1].isdigit()) + "\n"
TITLES = "\n".join(line for line in TEXT.splitlines() if "reclen" in line or "bkwd" in line) + "\n"
# The columns of version 3.397: narrower, "KB"; after a published table.
EARLIER = (
    "                                                            random  random    bkwd   record"
    "   stride                                   \n"
    "              KB  reclen   write rewrite    read    reread    read   write    read  rewrite"
    "     read   fwrite frewrite   fread  freread\n"
)
ALL = (
    "              64       4  496362  939223  2772930  2923952 1828508 1017549 1392258  1143223"
    "  1768283   533875   653436 1679761  2203800\n"
)
BLANK = "           16384       4   44632   42865                     24719   11304\n"


def of(text: str) -> Run:
    """The only run in a text."""
    (run,) = read_results(text.encode(), MODIFIED)
    return run


def with_option(line: str, text: str = TEXT) -> str:
    """The text of a run whose option iozone confirms with this line."""
    return text.replace("\tAuto Mode\n", f"\t{line}\n\tAuto Mode\n")


def operation(run: Run, name: str) -> OperationMap:
    (found,) = [each for each in maps_of(run.phases) if each.operation == name]
    return found


def rates(found: OperationMap) -> list[float | None]:
    return [found.bandwidth(*at) for at in found.cells]


def test_each_figure_is_the_cell_of_file_sizes() -> None:
    run = one("iozone-auto.txt")
    assert run.method == "file-sizes"
    assert run.source == "iozone 3.489" and run.started.replace(tzinfo=None) == datetime(
        2026, 11, 22, 11, 45, 55
    )
    assert run.target.path == "t.tmp"
    maps = maps_of(run.phases)
    assert [each.operation for each in maps] == list(FileOperation)[1:7]
    for each in maps:
        assert each.sizes == (4 * MIB, 8 * MIB, 16 * MIB)
        assert each.records == tuple(size * KIB for size in (64, 128, 256, 512, 1024))
        assert None not in rates(each)
    # By the first and the last line of the file.
    assert operation(run, "write").bandwidth(4 * MIB, 64 * KIB) == 2204297 * KIB
    assert operation(run, "random read").bandwidth(16 * MIB, MIB) == 32387261 * KIB
    assert operation(run, "random write").bandwidth(16 * MIB, MIB) == 16531799 * KIB


@pytest.mark.parametrize(
    ("option", "path", "direct"),
    [("", IoPath.BUFFERED, False), ("O_DIRECT feature enabled", IoPath.DIRECT, True)],
)
def test_it_went_through_the_page_cache_without_an_option(
    option: str, path: str, direct: bool
) -> None:
    run = of(with_option(option))
    assert run.environment.io_path == path
    assert {phase.direct for phase in run.phases} == {direct}
    assert any("Buffered" in note.key for note in run.notes) is not direct


def test_blank_columns_move_no_figure() -> None:
    """As of -i 0 -i 2: read and reread were not measured."""
    rows = [line[:42] + " " * 18 + line[60:] for line in ROWS.splitlines()]
    run = of(TITLES + "\n".join(rows) + "\n")
    whole = of(TITLES + ROWS)
    assert {str(each.operation) for each in maps_of(run.phases)} == {
        "write", "rewrite", "random read", "random write"
    }  # fmt: skip
    for name in ("write", "random read", "random write"):
        assert rates(operation(run, name)) == rates(operation(whole, name))


@pytest.mark.parametrize(
    ("command", "direct", "work", "engine"),
    [
        ("./iozone -a", False, {}, "psync"),
        ("iozone -e -I -a -s 100M -r 4k -i 0 -f /ssd/test", True, {"end_fsync": True}, "psync"),
        ("sudo /usr/bin/iozone -aIe", True, {"end_fsync": True}, "psync"),
        ("iozone -azo -g 4G", False, {"sync": "sync"}, "psync"),
        ("iozone -aB", False, {}, "mmap"),
        ("iozone -a -H 8", False, {}, "posixaio"),
    ],
)
def test_the_command_says_how_it_was_measured(
    command: str, direct: bool, work: dict[str, object], engine: str
) -> None:
    run = of(f"$ {command}\n{TITLES}{ROWS}")
    writes = next(phase for phase in run.phases if phase.direction == "write")
    assert writes.direct is direct
    assert writes.engine == engine
    assert {name: getattr(writes.work, name) for name in work} == work
    assert run.environment.io_path == (IoPath.DIRECT if direct else IoPath.BUFFERED)
    assert not any("options are missing" in note.key for note in run.notes)
    assert any("Buffered" in note.key for note in run.notes) is not direct
    assert run.target.path == ("/ssd/test" if "/ssd/test" in command else "")


def test_each_command_is_a_run() -> None:
    both = f"$ iozone -a\n{TITLES}{ROWS}\n$ iozone -a -I\n{TITLES}{ROWS}"
    assert [run.environment.io_path for run in read_results(both.encode(), MODIFIED)] == [
        IoPath.BUFFERED,
        IoPath.DIRECT,
    ]


def test_a_command_that_counts_something_else_is_refused() -> None:
    with pytest.raises(UnfitError) as raised:
        of(f"$ iozone -a -O\n{TITLES}{ROWS}")
    assert raised.value.code is Unfit.UNSUPPORTED


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        TITLES + ROWS,
        "\n".join("> " + line for line in (TITLES + ROWS).splitlines()) + "\n",
        ROWS.rstrip() + "\n",
        "\n".join(line.rstrip() for line in ROWS.splitlines()) + "\n\n",
        "\n".join("    " + line for line in (TITLES + ROWS).splitlines()) + "\n",
        "\n".join(line.lstrip() for line in ROWS.splitlines()) + "\n",
        TITLES + ROWS + "\niozone test complete.\n",
        "My disk is slow!\n" + TITLES + ROWS + "\nWhat can I do?\n",
    ],
)
def test_with_and_without_titles(text: str) -> None:
    run, whole = of(text), one("iozone-auto.txt")
    assert [phase.name for phase in run.phases] == [phase.name for phase in whole.phases]
    for name in ("write", "read", "random write"):
        assert rates(operation(run, name)) == rates(operation(whole, name))
    assert run.source == "iozone" and run.started == MODIFIED
    assert run.environment.io_path is None
    assert any("options are missing" in note.key for note in run.notes)


@pytest.mark.parametrize("titles", ["", EARLIER])
def test_the_columns_of_earlier_versions(titles: str) -> None:
    run = of(titles + ALL)
    assert operation(run, "random write").bandwidth(64 * KIB, 4 * KIB) == 1017549 * KIB
    assert operation(run, "record rewrite").bandwidth(64 * KIB, 4 * KIB) == 1143223 * KIB
    left = next(str(note) for note in run.notes if "sections" in note.values)
    assert all(name in left for name in ("bkwd read", "stride read", "fwrite", "freread"))
    run = of(titles + BLANK)
    assert {str(each.operation): rates(each)[0] for each in maps_of(run.phases)} == {
        "write": 44632 * KIB,
        "rewrite": 42865 * KIB,
        "random read": 24719 * KIB,
        "random write": 11304 * KIB,
    }


def test_changed_blanks_do_no_harm_where_every_figure_is_there() -> None:
    run = of(EARLIER + "\t".join(ALL.split()) + "\n")
    assert operation(run, "random write").bandwidth(64 * KIB, 4 * KIB) == 1017549 * KIB


def test_a_line_that_appears_again_is_a_repeat() -> None:
    run = of(TITLES + ROWS + ROWS)
    assert {len(phase.repeats) for phase in run.phases} == {2}


def test_each_start_of_iozone_is_a_run() -> None:
    runs = read_results((TEXT + with_option("O_DIRECT feature enabled")).encode(), MODIFIED)
    assert [run.environment.io_path for run in runs] == [IoPath.BUFFERED, IoPath.DIRECT]
    assert [len(run.phases) for run in runs] == [90, 90]


def test_what_was_not_measured_again_is_no_zero() -> None:
    """As of -+n: a 0 for rewrite and reread."""
    rows = [f"{line[:33]}{0:9}{line[42:51]}{0:9}{line[60:]}" for line in ROWS.splitlines()]
    run = of(TITLES + "\n".join(rows) + "\n")
    assert {str(each.operation) for each in maps_of(run.phases)} == {
        "write", "read", "random read", "random write"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("SYNC Mode. ", "sync", "sync"),
        ("Read & Write sync mode active.", "sync", "sync"),
        (">>> O_DSYNC mode enabled. <<<", "sync", "dsync"),
        ("Include fsync in write timing", "end_fsync", True),
    ],
)
def test_options_that_change_the_writes(line: str, field: str, value: object) -> None:
    run = of(with_option(line))
    found = {phase.direction: getattr(phase.work, field) for phase in run.phases}
    assert found["write"] == value and not found["read"]


@pytest.mark.parametrize(
    ("line", "engine", "depth"),
    [
        ("Using mmap files", "mmap", 1),
        ("Using msync(MS_ASYNC) on mmap files", "mmap", 1),
        ("POSIX async I/O (with bcopy). Depth 16", "posixaio", 16),
        ("POSIX Async I/O (no bcopy). Depth 4 ", "posixaio", 4),
    ],
)
def test_another_way_to_read_and_write_is_another_test(line: str, engine: str, depth: int) -> None:
    run = of(with_option(line))
    assert {(phase.engine, phase.queue_depth) for phase in run.phases} == {(engine, depth)}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (with_option("OPS Mode. Output is in operations per second."), Unfit.UNSUPPORTED),
        (
            with_option("Microseconds/op Mode. Output is in microseconds per operation."),
            Unfit.UNSUPPORTED,
        ),
        (
            TEXT[: TEXT.index("  random ")]
            + "\tChildren see throughput for  2 initial writers \t=  500000.00 kB/sec\n",
            Unfit.UNSUPPORTED,
        ),
        (TEXT[: TEXT.index("            4096")], Unfit.NO_RESULT),
        (TEXT[: TEXT.index("2204297") + 6], Unfit.INCOMPLETE),
        (TEXT[: TEXT.index("28005264") + 5], Unfit.INCOMPLETE),
        (TEXT.replace("35003402", "35O03402"), Unfit.INVALID),
        (TEXT.replace("35003402", "3500340"), Unfit.INVALID),
        (TEXT.replace("35003402", " 3500340 "), Unfit.INVALID),
        (TEXT.replace("35003402", "-5003402"), Unfit.INVALID),
        (TEXT.replace("            4096     512", "             256     512"), Unfit.INVALID),
        (TEXT.replace("            4096     512", "               0     512"), "File size"),
        (TEXT.replace("Nov 22", "Nov 31"), "Date"),
        (TEXT.replace(ROWS, ROWS * 200), Unfit.TOO_LARGE),
        (
            TITLES + "".join(f"{size * 64:16}{64:8}{1000:9}\n" for size in range(1, 120)),
            Unfit.TOO_LARGE,
        ),
    ],
)
def test_what_is_damaged_or_no_table_says_so(text: str, wrong: Unfit | str) -> None:
    with pytest.raises(UnfitError) as raised:
        of(text)
    assert wrong in (raised.value.code, str(raised.value.values.get("name")))
    assert str(raised.value).isprintable() and len(str(raised.value)) < 300


@pytest.mark.parametrize("end", ["", "\niozone: interrupted\n\nexiting iozone\n\n"])
def test_what_was_measured_before_the_end_is_kept(end: str) -> None:
    """Stopped between two figures: iozone prints each when it is measured."""
    run = of(TEXT[: TEXT.index("28005264") + 8] + end)
    assert len(run.phases) == 90 - 6 - 3
    assert PARTLY in run.notes
    assert PARTLY not in one("iozone-auto.txt").notes


@pytest.mark.parametrize(
    "text", ["1 2 3\n4 5 6\n", "4096 64\n", "64 4 x\n", "2024 10 1000\n2025 11 1200\n", "12\n"]
)
def test_other_numbers_are_no_table(text: str) -> None:
    with pytest.raises(UnfitError) as raised:
        of(text)
    assert raised.value.code is Unfit.NO_RESULT


def compared(first: Run, second: Run) -> Comparison:
    sides = (Side("old", (replace(first, id="a"),)), Side("new", (replace(second, id="b"),)))
    return compare_sides(sides)


@pytest.mark.parametrize("swapped", [False, True])
def test_it_is_compared_with_a_run_of_ours(swapped: bool) -> None:
    ours, theirs = file_sizes_run(), of(with_option("O_DIRECT feature enabled"))
    found = compared(theirs, ours) if swapped else compared(ours, theirs)
    (mean,) = found.primary
    # 4 and 16 MiB with 64 KiB, 256 KiB and 1 MiB, for six operations.
    assert mean.name == "geometric mean of 36" and mean.verdict is Verdict.FEW
    assert mean.ratio is not None and (mean.ratio > 1) is not swapped
    # One for each side, not one for each cell.
    assert len(comparison_answer(found).table("unmatched").rows) == 2


def test_the_page_cache_is_not_compared_with_the_drive() -> None:
    found = compared(file_sizes_run(), one("iozone-auto.txt"))
    assert not found.primary
