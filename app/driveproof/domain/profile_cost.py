# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a profile takes and writes, what becomes of its target, and what its repeats are worth."""

from __future__ import annotations

from math import isinf

from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.figure import Fact
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.estimate import Expected, Rates, expected_cost
from driveproof.domain.profile.for_device import TargetUse, for_way, needs_device, why_not
from driveproof.domain.profile.plan import ByHelper, OfDrives
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes, Estimate, Plural, SizeBound, TimeBound
from driveproof.domain.say import Say, repeats

NO_LIMIT = Say("no write limit set")
_BY_SIZE = Say("depends on the size")


def short_time(profile: Profile, way: TargetUse, rates: Rates | None = None) -> Say | None:
    """How long it takes, in a list; None where it is not possible."""
    if why_not(profile, way) is not None:
        return None
    chosen = profile if needs_device(profile) else for_way(profile, way)
    found = None if needs_device(profile) else expected_cost(chosen, rates)
    if found is not None:
        return expected_time(found)
    if isinf(chosen.seconds):
        return Say("by size")
    return Say("up to {amount}", amount=TimeBound(chosen.seconds))


def expected_time(found: Expected) -> Say:
    """The expected time of a run: "about 3 min", or "2 min to 6 min" as long as it depends on a
    drive that was not measured yet.
    """
    if found.sure:
        return Say("about {amount}", amount=TimeBound(found.seconds))
    return _between(found.fewest, found.most)


def at_most(bound: TimeBound | SizeBound | Say) -> Say:
    """A bound as such: "at most 3 min"."""
    return Say("at most {amount}", amount=bound)


def _between(fewest: float, most: float) -> Say:
    return Say("{low} to {high}", low=TimeBound(fewest), high=TimeBound(most))


def profile_facts(
    profile: Profile, way: TargetUse, rates: Rates | None = None, two: Profile | None = None
) -> tuple[Fact, ...]:
    """What a profile that is possible there costs on such a target, what becomes of the target, and
    what its repeats are worth. With the `rates` of its drive the expected cost comes first, and the
    upper bound second. `two` is what two drives take together that are measured in turn.
    """
    # Of several drives each has its own way, whatever the first one is.
    as_it_is = needs_device(profile) or _devices(profile) > 0
    chosen = two or (profile if as_it_is else for_way(profile, way))
    found = None
    if two is None and way is TargetUse.FOLDER and not needs_device(profile):
        found = expected_cost(chosen, rates)
    facts = (
        Fact("time", Say("Takes"), _time(chosen, found)),
        Fact("bytes_written", Say("Writes"), _written(chosen, found)),
        Fact("root", Say("Root"), _root(profile, way)),
        Fact("destroys", Say("Destroys"), _destroyed(profile, way)),
        Fact("repeats", Say("Repeats"), claim(profile)),
    )
    every, left = len(profile.phases), 0
    if two is None:
        left = every - len(chosen.phases)
    if left <= 0:  # on a device a check of capacity has one more
        return facts
    some = Say("{count} of {all} tests (the others write)", count=every - left, all=every)
    return (*facts, Fact("tests", Say("Measures"), some))


def _time(profile: Profile, found: Expected | None) -> Say | Estimate:
    if found is not None and found.sure:
        return Estimate(TimeBound(found.seconds), TimeBound(found.most))
    if found is not None:
        return expected_time(found)
    return _time_bound(profile)


def _time_bound(profile: Profile) -> Say:
    if isinf(profile.seconds):
        return _BY_SIZE
    if fewest := profile.seconds_range[0]:
        return _between(fewest, profile.seconds)
    return at_most(TimeBound(profile.seconds))


def _devices(profile: Profile) -> int:
    """How many of several drives are read as devices."""
    plan = profile.plan
    return plan.devices if isinstance(plan, OfDrives) else 0


def _root(profile: Profile, way: TargetUse) -> Say | Plural:
    count = _devices(profile)
    in_folder = way is TargetUse.FOLDER and not needs_device(profile)
    if isinstance(profile.plan, ByHelper):
        in_folder = not profile.plan.by_helper
    if profile.formats or (in_folder and not count):
        return Say("not needed")
    return Plural(
        "needed: asks for a password", "needed: asks for a password {count} times", max(1, count)
    )


def _written(profile: Profile, found: Expected | None) -> Say | Estimate:
    written = profile.bytes_written
    if written is None:
        return _unbounded(profile)
    if not written:
        return Say("nothing")
    if found is not None and found.bytes_written < written:
        return Estimate(SizeBound(found.bytes_written), SizeBound(written))
    bound = written_bound(profile)
    if not any(phase.writes for phase in profile.phases):
        return Say("only the test file, {size}", size=bound)
    return at_most(bound)


