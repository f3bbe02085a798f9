# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The history stores every run unchanged, and finds it again."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from tests.builders.guided_runs import hosts_run

from driveproof.domain.access import CACHES, COLD, Direction
from driveproof.domain.errors import MachineError, RefusedError, UsageError
from driveproof.domain.notes import Note, sentence_failure
from driveproof.domain.run.hosts import plain_name
from driveproof.domain.run.run import (
    CANCELLED,
    FAILED,
    METRICS,
    Host,
    HostFigures,
    HostRepeat,
    IoPath,
    Latency,
    MemberStatistics,
    Position,
    Role,
    Run,
    RunStatus,
    TargetKind,
)
from driveproof.history.earlier import results_over_time
from driveproof.history.ids import new_id
from driveproof.history.owner import WriterProcess
from driveproof.history.query import ENDED_IN_THE_MIDDLE
from driveproof.history.rows import figures
from driveproof.history.store import History
from driveproof.wording.errors import Face, advice, message_and_advice

MakeRun = Callable[..., Run]
Same = Callable[[Run, Run], None]
HOSTILE = "a\0b\n\x1b[31m'\"; DROP TABLE runs;--\udcff\ud800\u202e𝄞=cmd"


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    store = History(tmp_path / "data" / "history.sqlite")
    yield store
    store.close()


def test_a_saved_run_is_read_as_it_was(
    history: History, make_run: MakeRun, assert_same: Same
) -> None:
    run = make_run()
    history.save(run)
    assert_same(history.load(run.id), run)
    assert history.message is None


def test_hosts_come_back(history: History, make_run: MakeRun, assert_same: Same) -> None:
    run = make_run()
    hosts = (
        Host("node1", "3.33", "6.1", 4, 2**32, "nfs4", "nas:/x", 2**30, -0.25),
        Host("node2", fault="silent", said="Cut."),
    )
    figures = HostFigures(100.0, 409600.0, 819200, 200, 2.0, Latency(0.01, 0.008, p99=0.02))
    parts = (
        HostRepeat("node1", 0.0, {Direction.READ: figures}),
        HostRepeat("node2", None, {}, "silent"),
    )
    phase = run.phases[0]
    repeats = (replace(phase.repeats[0], hosts=parts), *phase.repeats[1:])
    phase = replace(phase, repeats=repeats, work=replace(phase.work, hosts=2))
    environment = replace(run.environment, hosts=hosts)
    run = replace(run, environment=environment, phases=(phase, *run.phases[1:]))
    history.save(run)
    assert_same(history.load(run.id), run)
    found = history.load(run.id)
    assert found.environment.hosts == hosts
    assert found.phases[0].repeats[0].hosts == parts
    assert found.phases[0].work.hosts == 2


def test_schedulers_caches_members_and_positions_come_back(
    history: History, make_run: MakeRun, assert_same: Same
) -> None:
    run = make_run()
    places = (Position(0, 2**20, 0.002), Position(2**41, 2**20, 0.0041))
    members = (
        MemberStatistics("md0", Role.TARGET, 2**30, 0, 1024, 0, 2.0, None),
        MemberStatistics("sda", Role.BELOW, 2**29, 4096, 512, 1, 2.0, 1.75, 0.5, 0.125, 0.625),
    )
    phases = []
    for phase in run.phases:
        repeats = tuple(
            replace(
                repeat,
                members=members,
                directions={
                    way: replace(result, positions=places)
                    for way, result in repeat.directions.items()
                },
            )
            for repeat in phase.repeats
        )
        phases.append(replace(phase, repeats=repeats, scheduler="mq-deadline", cache="cold"))
    run = replace(run, phases=tuple(phases))
    history.save(run)
    assert_same(history.load(run.id), run)
    found = history.load(run.id).phases[0].repeats[0]
    assert found.members == members
    assert next(iter(found.directions.values())).positions == places


@pytest.mark.parametrize("cache", [*CACHES, None])
def test_the_state_of_the_cache_comes_back(
    cache: str | None, history: History, make_run: MakeRun
) -> None:
    """Also that of a run that measured nothing; the filter finds it as it is shown."""
    run = replace(make_run(), phases=(), status=CANCELLED, cache=cache)
    history.save(run)
    assert history.heads()[0].cache == history.load(run.id).cache == cache
    for label in ("", "again"):
        history.set_label(run.id, label)
        assert len(history.heads(text="cold cache")) == (cache == COLD)


