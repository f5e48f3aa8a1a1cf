"""What the chunker knows of one language, as a value: the interface of the files in this folder.

A rules file exports one `LanguageRules` (or a tuple of them) as `RULES`. It says which syntax nodes are definitions,
what they are called, and where further definitions can lie; it never walks the tree itself. The
walk (`walk.py`) starts at the root and treats each child of what it enters by the first that fits:

1. a **definition** makes a chunk (or, with `kind=None`, only a qualifier), unless its namer answers
   None; then the node counts as if it were not listed under `definitions`;
2. a **wrapper** lends its whole span to the definition directly inside, if it is the only thing of
   its kind there (`decorated_definition`, `export_statement`, `template_declaration`);
3. a **prefix** is a sibling that belongs to the definition after it (Rust's `attribute_item`); it is
   seen at the top level, in classes and in containers;
4. a **container** is entered always, without a name of its own (`class_body`, `block`);
5. a **hinted** node is entered only where the `hint` is found in its bytes;
6. everything else is left alone. That is what makes the walk cheap.

At the top level (root and `transparent` nodes) what is neither definition, comment nor prefix is
top-level code; each run of it between two definitions becomes one chunk of kind module.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from tree_sitter import Node

from goldkeeper.model.chunks import ChunkKind

MODULE_SYMBOL: Final = "<module>"  # top-level code; no language allows it as a name
ANONYMOUS: Final = "<anonymous>"  # what has no name and still holds definitions


class Inside(Enum):
    """Whether the walk looks for definitions within a definition."""

    ALWAYS = "always"  # classes, namespaces: made to hold definitions
    HINTED = "hinted"  # functions: only where the hint is found after the definition's own name
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Named:
    """A namer's longer answer, where the plain name does not say enough.

    Attributes:
        name: the definition's own part of the symbol; may be qualified itself (`Box::size`).
        inside: qualifies the definitions within; None takes `name`, the empty string adds nothing.
        kind: None takes the rule's kind.
        separator: between the surrounding symbol and `name`; None takes the rule's, else the language's.
        chunk: False makes no chunk and only qualifies what lies within.
        start, end: nodes that begin and end the span in place of the definition's own node (an
            assignment that binds a function); None takes the node's own. Siblings up to `end` are
            part of the definition.
        following: False where the rule says `following` and this one has a body of its own: it
            qualifies only that.
        joined: one chunk together with the joined neighbours before and after it that have the same
            symbol, where only comments stand between (the clauses of an Erlang function, signature
            and equations in Haskell).
        spelled: the name is what the file has in place of this node, at most so many characters of it;
            where words were masked, the node's own text has blanks. `name` is not used then.
        level: for a heading of a document, 1 the highest: its chunk reaches down to the next heading
            of the same or a higher level, else to the end of the file, without the blank lines at its
            end, and qualifies the headings within. Nothing after the first heading is top-level code.
    """

    name: str
    inside: str | None = None
    kind: ChunkKind | None = None
    separator: str | None = None
    chunk: bool = True
    start: Node | None = None
    end: Node | None = None
    following: bool = True
    joined: bool = False
    level: int | None = None
    spelled: tuple[Node, int] | None = None


Namer = Callable[[Node], "str | Named | None"]


@dataclass(frozen=True, slots=True)
class Definition:
    """How nodes of one type define something.

    Attributes:
        kind: None makes no chunk: the node only qualifies what lies within (a namespace).
        name: the field that holds the name node (its text is the name; nothing there: no
            definition), or a function of the node. `text_of` gives a node's text.
        inside: see `Inside`.
        separator: between the surrounding symbol and this name, where it is not the language's
            (Ruby: `#` before an instance method).
        following: it also qualifies the siblings after it up to the next such one (PHP's and C#'s
            namespace without braces).
    """

    kind: ChunkKind | None
    name: str | Namer = "name"
    inside: Inside = Inside.ALWAYS
    separator: str | None = None
    following: bool = False


def function(name: str | Namer = "name", *, inside: Inside = Inside.HINTED, separator: str | None = None) -> Definition:
    """A function chunk; what lies in its body is looked at where the hint is found."""
    return Definition(ChunkKind.FUNCTION, name, inside, separator)


def class_like(name: str | Namer = "name", *, inside: Inside = Inside.ALWAYS) -> Definition:
    """A class chunk: also struct, interface, trait, enum, impl, object."""
    return Definition(ChunkKind.CLASS, name, inside)


def namespace(name: str | Namer = "name", *, following: bool = False) -> Definition:
    """No chunk, only a qualifier. List its body under `containers` and `transparent`."""
    return Definition(None, name, Inside.ALWAYS, None, following)


@dataclass(frozen=True, slots=True)
class LanguageRules:
    r"""One language. Node types are names of the grammar's named nodes; unknown ones do no harm.

    So a rules file may list the node types of both the official grammar and the older one that
    tree-sitter-languages carries.

    Attributes:
        language: as in `Chunk.language`.
        suffixes: of file names, with the dot, lower case (`.py`); compared without regard to case,
            the longest wins (`.blade.php` before `.php`). A suffix listed in its exact case
            (`.R`, `.H`) is tried before that.
        file_names: whole names without suffix rule (`Rakefile`).
        wheel: module of the official single-grammar wheel, `tree_sitter_python`; empty: none.
        entry: the module's function that gives the grammar's pointer.
        carried: the name under which tree-sitter-languages carries it; empty: it does not.
        definitions: node type → rule.
        containers: entered always.
        hinted: entered where the hint is found in them; `EVERYWHERE` says every named node that is
            not listed otherwise (languages in which definitions stand inside expressions).
        hint: regular expressions over the file's bytes. Every definition that lies inside a
            function or a hinted node has to hold the beginning of a match, of its first group where
            it has groups. Empty: hints are always found. Several patterns with a literal beginning
            (`def\b`, `class\b`) are searched five times as fast as one with alternatives.
        hint_on_error: more of them, for files in which the parser met an error and may have taken a
            class for a function.
        hint_without_error: more of them for the others, where those on errors mark the same.
        wrappers, prefixes, transparent: see the head of this file. At the top level a transparent node
            is entered always.
        hinted_wrappers: wrappers that hold a definition only where the hint is found in them; the
            others are always looked into.
        comments: node types that are comments; never code, and with the option `leading_comments`
            part of the definition they stand directly above.
        silent: top-level nodes that are not code either (`;`, PHP's opening tag). Unnamed nodes are
            silent always.
        masked: what the parser is not shown: regular expressions over the file's bytes, blanks stand in place of
            the group that takes part. Words that the grammar can't know (macros), and what would be read
            for nothing. They are searched in every file, one after the other, so they had better begin with
            a literal; if it is a word, nothing but it may begin a match.
        mends: what may help where the grammar stumbles over correct code: such an expression and the bytes,
            as many, that the parser sees instead; no bytes stand for blanks. Tried only where a
            definition could be lost, and kept only where less is broken.
        continues: what a line begins with that goes on with the statement above it, whatever its indentation,
            beside brackets and the words that most languages have: a label, `done:`, is indented less than what
            it stands among. A regular expression; empty: nothing more.
        separator: between the parts of a symbol.
        module_chunks: whether top-level code makes chunks.
    """

    language: str
    suffixes: tuple[str, ...]
    definitions: Mapping[str, Definition]
    file_names: tuple[str, ...] = ()
    wheel: str = ""
    entry: str = "language"
    carried: str = ""
    containers: frozenset[str] = field(default_factory=frozenset)
    hinted: frozenset[str] = field(default_factory=frozenset)
    hint: bytes | tuple[bytes, ...] = ()
    hint_on_error: tuple[bytes, ...] = ()
    hint_without_error: tuple[bytes, ...] = ()
    wrappers: frozenset[str] = field(default_factory=frozenset)
    hinted_wrappers: frozenset[str] = field(default_factory=frozenset)
    prefixes: frozenset[str] = field(default_factory=frozenset)
    transparent: frozenset[str] = field(default_factory=frozenset)
    comments: frozenset[str] = frozenset({"comment"})
    silent: frozenset[str] = field(default_factory=frozenset)
    masked: tuple[bytes, ...] = ()
    mends: tuple[tuple[bytes, bytes], ...] = ()
    continues: bytes = b""
    separator: str = "."
    module_chunks: bool = True


EVERYWHERE: Final = frozenset({"*"})  # for `LanguageRules.hinted`


class _Seen(threading.local):
    """What the parser saw of the file that is walked in this thread."""

    data: bytes = b""


_seen: Final = _Seen()


def spell_from(data: bytes) -> None:
    """Say which bytes the nodes of the next walk stand for.

    A tree could tell itself; that of a large file asks its reader for each piece, which takes ten times as long.
    """
    _seen.data = data


def bytes_of(node: Node) -> bytes:
    """The node's text as it is."""
    return _seen.data[node.start_byte : node.end_byte]


def text_of(node: Node | None) -> str:
    """The node's text; empty for None.

    White space runs become one space, so that a symbol written over two lines stays one line.
    """
    if node is None:
        return ""
    text = _seen.data[node.start_byte : node.end_byte].decode("utf-8", "replace")
    return text if text.isidentifier() else " ".join(text.split())
