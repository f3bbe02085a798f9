# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages that an attacker could send to the helper, generated from a seed."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from jeepney import DBusAddress, new_method_call
from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType
from tests.builders.hostile import DEVICE_PATHS, SCHEDULERS
from tests.system.helper.caller import HELPER, MIB, phase, wire

from driveproof.helper.protocol import (
    BUS_NAME,
    INTERFACE,
    METHODS,
    OBJECT_PATH,
    PHASE_BOUNDS,
    PHASE_FIELDS,
    Claim,
    WireDirection,
)
from driveproof.helper.wire import MAX_BODY, MAX_HEADER

PROPERTIES = HELPER.with_interface("org.freedesktop.DBus.Properties")
PEER = HELPER.with_interface("org.freedesktop.DBus.Peer")
INTROSPECTABLE = HELPER.with_interface("org.freedesktop.DBus.Introspectable")
BASIC = "ybnqiuxtdsogv"
RANGES = {
    "y": (0, 2**8 - 1),
    "n": (-(2**15), 2**15 - 1),
    "q": (0, 2**16 - 1),
    "i": (-(2**31), 2**31 - 1),
    "u": (0, 2**32 - 1),
    "x": (-(2**63), 2**63 - 1),
    "t": (0, 2**64 - 1),
}
TEXTS = (
    "", "x", "%s%n", "../../etc/shadow", "-rf", "--help", "\n", "\x01\x1b[31m", "\u202e", "𝔡" * 50,
    "a" * 300, ":1.1", INTERFACE, "ApiVersion", *DEVICE_PATHS, *SCHEDULERS,
)  # fmt: skip
OBJECTS = ("/", "/x", OBJECT_PATH, f"{OBJECT_PATH}/job/1", f"{OBJECT_PATH}/job/{'0' * 32}")
DEVICE_METHODS = [name for name, method in METHODS.items() if method.takes.startswith("(stt)")]


@dataclass(frozen=True, slots=True)
class Shot:
    """A message, with whether a reply must come, and whether it may be anything but an error."""

    message: Message
    answered: bool
    may_succeed: bool = False
    descriptors: tuple[int, ...] = ()


