"""`goldkeeper notify`: who is told what, a rehearsal, and what would be said now."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.model.telling import Memory, Message
    from goldkeeper.settings import Project


def notify(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    *,
    test: Annotated[bool, typer.Option("--test", help="Send everybody a message that says it is a test.")] = False,
    preview: Annotated[
        bool, typer.Option("--preview", help="Print the message about all that waits now; nothing is sent.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Show who is told of drift and failing scans, and try it out.

    Exit code 1 when a receiver could not be reached.
    """
    from goldkeeper.cli.output import emit
    from goldkeeper.settings import load_project

    project = load_project(config)
    if preview:
        _preview(project, as_json=as_json)
    elif test:
        _test(project, as_json=as_json)
    elif as_json:
        from goldkeeper.cli.output import emit_json

        emit_json(_record(project))
    else:
        for line in _lines(project):
            emit(line)


def _preview(project: "Project", *, as_json: bool) -> None:
    from goldkeeper.cli.output import emit, emit_json, talk
    from goldkeeper.model.telling import Digest
    from goldkeeper.reporting.digest import drift_news
    from goldkeeper.stores.clock import utc_now
    from goldkeeper.wiring.telling import make_writer, open_questions
    from goldkeeper.workflow.news import new_questions

    waiting = open_questions(project)
    drift = drift_news(new_questions(waiting, {}), waiting=len(waiting))
    message: Message | None = None
    if drift is not None:
        digest = Digest(_name(project), project.settings.gold.path.as_posix(), utc_now(), drift, ())
        message = make_writer(project)(digest)
    if as_json:
        texts = {"title": message.title, "text": message.text, "markdown": message.markdown} if message else None
        emit_json({"message": texts})
    elif message is None:
        talk("Nothing waits, so there is nothing to tell.")
    else:
        emit(f"{message.title}\n\n{message.text}\n\n--- as Markdown\n{message.markdown}")


def _test(project: "Project", *, as_json: bool) -> None:
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json
    from goldkeeper.model.errors import ConfigInvalid
    from goldkeeper.model.telling import Message
    from goldkeeper.wiring.telling import make_notifier
    from goldkeeper.workflow.telling import rehearse

    notifier = make_notifier(project)
    if not notifier.targets:
        where = str(project.file)
        raise ConfigInvalid(where, "notify.urls names nobody", 'add a receiver, such as urls = ["env:MY_SLACK_URL"]')
    said = "This is a test: goldkeeper can reach you here. Nothing has happened."
    outcome = rehearse(notifier, Message(f"{_name(project)}: a test", said, said))
    if as_json:
        emit_json({"sent": {name: {"reached": not why, "problem": why or None} for name, why in outcome.items()}})
    else:
        for name, why in outcome.items():
            emit(f"{name}: {f'not reached: {why}' if why else 'reached'}")
    if any(outcome.values()):
        raise typer.Exit(PERSON_NEEDED)


def _record(project: "Project") -> dict[str, object]:
    from goldkeeper.wiring.telling import make_notifier

    chosen, memory = project.settings.notify, _memory(project)
    return {
        "receivers": sorted(make_notifier(project).targets.values()) if chosen.urls else [],
        "events": list(chosen.events),
        "quiet": chosen.quiet or None,
        "zone": chosen.zone or "UTC",
        "min_gap_minutes": chosen.min_gap_minutes,
        "last_message": memory.spoke.isoformat() if memory.spoke else None,
        "pending": [news.text for news in memory.pending],
        "unsent": len(memory.unsent),
    }


def _lines(project: "Project") -> list[str]:
    from goldkeeper.reporting.wording import count

    record = _record(project)
    receivers = record["receivers"]
    assert isinstance(receivers, list)
    if not receivers:
        return ["told       nobody; notify.urls is empty"]
    chosen, memory = project.settings.notify, _memory(project)
    lines = [f"told       {', '.join(receivers)}", f"of         {', '.join(chosen.events).replace('_', ' ')}"]
    gap = f"at most every {count(chosen.min_gap_minutes, 'minute')}" if chosen.min_gap_minutes else "at once"
    quiet = f", never {chosen.quiet} {chosen.zone or 'UTC'}" if chosen.quiet else ""
    lines.append(f"when       {gap}{quiet}; the daemon tells")
    lines.append(f"last       {_when(memory.spoke)}")
    lines += [f"to tell    {news.text}" for news in memory.pending]
    if memory.unsent:
        lines.append(f"unsent     {count(len(memory.unsent), 'message')} to receivers that could not be reached")
    return lines


def _when(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "never"


def _memory(project: "Project") -> "Memory":
    from goldkeeper.stores.memory_file import MemoryFile

    return MemoryFile(project.path(project.settings.state.folder)).read()


def _name(project: "Project") -> str:
    return project.path(project.settings.repository.path).resolve().name