def written_bound(profile: Profile) -> SizeBound | Say:
    """The most that it writes, after "at most": "44 GB", and of several hosts "176 GB in total, 44
    GB on each host".
    """
    bound = SizeBound(profile.bytes_written or 0)
    if profile.hosts < 2:
        return bound
    each = SizeBound(profile.bytes_written_each or 0)
    return Say("{bound} in total, {each} on each host", bound=bound, each=each)


def overwritten_part(profile: Profile, length: int, size: int | None) -> Say:
    """What of a device of `size` bytes, None if unknown, a run overwrites: its first `length`
    bytes, or of a probe single blocks.
    """
    if profile.capacity is not None and profile.capacity.probe:
        return Say("single blocks, including the partition table")
    if length == size:
        return Say("all of it")
    return Say("the first {size}", size=Bytes(length))


def _unbounded(profile: Profile) -> Say:
    """What is written, where its target decides how much."""
    if profile.capacity is not None:
        return Say("all of it, once")
    if not has_trait(profile.method, Trait.NO_BUDGET):
        return NO_LIMIT
    if profile.destructive:
        return Say("twice the capacity, then random blocks")
    return Say("at most 90 % of the free space and 40 % of the capacity")


def _destroyed(profile: Profile, way: TargetUse) -> Say:
    overwrites = way is TargetUse.OVERWRITE and not needs_device(profile)
    overwrites = overwrites and not has_trait(profile.method, Trait.WATCHES)
    if profile.formats or profile.destructive or overwrites:
        return Say("all data on the device")
    return Say("nothing")


def claim_needs(profile: Profile) -> int | None:
    """The repeats that a run of this profile needs at least to be compared with others; None for
    what looks at every place once and claims nothing.
    """
    if has_trait(profile.method, Trait.ONE_PASS) or has_trait(profile.method, Trait.ONCE):
        return None
    return LEAST_REPEATS


def claim(profile: Profile) -> Say | Plural:
    """The number of repeats, and whether a comparison can judge them."""
    needed = claim_needs(profile)
    if needed is None:
        return Say("one pass, not for comparisons")
    count = repeats(profile.repeats, profile.most)
    if profile.repeats >= needed:
        return count
    return Say("{repeats} (a comparison needs {needed})", repeats=count, needed=needed)


def choosing(profile: Profile) -> Say:
    """The same in a sentence, for who chooses a profile."""
    needed = claim_needs(profile)
    if needed is None:
        return Say("Not made for comparisons.")
    return _of_each_test(repeats(profile.repeats, profile.most), profile.repeats, needed)


def later_compared(count: int, tests: int) -> Say | None:
    """What a comparison of a run like this could say; None where it has what others are compared
    by.

    For a run of its own, which may be compared one day: not everybody wants that.
    """
    if tests < 1 or count >= LEAST_REPEATS:
        return None
    return _of_each_test(repeats(count), count, LEAST_REPEATS)


def _of_each_test(said: Say | Plural, count: int, needed: int) -> Say:
    if count >= needed:
        return Say("{repeats} of each test.", repeats=said)
    return Say("{repeats} of each test. A comparison needs {needed}.", repeats=said, needed=needed)


def cost_of(profile: Profile, rates: Rates | None = None) -> Say:
    """What a profile costs: "at most 3 min, writes at most 44 GB"; with `rates` what is expected on
    this drive: "about 2 min, writes about 20 GB".
    """
    written, found = profile.bytes_written, expected_cost(profile, rates)
    time = _time_bound(profile)
    if found is not None and not isinf(profile.seconds) and not profile.seconds_range[0]:
        time = expected_time(found)
    if written == 0:
        return Say("{first}, {second}", first=time, second=Say("writes nothing"))
    amount: Say | Estimate
    if written is None:
        amount = _unbounded(profile)
    elif found is not None:
        amount = written_amount(found, written)
    else:
        amount = at_most(written_bound(profile))
    if amount is NO_LIMIT:
        return Say("{first}, {second}", first=time, second=NO_LIMIT)
    # Translators: {amount} is "about 20 GB", "at most 20 GB" or "all of it, once".
    said = Say("writes {amount}", amount=amount)
    return Say("{first}, {second}", first=time, second=said)


def written_amount(found: Expected | None, bound: int) -> Say | Estimate:
    """Bytes that are expected to be written; their bound where both are the same, or where nothing
    is expected.
    """
    most = SizeBound(bound)
    if found is None:
        return at_most(most)
    return Estimate(SizeBound(found.bytes_written), most, brief=True)
