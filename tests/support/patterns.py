"""The regular expressions of kg, and strings made from each of them that a slow one takes long to refuse."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import random
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

import kg

ALPHABET = " \t\n\xa0aezAZéЖ中09.,;:!?'’\"“”`´-–—_/\\|()[]{}<>*#@&=+~^%$€•·…\0"
"""A character or more of each class that patterns tell apart; the literal characters of a pattern come on top."""
LONG = 24
"""A repeat that may go on so often or more is pumped."""
METHODS = {"match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split", "scanner"}
FUNCTIONS = (METHODS | {"compile"}) - {"scanner"}
ANCHORED = {"match", "fullmatch", "search"}
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(slots=True)
class Used:
    """A pattern, where it is written, and how it is used: the names of methods."""

    pattern: re.Pattern[Any]
    places: list[str] = field(default_factory=list)
    methods: set[str] = field(default_factory=set)


Key = tuple[str | bytes, int]


def modules() -> list[ModuleType]:
    """Import all modules of kg."""
    names = [found.name for found in pkgutil.walk_packages(kg.__path__, "kg.")]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def collect() -> dict[Key, Used]:
    """Find the patterns of all modules: in their globals, whatever holds them, and in calls of `re`."""
    found: dict[Key, Used] = {}
    for module in modules():
        for name, value in list(vars(module).items()):
            if not name.startswith("__"):
                for pattern in _within(value, set()):
                    _add(found, pattern).places.append(f"{module.__name__}:{name}")
        _read_source(module, found)
    for used in found.values():
        used.methods = {kind_of(method) for method in used.methods} or set(ANCHORED)
    return found


def _add(found: dict[Key, Used], pattern: re.Pattern[Any]) -> Used:
    return found.setdefault((pattern.pattern, pattern.flags), Used(pattern))


def _within(value: object, seen: set[int]) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    parts: Iterable[object] = ()
    if isinstance(value, dict):
        parts = (*value.keys(), *value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        parts = value
    elif (value if isinstance(value, type) else type(value)).__module__.startswith("kg."):
        names = [*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())]
        parts = [getattr(value, name, None) for name in names if not name.startswith("__")]
    for part in parts:
        yield from _within(part, seen)


def _read_source(module: ModuleType, found: dict[Key, Used]) -> None:
    """Add what functions give to `re`, and say of each pattern with a name by which methods it is used."""
    if not (module.__file__ or "").endswith(".py"):
        return
    nodes = [*ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))]
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("re"), attr=name)) if name in FUNCTIONS:
                pattern = _called(node, module)
                if pattern is not None:
                    used = _add(found, pattern)
                    used.places.append(f"{module.__name__}:{node.lineno}")
                    used.methods |= {name} - {"compile"}
    receivers = {node.value: node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr in METHODS}
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr="match"), args=[_, place]):
                if value in receivers and not isinstance(place, ast.Starred):
                    receivers[value] = "finditer"  # from any place to the end of the text
    looped = _read_loops(nodes, module, found)
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and node not in looped:
            value = _evaluated(node, module)
            if isinstance(value, re.Pattern):
                method = receivers.get(node)
                if method is None and isinstance(node, ast.Name):
                    method = "finditer"  # handed to something else
                if method is not None:
                    _add(found, value).methods.add(method)


def _read_loops(nodes: Iterable[ast.AST], module: ModuleType, found: dict[Key, Used]) -> set[ast.AST]:
    """Say by which methods the patterns are used that a loop goes through, and return the names that stand for them."""
    looped: set[ast.AST] = set()
    asked = {
        node.value.id
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in METHODS and isinstance(node.value, ast.Name)
    }
    for scope in nodes:
        loops = (
            scope.generators if isinstance(scope, _COMPREHENSIONS) else [scope] if isinstance(scope, ast.For) else []
        )
        for loop in loops:
            targets = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
            methods = {
                node.attr
                for node in (ast.walk(scope) if targets & asked else ())
                if isinstance(node, ast.Attribute) and node.attr in METHODS
                if isinstance(node.value, ast.Name) and node.value.id in targets
            }
            for node in ast.walk(loop.iter):
                value = _evaluated(node, module) if isinstance(node, ast.Name | ast.Attribute) else None
                for pattern in _within(value, set()) if methods else ():
                    _add(found, pattern).methods.update(methods)
                    looped.add(node)
    return looped


def _called(call: ast.Call, module: ModuleType) -> re.Pattern[Any] | None:
    """Compile what a call gives to `re`; what only the function knows is a word."""
    if not call.args:
        return None
    text = call.args[0]
    value: object
    if isinstance(text, ast.JoinedStr):
        value = ""
        for part in text.values:
            if isinstance(part, ast.Constant):
                value += part.value
            else:
                known = _evaluated(part.value, module)  # type: ignore[attr-defined]
                value += known if isinstance(known, str) else "word"
    else:
        value = _evaluated(text, module)
    if not isinstance(value, str | bytes):
        return None
    flags = 0
    for given in [*call.args[1:], *(keyword.value for keyword in call.keywords)]:
        known = _evaluated(given, module)
        flags |= known if isinstance(known, re.RegexFlag) else 0
    return re.compile(value, flags)


def _evaluated(node: ast.expr, module: ModuleType) -> object:
    try:
        match node:
            case ast.Name():
                return vars(module).get(node.id)
            case ast.Attribute():
                return getattr(_evaluated(node.value, module), node.attr, None)
            case ast.Constant() | ast.BinOp() | ast.JoinedStr():
                return eval(compile(ast.Expression(node), "<pattern>", "eval"), dict(vars(module)))
    except Exception:
        return None
    return None


# Strings that a pattern takes long to refuse.


@dataclass(frozen=True, slots=True)
class Attack:
    """`before`, then `pump` again and again, then `after`."""

    before: str
    pump: str
    after: str

    def text(self, length: int) -> str:
        return self.before + self.pump * (length // len(self.pump) + 1) + self.after


class Attacks:
    """What could be slow for one pattern: each of its repeats fed with what it repeats, and each beginning again and again."""

    def __init__(self, pattern: re.Pattern[Any], tries: int) -> None:
        self.tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
        self.flags = pattern.flags
        self.tries = tries
        self.random = random.Random(repr(pattern.pattern))
        self.sets: dict[str, str] = {}
        literals = "".join(sorted({chr(av) for op, av in self._nodes(self.tree) if op is codes.LITERAL}))
        self.alphabet = "".join(dict.fromkeys(ALPHABET + literals))
        self.classes = self._classes()

    def all(self) -> list[Attack]:
        """Give them, without repetition, in an order."""
        made: dict[Attack, None] = {}
        whole = [self.sample(self.tree) for _ in range(self.tries)]
        for text in whole:
            for pump in (text, text[:-1], text[: len(text) // 2]):
                if pump:
                    made[Attack("", pump, "")] = None
        for prefix, body in self._repeats(self.tree, []):
            for pump in dict.fromkeys(self._pumps(body)):
                before = "".join(self.sample(part) for part in prefix)
                for after in ("", "\n\0"):
                    made[Attack(before, pump, after)] = None
                if before:
                    made[Attack("", before + pump, "")] = None
                    made[Attack("", before, "")] = None
                made[Attack(self.random.choice(whole), pump, "\0")] = None
        return list(made)

    def sample(self, tree: Any) -> str:
        """Give a string that a part of the pattern accepts, looking at nothing around it."""
        return "".join(self._accepted(op, av) for op, av in tree)

    def _accepted(self, op: Any, av: Any) -> str:
        if op is codes.LITERAL:
            return chr(av)
        if op in {codes.NOT_LITERAL, codes.IN, codes.ANY}:
            return self.random.choice(self._members(op, av) or "a")
        if op is codes.BRANCH:
            return self.sample(self.random.choice(av[1]))
        if op is codes.SUBPATTERN:
            return self.sample(av[3])
        if op is codes.ATOMIC_GROUP:
            return self.sample(av)
        if op in {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}:
            least, most, body = av
            times = self.random.randint(least, min(most, least + 1))
            return "".join(self.sample(body) for _ in range(times))
        return ""

    def _members(self, op: Any, av: Any) -> str:
        key = repr((op, av))
        if key not in self.sets:
            tree = _parser.SubPattern(self.tree.state, [(op, av)])
            one = re._compiler.compile(tree, self.flags & ~re.DEBUG)  # type: ignore[attr-defined]
            self.sets[key] = "".join(c for c in self.alphabet if one.match(self._coded(c)))
        return self.sets[key]

    def _coded(self, text: str) -> str | bytes:
        return text.encode("utf-8") if isinstance(self.tree.state.str, bytes) else text

    def _classes(self) -> str:
        """Give a character for each class that the pattern tells apart."""
        sets = [
            self._members(op, av) for op, av in self._nodes(self.tree) if op in {codes.NOT_LITERAL, codes.IN, codes.ANY}
        ]
        literals = {chr(av) for op, av in self._nodes(self.tree) if op is codes.LITERAL}
        chosen: dict[object, str] = {}
        for c in self.alphabet:
            rare = c if c in literals and not c.isalnum() else ""
            chosen.setdefault((rare, c.isspace(), *(c in members for members in sets)), c)
        return "".join(chosen.values())

    def _pumps(self, body: Any) -> Iterator[str]:
        if len(body) == 1 and body[0][0] in {codes.NOT_LITERAL, codes.IN, codes.ANY}:
            members = self._members(*body[0])
            yield from [c for c in self.classes if c in members][: 6 * self.tries]
            return
        for _ in range(2 * self.tries):
            text = self.sample(body)
            if text:
                yield text
        yield from (c for c in self.classes if re.fullmatch(r"[\s\w.-]", c) and self._repeats_one(body, c))

    def _repeats_one(self, body: Any, c: str) -> bool:
        tree = _parser.SubPattern(self.tree.state, list(body))
        try:
            one = re._compiler.compile(tree, self.flags & ~re.DEBUG)  # type: ignore[attr-defined]
        except (re.error, IndexError, ValueError):
            return False
        return any(one.fullmatch(self._coded(c * times)) for times in (1, 2, 3))

    def _nodes(self, tree: Any) -> Iterator[tuple[Any, Any]]:
        for op, av in tree:
            yield op, av
            for part in _parts(op, av):
                yield from self._nodes(part)

    def _repeats(self, tree: Any, prefix: list[Any]) -> Iterator[tuple[list[Any], Any]]:
        """Find all long repeats, each with what is before it."""
        items = list(tree)
        for n, (op, av) in enumerate(items):
            before = [*prefix, items[:n]]
            if op in {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT} and av[1] >= LONG:
                yield before, av[2]
            for part in _parts(op, av):
                yield from self._repeats(part, before)


def _parts(op: Any, av: Any) -> list[Any]:
    if op is codes.BRANCH:
        return list(av[1])
    if op is codes.SUBPATTERN:
        return [av[3]]
    if op is codes.ATOMIC_GROUP:
        return [av]
    if op in {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}:
        return [av[2]]
    if op in {codes.ASSERT, codes.ASSERT_NOT}:
        return [av[1]]
    if op is codes.GROUPREF_EXISTS:
        return [part for part in av[1:] if part is not None]
    return []


def kind_of(method: str) -> str:
    """Return which method does the work of a method: all that look for every match do that of `finditer`."""
    return method if method in ANCHORED else "finditer"


def attacks(pattern: re.Pattern[Any], *, tries: int, most: int | None) -> list[Attack]:
    """Give strings that could be slow, at most so many, the same ones each time."""
    made = Attacks(pattern, tries)
    some = made.all()
    return some if most is None or len(some) <= most else made.random.sample(some, most)


def runner(pattern: re.Pattern[Any], method: str, text: str) -> Any:
    """Give work: the method of the pattern on the text."""
    subject = text.encode("utf-8") if isinstance(pattern.pattern, bytes) else text
    if method in ANCHORED:
        return lambda: getattr(pattern, method)(subject)
    return lambda: deque(pattern.finditer(subject), maxlen=0)
