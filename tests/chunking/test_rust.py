"""Rust: impl blocks by their head, methods by their type, attributes in the span."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_rust_file_is_cut() -> None:
    expected = """
    1-1:<module> module
    4-9:Item class
    11-11:<module> module
    13-29:impl<T> Source for Buf<T> class
    19-28:Buf::read function
    21-22:Buf::read::inner function
    23-23:Buf::read::Local class
    24-26:Buf::read::impl Local class
    25-25:Buf::read::Local::go function
    31-33:impl<'a> io::Read for &'a mut net::Pipe class
    32-32:Pipe::pull function
    35-37:impl fmt::Display for [u8] class
    36-36:[u8]::fmt function
    39-41:impl dyn Any class
    40-40:Any::cast function
    43-43:impl Send for Item<u8> class
    45-48:Buyer class
    46-46:Buyer::pay function
    47-47:Buyer::leave function
    50-53:Kind class
    55-57:Bits class
    59-63:price function
    65-67:<module> module
    66-66:ring function
    71-71:tests::<module> module
    73-74:tests::pays function
    77-77:<module> module
    79-85:last function
    81-81:last::in_closure function
    """
    assert table("shop.rs") == expected


def test_the_head_of_an_impl_block_is_one_line() -> None:
    source = "impl<T,\n    U>\n    From<T> for Box<U>\nwhere T: Copy {\n    fn from() {}\n}\n"
    assert symbols("a.rs", source) == ["impl<T, U> From<T> for Box<U>", "Box::from"]


def test_a_function_signature_is_a_chunk_only_with_a_body_or_in_a_trait_or_foreign_block() -> None:
    assert symbols("a.rs", "trait A { fn f(); }\nextern { fn g(); }\ntype F = fn(u8);\n") == [
        "A",
        "A::f",
        "<module>",
        "g",
    ]