def test_a_cache_that_is_not_understood(history: History, make_run: MakeRun) -> None:
    run = make_run()
    history.save(run)
    with closing(sqlite3.connect(history.path)) as connection, connection:
        connection.execute("UPDATE runs SET cache = 'tepid'")
    assert [head.cache for head in history.heads()] == [None]
    with pytest.raises(MachineError):
        history.load(run.id)


def test_a_status_that_there_is_not(history: History, make_run: MakeRun) -> None:
    run = make_run()
    history.save(run)
    with closing(sqlite3.connect(history.path)) as connection, connection:
        connection.execute("UPDATE runs SET status = 'paused'")
    assert [head.status for head in history.heads()] == [FAILED]
    with pytest.raises(MachineError):
        history.load(run.id)


@pytest.mark.parametrize("damaged", ["{", "[1]", "[[]]"])
def test_what_disturbed_a_repeat_is_words(
    history: History, make_run: MakeRun, damaged: str
) -> None:
    run = make_run()
    history.save(run)
    with closing(sqlite3.connect(history.path)) as connection, connection:
        connection.execute("UPDATE repeats SET disturbed = ?", (damaged,))
    with pytest.raises(MachineError):
        history.load(run.id)
    assert run.target.identity is not None
    assert results_over_time(history, run.target.identity).groups == ()


def test_what_is_read_has_its_enums(history: History, make_run: MakeRun) -> None:
    run = make_run()
    history.save(run)
    found = history.load(run.id)
    assert isinstance(found.status, RunStatus)
    assert isinstance(found.environment.io_path, IoPath)
    assert isinstance(found.target.kind, TargetKind)
    assert isinstance(history.heads()[0].status, RunStatus)


def test_a_run_saved_in_slices_is_the_same(
    history: History, make_run: MakeRun, assert_same: Same
) -> None:
    run = make_run()
    history.begin(replace(run, phases=(), status=FAILED, seconds=0.0))
    for phase in run.phases[:-2]:
        history.keep_phase(run.id, phase)
    history.finish(run)  # and brings the two that are missing
    assert_same(history.load(run.id), run)
    assert history.heads()[0].figures == tuple(
        (phase.name, way, phase.primary, phase.summary(way, metric).median)
        for phase in run.phases
        for way in phase.directions
        for metric in [lambda r, key=phase.primary: getattr(r, key)]
    )


def test_a_run_saved_round_by_round_is_the_same(
    history: History, make_run: MakeRun, assert_same: Same
) -> None:
    """A phase is kept again with each of its repeats, in turn with the others."""
    run = make_run()
    history.begin(replace(run, phases=(), status=FAILED, seconds=0.0))
    for done in range(1, 1 + max(len(phase.repeats) for phase in run.phases)):
        for phase in run.phases:
            history.keep_phase(run.id, replace(phase, repeats=phase.repeats[:done]))
        with sqlite3.connect(history.path) as connection:
            shown = connection.execute("SELECT figured, figures FROM runs").fetchone()
        kept = [replace(phase, repeats=phase.repeats[:done]) for phase in run.phases]
        assert shown == figures(kept)
    history.finish(run)
    assert_same(history.load(run.id), run)


def test_the_list_shows_the_figure_of_all_hosts(history: History) -> None:
    """Of a run that asked for 1, 2 and 4 hosts the sum of all, whether it is running or kept."""
    run = hosts_run(4, scale=True)
    history.begin(replace(run, phases=(), status=FAILED, seconds=0.0))
    for done in (1, 2):
        for phase in run.phases:
            history.keep_phase(run.id, replace(phase, repeats=phase.repeats[:done]))
    with sqlite3.connect(history.path) as connection:
        shown = connection.execute("SELECT figured, figures FROM runs").fetchone()
    assert shown == figures(replace(one, repeats=one.repeats[:2]) for one in run.phases)
    history.finish(run)
    (head,) = history.heads()
    first = run.phases[0]
    of_all = next(
        one for one in run.phases if plain_name(one) == plain_name(first) and one.work.hosts == 4
    )
    summary = of_all.summary(of_all.direction, METRICS[of_all.primary])
    assert summary is not None
    assert head.figure(of_all.direction, of_all.primary) == pytest.approx(summary.median)


def test_what_was_kept_of_some_rounds_is_brought_up_to_date_by_finish(
    history: History, make_run: MakeRun, assert_same: Same
) -> None:
    run = make_run(status=CANCELLED)
    history.begin(replace(run, phases=()))
    for phase in run.phases:
        history.keep_phase(run.id, replace(phase, repeats=phase.repeats[:1]))
    history.finish(run)
    assert_same(history.load(run.id), run)


