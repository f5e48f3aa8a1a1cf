"""`goldkeeper demo`: the whole story on a small history, or on two releases of a public package."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.model.stories import StoryFacts

DEFAULT_FOLDER = Path("goldkeeper-demo")


def demo(
    folder: Annotated[Path, typer.Argument(help="Where to build it; made if it is not there.")] = DEFAULT_FOLDER,
    *,
    package: Annotated[
        str, typer.Option("--package", help="Two releases of this package instead of the story, from pip's index.")
    ] = "",
    base: Annotated[str, typer.Option("--from", help="With --package: the release whose functions are the gold.")] = "",
    head: Annotated[str, typer.Option("--to", help="With --package: the release to find them in.")] = "",
    sample: Annotated[int, typer.Option("--sample", min=1, help="With --package: how many functions.")] = 60,
    seed: Annotated[int, typer.Option("--seed", help="With --package: the same seed draws the same functions.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace the folder if an earlier demo made it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print facts and report as JSON.")] = False,
) -> None:
    """Build a small repository whose gold has drifted, and scan it.

    It is left for trying the review. Ends with 0 although the scan finds drift: finding it is what was asked for.
    """
    from goldkeeper.cli.demo_view import print_demo
    from goldkeeper.cli.scan_view import progress
    from goldkeeper.stores.demo_story import write_story
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.starting import start_project
    from goldkeeper.workflow.demo import judge_story

    if package or base or head:
        facts = _releases(folder, package, base, head, sample=sample, seed=seed, replace=force)
    else:
        facts = write_story(folder, replace=force)
    home = Path(facts.folder)
    config = start_project(home, gold=home / facts.gold, repo=home, rev="HEAD", source=None, force=True).config
    with open_keeper(config) as keeper, keeper.lock("demo"):
        with progress() as bar:
            report = keeper.scan(progress=bar)
        written = keeper.write_report(report)
    verdict = judge_story(report, facts.fates) if facts.fates else None
    print_demo(folder, facts, report, verdict, written=written, as_json=as_json)


def _releases(
    folder: Path, package: str, base: str, head: str, *, sample: int, seed: int, replace: bool
) -> "StoryFacts":
    from random import Random

    from goldkeeper.model.chunks import SkipReason
    from goldkeeper.model.errors import BadRequest, PackageUnavailable
    from goldkeeper.stores.demo_releases import write_releases
    from goldkeeper.stores.demo_story import check_folder
    from goldkeeper.stores.package_index import fetch_release
    from goldkeeper.wiring import make_chunker
    from goldkeeper.workflow.demo import chunks_of, sample_gold

    if not (package and base and head):
        given = "--package NAME --from V1 --to V2"
        raise BadRequest("demo", "a package needs its name and two releases", f"give {given}, or none of them")
    check_folder(folder, replace=replace)  # before anything is downloaded
    chunker = make_chunker()
    first, last = (
        fetch_release(package, version, is_source=lambda path: not isinstance(chunker.language_of(path), SkipReason))
        for version in (base, head)
    )
    gold = sample_gold(chunks_of(first.files, chunker), size=sample, rng=Random(seed))  # noqa: S311  # a sample, no secret
    if not gold:
        raise PackageUnavailable(f"{package} {base}", "has no function worth a query", "name another release")
    return write_releases(folder, first, last, gold=gold, replace=replace)
