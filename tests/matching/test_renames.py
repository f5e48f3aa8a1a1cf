from goldkeeper.matching.renames import detect_renames, path_nearness
from goldkeeper.model.chunks import FileChunks
from tests.builders import a_chunk, a_snapshot


def a_file(path: str, *names: str, extra: str = "") -> FileChunks:
    chunks = [
        a_chunk(name, path=path, start=1 + 7 * n, text=f"def {name}(x):\n    y = {name}_of(x)\n    return y{extra}")
        for n, name in enumerate(names)
    ]
    return a_snapshot(*chunks).files[path]


def files(*made: FileChunks) -> dict[str, FileChunks]:
    return {file.path: file for file in made}


def test_the_same_content_under_a_new_path_is_a_rename() -> None:
    base, head = files(a_file("lib/a.py", "f", "g")), files(a_file("src/b.py", "f", "g"), a_file("src/c.py", "h"))
    assert detect_renames(base, head) == {"lib/a.py": "src/b.py"}


def test_an_edited_file_is_found_by_its_lines() -> None:
    base = files(*(a_file(f"old/m{n}.py", f"walk_{n}", f"run_{n}") for n in range(6)))
    head = files(*(a_file(f"new/part_{n}.py", f"walk_{n}", f"run_{n}", f"more_{n}") for n in range(6)))
    assert detect_renames(base, head) == {f"old/m{n}.py": f"new/part_{n}.py" for n in range(6)}


def test_files_with_little_in_common_are_no_rename() -> None:
    assert detect_renames(files(a_file("a.py", "f", "g")), files(a_file("b.py", "p", "q"))) == {}


def test_one_new_file_has_one_origin() -> None:
    base = files(a_file("a/x.py", "f", "g"), a_file("b/x.py", "f", "g"))
    assert detect_renames(base, files(a_file("b/y/x.py", "f", "g"))) == {"b/x.py": "b/y/x.py"}


def test_copies_pair_by_their_nearest_path() -> None:
    base = files(a_file("one/x.py", "f"), a_file("two/x.py", "f"))
    head = files(a_file("src/two/x.py", "f"), a_file("src/one/x.py", "f"))
    assert detect_renames(base, head) == {"one/x.py": "src/one/x.py", "two/x.py": "src/two/x.py"}


def test_another_language_is_no_rename() -> None:
    other = a_chunk("f", path="a.rb", start=1, text="def f(x):\n    y = f_of(x)\n    return y", language="ruby")
    assert detect_renames(files(a_file("a.py", "f", extra="  # x")), a_snapshot(other).files) == {}


def test_nearness_counts_folders_from_both_ends() -> None:
    assert path_nearness("a/b/c.py", "a/b/c.py") == 1.0
    assert (
        path_nearness("a/b/c.py", "x/a/b/c.py")
        > path_nearness("a/b/c.py", "x/c.py")
        > path_nearness("a/b/c.py", "x/y.py")
    )
