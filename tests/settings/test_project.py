"""The configuration: found, read, refused with a remedy, and written back."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.errors import ConfigInvalid, FileMissing
from goldkeeper.settings import Project, Settings, config_text, known_keys, load_project


def write(folder: Path, text: str = "", name: str = "config/goldkeeper.toml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def load(folder: Path, text: str) -> Project:
    return load_project(write(folder, text))


def refused(folder: Path, text: str) -> str:
    with pytest.raises(ConfigInvalid) as refusal:
        load(folder, text)
    return str(refusal.value)


def test_an_empty_file_means_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path, "").settings == Settings()


def test_values_are_taken(tmp_path: Path) -> None:
    settings = load(tmp_path, '[gold]\npath = "sets/g.jsonl"\n[repository]\ninclude = ["src/**"]\n').settings

    assert (settings.gold.path, settings.repository.include) == (Path("sets/g.jsonl"), ("src/**",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[gold]\npaht = "x"\n', "gold.paht: extra inputs are not permitted; did you mean gold.path?"),
        ('[gald]\npath = "x"\n', "gald: extra inputs are not permitted; did you mean gold?"),
        ("[zzzzzz]\n", "known keys: gold.path, gold.judged_zero, repository.path"),
        ("[repository]\nmax_file_kib = 0\n", "repository.max_file_kib: input should be greater than or equal to 1"),
        ('[repository]\ninclude = "src"\n', "repository.include: input should be a valid tuple; correct the value"),
        ("[repository]\nrevision = 7\n", "repository.revision: input should be a valid string; correct the value"),
        ('[review]\nauto_confirm = "always"\n', "input should be 'never', 'identical' or 'recut'; correct the value"),
        ("gold = 3\n", "gold: input should be a valid dictionary"),
        ("[gold\n", "not TOML: "),
    ],
)
def test_what_does_not_fit_is_refused_with_a_remedy(text: str, said: str, tmp_path: Path) -> None:
    message = refused(tmp_path, text)

    assert message.startswith(str(tmp_path / "config" / "goldkeeper.toml"))
    assert said in message


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    write(tmp_path).write_bytes(b"\xff\xfe[gold]")

    with pytest.raises(ConfigInvalid, match="not TOML"):
        load_project(tmp_path / "config" / "goldkeeper.toml")


def test_a_file_that_can_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    file = write(tmp_path)
    monkeypatch.setattr(Path, "read_text", closed)

    with pytest.raises(ConfigInvalid, match="permission denied"):
        load_project(file)


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    assert load(tmp_path, '\ufeff[gold]\npath = "g.jsonl"\n').settings.gold.path == Path("g.jsonl")


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDKEEPER_GOLD__PATH", "other.jsonl")
    monkeypatch.setenv("GOLDKEEPER_REPOSITORY__EXCLUDE", '["vendor/**"]')
    monkeypatch.setenv("GOLDKEEPER_REPOSITORY__REVISION", "")

    settings = load(tmp_path, '[gold]\npath = "g.jsonl"\n[repository]\nrevision = "v1"\n').settings

    assert settings.gold.path == Path("other.jsonl")
    assert (settings.repository.exclude, settings.repository.revision) == (("vendor/**",), "v1")


@pytest.mark.parametrize(
    ("name", "value", "remedy"),
    [
        ("GOLDKEEPER_GOLD__PAHT", "x", "did you mean gold.path?"),
        ("GOLDKEEPER_REPOSITORY__MAX_FILE_KIB", "much", "correct the value"),
        ("GOLDKEEPER_REPOSITORY__INCLUDE", "src/**", 'write a list as JSON, such as ["src/**"]'),
        ("GOLDKEEPER_REPOSITORY__INCLUDE", "[1]", "correct the value"),
        ("GOLDKEEPER_GOLD", "g.jsonl", "a section as an object, or its keys one by one"),
    ],
)
def test_a_wrong_environment_variable_is_named_and_not_the_file(
    name: str, value: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    message = refused(tmp_path, "")

    assert message.startswith(f"{name}: ")
    assert remedy in message


def test_variables_that_mean_nothing_here_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDKEEPER_HOME", "x")

    assert load(tmp_path, "").settings == Settings()


@pytest.mark.parametrize("place", ["goldkeeper.toml", "config/goldkeeper.toml"])
def test_the_file_is_looked_for_upwards_and_its_paths_mean_the_projects_folder(place: str, tmp_path: Path) -> None:
    write(tmp_path, name=place)
    below = tmp_path / "src" / "deep"
    below.mkdir(parents=True)

    project = load_project(start=below)

    assert (project.folder, project.file) == (tmp_path, tmp_path / place)
    assert project.path(project.settings.gold.path) == tmp_path / "gold.jsonl"


def test_absolute_paths_stay(tmp_path: Path) -> None:
    assert load(tmp_path, "").path(Path("/sets/g.jsonl")) == Path("/sets/g.jsonl")


def test_a_table_of_pyproject_serves_as_well(tmp_path: Path) -> None:
    write(tmp_path, '[tool.goldkeeper.gold]\npath = "g.jsonl"\n', "pyproject.toml")

    project = load_project(start=tmp_path)

    assert (project.folder, project.settings.gold.path) == (tmp_path, Path("g.jsonl"))


def test_a_pyproject_of_others_is_passed_by(tmp_path: Path) -> None:
    write(tmp_path, '[gold]\npath = "up.jsonl"\n')
    inner = tmp_path / "package"
    write(inner, "[tool.other]\n", "pyproject.toml")

    assert load_project(start=inner).settings.gold.path == Path("up.jsonl")


def test_a_file_of_its_own_goes_before_pyproject(tmp_path: Path) -> None:
    write(tmp_path, '[tool.goldkeeper.gold]\npath = "p.jsonl"\n', "pyproject.toml")
    write(tmp_path, '[gold]\npath = "own.jsonl"\n')

    assert load_project(start=tmp_path).settings.gold.path == Path("own.jsonl")


def test_what_lies_above_a_repository_is_another_project(tmp_path: Path) -> None:
    write(tmp_path)
    inner = tmp_path / "repo" / "src"
    inner.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()

    with pytest.raises(FileMissing, match="goldkeeper init writes one"):
        load_project(start=inner)


def test_a_named_file_that_is_missing_is_not_looked_for_elsewhere(tmp_path: Path) -> None:
    write(tmp_path)

    with pytest.raises(FileMissing, match="no such configuration"):
        load_project(tmp_path / "none.toml", start=tmp_path)


def test_the_file_can_be_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, '[gold]\npath = "g.jsonl"\n', "elsewhere/gk.toml")
    monkeypatch.setenv("GOLDKEEPER_CONFIG", str(file))

    project = load_project(start=tmp_path)

    assert (project.folder, project.settings.gold.path) == (file.parent, Path("g.jsonl"))


def test_the_written_configuration_has_every_key_with_its_meaning() -> None:
    text = config_text("g.jsonl", ".")
    table = tomllib.loads(text)

    assert [f"{section}.{key}" for section, keys in table.items() for key in keys] == known_keys()
    for section, field in Settings.model_fields.items():
        for key, entry in field.annotation.model_fields.items():  # type: ignore[union-attr]
            assert f"# {entry.description}\n{key} = " in text, f"{section}.{key}"


def test_the_projects_own_configuration_is_the_example_that_init_writes() -> None:
    file = Path(__file__).parents[2] / "config" / "goldkeeper.toml"
    own = f"exclude = {json.dumps(['tests/casebook/*/', 'tests/chunking/samples/', 'tests/chunking/damaged/'])}"

    assert file.read_text("utf-8") == config_text("config/gold.jsonl", ".").replace("exclude = []", own)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)//{path}", "https://code.example/{commit}", "code.example/{path}"]
)
def test_a_link_to_code_that_leads_nowhere_is_refused(link: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigInvalid, match=r"web\.code_host: .*begins with https:// and holds \{path\}"):
        load(tmp_path, f'[web]\ncode_host = "{link}"\n')


def test_the_written_configuration_reads_back_as_it_was_meant(tmp_path: Path) -> None:
    settings = load(tmp_path, config_text("sets/g.jsonl", "../code", "v2", judged_zero=True)).settings
    default = Settings()

    assert (settings.gold.path, settings.gold.judged_zero) == (Path("sets/g.jsonl"), True)
    assert (settings.repository.path, settings.repository.revision) == (Path("../code"), "v2")
    assert (settings.chunker, settings.review, settings.state, settings.reports) == (
        default.chunker,
        default.review,
        default.state,
        default.reports,
    )


def test_the_environment_does_not_leak_into_a_written_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    before = config_text("g.jsonl", ".")
    monkeypatch.setenv("GOLDKEEPER_REVIEW__JUDGE", "ada")

    assert config_text("g.jsonl", ".") == before


@given(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
)
def test_any_path_and_revision_survive_being_written(path: str, revision: str) -> None:
    table = tomllib.loads(config_text(path, path, revision))

    assert (table["gold"]["path"], table["repository"]["revision"]) == (path, revision)
