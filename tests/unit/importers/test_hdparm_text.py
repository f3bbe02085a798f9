# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's output on two devices, on the second of them three times."""

from __future__ import annotations

import pytest
from tests.builders.imports import DATA, MODIFIED, read

from driveproof.domain.run.run import Latency
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError
from driveproof.importers.run_builder import DATE_OF_FILE


def test_each_device_is_a_run_and_each_repetition_a_repeat() -> None:
    first, second = read("hdparm.txt")
    assert (first.target.device, second.target.device) == ("/dev/loop1", "/dev/loop2")
    names = ["hdparm -t --direct", "hdparm -t", "hdparm -T"]
    assert [phase.name for phase in first.phases] == names
    assert [len(phase.repeats) for phase in second.phases] == [3, 3, 3]
    assert [phase.direct for phase in first.phases] == [True, False, False]
    assert first.environment.io_path is None


def test_its_mb_are_mib() -> None:
    first, _ = read("hdparm.txt")
    result = first.phases[1].repeats[0].directions["read"]
    assert "64 MB in  0.12 seconds = 555.63 MB/sec" in (DATA / "hdparm.txt").read_text("utf-8")
    assert result.bandwidth == pytest.approx(555.63 * 2**20)
    assert result.bytes == 64 * 2**20
    assert result.latency == Latency()
    assert result.longest_stall is None


def test_it_tells_no_date() -> None:
    for run in read("hdparm.txt"):
        assert run.started == MODIFIED
        assert run.notes[-1] == DATE_OF_FILE


def test_without_a_timing_it_is_no_result() -> None:
    with pytest.raises(UnfitError) as raised:
        read_results(b"/dev/sda:\n Timing cached reads: 0 MB in 0 seconds", MODIFIED)
    assert raised.value.code is Unfit.NO_RESULT


HDPARM = DATA.parent / "hdparm"


@pytest.mark.parametrize("name", ["t-small", "t-eio", "t-direct-eio"])
def test_an_output_without_a_figure_says_that_it_is_one(name: str) -> None:
    data = (HDPARM / f"hdparm-9.65-{name}.out.txt").read_bytes()
    with pytest.raises(UnfitError) as raised:
        read_results(data, MODIFIED)
    assert raised.value.code is Unfit.NO_RESULT


def test_a_timing_that_was_cut_off_is_named() -> None:
    text = (DATA / "hdparm.txt").read_text("utf-8")
    (run,) = read_results(text[: text.index("MB in  0.12")].encode(), MODIFIED)
    assert [phase.name for phase in run.phases] == ["hdparm -T"]
    assert any(note.values.get("sections") == "hdparm -t" for note in run.notes)
    assert not any("sections" in note.values for run in read("hdparm.txt") for note in run.notes)


def said(text: str) -> list[tuple[str, str, dict[str, list[float]]]]:
    """Device, title and MiB/s of each timing of every run in a text."""
    return [
        (
            run.target.path,
            run.title,
            {
                phase.name: [
                    round(repeat.directions["read"].bandwidth / 2**20, 4)
                    for repeat in phase.repeats
                ]
                for phase in run.phases
            },
        )
        for run in read_results(text.encode(), MODIFIED)
    ]


DISK = "Timing buffered disk reads: {} MB in  3.00 seconds = {} MB/sec"
ONE = f" {DISK.format(300, '100.00')}\n"
OTHER = f" {DISK.format(30, '10.00')}\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\n\t"),
        lambda text: text.replace("\n", "\n> "),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace("  ", " "),
        lambda text: f"user@host:~$ sudo hdparm -t /dev/sdi\n{text}user@host:~$ ",
        lambda text: f"```\n{text}```\n",
        lambda text: text.replace("\n", "\r\n"),
    ],
)
def test_what_mails_and_shells_put_around_it(change: object) -> None:
    assert callable(change)
    assert said(change(f"\n/dev/sdi:\n{ONE}")) == [("/dev/sdi", "hdparm", {"hdparm -t": [100.0]})]


