# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a profile: what it does, its cost and its expected duration, before it starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isinf

from driveproof.domain.access import COLD, DIRECT, WARM, Cache, Direction
from driveproof.domain.experiment.defaults import claim_needs
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile import test_titles
from driveproof.domain.profile.estimate import ExpectationSource, Expected, Rates, expected_cost
from driveproof.domain.profile.for_device import TargetUse, for_way, needs_device, why_not
from driveproof.domain.profile.plan import Bounded, ByHelper, OfDrives
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import ProfileGroup, shipped_text
from driveproof.domain.run.multi_drive import drive_name
from driveproof.domain.run.run import Companion, Run
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.say import value_text
from driveproof.wording.units import format_bound, format_size, format_size_bound, repeats_text


def profile_text(text: str, profile: str) -> str:
    """A title, a question or the name of a test of the profile with this name, in the person's
    language.
    """
    return value_text(shipped_text(text, profile))


def run_title(title: str, profile: str, cache: Cache | None) -> str:
    """The title of a run of the profile with this name: "Quick benchmark, cold cache"."""
    return value_text(test_titles.run_title(title, profile, cache))


def cache_words(cache: Cache | None) -> str:
    """The page cache in a list, "" for a direct run."""
    return {COLD: _("cold cache"), WARM: _("warm cache")}.get(cache or DIRECT, "")


def test_title(title: str, profile: str, drives: Sequence[Companion] = ()) -> str:
    """The title of a test in a run of the profile with this name, with what the program added."""
    return value_text(test_titles.test_title(title, profile, drives))


def companion_titles(drives: Sequence[Companion]) -> list[str]:
    """What drives that were measured together are called, in their order."""
    return [value_text(drive_name(drives, number)) for number in range(1, len(drives) + 1)]


def test_words(
    title: str, direction: Direction, profile: str, drives: Sequence[Companion] = ()
) -> str:
    """The same with its direction: "Sequential 1 MiB, Q8 read"."""
    return value_text(test_titles.test_words(title, direction, profile, drives))


def test_names(runs: Iterable[Run]) -> dict[str, str]:
    """What the tests of runs are called, by their stable names."""
    return {name: value_text(words) for name, words in test_titles.test_names(runs).items()}


def group_title(group: ProfileGroup) -> str:
    """The heading of a group of profiles."""
    return {
        ProfileGroup.QUICK: _("Quick"),
        ProfileGroup.DEEP: _("In depth"),
        ProfileGroup.PLANNING: _("Storage planning"),
        ProfileGroup.REAL_LIFE: _("Real life"),
        ProfileGroup.CHECKS: _("Checks"),
        ProfileGroup.OWN: _("Your own"),
    }[group]


def with_words(profiles: Iterable[Profile], words: str) -> tuple[Profile, ...]:
    """The profiles with all of these words in name, title, question, description or group, in the
    person's language; all of them for "".
    """
    wanted = words.casefold().split()

    def text(profile: Profile) -> str:
        own = (profile.title, profile.question, profile.description)
        said = (profile_text(each, profile.name) for each in own)
        return " ".join((profile.name, *said, group_title(profile.group))).casefold()

    return tuple(profile for profile in profiles if all(word in text(profile) for word in wanted))


def short_time(profile: Profile, way: TargetUse, rates: Rates | None = None) -> str:
    """How long it takes, in a list; "" where it is not possible."""
    if why_not(profile, way) is not None:
        return ""
    chosen = profile if needs_device(profile) else for_way(profile, way)
    found = None if needs_device(profile) else expected_cost(chosen, rates)
    if found is not None:
        return expected_time(found)
    if isinf(chosen.seconds):
        return _("by size")
    return _("up to {amount}").format(amount=format_bound(chosen.seconds))