class Hostile:
    """Generates messages. `devices` exist and may be named; nobody authorizes access."""

    def __init__(
        self, seed: int, devices: Sequence[Claim], *, with_descriptors: bool = True
    ) -> None:
        self.random = random.Random(seed)
        self._devices = devices
        self._null = os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
        kinds: tuple[tuple[Callable[[], Shot], int], ...] = (
            (self.wrong_types, 30),
            (self.wrong_values, 36),
            (self.right, 3),
            (self.others_jobs, 10),
            (self.standard, 8),
            (self.wrong_names, 5),
            (self.no_call, 4),
            (self.descriptors, 3 if with_descriptors else 0),
            (self.large, 1),
        )
        self._kinds = [kind for kind, _ in kinds]
        self._weights = [weight for _, weight in kinds]

    def close(self) -> None:
        os.close(self._null)

    def shots(self, count: int) -> list[Shot]:
        """This many messages of all kinds, in any order."""
        chosen = self.random.choices(self._kinds, self._weights, k=count)
        return [kind() for kind in chosen]

    # Kinds

    def wrong_types(self) -> Shot:
        """A method with arguments of any other signature."""
        signature, body = self._arguments()
        member = self.random.choice(list(METHODS))
        return self._call(HELPER, member, signature, body)

    def wrong_values(self) -> Shot:
        """The right signature; some values may be invalid."""
        member = self.random.choice(list(METHODS))
        body = [self._spoil(value) for value in self._good(member)]
        return self._call(HELPER, member, METHODS[member].takes, body)

    def right(self) -> Shot:
        """Everything correct except for the authorization."""
        member = self.random.choice(DEVICE_METHODS)
        return self._call(HELPER, member, METHODS[member].takes, self._good(member))

    def others_jobs(self) -> Shot:
        """Ends jobs that do not exist, or restores what was not changed."""
        if self.random.random() < 0.8:
            path = self.random.choice(OBJECTS)
            if self.random.random() < 0.5:
                path = f"{OBJECT_PATH}/job/{self.random.getrandbits(128):032x}"
            return self._call(HELPER, "Cancel", "o", (path,))
        claim = wire(self.random.choice(self._devices))
        return self._call(HELPER, "SetScheduler", "(stt)s", (claim, ""))

    def standard(self) -> Shot:
        """Calls that every object supports, with right and wrong arguments."""
        place, member, signature, body = self.random.choice(
            (
                (PEER, "Ping", "", ()),
                (PEER, "GetMachineId", "", ()),
                (INTROSPECTABLE, "Introspect", "", ()),
                (PROPERTIES, "Get", "ss", (INTERFACE, "ApiVersion")),
                (PROPERTIES, "Get", "ss", (self._text(), self._text())),
                (PROPERTIES, "Get", *self._arguments()),
                (PROPERTIES, "GetAll", "s", (self._text(),)),
                (PROPERTIES, "Set", "ssv", (INTERFACE, "ApiVersion", ("u", 7))),
            )
        )
        return self._call(place, member, signature, body, may_succeed=True)

    def wrong_names(self) -> Shot:
        """Another object, interface or method, or no interface at all."""
        place = DBusAddress(
            self.random.choice(
                ("/", "/io/github", OBJECT_PATH, f"{OBJECT_PATH}/x", "/" + "a" * 900)
            ),
            BUS_NAME,
            self.random.choice((None, INTERFACE, f"{INTERFACE}.x", "a.b", "org.freedesktop.DBus")),
        )
        member = self.random.choice((*METHODS, "Nothing", "_", "a" * 255, "_start", "__init__"))
        return self._call(place, member, *self._arguments())

    def no_call(self) -> Shot:
        """A signal, a reply or an error that the helper did not request.

        These include a yes of polkit's, the bus's report of a name's owner, and signals with a
        reply serial.
        """
        signature, body = self.random.choice(
            (
                self._arguments(),
                ("(bba{ss})", ((True, False, {}),)),
                ("u", (self.random.randint(0, 4),)),
                ("sss", ("org.freedesktop.PolicyKit1", "", ":1.99")),
                ("s", (":1.99",)),
            )
        )
        message = new_method_call(HELPER, "NameOwnerChanged", signature or None, body)
        header = message.header
        header.message_type = self.random.choice(
            (MessageType.signal, MessageType.method_return, MessageType.error)
        )
        if header.message_type is MessageType.signal:
            header.fields[HeaderFields.interface] = "org.freedesktop.DBus"
        if header.message_type is not MessageType.signal or self.random.random() < 0.5:
            header.fields[HeaderFields.reply_serial] = self.random.randint(1, 5000)
        if header.message_type is MessageType.error:
            header.fields[HeaderFields.error_name] = "a.b"
        return Shot(message, answered=False)

    def descriptors(self) -> Shot:
        """File descriptors, which no method accepts."""
        files = (self._null,) * self.random.randint(1, 8)
        shot = self._call(HELPER, self.random.choice(list(METHODS)), "h" * len(files), files)
        return replace(shot, descriptors=files)

    def large(self) -> Shot:
        """Around and beyond the size limits, in the body or in the header."""
        if self.random.random() < 0.2:
            path = "/" + "a" * (MAX_HEADER + self.random.randint(-100, 100))
            message = new_method_call(DBusAddress(path, BUS_NAME, INTERFACE), "Cancel")
            message.header.flags |= MessageFlag.no_reply_expected
            return Shot(message, answered=False)
        size = self.random.choice((MAX_BODY - 100, MAX_BODY, MAX_BODY + 1, 70_000, 300_000))
        if self.random.random() < 0.5:
            return self._call(HELPER, "Cancel", "s", ("x" * size,))
        many = [("y", 1)] * (min(size, 20_000) // 4)
        return self._call(HELPER, "SetScheduler", "av", (many,))

    # Parts

    def _call(
        self,
        place: DBusAddress,
        member: str,
        signature: str,
        body: Sequence[Any],
        *,
        may_succeed: bool = False,
    ) -> Shot:
        message = new_method_call(place, member, signature or None, tuple(body))
        draw = self.random.random()
        if draw < 0.5:
            message.header.flags |= MessageFlag.allow_interactive_authorization
        if draw > 0.95:
            message.header.flags |= MessageFlag.no_reply_expected
        # A method without arguments restores something of the caller's own.
        harmless = member in METHODS and not METHODS[member].takes
        return Shot(message, draw <= 0.95, may_succeed or harmless)

    def _good(self, member: str) -> tuple[Any, ...]:
        device = wire(self.random.choice(self._devices))
        direction = WireDirection.READ
        if member == "StartWriteTest":
            direction = self.random.choice((WireDirection.WRITE, WireDirection.MIXED))
        values: dict[str, tuple[Any, ...]] = {
            "StartReadTest": (device, phase(direction).wire(), 0, MIB),
            "StartWriteTest": (device, phase(direction).wire(), MIB, MIB),
            "DropCaches": (device, self.random.randint(1, 3)),
            "SetScheduler": (device, self.random.choice(("none", "mq-deadline", "kyber"))),
            "Cancel": (self.random.choice(OBJECTS),),
        }
        takes = METHODS[member].takes
        first = (device,) if takes.startswith("(stt)") else ()
        return values.get(member) or (*first, *small(takes.removeprefix("(stt)")))

    def _spoil(self, value: Any) -> Any:
        """Perhaps replace the value by another of the same type."""
        draw = self.random.random()
        match value:
            case (str() as path, int() as number, int() as sequence):
                return self._spoiled_device(path, number, sequence, draw)
            case tuple() if len(value) == len(PHASE_FIELDS):
                return self._spoiled_phase(value)
            case tuple():
                return tuple(self._spoil(each) for each in value)
            case bool():
                return value
            case str() if value in OBJECTS:
                return self.random.choice(OBJECTS)
            case str():
                return self._text() if draw < 0.7 else value
            case int():
                return self._number("t" if value > 3 else "u") if draw < 0.6 else value
        return value

    def _spoiled_device(self, path: str, number: int, sequence: int, draw: float) -> Any:
        if draw < 0.4:
            path = self.random.choice((*DEVICE_PATHS, "/dev/null", "/dev/driveproof-none"))
        elif draw < 0.7:
            number = self._number("t")
        elif draw < 0.9:
            sequence += self.random.choice((-1, 1, 2**32))
        return path, number, max(0, sequence)

    def _spoiled_phase(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        changed = list(value)
        for _ in range(self.random.randint(1, 3)):
            name = self.random.choice(list(PHASE_BOUNDS))
            low, high = PHASE_BOUNDS[name]
            wide = name in {"block_size", "milliseconds", "seed", "limit"}
            top = RANGES["t"][1] if wide and name != "milliseconds" else RANGES["u"][1]
            changed[PHASE_FIELDS.index(name)] = self.random.choice(
                (low, high, max(0, low - 1), min(top, high + 1), top, 0)
            )
        return tuple(changed)

    def _number(self, kind: str) -> int:
        low, high = RANGES[kind]
        edge = self.random.choice((low, high, 0, 1, 2, 255, 512, 4096, 2**31, 2**32, 2**63))
        if self.random.random() < 0.3:
            edge = self.random.randint(low, high)
        return min(max(edge, low), high)

    def _text(self) -> str:
        return self.random.choice(TEXTS)

    def _arguments(self) -> tuple[str, tuple[Any, ...]]:
        while True:
            pairs = [self._value(0) for _ in range(self.random.randint(0, 5))]
            signature = "".join(kind for kind, _ in pairs)
            if len(signature) < 256:  # longer ones cannot be written
                return signature, tuple(value for _, value in pairs)

    def _value(self, depth: int) -> tuple[str, Any]:
        """A type and a value of it."""
        kind = self.random.choice(f"{BASIC}aae((" if depth < 3 else BASIC)
        if kind in RANGES:
            return kind, self._number(kind)
        match kind:
            case "b":
                return kind, self.random.random() < 0.5
            case "d":
                return kind, self.random.choice((0.0, -1.5, float("inf"), float("nan")))
            case "s":
                return kind, self._text()
            case "o":
                return kind, self.random.choice(OBJECTS)
            case "g":
                return kind, self.random.choice(("", "s", "(stt)", "a{sv}", "t" * 200))
            case "v":
                return kind, self._value(depth + 1)
            case "(":
                pairs = [self._value(depth + 1) for _ in range(self.random.randint(1, 4))]
                return f"({''.join(each for each, _ in pairs)})", tuple(value for _, value in pairs)
            case "e":
                inner, value = self._value(depth + 1)
                return f"a{{s{inner}}}", {self._text(): value}
        inner, value = self._value(depth + 1)
        if inner == "y":
            return "ay", bytes([value] * self.random.randint(0, 3))
        return f"a{inner}", [value] * self.random.randint(0, 3)


def small(signature: str) -> tuple[Any, ...]:
    """The smallest values of these types, which may be valid for a method."""
    levels: list[list[Any]] = [[]]
    for kind in signature:
        if kind == "(":
            levels.append([])
        elif kind == ")":
            struct = tuple(levels.pop())
            levels[-1].append(struct)
        else:
            levels[-1].append({"s": "", "o": "/", "b": False, "u": 1}.get(kind, 0))
    return tuple(levels[0])


def broken(data: bytes, chance: random.Random) -> bytes:
    """The bytes of a message, damaged."""
    spoiled = bytearray(data)
    match chance.randrange(4):
        case 0:
            for _ in range(chance.randint(1, 4)):
                spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        case 1:
            del spoiled[chance.randrange(len(spoiled)) :]
        case 2:
            place = chance.randrange(len(spoiled))
            spoiled[place:place] = chance.randbytes(chance.randint(1, 64))
        case 3:
            spoiled = bytearray(chance.randbytes(chance.randint(1, 256)))
    return bytes(spoiled)
