"""What holds of any edit: a local name never matters; an operator, a literal, a call, a branch always does."""

import re

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.drift.staleness import judge_edit
from goldkeeper.model.staleness import Staleness

# Two locals, two calls, two branches, an operator and two literals in each; `§` stands before what is a local name.
FUNCTIONS = {
    "python": """def work(§first, limit=3):
    §count = load(§first, "plain")
    if §count < limit:
        keep(§count, 17)
    else:
        drop(f"{§count} of {§first}")
    return §count""",
    "javascript": """function work(§first, limit = 3) {
  const §count = load(§first, "plain");
  if (§count < limit) {
    keep(§count, 17);
  } else {
    drop(`${§count} of ${§first}`);
  }
  return §count;
}""",
    "typescript": """export const work = (§first: string, limit: number = 3): number => {
  const §count = load(§first, "plain");
  if (§count < limit) { keep(§count, 17); } else { drop(`${§count} of`); }
  return §count;
}""",
    "java": """int work(String §first, int limit) {
    int §count = load(§first, "plain");
    if (§count < limit) { keep(§count, 17); } else { drop(§first); }
    return §count;
}""",
    "go": """func work(§first string, limit int) (int, error) {
	§count, err := load(§first, "plain")
	if §count < limit {
		keep(§count, 17)
	} else {
		drop(§first)
	}
	return §count, err
}""",
    "rust": """fn work(§first: &str, limit: u32) -> u32 {
    let mut §count = load(§first, "plain");
    if §count < limit { keep(§count, 17); } else { drop(format!("{§first}")); }
    §count
}""",
    "cpp": """int Box::work(const std::string& §first, int limit) const {
  auto §count = load(§first, "plain");
  if (§count < limit) { keep(§count, 17); } else { drop(§first); }
  return §count;
}""",
    "ruby": """def work(§first, limit = 3)
  §count = load(§first, "plain")
  if §count < limit
    keep(§count, 17)
  else
    drop("#{§count} of #{§first}")
  end
  §count
end""",
    "php": """function work($§first, $limit = 3) {
    $§count = load($§first, "plain");
    if ($§count < $limit) { keep($§count, 17); } else { drop("{$§count} of"); }
    return $§count;
}""",
    "csharp": """int Work(string §first, int limit) {
    var §count = load(§first, "plain");
    if (§count < limit) { keep(§count, 17); } else { drop($"{§count} of"); }
    return §count;
}""",
    "kotlin": """fun work(§first: String, limit: Int): Int {
    val §count = load(§first, "plain")
    if (§count < limit) { keep(§count, 17) } else { drop("$§count of ${§first}") }
    return §count
}""",
    "c": """int work(char *§first, int limit) {
    int §count = load(§first, "plain");
    if (§count < limit) { keep(§count, 17); } else { drop(§first); }
    return §count;
}""",
}
NAMES = st.from_regex(r"\A[a-z]{2,9}_[a-z]{1,5}\Z")  # no word of any language, and none of those above

languages = st.sampled_from(sorted(FUNCTIONS))


def plain(language: str) -> str:
    return FUNCTIONS[language].replace("§", "")


@given(languages, NAMES, NAMES)
def test_a_local_that_is_renamed_everywhere_is_never_a_change_of_behaviour(language: str, one: str, other: str) -> None:
    names = {"count": one, "first": other if other != one else f"{other}x"}
    head = re.sub(r"§(\w+)", lambda found: names[found[1]], FUNCTIONS[language])
    assert judge_edit(plain(language), head, language).staleness is Staleness.REFACTORED


@given(languages, st.data())
def test_a_local_that_is_renamed_in_some_places_only_is_a_change(language: str, data: st.DataObject) -> None:
    places = [found.start() for found in re.finditer("§count", FUNCTIONS[language])]
    chosen = data.draw(st.sets(st.sampled_from(places), min_size=1, max_size=len(places) - 1))
    text = FUNCTIONS[language]
    head = "".join("§number" if n in chosen else mark for n, mark in enumerate(text) if n not in _behind(chosen))
    assert judge_edit(plain(language), head.replace("§", ""), language).staleness is Staleness.BEHAVIOUR


def _behind(starts: set[int]) -> set[int]:
    return {n for start in starts for n in range(start + 1, start + len("§count"))}


SWAPS = [
    ("<", "<="),
    ("<", ">"),
    ("17", "18"),
    ('"plain"', '"plane"'),
    ("keep(", "leave("),
    ("else", "ELSE"),
    ("if ", "while "),
    ("load(", "await load("),
]


@given(languages, st.sampled_from(SWAPS))
def test_another_operator_literal_call_or_branch_is_always_a_change(language: str, swap: tuple[str, str]) -> None:
    base = plain(language)
    head = base.replace(*swap, 1) if swap[0] in base else base + "\nkeep()"
    assert judge_edit(base, head, language).staleness is Staleness.BEHAVIOUR
    assert judge_edit(head, base, language).staleness is Staleness.BEHAVIOUR


@given(languages)
def test_branches_and_calls_that_change_places_are_a_change(language: str) -> None:
    base = plain(language)
    head = base.replace("keep(", "\0").replace("drop(", "keep(").replace("\0", "drop(")
    assert judge_edit(base, head, language).staleness is Staleness.BEHAVIOUR


@given(languages)
def test_blank_lines_are_layout_in_every_language(language: str) -> None:
    assert judge_edit(plain(language), plain(language).replace("\n", "\n\n"), language).staleness.holds


@given(st.text(max_size=120), st.text(max_size=120), st.sampled_from(["python", "javascript", "ruby", "php", "cobol"]))
def test_any_two_texts_get_an_answer_and_the_same_one_each_time(base: str, head: str, language: str) -> None:
    assert judge_edit(base, head, language) == judge_edit(base, head, language)
