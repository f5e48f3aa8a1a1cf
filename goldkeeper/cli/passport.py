"""`goldkeeper passport`: which model and chunker made the index."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.wiring.manifests import PassportDiff

app = typer.Typer(
    help="Which model and chunker made the index: show, write, compare.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Config = Annotated[Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
SHOWN_SCANS = 5


@app.command()
def show(config: Config = None, *, as_json: AsJson = False) -> None:
    """Show what is known of the index, and who says so."""
    from goldkeeper.cli.output import emit, emit_json, talk, visible
    from goldkeeper.model.passports import Passport
    from goldkeeper.reporting.passports import checked_scan_record, passport_lines, passport_record, upgrade_record
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.index_sources import disagreement
    from goldkeeper.wiring.passports import current_passport, read_passport, scans, waiting_upgrades

    with open_keeper(config) as keeper:
        passport = current_passport(keeper) or Passport()
        note = disagreement(passport, keeper.chunker.fingerprint)
        waiting, last = waiting_upgrades(keeper), scans(keeper, SHOWN_SCANS)
        described = passport if not passport.empty else read_passport(keeper)
    if as_json:
        record = passport_record(described)
        record |= {"notes": [note] if note else []}
        record |= {"upgrades": [upgrade_record(one) for one in waiting], "scans": [*map(checked_scan_record, last)]}
        emit_json(record)
        return
    for line in passport_lines(described):
        emit(visible(line))
    if passport.empty:
        talk("Nobody says how the index was made: set index.manifest, or run goldkeeper passport write.")
    for upgrade in waiting:
        talk(visible(f"Upgrade {upgrade.number} waits for a scan: {upgrade.sentence}. goldkeeper scan"))
    if note:
        talk(visible(note))


@app.command()
def write(
    file: Annotated[Path | None, typer.Argument(help="The file; without it index.manifest, or stdout.")] = None,
    config: Config = None,
    *,
    embedding: Annotated[str, typer.Option("--embedding", help="The embedding model.")] = "",
    revision: Annotated[str, typer.Option("--revision", help="Its revision.")] = "",
    dimension: Annotated[int | None, typer.Option("--dimension", min=1, help="The length of its vectors.")] = None,
    chunker: Annotated[str, typer.Option("--chunker", help="The chunker, if it is not goldkeeper's own.")] = "",
    chunker_version: Annotated[str, typer.Option("--chunker-version", help="Its version.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a manifest that goldkeeper didn't write.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the manifest, also where it is written.")] = False,
) -> None:
    """Write goldkeeper's own manifest for an index that has none."""
    from goldkeeper.cli.output import talk, visible
    from goldkeeper.cli.scan_view import progress
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.manifests import write_manifest
    from goldkeeper.wiring.passports import Told

    told = Told(embedding, revision, dimension, chunker, chunker_version).as_passport("goldkeeper passport write")
    with open_keeper(config) as keeper, progress() as bar:
        manifest = keeper.settings.index.manifest
        target = file or (keeper.project.path(Path(manifest)) if manifest else None)
        text = write_manifest(keeper, told, target, force=force, progress=bar)
    if target is None or as_json:
        typer.echo(text, nl=False)
    if target is not None:
        talk(visible(f"Written: {target}"))
        if not manifest:
            talk(visible(f'To have it watched, set manifest = "{target.as_posix()}" under [index].'))
    if '"model"' not in text:
        talk("It names no embedding model; --embedding does.")


@app.command()
def diff(
    before: Annotated[Path | None, typer.Argument(help="A manifest; without it the last two passports seen.")] = None,
    after: Annotated[Path | None, typer.Argument(help="Another; without it what is known now.")] = None,
    config: Config = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Hold two passports against each other; exit code 1 where the later one is an upgrade."""
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk, visible
    from goldkeeper.model.passports import Passport
    from goldkeeper.reporting.passports import diff_record
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.manifests import PassportDiff, diff_of_last_two, passport_of_file
    from goldkeeper.wiring.passports import current_passport

    found: PassportDiff | None
    if before is not None and after is not None:
        found = PassportDiff(passport_of_file(before, config), passport_of_file(after, config))
    else:
        with open_keeper(config) as keeper:
            if before is not None:
                found = PassportDiff(passport_of_file(before, config), current_passport(keeper) or Passport())
            else:
                found = diff_of_last_two(keeper)
    if found is None:
        talk("No two passports were seen yet.")
        if as_json:
            emit_json({"changes": [], "kinds": [], "before": None, "after": None})
        return
    if as_json:
        emit_json(diff_record(found.before, found.after, found.changes, found.kinds))
    else:
        for change in found.changes:
            emit(visible(str(change)))
        talk(_verdict(found))
    if found.kinds:
        raise typer.Exit(PERSON_NEEDED)


def _verdict(found: "PassportDiff") -> str:
    if found.kinds:
        return f"An upgrade: {' and '.join(kind.value for kind in found.kinds)} changed."
    return "No upgrade." if found.changes else "They say the same."
