"""The small faults that are put into a module to see whether a test notices, and the module with one of them.

Every change is one that somebody could type: a boundary, a negation, a number beside the right one, a statement left
out. Nothing is changed where no test should look: texts, annotations, decorators, log lines.
"""

import ast
import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_COMPARED: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COUNTED: Final[Mapping[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_NAMED: Final = {"any": "all", "all": "any", "min": "max", "max": "min"}
_LOGS: Final = ("_LOG", "log", "logging", "warnings")
_TEXT: Final = (ast.JoinedStr, ast.Constant, ast.Tuple, ast.List)
"""The nodes that are joined by a plus that is no sum."""
_EMPTY: Final = {"bool": "False", "int": "0", "float": "0.0", "str": "''", "tuple": "()", "list": "[]", "dict": "{}"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to one module."""

    path: str
    """The module's file, from the project's folder."""
    index: int
    """The mutant's place among all changes to the module."""
    line: int
    inside: bool
    """Whether it is within a function; else it is run when the module is loaded, and never again."""
    kind: str
    change: str


@dataclass(frozen=True, slots=True)
class _Place:
    """A node that can be replaced, its parent, and its surroundings."""

    parent: ast.AST
    field: str
    item: int | None
    node: ast.AST
    returns: str
    """The type that the function around it returns, by its annotation; empty outside of functions."""
    inside: bool
    """Whether it is within a function or a lambda."""

    def put(self, node: ast.AST) -> None:
        """Put another node in its place."""
        ast.copy_location(node, self.node)
        ast.fix_missing_locations(node)
        if self.item is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.item] = node


def mutants(path: str, source: str) -> list[Mutant]:
    """List all changes to a module, in the order of its text."""
    found = list(_changes(ast.parse(source)))
    return [
        Mutant(
            path, index, getattr(place.node, "lineno", 0), place.inside, kind, f"{_short(place.node)} -> {_short(node)}"
        )
        for index, (place, kind, node) in enumerate(found)
    ]


def mutated(source: str, index: int) -> ast.Module:
    """Parse the module with one of its changes."""
    tree = ast.parse(source)
    place, _, node = list(_changes(tree))[index]
    place.put(node)
    return tree


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _changes(tree: ast.Module) -> Iterator[tuple[_Place, str, ast.AST]]:
    for place in _places(tree, "", inside=False):
        for kind, node in _faults(place):
            yield place, kind, node


def _places(parent: ast.AST, returns: str, *, inside: bool) -> Iterator[_Place]:
    """Yield the nodes below one that may be changed."""
    for field in parent._fields:
        if field in ("annotation", "returns", "decorator_list", "format_spec", "pattern"):
            continue
        within = inside or (field == "body" and isinstance(parent, ast.FunctionDef | ast.Lambda))
        value: ast.AST | list[ast.AST] | None = getattr(parent, field, None)
        for item, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not _is_aside(node):
                yield _Place(parent, field, item, node, returns, within)
                own = ast.unparse(node.returns) if isinstance(node, ast.FunctionDef) and node.returns else returns
                yield from _places(node, own, inside=within)


def _is_aside(node: ast.AST) -> bool:
    """Whether it is a docstring, a log line, an import, an alias of types or ``strict`` of a ``zip``."""
    match node:
        case ast.Expr(ast.Constant(str())) | ast.If(ast.Name("TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)))):
            return name in _LOGS
        case ast.Subscript(ast.Name(name)):
            return name in ("Literal", "Annotated", "Callable", "tuple", "dict", "list", "Mapping", "Sequence", "cast")
        case ast.Call(ast.Name("TypeVar" | "cast" | "NewType")) | ast.keyword("strict"):
            return True
        case _:
            return False


def _faults(place: _Place) -> Iterator[tuple[str, ast.AST]]:
    """Yield the nodes that may stand in a place instead, each with the kind of the change."""
    yield from _of_operator(place)
    yield from _of_value(place.node)
    yield from _of_statement(place.node, place.returns)
    yield from _of_condition(place)


def _of_operator(place: _Place) -> Iterator[tuple[str, ast.AST]]:
    node = place.node
    match node:
        case ast.Compare():
            for at, sign in enumerate(node.ops):
                other = copy.deepcopy(node)
                other.ops[at] = _COMPARED[type(sign)]()
                yield "comparison", other
        case ast.BoolOp():
            yield "and/or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(ast.Not()):
            yield "not", node.operand
        case ast.BinOp() | ast.AugAssign() if type(node.op) in _COUNTED and not _is_joined(node, place):
            counted = copy.deepcopy(node)
            counted.op = _COUNTED[type(node.op)]()
            yield "arithmetic", counted
        case _:
            pass


def _of_value(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Constant(bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(int(value)):
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value - 1)
        case ast.Constant(float(value)):
            yield "constant", ast.Constant(value * 2 + (not value))
        case ast.Name("any" | "all" | "min" | "max" as name, ast.Load()):
            yield "function", ast.Name(_NAMED[name], ast.Load())
        case _:
            pass


def _of_statement(node: ast.AST, returns: str) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Break() | ast.Continue():
            yield "jump", ast.Pass()
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return", ast.Return(_nothing(value, returns))
        case ast.Expr(ast.YieldFrom()):
            yield "statement", ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "statement", ast.Pass()
        case _:
            pass


def _of_condition(place: _Place) -> Iterator[tuple[str, ast.AST]]:
    """Yield a condition that always or never holds, unless the condition assigns a name."""
    asked = place.field in ("guard", "ifs") or (place.field == "test" and not isinstance(place.parent, ast.Assert))
    if asked and not any(isinstance(node, ast.NamedExpr) for node in ast.walk(place.node)):
        for value in (False,) if isinstance(place.parent, ast.While) else (True, False):
            yield "condition", ast.Constant(value)


def _is_joined(node: ast.BinOp | ast.AugAssign, place: _Place) -> bool:
    """Whether types or texts are joined: the change would fail at once."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    text = any(isinstance(side, _TEXT) and not _is_number(side) for side in sides)
    types = any(isinstance(side, ast.Name) and side.id.lstrip("_")[:1].isupper() for side in sides)
    return text or (isinstance(node.op, ast.BitOr) and (types or not place.returns))


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _nothing(value: ast.expr, returns: str) -> ast.expr:
    """Return the empty value of a function's return type, or the opposite of true or false."""
    if returns == "bool":
        return ast.UnaryOp(ast.Not(), value)
    return ast.parse(_EMPTY.get(returns.split("[")[0], "None"), mode="eval").body