def profile_facts(
    profile: Profile, way: TargetUse, rates: Rates | None = None, two: Profile | None = None
) -> list[tuple[str, str]]:
    """What a profile costs on such a target, what becomes of the target, and what its repeats are
    worth: names and values. With the `rates` of its drive the expected cost comes first, and the
    upper bound second. `two` is what two drives take together that are measured in turn.
    """
    problem = why_not(profile, way)
    if problem is not None:
        return [(_("Not here"), message_and_advice(problem, Face.WINDOW))]
    # Of several drives each has its own way, whatever the first one is.
    as_it_is = needs_device(profile) or _devices(profile) > 0
    chosen = profile if as_it_is else for_way(profile, way)
    found = (
        expected_cost(chosen, rates)
        if way is TargetUse.FOLDER and not needs_device(profile)
        else None
    )
    measured = len(chosen.phases)
    if two is not None:
        chosen, found = two, None
    time = _("depends on the size")
    if not isinf(chosen.seconds):
        time = _("at most {amount}").format(amount=format_bound(chosen.seconds))
        if fewest := chosen.seconds_range[0]:
            time = _range(fewest, chosen.seconds)
    if found is not None:
        time = expected_time(found)
        if found.sure:
            time = _and_at_most(time, format_bound(found.seconds), format_bound(found.most))
    facts = [
        (_("Takes"), time),
        (_("Writes"), _written(chosen, found)),
        (_("Root"), _root(profile, way)),
        (_("Destroys"), _destroyed(profile, way)),
        (_("Repeats"), claim(profile)),
    ]
    left = len(profile.phases) - measured
    if left > 0:  # on a device a check of capacity has one more
        some = _("{count} of {all} tests (the others write)").format(
            count=measured, all=len(profile.phases)
        )
        facts.append((_("Measures"), some))
    return facts


def _devices(profile: Profile) -> int:
    """How many of several drives are read as devices."""
    plan = profile.plan
    return plan.devices if isinstance(plan, OfDrives) else 0


def _root(profile: Profile, way: TargetUse) -> str:
    count = _devices(profile)
    in_folder = way is TargetUse.FOLDER and not needs_device(profile)
    if isinstance(profile.plan, ByHelper):
        in_folder = not profile.plan.by_helper
    if profile.formats or (in_folder and not count):
        return _("not needed")
    return ngettext(
        "needed: asks for a password", "needed: asks for a password {count} times", max(1, count)
    ).format(count=count)


def _written(profile: Profile, found: Expected | None) -> str:
    written = profile.bytes_written
    if written is None:
        return _unbounded(profile)
    if not written:
        return _("nothing")
    if found is not None and found.bytes_written < written:
        return written_about(found.bytes_written, written)
    bound = written_bound(profile)
    if not any(phase.writes for phase in profile.phases):
        return _("only the test file, {size}").format(size=bound)
    return _("at most {amount}").format(amount=bound)


def written_bound(profile: Profile) -> str:
    """The most that it writes, after "at most": "44 GB", and of several hosts "176 GB in total, 44
    GB on each host".
    """
    written, each = profile.bytes_written or 0, profile.bytes_written_each or 0
    if profile.hosts < 2:
        return format_size_bound(written)
    return _("{bound} in total, {each} on each host").format(
        bound=format_size_bound(written), each=format_size_bound(each)
    )


def overwritten_part(profile: Profile, length: int, size: int | None) -> str:
    """What of a device of `size` bytes, None if unknown, a run overwrites: its first `length`
    bytes, or of a probe single blocks.
    """
    if profile.capacity is not None and profile.capacity.probe:
        return _("single blocks, including the partition table")
    if length == size:
        return _("all of it")
    return _("the first {size}").format(size=format_size(length))


def _unbounded(profile: Profile) -> str:
    """What is written, where its target decides how much."""
    if profile.capacity is not None:
        return _("all of it, once")
    return _bounds(profile) if isinstance(profile.plan, Bounded) else _("no write limit set")


def _destroyed(profile: Profile, way: TargetUse) -> str:
    overwrites = way is TargetUse.OVERWRITE and not needs_device(profile)
    overwrites = overwrites and not has_trait(profile.method, Trait.WATCHES)
    if profile.formats or profile.destructive or overwrites:
        return _("all data on the device")
    return _("nothing")