def test_the_same_command_again_is_a_repeat() -> None:
    call = "$ hdparm -t /dev/sdi\n\n/dev/sdi:\n"
    assert said(call + ONE + call + OTHER) == [("/dev/sdi", "hdparm", {"hdparm -t": [100.0, 10.0]})]
    assert said("/dev/sdi:\n" + ONE + "\n/dev/sdi:\n" + OTHER)[0][2] == {"hdparm -t": [100.0, 10.0]}


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (
            f"$ hdparm -t /dev/sdi\n/dev/sdi:\n{ONE}\n## with the other cable:\n"
            f"$ hdparm -t /dev/sdi\n/dev/sdi:\n{OTHER}",
            ["hdparm", "hdparm: with the other cable"],
        ),
        (
            f"# hdparm -t /dev/sdi (before)\n{ONE}# hdparm -t /dev/sdi (after)\n{OTHER}",
            ["hdparm: before", "hdparm: after"],
        ),
        (
            f"$ hdparm -t /dev/sdi\n{ONE}$ hdparm -t --offset 500 /dev/sdi\n{OTHER}",
            ["hdparm", "hdparm: --offset 500"],
        ),
        (
            f"Kernel 6.1:\n/dev/sdi:\n{ONE}Kernel 6.12:\n/dev/sdi:\n{OTHER}",
            ["hdparm: Kernel 6.1", "hdparm: Kernel 6.12"],
        ),
    ],
)
def test_what_was_measured_otherwise_is_kept_apart(text: str, titles: list[str]) -> None:
    assert said(text) == [
        ("/dev/sdi", title, {"hdparm -t": [rate]})
        for title, rate in zip(titles, (100.0, 10.0), strict=True)
    ]


def test_a_command_names_the_device_where_hdparm_did_not() -> None:
    text = f"# hdparm -t /dev/sda\n{ONE}# hdparm -t /dev/sdb\n{OTHER}"
    assert [device for device, *_ in said(text)] == ["/dev/sda", "/dev/sdb"]
    loop = f"for i in a b; do hdparm -t /dev/sd$i; done\n/dev/sda:\n{ONE}/dev/sdb:\n{OTHER}"
    assert [device for device, *_ in said(loop)] == ["/dev/sda", "/dev/sdb"]


def test_messages_in_between_are_no_words_of_the_person() -> None:
    text = (
        "$ hdparm -tT --direct /dev/md0\n/dev/md0:\n"
        " Timing O_DIRECT cached reads:   988 MB in  2.00 seconds = 493.55 MB/sec\n"
        " HDIO_DRIVE_CMD(identify) failed: Inappropriate ioctl for device\n"
        " Timing O_DIRECT disk reads: 552 MB in  3.00 seconds = 183.97 MB/sec\n"
        "^[\n\nreal 0m5.1s\n"
    )
    assert said(text + text) == [
        (
            "/dev/md0",
            "hdparm",
            {"hdparm -t --direct": [183.97] * 2, "hdparm -T --direct": [493.55] * 2},
        )
    ]


def test_the_first_versions_of_hdparm() -> None:
    ((_, _, found),) = said(
        "/dev/hda:\n Timing buffer-cache reads:   128 MB in  1.15 seconds =111.30 MB/sec\n"
        " Timing buffered disk reads:  64 MB in  3.05 seconds = 20.98 MB/sec\n"
    )
    assert found == {"hdparm -t": [20.98], "hdparm -T": [111.3]}


def test_kilobytes_are_kibibytes() -> None:
    ((_, _, found),) = said(
        "/dev/md2:\n Timing buffered disk reads:   6 MB in  9.08 seconds = 676.33 kB/sec\n"
    )
    assert found == {"hdparm -t": [round(676.33 / 1024, 4)]}
