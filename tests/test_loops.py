"""No test passes because its loop had nothing to run over."""

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from tests.support.loops import some

GUARDS: Final = frozenset({"some", "assumed"})
SAME_LENGTH: Final = frozenset({"enumerate", "sorted", "reversed", "list", "tuple", "set", "dict", "iter", "len"})
EACH_OF: Final = frozenset({"range", "product", "permutations", "combinations"})
OF_A_DICT: Final = frozenset({"items", "values", "keys", "split"})


def unguarded(test: ast.FunctionDef) -> list[str]:
    """What a test's loops run over, if all that it asserts stands in loops over something that may be empty."""
    asserted = list(_asserted(test, (), set()))
    return [*asserted[0]] if asserted and all(asserted) else []


def _asserted(node: ast.AST, loops: tuple[str, ...], known: set[str]) -> Iterator[tuple[str, ...]]:
    """For each assertion, the loops around it that may not run; ``known``: names of what is not empty."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assert) or (isinstance(child, ast.With) and "raises(" in ast.unparse(child.items[0])):
            yield loops
        elif isinstance(child, ast.For | ast.AsyncFor) and not _is_full(child.iter, known):
            yield from _asserted(child, (*loops, ast.unparse(child.iter)), known)
        else:
            _learn(child, known)
            yield from _asserted(child, loops, known)


def _learn(node: ast.AST, known: set[str]) -> None:
    match node:
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value) if value is not None:
            known.discard(name)
            known |= {name} if _is_full(value, known) else set()
        case _:
            pass


def _is_full(node: ast.expr, known: set[str]) -> bool:
    """Whether something is written out, a constant, or made of that alone, and so is not empty."""
    match node:
        case ast.Tuple(elts) | ast.List(elts) | ast.Set(elts) | ast.Dict(values=elts):
            return bool(elts)
        case ast.Constant():
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            return name.isupper() or name in known
        case ast.ListComp(generators=parts) | ast.DictComp(generators=parts) | ast.SetComp(generators=parts):
            return all(_is_full(part.iter, known) and not part.ifs for part in parts)
        case ast.BinOp(left, ast.Add(), right):
            return _is_full(left, known) or _is_full(right, known)
        case ast.Call(function, arguments, keywords):
            return _is_full_call(function, arguments, {word.arg for word in keywords}, known)
        case _:
            return False


def _is_full_call(function: ast.expr, arguments: list[ast.expr], keywords: set[str | None], known: set[str]) -> bool:
    match function:
        case ast.Name(name) if name in GUARDS:
            return True
        case ast.Name("zip"):
            return (any if "strict" in keywords else all)(_is_full(one, known) for one in arguments)
        case ast.Name(name) | ast.Attribute(attr=name) if name in SAME_LENGTH | EACH_OF:
            return all(_is_full(one, known) for one in arguments[: 1 if name in SAME_LENGTH else None])
        case ast.Attribute(value, attr=name) if name in OF_A_DICT:
            return _is_full(value, known)
        case _:
            return False


def parsed(text: str) -> ast.FunctionDef:
    [test] = ast.parse(dedent(text)).body
    assert isinstance(test, ast.FunctionDef)
    return test


@pytest.mark.parametrize(
    ("body", "over"),
    [
        ("for one in found(): assert one", ["found()"]),
        ("for one in found():\n  for two in one: assert two", ["found()", "one"]),
        ("for one in range(len(found)):\n  with pytest.raises(ValueError): one()", ["range(len(found))"]),
        ("all = [x for x in (1, 2) if x > 2]\n for one in all: assert one", ["all"]),
        ("for one in (): assert one", ["()"]),
        ("for one in zip(found(), EVERY): assert one", ["zip(found(), EVERY)"]),
        ("for one in found(): assert one\n assert 1", []),
        ("for one in some(found()): assert one", []),
        ("for one in (1, 2):\n  for two in range(3): assert one", []),
        ("all: list[int] = [x * x for x in range(3)]\n for one in all: assert one", []),
        ("for one in zip(found(), EVERY, strict=True): assert one", []),
        ("for one in found(): print(one)", []),
    ],
)
def test_a_loop_that_may_not_run_is_found(body: str, over: list[str]) -> None:
    assert unguarded(parsed(f"def test():\n {body}")) == over


def test_a_guarded_loop_runs_over_all_or_fails() -> None:
    assert list(some(iter(range(3)))) == [0, 1, 2]
    with pytest.raises(AssertionError, match="nothing that the loop could run over"):
        some([])


def test_every_test_whose_assertions_all_stand_in_loops_is_sure_that_they_run() -> None:
    """With ``some`` around what the loop runs over, ``assumed`` for a law's examples, or a count that is asserted."""
    tests = [
        (path, node)
        for path in sorted(Path(__file__).parent.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert len(tests) > 1000
    found = {f"{path.name}:{test.lineno}": over for path, test in tests if (over := unguarded(test))}
    assert found == {}
