"""Lua: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_bound_function_of_a_lua_file_is_cut() -> None:
    expected = """
    1-2:<module> module
    5-11:M.renew function
    6-8:M.renew.allowed function
    9-9:M.renew.log function
    13-15:M.fine function
    17-17:M.web.page.render function
    19-19:helper function
    21-21:global_open function
    23-25:M.close function
    27-27:M.odd key function
    29-31:callback function
    33-58:<module> module
    34-34:M.handlers.open function
    35-35:M.handlers.close function
    37-37:M.handlers.nested.deep function
    46-46:inside function
    51-51:__index function
    55-55:M.each function
    """
    assert table("loans.lua") == expected


def test_a_method_and_a_field_of_one_name_are_one() -> None:
    assert symbols("a.lua", "function M:f() end\nfunction M.f(self) end\n") == ["M.f", "M.f"]


def test_a_table_of_data_is_top_level_code() -> None:
    assert table("a.lua", "local t = {\n  a = 1,\n}\n") == "\n    1-3:<module> module\n    "