def test_a_cancelled_phase_that_was_kept_half_is_kept_whole_by_finish(
    history: History, make_run: MakeRun, assert_same: Same
) -> None:
    run = make_run(status=CANCELLED)
    history.begin(replace(run, phases=()))
    history.keep_phase(run.id, run.phases[1])  # not the first: what is kept does not fit
    history.finish(run)
    assert_same(history.load(run.id), run)


def test_a_run_that_is_measured_is_in_no_list_and_cannot_be_deleted(
    history: History, make_run: MakeRun
) -> None:
    history.save(make_run("0000000aa", started=datetime(2026, 1, 1, tzinfo=UTC)))
    run = make_run()
    history.begin(replace(run, phases=()))
    assert [head.id for head in history.heads()] == ["0000000aa"]
    assert history.count() == 1
    assert history.find("latest") == "0000000aa"
    with pytest.raises(MachineError):
        history.find(run.id)
    with pytest.raises(RefusedError, match="being measured"):
        history.delete(run.id)
    history.finish(run)
    assert history.find("latest") == run.id


def test_beginning_the_same_run_twice_is_refused(history: History, make_run: MakeRun) -> None:
    history.begin(make_run())
    with pytest.raises(MachineError):
        history.begin(make_run())


def test_a_phase_of_an_unknown_run_is_refused(history: History, make_run: MakeRun) -> None:
    with pytest.raises(MachineError, match="'nobody'"):
        history.keep_phase("nobody", make_run().phases[0])


def test_saving_twice_replaces(history: History, make_run: MakeRun, assert_same: Same) -> None:
    history.save(make_run())
    run = make_run(title="Another", phases=make_run().phases[:1])
    history.save(run)
    assert_same(history.load(run.id), run)
    assert history.count() == 1


def test_a_label_given_while_it_ran_stays(history: History, make_run: MakeRun) -> None:
    run = make_run(label="", remarks="")
    history.begin(replace(run, phases=()))
    history.set_label(run.id, "after TRIM")
    history.set_notes(run.id, "hot room")
    history.finish(run)
    kept = history.load(run.id)
    assert (kept.label, kept.remarks) == ("after TRIM", "hot room")
    assert history.count(text="after trim") == 1


@pytest.mark.parametrize("text", [HOSTILE, "", "ÄÖÜ ß 漢字", "x" * 100_000])
def test_any_text_comes_back(
    history: History, make_run: MakeRun, assert_same: Same, text: str
) -> None:
    run = make_run(
        label=text,
        remarks=text,
        title=text,
        profile=text,
        notes=(Note(text), Note(text)),
        error=sentence_failure(text),
        target={
            "path": f"/{text}", "model": text, "serial": text, "wwn": None, "device": text,
            "firmware": text, "filesystem": text, "mount_point": text, "stack": (text,),
            "mount_options": (text,), "bus": text,
        },
    )  # fmt: skip
    history.save(run)
    assert_same(history.load(run.id), run)
    head = history.heads(identity=run.target.identity, label=text)[0]
    assert (head.label, head.model, head.path) == (text, text, f"/{text}")
    history.set_label(run.id, text + "!")
    assert [head.id for head in history.heads(label=text + "!")] == [run.id]
    if text.strip():
        assert history.find(f"label:{text}!") == run.id


def test_a_test_of_any_name_is_kept_whole_or_in_slices(
    history: History, make_run: MakeRun, assert_same: Same
) -> None:
    whole = make_run()
    whole = replace(whole, phases=(replace(whole.phases[0], name=HOSTILE, title=HOSTILE),))
    history.save(whole)
    slices = replace(whole, id=new_id(whole.started))
    history.begin(replace(slices, phases=()))
    history.keep_phase(slices.id, slices.phases[0])
    history.finish(slices)
    assert_same(history.load(slices.id), slices)
    found = history.identities()
    assert found[whole.id, HOSTILE] == found[slices.id, HOSTILE]


@pytest.mark.parametrize(
    "zone", [UTC, timezone(timedelta(hours=5, minutes=45)), timezone(timedelta(hours=-11))]
)
def test_dates_keep_their_zone_and_sort_by_time(
    history: History, make_run: MakeRun, zone: timezone
) -> None:
    start = datetime(2026, 11, 21, 10, 0, 0, 1, tzinfo=UTC)
    for index in range(3):
        moment = (start + timedelta(minutes=index)).astimezone(zone if index % 2 else UTC)
        history.save(make_run(f"{index}aaaaaaaa", started=moment, phases=()))
    heads = history.heads()
    assert [head.id[0] for head in heads] == ["2", "1", "0"]
    assert heads[1].started.utcoffset() == zone.utcoffset(None)
    assert heads[2].started == start


