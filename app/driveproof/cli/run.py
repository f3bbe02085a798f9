# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run`: measures; one live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import argparse
import contextlib
import math
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from driveproof.cli.asking import warn_of_failing, warn_of_others, warn_of_unkept
from driveproof.cli.early_end import cancelling
from driveproof.cli.output import print_json, printable, put, say, say_given_up, say_note, terminal
from driveproof.cli.usage import conflict, needs
from driveproof.composition.application import Application
from driveproof.composition.drive_facts import rates_and_class
from driveproof.composition.measuring import new_session
from driveproof.composition.profiles import profiles_of
from driveproof.domain.access import Engine
from driveproof.domain.attachment import billed_before
from driveproof.domain.drive.nature import is_heavy
from driveproof.domain.errors import Advice, CancelledError, DriveproofError, Remedy
from driveproof.domain.method import FIO, Trait, has_trait
from driveproof.domain.profile.choice import choices_of, with_choices
from driveproof.domain.profile.course import Search
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.mixed import with_mixed
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile, copying_from, with_drives, with_log_apart
from driveproof.domain.profile.shipped import GENERAL, NVME
from driveproof.domain.profile_cost import cost_of, later_compared
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.area_map import probe_found
from driveproof.domain.run.areas import faulty_areas
from driveproof.domain.run.certainty import certainty_so_far, going_on, resting, within
from driveproof.domain.run.hosts import fault_word, worst_now
from driveproof.domain.run.run import (
    CANCELLED,
    FAILED,
    FINISHED,
    METRICS,
    Companion,
    PhaseResult,
    Run,
)
from driveproof.domain.run.steady_state import steady_so_far
from driveproof.domain.run.work import Part
from driveproof.domain.text import shown
from driveproof.engine.run import events
from driveproof.engine.run.context import PrepareElsewhere, RunOptions
from driveproof.engine.run.profiles import read_job
from driveproof.engine.run.session import Session
from driveproof.export.text.layout import plain
from driveproof.export.text.run import run_table
from driveproof.methods import answer_of
from driveproof.system.kernel.devices import is_device
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, failure_text, message_and_advice
from driveproof.wording.figures import together_text, write_metric
from driveproof.wording.kernel_log import kernel_news
from driveproof.wording.profile import run_title, test_words
from driveproof.wording.run import files_looked_at, note_text
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import (
    format_bandwidth,
    format_duration,
    format_iops,
    format_latency,
    format_percent,
    format_seconds,
    format_size,
    repeats_text,
)

NVME_BUS = "nvme"
CLEAR_LINE = "\r\x1b[K"


