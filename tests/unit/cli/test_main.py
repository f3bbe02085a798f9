# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong usage is one sentence on standard error; an answer is one document on standard output."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.builders.guided_runs import file_sizes_run

from driveproof.cli.arguments import parser
from driveproof.cli.main import run
from driveproof.cli.run import asked_profile
from driveproof.composition.application import Application, Folders
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile import grouped_profiles
from driveproof.domain.profile.shipped import GROUP_TITLES
from driveproof.domain.run.run import Run
from driveproof.engine.run.profiles import Profiles
from driveproof.export.gnuplot import gnuplot_text
from driveproof.methods import answer_of
from driveproof.wording.say import say_text

Words = Callable[..., tuple[int, str, str]]


@pytest.fixture
def app(tmp_path: Path) -> Application:
    return Application(Folders.below(tmp_path / "home"))


@pytest.fixture
def call(app: Application, capsys: pytest.CaptureFixture[str]) -> Words:
    def do(*words: str) -> tuple[int, str, str]:
        try:
            status = run(list(words), app)
        except SystemExit as ended:  # --help and --version
            status = int(ended.code or 0)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return do


RUN = ["run", "quick", "/tmp"]
WRONG = [
    ["run"],
    ["run", "quick"],
    ["run", "/tmp"],
    ["profiles", "nothingxx"],
    [*RUN, "--duration", "90"],
    [*RUN, "--duration", "1d"],
    [*RUN, "--duration", "1m", "--seconds", "60"],
    [*RUN, "--max-latency", "10"],
    ["run", "no-such-profile", "/tmp"],
    ["run", "a\x1b[2Jb", "/tmp"],
    [*RUN, "--size", "0"],
    [*RUN, "--size", "-1"],
    [*RUN, "--size", "-1G"],
    [*RUN, "--size", "1X"],
    [*RUN, "--size", ""],
    [*RUN, "--size", "1.5M"],
    [*RUN, "--size", "9999999999T"],
    [*RUN, "--seconds", "0"],
    [*RUN, "--seconds", "nan"],
    [*RUN, "--seconds", "inf"],
    [*RUN, "--seconds", "-5"],
    [*RUN, "--seconds", "two"],
    [*RUN, "--repeats", "0"],
    [*RUN, "--repeats", "101"],
    [*RUN, "--repeats", "1.5"],
    [*RUN, "--repeats", "٣"],
    [*RUN, "--repeats", "1" * 50],
    [*RUN, "--engine", "sync"],
    [*RUN, "--nonsense"],
    [*RUN, "more"],
    ["run", "quick", ""],
    ["run", "quick", "a\0b"],
    ["trim", "status", ""],
    ["trim", "status", "a\0b"],
    ["trim", "preview", ""],
    ["trim", "run", "", "--yes"],
    ["history", "--limit", "0"],
    ["history", "--limit", "x"],
    ["show"],
    ["show", "a", "b"],
    ["export", "latest"],
    ["export", "latest", "x", "--format", "bmp"],
    ["export", "latest", "x.png", "--scale", "0"],
    ["export", "latest", "x.png", "--scale", "9"],
    ["export", "latest", "x"],
    ["export", "latest", "-"],
    ["list", "--nonsense"],
    ["nonsense"],
    ["--nonsense"],
]


@pytest.mark.parametrize("words", WRONG, ids=lambda words: ascii(" ".join(words))[:60])
def test_wrong_usage(words: list[str], call: Words) -> None:
    status, out, err = call(*words, "--json")
    assert status == 2, err
    assert out == ""
    lines = err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("driveproof: ")
    assert lines[0].isprintable()
    assert len(lines[0]) < 500


@pytest.mark.parametrize(
    "words",
    [
        ["run", "capacity", "/dev/driveproof-none", "--overwrite", "--yes"],
        ["run", "capacity", "/dev/driveproof-none", "--overwrite-device", "--y"],
        ["run", "capacity", "/dev/driveproof-none", "--overwrite-device", "--trim"],
        ["trim", "run", "/driveproof-none", "--y"],
    ],
)
def test_only_a_whole_word_agrees_to_a_loss(words: list[str], call: Words) -> None:
    """argparse takes the beginning of an option for it where it is not told otherwise."""
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert "unrecognized arguments" in err