def test_filters_and_pages(history: History, make_run: MakeRun) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for index in range(20):
        history.save(
            make_run(
                f"{index:02d}aaaaaaa",
                started=start + timedelta(hours=index),
                phases=(),
                label="even" if index % 2 == 0 else "odd",
                target={"wwn": f"w{index % 4}", "model": "Crucial MX500" if index > 15 else "Foo"},
            )
        )
    assert [head.id[:2] for head in history.heads(limit=3, offset=1)] == ["18", "17", "16"]
    assert len(history.heads(identity="wwn:w1")) == history.count(identity="wwn:w1") == 5
    assert len(history.heads(text="mx500 CRUCIAL")) == history.count(text="mx500") == 4
    assert len(history.heads(text="quick odd")) == 10
    assert len(history.heads(label="even", identity="wwn:w0")) == 5
    assert history.heads(text="%") == history.heads(text="mx500'") == history.heads(limit=0) == []
    assert history.heads(limit=-5) == []
    assert len(history.heads(offset=-5)) == 20


def test_find(history: History, make_run: MakeRun) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for index, run_id in enumerate(["0abc00001", "0abd00002", "1xyz00003"]):
        label = "pair" if index < 2 else "one"
        history.save(
            make_run(run_id, started=start + timedelta(days=index), label=label, phases=())
        )
    assert history.find("0abc00001") == history.find("0abc") == "0abc00001"
    assert history.find("latest") == history.find("lXYZ") == history.find(" 1xyz ") == "1xyz00003"
    assert history.find("label:one") == "1xyz00003"
    assert history.find_all("label:pair") == ("0abd00002", "0abc00001")
    with pytest.raises(UsageError, match="0abd00002, 0abc00001") as raised:
        history.find("0ab")
    assert raised.value.exit_status == 2
    with pytest.raises(UsageError):
        history.find("label:pair")
    for missing in ("9", "label:nobody", HOSTILE, "%", "0abc000011", "\udcff"):
        with pytest.raises(MachineError) as absent:
            history.find(missing)
        assert absent.value.exit_status == 3
        said = message_and_advice(absent.value, Face.TERMINAL)
        assert "driveproof history" in said and "\x1b" not in said
    for empty in ("", "  ", "label:", "label: "):
        with pytest.raises(UsageError):
            history.find_all(empty)


def test_latest_is_what_came_in_last_whatever_date_it_bears(
    history: History, make_run: MakeRun
) -> None:
    day = datetime(2026, 3, 4, tzinfo=UTC)
    future = datetime(2199, 1, 1, tzinfo=UTC)
    imported = make_run(new_id(day), started=future, phases=())
    history.save(imported)
    assert history.find("latest") == imported.id
    mine = make_run(new_id(day + timedelta(days=1)), started=day + timedelta(days=1), phases=())
    history.save(mine)
    assert history.heads()[0].id == imported.id  # the list goes by the date of measuring
    assert history.find("latest") == mine.id
    # Of several that came at once the last, whatever their ids end with; and an old one that is
    # saved again, as after an undo, is not the latest.
    at = day + timedelta(days=2)
    last = [make_run(f"{new_id(at)[:-3]}{end}", started=day, phases=()) for end in ("zzz", "aaa")]
    history.save(*last)
    assert history.find("latest") == last[1].id
    history.delete(mine.id)
    history.save(mine)
    assert history.find("latest") == last[1].id


def test_latest_of_an_empty_history_says_how_to_begin(history: History) -> None:
    with pytest.raises(MachineError) as none:
        history.find("latest")
    assert "driveproof run" in advice(none.value, Face.TERMINAL)


def test_delete_takes_everything_of_a_run(history: History, make_run: MakeRun) -> None:
    history.save(make_run())
    history.save(make_run("7g4kq2m9z"))
    history.delete("7g4kq2m9x")
    assert [head.id for head in history.heads()] == ["7g4kq2m9z"]
    with closing(sqlite3.connect(history.path)) as connection:
        count = len(history.load("7g4kq2m9z").phases)
        assert connection.execute("SELECT count(*) FROM phases").fetchone() == (count,)
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    assert orphans == []