class RunProgressLine:
    """Prints the progress of a run: one live line on a terminal, a line per phase elsewhere."""

    def __init__(
        self,
        stream: TextIO,
        *,
        binary: bool,
        compared: bool = False,
        rates_of: Callable[[], Rates | None] = lambda: None,
    ) -> None:
        self._stream = stream
        self._rates_of = rates_of
        self._compared = compared
        self._binary = binary
        self._live = stream.isatty()
        self._name = self._profile = ""
        self._drives: tuple[Companion, ...] = ()
        self._repeats, self._hosts = 1, 0
        self._lines_of_kernel = self._changes = 0
        self._in_rounds = self._search = self._goes_on = False
        self._index = self._round_told = 0
        self._open: set[int] = set()
        """The tests that may have further repeats."""
        self._certain: dict[int, str] = {}
        """How certain each test is so far."""
        self._promised = math.inf
        self._encoding = getattr(stream, "encoding", None) or "ascii"

    def __call__(self, event: events.Event) -> None:  # noqa: PLR0912 - one for each kind of event
        """Print an event of the session."""
        match event:
            case events.Started():
                self._begin(event)
            case events.Preparing():
                share = event.done / event.total if event.total else 1.0
                doing = self._test_files(event.total)
                if event.reading:
                    doing = _("Reading the test file")
                self._move(f"{doing}, {format_percent(share)}", event.remaining)
                if not self._live and not event.done and not event.reading:
                    self.line(self._test_files(event.total))
                if event.done and not event.reading and event.remaining > self._promised:
                    self._slow(event.remaining)
            case events.Searching():
                self._move(files_looked_at(event.files), None)
            case events.MakingFilesystem():
                making = _("Formatting: {filesystem}").format(filesystem=event.name)
                self._move(making, event.remaining)
            case events.CleaningUp():
                self._clean_up(event)
            case events.RepeatStarted():
                self._name, self._repeats = self._called(event.phase), event.repeats
                self._changes, self._index = 0, event.index
                self._round(event)
            case events.Resting():
                self._move(say_text(resting(event.seconds)), event.remaining)
            case events.Measured():
                self._measured(event)
            case events.Scanned() | events.Checked():
                self._places(event)
            case events.Stalled():
                silent = _("no answer for {duration}").format(
                    duration=format_seconds(event.seconds)
                )
                self._move(f"{self._name}: {silent}", None)
            case events.WritingBack():
                if event.flushing:
                    self._flushing(event)
            case events.KernelSaid():
                self._kernel(event)
            case events.SpeedChanged():
                self._changed(event)
            case events.RepeatEnded() | events.PhaseEnded():
                self._settle(event)
                self._finished(event)
            case events.RunEnded() | events.BothEnded():
                self._move("", None)
            case _:
                pass

    def _test_files(self, total: int) -> str:
        """What is written before the first test, on each host."""
        size = format_size(total // max(self._hosts, 1), binary=True)
        return _("Writing a test file of {size}").format(size=size)

    def _slow(self, remaining: float) -> None:
        text = _("Writing is slow: {duration} left.")
        self.line(text.format(duration=format_duration(remaining)))
        self._promised = math.inf  # print it once

    def _clean_up(self, event: events.CleaningUp) -> None:
        if not event.waiting_for:
            self._move(_("Emptying the device"), None)
            return
        self.line(_("Formatting cannot be stopped. The device is emptied afterwards."))

    def _places(self, event: events.Scanned | events.Checked) -> None:
        if isinstance(event, events.Checked):
            self._checked(event)
            return
        places = _("{done} of {total}").format(done=len(event.positions), total=event.planned)
        self._move(f"{self._name}  {places}  {format_percent(event.progress)}", event.remaining)

    def _checked(self, event: events.Checked) -> None:
        done = _("{done} of {total}").format(
            done=format_size(event.done, binary=True), total=format_size(event.total, binary=True)
        )
        words = [self._name, done]
        if len(event.positions):
            last = event.positions[-1]
            rate = last.bytes / last.seconds if last.seconds else 0.0
            words.append(format_bandwidth(rate, binary=self._binary))
        if bad := sum(area.counted for area in faulty_areas(event.areas)):
            words.append(_("{size} bad").format(size=format_size(bad, binary=True)))
        words.append(format_percent(event.progress))
        self._move("  ".join(words), event.remaining)

    def _changed(self, event: events.SpeedChanged) -> None:
        """Each lasting change of a write once, in the order of their places."""
        lasting = [change for change in event.changes if change.lasting]
        for change in lasting[self._changes :]:
            self.line(say_text(change.say, binary=self._binary))
        self._changes = max(self._changes, len(lasting))

    def _finished(self, event: events.RepeatEnded | events.PhaseEnded) -> None:
        """A line for each test; in a search for each repeat, which decides what comes next."""
        result = event.result
        if isinstance(event, events.RepeatEnded) and result and result.work.part is Part.ROUND:
            if event.repeat.counts:  # one that was cut short is no round
                found = steady_so_far(result)
                self.line(say_texts((found.newest_round, found.criterion)))
        elif isinstance(event, events.RepeatEnded) == self._search and event.result is not None:
            self.line(f"{self._called(event.result)}: {self._summary(event.result)}")

    def _kernel(self, event: events.KernelSaid) -> None:
        """Each kind of line once, however often it comes; the result counts them."""
        if len(event.messages) > self._lines_of_kernel:
            self.line(kernel_news(event.messages))
        self._lines_of_kernel = len(event.messages)

    def _begin(self, event: events.Started) -> None:
        self._lines_of_kernel = 0
        profile = event.profile
        cost = plain(say_text(cost_of(profile, self._rates_of())))
        title = run_title(profile.title, profile.name, profile.cache)
        self.line(
            _("{profile} on {path}: {cost}.").format(profile=title, path=_targets(event), cost=cost)
        )
        if is_heavy(profile) and (billed := billed_before(event.target)):
            self.line(say_text(billed))
        for note in event.notes:
            self.line(note_text(note))
        if profile.name == GENERAL and event.target.bus == NVME_BUS:
            self.line(_("For NVMe drives, {nvme} uses more requests.").format(nvme=NVME))
        few = later_compared(profile.repeats, len(profile.phases))
        if self._compared and few and profile.method == FIO:
            self.line(say_text(few))
        self._promised = profile.seconds
        self._profile, self._hosts = profile.name, profile.hosts
        self._drives = event.environment.drives
        self._search = isinstance(profile.plan, Search)
        self._in_rounds = profile.in_rounds and profile.repeats > 1
        self._goes_on = profile.goes_on
        self._open = set(range(len(profile.phases)))

    def _round(self, event: events.RepeatStarted) -> None:
        """Without a live line, print each round: no test is complete before the last round."""
        if not self._in_rounds or self._live or event.order == self._round_told:
            return
        self._round_told = event.order
        if event.going_on:
            self.line(say_text(going_on(event.order, event.repeats, len(self._open))))
        else:
            text = _("Round {number} of {count}.")
            self.line(text.format(number=event.order, count=event.repeats))

    def _settle(self, event: events.RepeatEnded | events.PhaseEnded) -> None:
        """What a test shows so far, and whether it goes on."""
        if self._goes_on and event.result is not None:
            self._certain[event.index] = cell_text(certainty_so_far(event.result))
        if isinstance(event, events.PhaseEnded):
            self._open.discard(event.index)

    def _called(self, test: Phase | PhaseResult) -> str:
        return test_words(test.title, test.direction, self._profile, self._drives)

    def _measured(self, event: events.Measured) -> None:
        parts = [f"{self._name} {event.order}/{self._repeats}"]
        for sample in event.samples:
            parts.append(
                f"{format_bandwidth(sample.bandwidth, binary=self._binary)}"
                f"  {format_iops(sample.iops)}"
                + (f"  p99 {format_latency(sample.p99)}" if sample.p99 is not None else "")
            )
        parts += [text] if (text := self._certain.get(self._index, "")) else []
        parts += [text] if (text := self._slowest(event.hosts)) else []
        if event.warming:
            parts.append(_("warming up"))
        self._move("  ".join(parts) + f"  {format_percent(event.progress)}", event.remaining)

    def _slowest(self, hosts: Sequence[events.HostNow]) -> str:
        """Of several hosts the slowest, and those that were lost."""
        words = []
        counted = [one for one in hosts if not one.fault and one.bandwidth is not None]
        if len(counted) > 1:
            slow = min(counted, key=lambda one: one.bandwidth or 0.0)
            value = format_bandwidth(slow.bandwidth or 0.0, binary=self._binary)
            words.append(_("slowest {host} {value}").format(host=shown(slow.name), value=value))
            if (worst := worst_now([(one.name, one.p99) for one in counted])) is not None:
                words.append(say_text(worst))
        words += [
            f"{shown(one.name)} {value_text(fault_word(one.fault))}" for one in hosts if one.fault
        ]
        return ", ".join(words)

    def _flushing(self, event: events.WritingBack) -> None:
        waiting = event.so_far.points[-1].waiting
        parts = [self._name, _("last fsync")]
        parts += [] if waiting is None else [format_size(waiting, binary=True)]
        self._move("  ".join(parts), None)

    def _summary(self, result: PhaseResult) -> str:
        words = []
        for direction in result.directions:
            summary = result.summary(direction, METRICS[result.primary])
            if summary is None:
                continue
            value = write_metric(result.primary, summary.median, binary=self._binary)
            many = [repeats_text(summary.count)]
            many += [_("short")] if result.short(direction) else []
            if self._goes_on and direction == result.directions[0]:
                many += [text] if (text := cell_text(within(result))) else []
            words.append(f"{value} ({', '.join(many)})")
        if len(words) > 1:
            words.append(together_text(result, binary=self._binary))
        if words:
            return ", ".join(words)
        probed = probe_found(result)
        return _("Nothing was measured.") if probed is None else say_text(probed)

    def _move(self, text: str, remaining: float | None) -> None:
        if not self._live:
            return
        if remaining is not None:
            left = _("{time} left").format(time=format_duration(remaining))
            text = f"{text}, {left}"
        width = shutil.get_terminal_size().columns - 1
        self._write(CLEAR_LINE + printable(text, self._encoding)[:width])

    def line(self, text: str) -> None:
        """Print a permanent line."""
        start = CLEAR_LINE if self._live else ""
        self._write(f"{start}{printable(text, self._encoding)}\n")

    def _write(self, text: str) -> None:
        """A reader that has gone (closed terminal, `| head`) must not end the measurement."""
        with contextlib.suppress(OSError):
            self._stream.write(text)
            self._stream.flush()


def _targets(event: events.Started) -> str:
    """What is measured: of several drives all of them."""
    return ", ".join(one.path for one in event.environment.drives) or event.target.path


def measure(app: Application, arguments: argparse.Namespace) -> int:
    """Measure as the arguments say; 0 done, 130 cancelled, else the status of the failure."""
    say_given_up(app)
    overwrites = arguments.overwrite_device
    if arguments.yes and not overwrites:
        raise needs("--yes", "--overwrite-device")
    if arguments.trim_after and not overwrites:
        raise needs("--trim-after", "--overwrite-device")
    profile = asked_profile(app, arguments)
    if arguments.trim_after and profile.capacity is not None and profile.capacity.probe:
        raise conflict("--trim-after", "--probe")
    targets = (arguments.target, *arguments.beside)
    profile = with_drives(profile, tuple(map(is_device, targets)))
    if arguments.hosts is None and not overwrites:  # what a path is elsewhere, only they know
        refuse_size(arguments.size, targets)
    profile, elsewhere = _elsewhere(arguments, profile)
    helping = [path for path in (arguments.copy_from, arguments.log_target) if path]
    for target in () if elsewhere else (*targets, *helping):
        warn_of_others(app, target)
        warn_of_failing(app, target, yes=arguments.yes)
    warn_of_unkept(app)
    plan = None
    if overwrites:
        from driveproof.cli.overwrite import confirmed, trim_afterwards  # noqa: PLC0415

        plan = confirmed(app, profile, arguments.target, length=arguments.size, yes=arguments.yes)
    session = new_session(
        app,
        profile,
        arguments.target,
        # A label names a state for a later comparison.
        RunProgressLine(
            sys.stderr,
            binary=arguments.mib,
            compared=bool(arguments.label),
            rates_of=partial(_rates, app, arguments.target),
        ),
        replace(
            options_of(arguments),
            overwrite=plan,
            beside=(*arguments.beside, *helping),
            elsewhere=elsewhere,
        ),
    )
    with cancelling(session):
        result = session.run()
    status = _tell_result(app, arguments, session, result)
    if plan is not None:
        trimmed = trim_afterwards(app, plan, result, wanted=arguments.trim_after)
        status = status or trimmed
    return status


def options_of(arguments: argparse.Namespace) -> RunOptions:
    """What the arguments say of how a run is done."""
    return RunOptions(
        label=arguments.label,
        engine=None if arguments.engine is None else Engine(arguments.engine),
        fresh=arguments.fresh_data,
        shrinks=not arguments.size,  # what a script asks for is measured, or refused
    )


def refuse_size(size: int | None, targets: Sequence[str]) -> None:
    """Raises UsageError for a size of the test file where all targets are devices, only read."""
    if size and all(map(is_device, targets)):
        raise conflict("--size", targets[0], Advice(Remedy.LEAVE_SIZE_OUT))


def asked_profile(app: Application, arguments: argparse.Namespace) -> Profile:
    """The profile that is named, with all that was asked for beside it. Raises DriveproofError."""
    found = _chosen(app, arguments)
    if has_trait(found.method, Trait.BY_POSITION) and arguments.engine:
        raise conflict("--engine", found.name)
    profile = with_choices(found, _choices(app, arguments, found))
    profile = (with_mixed(profile) if arguments.mixed else profile).customized(
        size=arguments.size,
        seconds=arguments.seconds,
        repeats=arguments.repeats,
        cache=arguments.cache,
        nocow=arguments.no_cow,
    )
    if arguments.copy_from:
        profile = copying_from(profile)
    return with_log_apart(profile) if arguments.log_target else profile


def _choices(app: Application, arguments: argparse.Namespace, profile: Profile) -> dict[str, Any]:
    """What was chosen of the profile's plan, by its fields. Raises UsageError for an option that
    the profile does not have.
    """
    own = {option.word: option.field for option in choices_of(profile)}
    for word in arguments.chosen:
        if word not in own:
            every = profiles_of(app).all()
            having = [one.name for one in every if word in {o.word for o in choices_of(one)}]
            raise conflict(word, profile.name, Advice("Use {name}.", name=OneOf(tuple(having))))
    return {own[word]: value for word, value in arguments.chosen.items()}


def _elsewhere(
    arguments: argparse.Namespace, profile: Profile
) -> tuple[Profile, PrepareElsewhere | None]:
    """The profile as other hosts measure it, and what prepares them; None where this one does.
    Raises DriveproofError.
    """
    if arguments.hosts is None:
        given = {
            "--scaling": arguments.scaling,
            "--remote-program": arguments.remote_program is not None,
            "--ssh-options": arguments.ssh_options is not None,
        }
        for option in [name for name, found in given.items() if found]:
            raise needs(option, "--hosts")
        return profile, None
    if arguments.overwrite_device:
        raise conflict("--overwrite-device", "--hosts", Advice("Overwrite it on that host itself."))
    alone = {
        "--also": arguments.beside,
        "--copy-from": arguments.copy_from,
        "--log-target": arguments.log_target,
    }
    for option in [name for name, found in alone.items() if found]:
        raise conflict(option, "--hosts")
    # What other hosts need is imported for them alone.
    from driveproof.composition.hosts import (  # noqa: PLC0415
        PROGRAM,
        SshHosts,
        named_hosts,
        on_hosts,
    )
    from driveproof.domain.hosts.scale import with_scale  # noqa: PLC0415

    hosts = named_hosts(arguments.hosts)
    profile = with_scale(profile, len(hosts)) if arguments.scaling else profile
    chosen = SshHosts(
        hosts,
        arguments.remote_program or PROGRAM,
        arguments.ssh_options or "",
    )
    engine = None if arguments.engine is None else Engine(arguments.engine)
    return profile, on_hosts(chosen, engine, sized=bool(arguments.size))


def _chosen(app: Application, arguments: argparse.Namespace) -> Profile:
    """The profile that is named, or what a fio job file does. Raises DriveproofError."""
    profiles = profiles_of(app)
    if arguments.profile is None and arguments.job is None:
        # A single word is taken for the target.
        if any(arguments.target == one.name for one in profiles.all()):
            raise needs(f"run {arguments.target}", "FOLDER|DEVICE")
        raise needs(f"run {arguments.target}", "PROFILE|--job FILE")
    if arguments.profile is not None and arguments.job is not None:
        raise conflict("--job", arguments.profile)
    if arguments.job is None:
        found = profiles.find(arguments.profile)
        for one in profiles.broken:
            if one.path.stem == found.name:  # the person may have meant the own one
                say(message_and_advice(one.problem, Face.TERMINAL))
        return found
    return read_job(Path(arguments.job))


def _rates(app: Application, target: str) -> Rates | None:
    """The expected rates of the drive; None where they are unknown."""
    try:
        return rates_and_class(app, target)[0]
    except DriveproofError:
        return None


def _tell_result(
    app: Application, arguments: argparse.Namespace, session: Session, result: Run
) -> int:
    """Print the result and any failure; returns the exit status."""
    answer = answer_of(result)
    unkept = result.status == FINISHED and session.failure is not None
    if not unkept:  # else the failure has the same reason
        say_note(app.history.message)
    if arguments.json:
        from driveproof.engine.run.expected_speed import expected_of  # noqa: PLC0415
        from driveproof.export.json.run import run_document  # noqa: PLC0415

        health, expected = app.run_health(result.id), expected_of(result, app.history)
        print_json(run_document(result, answer, health, expected))
    elif result.phases:
        health = app.run_health(result.id)
        options = {"binary": arguments.mib, "details": arguments.details, "health": health}
        put(run_table(result, answer, **options, **terminal()))
    if not result.phases:  # else the result has said it
        for note in session.left:
            say(note_text(note))
    if result.status == CANCELLED:
        say(_("Cancelled. The results so far are saved.") if result.phases else _("Cancelled."))
        return CancelledError.exit_status
    if result.status == FAILED:
        failed = session.failure or DriveproofError("The run failed.")
        said = failure_text(result.error, Face.TERMINAL)
        say(message_and_advice(failed, Face.TERMINAL) if session.failure or not said else said)
        return failed.exit_status
    if session.failure is not None:  # measured, but not stored
        say(message_and_advice(session.failure, Face.TERMINAL))
        return session.failure.exit_status
    return int(answer is not None and answer.bad)