@pytest.mark.parametrize("target", ["/no/such/folder", "/dev/null", "/etc/passwd", "a\x1b[2J\nb"])
def test_a_target_that_is_none(target: str, call: Words) -> None:
    status, out, err = call("run", "quick", target)
    assert (status, out) == (3, "")
    assert len(err.splitlines()) == 1
    assert err[:-1].isprintable()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "quik", "."], "quick"),
        (["run", "xyzzy", "."], "quick, quick-nvme, latency"),
        (["trim"], "status|preview|run"),
        (["experiment"], "new|list|continue|show|cancel"),
        (["health"], "--report"),
        ([*RUN, "--max-latency", "10"], "p99:20ms"),
        ([*RUN, "--max-latency", "10ms"], "iops-at-latency"),
        ([*RUN, "--probe"], "capacity"),
        (["export", "latest", "x"], "--format"),
    ],
)
def test_a_mistake_is_answered_with_what_to_do(words: list[str], said: str, call: Words) -> None:
    status, _, err = call(*words)
    assert status == 2 and said in err


def test_no_fio(call: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    status, out, err = call("run", "quick", str(tmp_path), "--json")
    assert (status, out) == (3, "")
    assert "fio" in err
    # Wrong usage is wrong on any machine, also on one without fio.
    assert call("run", "quick", "")[0] == 2


def test_profiles(call: Words, app: Application) -> None:
    status, out, err = call("profiles", "--json")
    document = json.loads(out)
    assert (status, err, document["version"]) == (0, "", 1)
    names = [p["name"] for p in document["profiles"]]
    assert names[:3] == ["quick", "quick-nvme", "latency"]
    methods = {
        p["name"]: (p["method"], p["root"], p["bytes_written"]) for p in document["profiles"]
    }
    assert methods["scan"] == ("scan", True, 0)
    assert methods["hdparm"] == ("hdparm", True, 0)
    assert methods["schedulers"] == ("schedulers", True, 0)
    assert methods["latency"] == ("fio", False, 2**30)
    folder = app.folders.config / "profiles"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("title = 3")
    status, out, err = call("profiles", "--json")
    assert status == 0
    assert [p["name"] for p in json.loads(out)["profiles"]] == names
    assert "broken.toml, line 1" in err
    status, out, err = call("run", "broken", "/tmp")
    assert (status, out) == (2, "")
    assert "line 1" in err


@pytest.mark.parametrize(
    "words", [["history"], ["profiles"], ["--help"], ["--version"], ["run", "--help"]]
)
def test_answers_go_to_standard_output(words: list[str], call: Words) -> None:
    status, out, err = call(*words)
    assert (status, err) == (0, "")
    assert out


def test_an_empty_history(call: Words) -> None:
    status, out, _ = call("history", "--json")
    assert (status, json.loads(out)["runs"]) == (0, [])
    for word in ("latest", "nothing", "label:x", "", "label:"):
        status, out, err = call("show", word, "--json")
        # Words that can name no run on any machine are wrong usage.
        assert (status in {2, 3}, out) == (True, ""), word
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize("words", [["history"], ["history", "--json"], ["show", "latest"]])
def test_a_history_that_cannot_be_read_is_not_an_empty_one(
    words: list[str], call: Words, app: Application
) -> None:
    app.folders.data.parent.mkdir(parents=True, exist_ok=True)
    app.folders.data.write_text("a file where the folder should be")
    status, out, err = call(*words)
    assert (status, out) == (3, "")
    assert "cannot be opened" in err
    assert str(app.folders.data) in err


def test_a_kept_run_is_shown_and_exported(
    call: Words, app: Application, make_run: Callable[..., Run], tmp_path: Path
) -> None:
    app.history.save(make_run(label="a\x1b[2J\nb", target={"path": os.fsdecode(b"/x\xff")}))
    status, out, err = call("show", "latest", "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert document["version"] == 1
    assert document["label"] == "a\x1b[2J\nb"
    status, out, _ = call("show", "latest", "--commands", "--details")
    assert status == 0
    assert "\x1b" not in out
    for kind in ("csv", "json", "text"):
        status, out, err = call("export", "latest", "-", "--format", kind)
        assert (status, err) == (0, "")
        path = tmp_path / f"run.{kind}"
        status, out, _ = call("export", "latest", str(path), "--format", kind)
        assert (status, out) == (0, "")
        assert path.stat().st_size > 100
    status, _, err = call("export", "latest", "/no/such/x.csv")
    assert status == 3
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["-", "--format", "html"],
        ["x.png", "--chart"],
        ["x.txt", "--samples"],
        ["x.json", "--forum"],
        ["x.svg", "--scale", "3"],
    ],
)
def test_an_option_of_another_format_is_refused(
    words: list[str], call: Words, app: Application, make_run: Callable[..., Run]
) -> None:
    app.history.save(make_run())
    status, out, err = call("export", "latest", *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_the_maps_of_file_sizes_are_written_for_gnuplot(
    call: Words, app: Application, make_run: Callable[..., Run], tmp_path: Path
) -> None:
    kept = file_sizes_run()
    app.history.save(kept)
    status, out, err = call("export", kept.id, "-", "--format", "gnuplot")
    assert (status, out, err) == (0, gnuplot_text(kept, answer_of(kept)), "")
    path = tmp_path / "maps.gnuplot"
    words = ("--mib", str(path))
    status, out, err = call("export", kept.id, *words)
    assert (status, out) == (0, "")
    assert path.read_text("utf-8") == gnuplot_text(kept, answer_of(kept), binary=True)
    app.history.save(make_run())
    status, out, err = call("export", "latest", *words)
    assert (status, out) == (2, "") and "gnuplot" in err
    status, out, err = call("export", kept.id, "latest", *words)
    assert (status, out) == (2, "") and "gnuplot" in err


def test_the_block_for_a_forum_is_printed(
    call: Words, app: Application, make_run: Callable[..., Run]
) -> None:
    app.history.save(make_run())
    status, out, err = call("export", "latest", "-", "--format", "text", "--forum")
    assert (status, err) == (0, "")
    assert out.startswith("Driveproof")
    assert " MB/s [" in out


def test_profiles_stand_below_their_groups(call: Words) -> None:
    status, out, _err = call("profiles")
    assert status == 0
    *titles, _usual = [line for line in out.splitlines() if line and line[0] != " "]
    assert titles == [
        say_text(GROUP_TITLES[group]) for group, _some in grouped_profiles(Profiles().all())
    ]
    assert "  scan: Position scan" in out.splitlines()


def test_profiles_are_searched(call: Words) -> None:
    status, out, _err = call("profiles", "records", "MiB", "--json")
    assert status == 0
    assert [each["name"] for each in json.loads(out)["profiles"]] == ["file-sizes"]
    status, out, err = call("profiles", "xylophone")
    assert (status, out) == (2, "")
    assert "xylophone" in err


@pytest.mark.parametrize(
    "words",
    [
        "run quick", "run quick / --against", "run multi-drive / --also",
        "experiment new --action trim quick", "experiment continue latest --moved-to",
        "profiles --drive", "health", "selftest", "check", "diagnose", "monitor", "trim status",
        "trim preview", "trim run", "datasheet", "history --drive", "import FILE --drive",
        "assign latest --drive",
    ],
)  # fmt: skip
def test_every_command_takes_a_bare_kernel_name(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    device = max(Path("/sys/block").iterdir()).name

    def read(word: str) -> list[object]:
        named = vars(parser().parse_args([*words.split(), word])).values()
        return [each for value in named for each in (value if isinstance(value, list) else [value])]

    assert f"/dev/{device}" in read(device)
    assert "nosuch" in read("nosuch")
    (tmp_path / device).touch()
    assert device in read(device)  # a file of this name comes first


@pytest.mark.parametrize(
    ("word", "missing"), [("quick", "FOLDER|DEVICE"), ("/home", "PROFILE|--job FILE")]
)
def test_of_one_word_the_other_is_missing(tmp_path: Path, word: str, missing: str) -> None:
    app = Application(Folders.below(tmp_path))
    with pytest.raises(UsageError) as caught:
        asked_profile(app, Namespace(profile=None, job=None, target=word))
    assert caught.value.values["other"] == missing
