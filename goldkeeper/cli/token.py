"""`goldkeeper token …`: who may come in where others can reach the pages."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from datetime import datetime

    from goldkeeper.model.serving import Token

app = typer.Typer(help="Tokens that let named judges into the pages and the API.", no_args_is_help=True)

Config = Annotated[Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")]
LONGEST_NAME = 100  # letters, as the pages take it
AsJson = Annotated[bool, typer.Option("--json", help="Print an object with a schema version.")]


@app.command()
def add(
    name: Annotated[str, typer.Argument(help="The judge; their decisions bear this name.")],
    *,
    days: Annotated[
        int | None, typer.Option("--days", min=1, help="Let in for so many days; without it until revoked.")
    ] = None,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Make a token and print it, once: only its digest is kept."""
    from goldkeeper.cli.output import emit, emit_json, talk, visible
    from goldkeeper.model.errors import BadRequest
    from goldkeeper.model.judge_names import known_as, no_persons, tidy_name
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.serving import Doorkeeping

    judge = tidy_name(name)
    amiss = no_persons(judge)
    if not judge or len(judge) > LONGEST_NAME or not judge.isprintable() or amiss:
        because = f": it {amiss}" if amiss else ""
        raise BadRequest("token add", f"{name!r} is no name of a judge{because}", "pass a person's name")
    with open_keeper(config) as keeper:
        now, tokens = keeper.clock(), Doorkeeping(keeper).tokens
        known = known_as(judge, (other.judge for other in tokens.all() if other.lets_in(now)))
        if known not in {None, judge}:  # two spellings would be two judges, and one person could be both
            problem = f"{judge!r} has a token as {known!r}"
            raise BadRequest("token add", problem, "write the name that way, or revoke that token")
        expires = now + timedelta(days=days) if days is not None else None
        token, text = tokens.add(judge, now=now, expires=expires)
    if as_json:
        emit_json({"token": {**_record(token, now), "text": text}})
        return
    emit(text)
    talk(f"token {token.number} for {visible(judge)}, shown this once; goldkeeper token revoke {token.number} ends it")


@app.command("list")
def list_tokens(*, config: Config = None, as_json: AsJson = False) -> None:
    """List the tokens: number, state, judge, when made, when it ends; by tabs."""
    from goldkeeper.cli.output import emit, emit_json, talk
    from goldkeeper.reporting.visible import tab_field
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.serving import Doorkeeping

    with open_keeper(config) as keeper:
        now = keeper.clock()
        tokens = Doorkeeping(keeper).tokens.all()
    if as_json:
        emit_json({"tokens": [_record(token, now) for token in tokens]})
        return
    for token in tokens:
        ends = f"{token.expires:%Y-%m-%d}" if token.expires is not None else "never"
        emit(
            "\t".join(
                (str(token.number), _state(token, now), tab_field(token.judge), f"{token.created:%Y-%m-%d}", ends)
            )
        )
    if not tokens:
        talk("there is no token; goldkeeper token add NAME makes one")


@app.command()
def revoke(
    number: Annotated[int, typer.Argument(min=1, help="As goldkeeper token list counts.")],
    *,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Let nobody in with a token any more; its sessions end at once."""
    from goldkeeper.cli.output import emit_json, talk, visible
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.serving import Doorkeeping

    with open_keeper(config) as keeper:
        now = keeper.clock()
        token = Doorkeeping(keeper).tokens.revoke(number, now=now)
    if as_json:
        emit_json({"token": _record(token, now)})
    else:
        talk(f"token {token.number} for {visible(token.judge)} lets nobody in any more")


def _state(token: "Token", now: "datetime") -> str:
    if token.revoked is not None:
        return "revoked"
    return "lets in" if token.lets_in(now) else "expired"


def _record(token: "Token", now: "datetime") -> dict[str, object]:
    return {
        "number": token.number,
        "judge": token.judge,
        "state": _state(token, now),
        "created": token.created.isoformat(),
        "expires": token.expires.isoformat() if token.expires is not None else None,
        "revoked": token.revoked.isoformat() if token.revoked is not None else None,
    }
