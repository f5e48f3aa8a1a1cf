"""What the words of each family of languages mean, as far as a token stream tells: beside `syntaxes.py`, as data.

Asked for when an edit is judged: which words steer what runs, behind which a new name stands, which say
nothing of what runs, and which liberties of style a formatter takes. A word that is missing here is a
name, and a name that nobody declares never changes unnoticed, so a gap costs a look and hides nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from goldkeeper.model.syntaxes import FAMILY_OF


@dataclass(frozen=True, slots=True)
class Lexicon:
    """How the words of a family read.

    Attributes:
        control: words that steer what runs.
        declaring: the word behind one of these is a new name.
        quiet: words that say nothing of what runs, `final`.
        reserved: further words that are no names, types among them.
        quotes: `both` where `'a'` and `"a"` are the same, `plain` where they are as long as nothing in them is
            read (no escape, no hole), else empty.
        holes: expression of what a string of this family holds that is code, the code in its only group that
            takes part; empty where there is nothing such.
        holed: expression of what a string with holes begins with.
        holed_after: the token without which, in front, a string has no holes; empty where it needs none.
        hints: how a type is hinted at that nothing depends on: `python`, `colon` (`x: T`), `front` (`T $x`), or
            empty where types are part of the code.
        typed: a type in front declares, `int total`.
        types_behind: in parameters the name stands first and its type behind it, `total int`.
        named: what stands behind the name of an argument in a call, `key=1`, `key: 1`.
        assigns: whether to assign to a name declares it; elsewhere it may be one of the file.
        ends: whether a line end and a semicolon end a statement alike.
        commas: whether a comma before a closing bracket is a matter of style.
        lone_parameter: the arrow before which one parameter may stand without parentheses.
    """

    control: frozenset[str]
    declaring: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    reserved: frozenset[str] = frozenset()
    quotes: str = ""
    holes: str = ""
    holed: str = ""
    holed_after: str = ""
    hints: str = ""
    typed: bool = False
    types_behind: bool = False
    named: str = ""
    assigns: bool = False
    ends: bool = False
    commas: bool = True
    lone_parameter: str = ""

    def is_reserved(self, word: str) -> bool:
        """Whether a word can't be a name."""
        return word in self.control or word in self.declaring or word in self.reserved or word in self.quiet


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BRACED = "if else for while do switch case default break continue return goto throw try catch finally"
_C_TYPES = """void int long short char float double bool boolean byte unsigned signed size_t string String struct enum
    union class interface extends implements new delete this super null true false nullptr sizeof instanceof static
    typedef template typename operator namespace using import package throws abstract"""
_HOLE = r"\$\{((?:[^{}]|\{[^{}]*\})*)\}|\$([A-Za-z_]\w*)"
_RUBY_HOLE = r"#\{((?:[^{}]|\{[^{}]*\})*)\}"
_VISIBLE = "public private protected internal final override"

