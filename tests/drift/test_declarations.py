"""Declarations in parts, in the languages that spell them most differently."""

import pytest

from goldkeeper.drift.declarations import Declaration, declaration_of
from goldkeeper.model.chunks import ChunkKind
from tests.builders import a_chunk

JAVA = """\
@Override
@Cached(ttl = 5)
public static <T> List<T> total(@NonNull final Cart cart, int[] rates) throws IOException, TaxError {
    // in cents
    return sum(cart);
}"""
PYTHON = '''\
@cached(ttl=5)
async def total(cart: Cart, *, rate: float = 0.2) -> Money:
    """What to pay."""
    return cart.sum() * rate'''
GO = """\
func (s *Shop) Total(cart *Cart, rate float64) (Money, error) {
	return cart.Sum() * rate, nil
}"""
RUST = """\
#[inline]
pub async fn total<T: Tax>(&self, cart: &Cart) -> Result<Money, Error>
where
    T: Clone,
{
    cart.sum()
}"""
TYPESCRIPT = "export const total = async (cart: Cart): Promise<Money> => { return cart.sum(); };"
KOTLIN = "private inline fun <reified T> total(cart: Cart): Money = cart.sum()"
RUBY = "def total(cart, rate: 2)\n  cart.sum * rate\nend"
CPP = "template <typename T>\nconst T& Shop::total(const Cart& cart) const noexcept {\n  return cart.sum();\n}"
CSHARP = "[Cached]\npublic async Task<Money> Total<T>(Cart cart) where T : ITax => cart.Sum();"


def read(text: str, language: str, name: str = "total", kind: ChunkKind = ChunkKind.FUNCTION) -> dict[str, str]:
    """The parts that are there, each as words."""
    found = declaration_of(a_chunk(name, text=text, language=language, kind=kind))
    return {part: " ".join(words) for part in Declaration.__slots__ if (words := getattr(found, part))}


def test_java_has_all_of_it() -> None:
    assert read(JAVA, "java") == {
        "annotations": "@ Override @ Cached ( ttl = 5 )",
        "modifiers": "public static",
        "type_parameters": "< T >",
        "return_type": "List < T >",
        "parameters": "( @ NonNull final Cart cart , int [ ] rates )",
        "exceptions": "throws IOException , TaxError",
        "body": "{ return sum ( cart ) ; }",
        "documentation": "// in cents",
    }


def test_python_has_its_doc_string_apart_from_the_body() -> None:
    parts = read(PYTHON, "python")

    assert parts["annotations"] == "@ cached ( ttl = 5 )"
    assert parts["modifiers"] == "async"
    assert parts["parameters"] == "( cart : Cart , * , rate : float = 0.2 )"
    assert parts["return_type"] == "Money"
    assert "return cart . sum ( ) * rate" in parts["body"]
    assert parts["documentation"] == '"""What to pay."""'


def test_a_receiver_is_a_parameter() -> None:
    parts = read(GO, "go", "Total")

    assert parts["parameters"] == "( s * Shop ) ( cart * Cart , rate float64 )"
    assert parts["return_type"] == "( Money , error )"
    assert parts["body"].startswith("{ return cart")


@pytest.mark.parametrize(
    ("text", "language", "name", "expected"),
    [
        (
            RUST,
            "rust",
            "total",
            {
                "annotations": "# [ inline ]",
                "modifiers": "pub async",
                "type_parameters": "< T : Tax > where T : Clone ,",
                "parameters": "( & self , cart : & Cart )",
                "return_type": "Result < Money , Error >",
                "body": "{ cart . sum ( ) }",
            },
        ),
        (
            TYPESCRIPT,
            "typescript",
            "total",
            {
                "modifiers": "export const async",
                "parameters": "( cart : Cart )",
                "return_type": "Promise < Money >",
                "body": "=> { return cart . sum ( ) ; } ;",
            },
        ),
        (
            KOTLIN,
            "kotlin",
            "total",
            {
                "modifiers": "private inline",
                "type_parameters": "< reified T >",
                "parameters": "( cart : Cart )",
                "return_type": "Money",
                "body": "= cart . sum ( )",
            },
        ),
        (RUBY, "ruby", "total", {"parameters": "( cart , rate : 2 )", "body": "cart . sum * rate end"}),
        (
            CPP,
            "cpp",
            "total",
            {
                "type_parameters": "template < typename T >",
                "modifiers": "const const",
                "return_type": "T &",
                "parameters": "( const Cart & cart )",
                "exceptions": "noexcept",
                "body": "{ return cart . sum ( ) ; }",
            },
        ),
        (
            CSHARP,
            "csharp",
            "Total",
            {
                "annotations": "[ Cached ]",
                "modifiers": "public async",
                "return_type": "Task < Money >",
                "type_parameters": "< T > where T : ITax",
                "parameters": "( Cart cart )",
                "body": "=> cart . Sum ( ) ;",
            },
        ),
    ],
)
def test_each_language_is_read(text: str, language: str, name: str, expected: dict[str, str]) -> None:
    parts = read(text, language, name)

    assert {part: parts.get(part) for part in expected} == expected


def test_a_class_has_supertypes() -> None:
    parts = read(
        "public final class Cart<T> extends Box<T> implements Sum {\n int n;\n}", "java", "Cart", ChunkKind.CLASS
    )

    assert parts == {
        "modifiers": "public final class",
        "type_parameters": "< T >",
        "supertypes": "extends Box < T > implements Sum",
        "body": "{ int n ; }",
    }


@pytest.mark.parametrize("kind", [ChunkKind.MODULE, ChunkKind.SECTION])
def test_what_declares_nothing_is_all_body(kind: ChunkKind) -> None:
    assert list(read("run()", "python", "total", kind)) == ["body"]


def test_a_name_that_is_not_found_leaves_all_in_the_body() -> None:
    assert read("fun <T> other(x) { }", "kotlin") == {"body": "fun < T > other ( x ) { }"}