def _bounds(profile: Profile) -> str:
    """What bounds the bytes that are written, while the target is not known yet."""
    if profile.destructive:
        return _("twice the capacity, then random blocks")
    return _("at most 90 % of the free space and 40 % of the capacity")


def claim(profile: Profile) -> str:
    """The number of repeats, and whether a comparison can judge them."""
    needed = claim_needs(profile)
    if needed is None:
        return _("one pass, not for comparisons")
    repeats = repeats_text(profile.repeats, profile.most)
    if profile.repeats >= needed:
        return repeats
    return _("{repeats} (a comparison needs {needed})").format(repeats=repeats, needed=needed)


def _range(fewest: float, most: float) -> str:
    return _("{low} to {high}").format(low=format_bound(fewest), high=format_bound(most))


def cost_text(profile: Profile, rates: Rates | None = None) -> str:
    """What a profile costs: "at most 3 min, writes at most 44 GB"; with `rates` what is expected on
    this drive: "about 2 min, writes about 20 GB".
    """
    written, found = profile.bytes_written, expected_cost(profile, rates)
    if isinf(profile.seconds):
        time = _("depends on the size")
    elif fewest := profile.seconds_range[0]:
        time = _range(fewest, profile.seconds)
    elif found is not None:
        time = expected_time(found)
    else:
        time = _("at most {amount}").format(amount=format_bound(profile.seconds))
    if written is None and profile.capacity is None and not isinstance(profile.plan, Bounded):
        return _("{first}, {second}").format(first=time, second=_("no write limit set"))
    if written is None:
        amount = _unbounded(profile)
    elif not written:
        return _("{first}, {second}").format(first=time, second=_("writes nothing"))
    elif found is not None:
        amount = written_amount(found, written)
    else:
        amount = _("at most {amount}").format(amount=written_bound(profile))
    # Translators: {amount} is "about 20 GB", "at most 20 GB" or "all of it, once".
    return _("{first}, {second}").format(
        first=time, second=_("writes {amount}").format(amount=amount)
    )


def written_amount(found: Expected | None, bound: int) -> str:
    """Bytes that are expected to be written; their bound where both are the same, or where nothing
    is expected.
    """
    most = format_size_bound(bound)
    if found is not None and (about := format_size_bound(found.bytes_written)) != most:
        return _("about {amount}").format(amount=about)
    return _("at most {amount}").format(amount=most)


def _and_at_most(said: str, expected: str, bound: str) -> str:
    """What is said of the expected time, then its bound; the bound alone where both are one figure.

    "about 2 min, at most 3 min", "at most 3 min".
    """
    if expected == bound:
        return _("at most {amount}").format(amount=bound)
    return _("{value}, at most {most}").format(value=said, most=bound)


def written_about(expected: int, bound: int) -> str:
    """Bytes that are expected and their bound; the bound alone where both are one figure."""
    about, most = format_size_bound(expected), format_size_bound(bound)
    if about == most:
        return _("at most {amount}").format(amount=most)
    return _("about {expected}, at most {bound}").format(expected=about, bound=most)


def expected_time(found: Expected) -> str:
    """The expected time of a run: "about 3 min", or "2 min to 6 min" as long as it depends on a
    drive that was not measured yet.
    """
    if found.sure:
        return _("about {amount}").format(amount=format_bound(found.seconds))
    return _range(found.fewest, found.most)


def source(profile: Profile, rates: Rates | None) -> str:
    """The source of the expected cost, as a sentence; "" where there is none."""
    found = expected_cost(profile, rates)
    if found is None:
        return ""
    return {
        ExpectationSource.RUNS: _("Estimated from earlier runs."),
        ExpectationSource.CLASS: _("Estimated for a typical drive of this kind."),
    }[found.source]


def with_cost(action: str, cost: Iterable[str]) -> str:
    """The text of a button with what it costs: "Measure (4 tests, about 1 min)"."""
    # Translators: {action} is the text of a button, {cost} a list of amounts.
    return _("{first} ({second})").format(first=action, second=", ".join(cost))