_LEXICONS: Final[Mapping[str, Lexicon]] = MappingProxyType(
    {
        "python": Lexicon(
            _words(
                """if elif else for while break continue return yield raise try except finally with assert match case
                async await and or not in is lambda del pass"""
            ),
            declaring=_words("for as def class lambda"),
            reserved=_words("import from global nonlocal None True False self cls"),
            quotes="both",
            holes=r"(?<!\{)\{(?!\{)((?:[^{}]|\{[^{}]*\})*)\}",
            holed=r"(?i:[rbt]?f[rbt]?)['\"]",
            hints="python",
            named="=",
            assigns=True,
            ends=True,
        ),
        "javascript": Lexicon(
            _words(f"{_BRACED} of in yield await async instanceof typeof void delete new"),
            declaring=_words("let const var function class"),
            quiet=_words("public private protected readonly override"),
            reserved=_words(
                """this super null true false undefined import export from static get set interface type enum extends
                implements abstract as"""
            ),
            quotes="both",
            holes=r"\$\{((?:[^{}]|\{[^{}]*\})*)\}",
            holed="`",
            hints="colon",
            ends=True,
            lone_parameter="=>",
        ),
        "java": Lexicon(
            _words(f"{_BRACED} assert yield synchronized instanceof new"),
            declaring=_words("var class enum interface record"),
            quiet=_words(_VISIBLE),
            reserved=_words(_C_TYPES),
            typed=True,
            lone_parameter="->",
        ),
        "csharp": Lexicon(
            _words(f"{_BRACED} foreach in yield await async lock when is as new checked unchecked"),
            declaring=_words("var class record struct"),
            quiet=_words(f"{_VISIBLE} sealed readonly"),
            reserved=_words(f"{_C_TYPES} object decimal base out ref params virtual get set"),
            holes=r"(?<!\{)\{(?!\{)((?:[^{}]|\{[^{}]*\})*)\}",
            holed='"',
            holed_after="$",
            typed=True,
            named=":",
            lone_parameter="=>",
        ),
        "c": Lexicon(
            _words(_BRACED),
            reserved=_words(f"{_C_TYPES} const extern inline register restrict volatile auto NULL"),
            typed=True,
        ),
        "cpp": Lexicon(
            _words(f"{_BRACED} co_await co_return co_yield new delete"),
            declaring=_words("auto"),
            quiet=_words("public private protected override final inline"),
            reserved=_words(
                f"{_C_TYPES} const constexpr extern register volatile mutable virtual friend noexcept NULL"
            ),
            typed=True,
        ),
        "go": Lexicon(
            _words("if else for range switch case default break continue return goto fallthrough select go defer"),
            declaring=_words("var const"),
            reserved=_words(
                """func type struct interface map chan package import nil true false iota string int int8 int16 int32
                int64 uint uint8 uint16 uint32 uint64 byte rune float32 float64 bool error any make new len cap append
                copy delete panic recover"""
            ),
            types_behind=True,
            ends=True,
        ),
        "rust": Lexicon(
            _words("if else for in while loop match break continue return async await move unsafe where dyn"),
            declaring=_words("let mut for fn ref"),
            quiet=_words("pub"),
            reserved=_words(
                """impl trait struct enum mod use crate super self Self const static type as true false i8 i16 i32 i64
                i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char str String Vec Option Result Some None Ok Err"""
            ),
            holes=r"(?<!\{)\{(?!\{)([a-z_]\w*)(?=[:}])[^{}]*\}",
            holed='"',
        ),
        "kotlin": Lexicon(
            _words(
                "if else for in while do when break continue return throw try catch finally is as by match case yield"
            ),
            declaring=_words("val var fun for def"),
            quiet=_words(f"{_VISIBLE} inline"),
            reserved=_words(
                "class object interface this super null true false import package data sealed companion constructor"
            ),
            holes=_HOLE,
            holed='"',
            named="=",
            ends=True,
            lone_parameter="=>",
        ),
        "swift": Lexicon(
            _words(
                """if else guard for in while repeat switch case default break continue return throw throws try do catch
                defer where is as await async"""
            ),
            declaring=_words("let var func for"),
            quiet=_words(f"{_VISIBLE} fileprivate open"),
            reserved=_words("class struct enum protocol extension self Self super nil true false import inout static"),
            holes=r"\\\(((?:[^()]|\([^()]*\))*)\)",
            holed='"',
            named=":",
            ends=True,
        ),
        "php": Lexicon(
            _words(f"{_BRACED} elseif foreach as yield match new instanceof and or xor echo print clone"),
            declaring=_words("$"),
            quiet=_words("public private protected final readonly"),
            reserved=_words(
                """function fn class interface trait extends implements use namespace static const this self parent null
                true false array global abstract isset unset empty list"""
            ),
            quotes="plain",
            holes=r"\{(\$(?:[^{}]|\{[^{}]*\})*)\}|(\$[A-Za-z_]\w*)",
            holed='"',
            hints="front",
        ),
        "ruby": Lexicon(
            _words(
                """if elsif else unless case when then for in while until do end begin rescue ensure retry break next
                redo return yield raise and or not"""
            ),
            declaring=_words("for"),
            reserved=_words("def class module self super nil true false alias undef defined? require attr_reader"),
            quotes="plain",
            holes=_RUBY_HOLE,
            holed='["`]',
            named=":",
            assigns=True,
            ends=True,
        ),
        "lua": Lexicon(
            _words("if then elseif else for in while do repeat until break return end goto and or not"),
            declaring=_words("local for"),
            reserved=_words("function nil true false self"),
            quotes="both",
        ),
        "dart": Lexicon(
            _words(f"{_BRACED} in is as await async yield rethrow new assert"),
            declaring=_words("var"),
            quiet=_words("final override"),
            reserved=_words(f"{_C_TYPES} dynamic late required const num List Map"),
            quotes="both",
            holes=_HOLE,
            holed="['\"]",
            typed=True,
            named=":",
        ),
        "groovy": Lexicon(
            _words(f"{_BRACED} in as assert instanceof new"),
            declaring=_words("def var"),
            quiet=_words(_VISIBLE),
            reserved=_words(_C_TYPES),
            quotes="plain",
            holes=_HOLE,
            holed='"',
            typed=True,
            ends=True,
        ),
    }
)

# Of a family that is not here only what holds nearly everywhere is known.
_ANY: Final = Lexicon(
    _words(
        f"""{_BRACED} elif elsif elseif unless until loop repeat match when then end foreach foldr fi esac done begin
        rescue ensure raise yield await and or not in is"""
    ),
    declaring=_words("let var val const local my our"),
    reserved=_words("true false null nil none None def function fn func fun class module self this import"),
    commas=False,
)


def lexicon_of(language: str) -> Lexicon:
    """The lexicon of a grammar's language; of an unknown one, what holds nearly everywhere."""
    return _LEXICONS.get(FAMILY_OF.get(language, language), _ANY)