def test_of_several_all_or_none_are_deleted(history: History, make_run: MakeRun) -> None:
    history.save(make_run("7g4kq2m9x"), make_run("7g4kq2m9z"))
    with pytest.raises(MachineError, match="nobody"):
        history.delete("7g4kq2m9x", "nobody")
    assert len(history.heads()) == 2


@pytest.mark.parametrize("action", ["load", "delete", "label", "notes"])
def test_what_is_not_there_cannot_be_changed(history: History, action: str) -> None:
    actions: dict[str, Callable[[], object]] = {
        "load": lambda: history.load("nobody"),
        "delete": lambda: history.delete("nobody"),
        "label": lambda: history.set_label("nobody", "x"),
        "notes": lambda: history.set_notes("nobody", "x"),
    }
    with pytest.raises(MachineError, match="'nobody'"):
        actions[action]()


def test_a_writer_that_is_gone_leaves_a_failed_run(history: History, make_run: MakeRun) -> None:
    run = make_run(phases=make_run().phases[:1])
    history.begin(run)
    dead = replace(WriterProcess.current(), started=1)
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("UPDATE runs SET writer = ?", (dead.text,))
        connection.commit()
    assert history.heads()[0].status == FAILED
    kept = history.load(run.id)
    assert (kept.status, kept.error, len(kept.phases)) == (FAILED, ENDED_IN_THE_MIDDLE, 1)
    assert history.find("latest") == run.id
    history.save(make_run("zzzzzzzzz"))  # the next to write settles it
    with closing(sqlite3.connect(history.path)) as connection:
        status = connection.execute("SELECT status, writer FROM runs WHERE id = ?", (run.id,))
        assert status.fetchone() == (FAILED, None)


def test_reading_does_not_wait_for_a_writer(history: History, make_run: MakeRun) -> None:
    history.save(make_run())
    with closing(sqlite3.connect(history.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM runs")
        assert history.count() == 1
        other.execute("ROLLBACK")


def test_threads_write_and_read_at_once(tmp_path: Path, make_run: MakeRun) -> None:
    history = History(tmp_path / "history.sqlite")
    failures: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for index in range(8):
                run = make_run(f"{number}{index}aaaaaaa", phases=make_run().phases[:2])
                history.begin(replace(run, phases=()))
                history.keep_phase(run.id, run.phases[0])
                history.finish(run)
        except BaseException as error:  # noqa: BLE001 - the main thread raises it
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        for head in history.heads():
            assert len(history.load(head.id).phases) == 2
    for thread in threads:
        thread.join()
    assert failures == []
    assert history.count() == 24
    history.close()


def test_a_close_waits_for_what_another_thread_reads(history: History, make_run: MakeRun) -> None:
    """Else SQLite works with what was freed: that once ended the whole process."""
    history.save(make_run())
    reads, go_on = threading.Event(), threading.Event()
    found: list[int] = []

    def read() -> None:
        with history.reading() as connection:
            reads.set()
            go_on.wait(20)
            found.extend(connection.execute("SELECT count(*) FROM runs").fetchone())

    reader, closer = threading.Thread(target=read), threading.Thread(target=history.close)
    reader.start()
    assert reads.wait(20)
    closer.start()
    closer.join(0.2)  # where it does not wait, it is done by then
    go_on.set()
    reader.join()
    closer.join()
    assert found == [1]
    assert history.count() == 1


def test_two_programs_share_the_file(history: History, make_run: MakeRun) -> None:
    other = History(history.path)
    history.save(make_run())
    other.save(make_run("7g4kq2m9y"))
    other.set_label("7g4kq2m9x", "seen")
    assert history.load("7g4kq2m9x").label == "seen"
    assert history.count() == other.count() == 2
    other.close()


def test_the_list_of_runs_needs_no_numpy(history: History, make_run: MakeRun) -> None:
    history.save(make_run())
    program = (
        "import sys; from pathlib import Path; from driveproof.history.store import History\n"
        f"history = History(Path({str(history.path)!r})); heads = history.heads()\n"
        "history.set_label(heads[0].id, 'x'); history.find('latest')\n"
        "sys.exit('numpy' in sys.modules or len(heads) != 1)"
    )
    path = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", program], check=False, env=environment)
    assert done.returncode == 0


def test_the_file_is_for_its_owner_only(history: History, make_run: MakeRun) -> None:
    history.save(make_run())
    for path in history.path.parent.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path
    assert history.path.parent.stat().st_mode & 0o077 == 0
