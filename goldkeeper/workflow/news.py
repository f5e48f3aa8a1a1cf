"""Happenings → news: which of them people are told of, and what makes two of them the same."""

import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from shlex import quote
from typing import assert_never

from goldkeeper.model.daemon_happenings import DatabaseAway, DatabaseBack
from goldkeeper.model.happenings import (
    AuditDue,
    GateFailed,
    Happening,
    JobFailed,
    JobFinished,
    NewDrift,
    ScanFailing,
    ScanFinished,
    ScanRecovered,
    UpgradeSeen,
    WorkWaits,
)
from goldkeeper.model.reviews import ItemState, ReviewItem
from goldkeeper.model.telling import Memory, News, NewsKind, Told

REMEMBERED = timedelta(days=90)  # a branch that comes back after a quarter is news again


def taken_in(memory: Memory, happening: Happening, kinds: frozenset[NewsKind]) -> Memory:
    """The memory after something happened."""
    match happening:
        case ScanFinished() | NewDrift():
            look = memory.look or (NewsKind.DRIFT in kinds and happening.waiting > 0)
            return replace(memory, look=look)
        case ScanRecovered():
            return _recovered(memory, "scan", "Scans work again", happening.at, kinds)
        case DatabaseBack():
            return _recovered(memory, "database", "The database is back", happening.at, kinds)
        case JobFinished():
            return _recovered(memory, f"job {happening.job}", f"{happening.job} works again", happening.at, kinds)
        case _:
            news = news_of(happening)
            return memory if news is None or news.kind not in kinds else _with(memory, news)


def news_of(happening: Happening) -> News | None:
    """What is told of a happening; None when nobody is."""
    match happening:
        case AuditDue():
            news = _news(NewsKind.AUDIT_DUE, happening.at, f"An audit is due: {happening.reason}", happening.reason)
            named = f"goldkeeper audit status {quote(happening.audit)}"
            return replace(news, command=named) if happening.audit else news
        case GateFailed():
            reasons = happening.said
            # The next release may fail for the same reasons, and nobody says that one passed.
            identity = f"{happening.at:%Y-%m-%d} {happening.release} {reasons}"
            text = f"The gate is closed for {happening.release}: {reasons}"
            news = _news(NewsKind.GATE_FAILED, happening.at, text, identity)
            return replace(news, command=f"goldkeeper gate --release {shlex.quote(happening.release)}")
        case ScanFailing():
            text = f"Scans fail: {happening.problem}"
            # Of one sort of problem the sentence may name another file each time.
            return _news(NewsKind.SCAN_FAILING, happening.at, text, happening.code, subject="scan")
        case DatabaseAway():
            text = f"The database can't be used: {happening.problem}"
            return _news(NewsKind.SCAN_FAILING, happening.at, text, "away", subject="database")
        case JobFailed():
            text = f"{happening.job} failed: {happening.problem}"
            return _news(NewsKind.SCAN_FAILING, happening.at, text, "failed", subject=f"job {happening.job}")
        case WorkWaits():
            text = f"{happening.sentence[:1].upper()}{happening.sentence[1:]}"
            news = _news(NewsKind.REMINDER, happening.at, text, happening.at.isoformat())
            only_audits = not (happening.waiting or happening.to_apply)
            return replace(news, command="goldkeeper audit status") if only_audits else news
        case UpgradeSeen():
            text = f"The {happening.what} of the index is another: {happening.before} → {happening.after}"
            return _news(NewsKind.UPGRADE, happening.at, text, happening.upgrade)
        case _:
            return None


def _news(kind: NewsKind, at: datetime, text: str, identity: str, *, subject: str = "") -> News:
    digest = hashlib.blake2b(identity.encode("utf-8", "replace"), digest_size=12).hexdigest()
    return News(kind, _family(kind, subject) + digest, at, text.rstrip("."), subject, _command(kind))


def _family(kind: NewsKind, subject: str) -> str:
    """What the keys of all news of one sort about one thing begin with."""
    return f"{kind.value} {subject}:"


def _command(kind: NewsKind) -> str:
    match kind:
        case NewsKind.SCAN_FAILING:
            return "goldkeeper doctor"
        case NewsKind.AUDIT_DUE:
            return "goldkeeper audit plan"
        case NewsKind.GATE_FAILED:
            return "goldkeeper gate --release NAME"
        case NewsKind.DRIFT | NewsKind.REMINDER:
            return "goldkeeper review list"
        case NewsKind.UPGRADE | NewsKind.RECOVERED:
            return "goldkeeper status"
        case _:
            assert_never(kind)


def _with(memory: Memory, news: News) -> Memory:
    """Once told or waiting to be told is enough; another failure of the same subject takes the first one's place."""
    if news.key in memory.news or news.key in {waiting.key for waiting in memory.pending}:
        return memory
    others = memory.pending
    if news.subject:
        others = tuple(waiting for waiting in memory.pending if waiting.subject != news.subject)
        since = [waiting.at for waiting in memory.pending if waiting.subject == news.subject]
        news = replace(news, at=min([news.at, *since]))
    return replace(memory, pending=(*others, news))


def _recovered(memory: Memory, subject: str, text: str, at: datetime, kinds: frozenset[NewsKind]) -> Memory:
    """A failure that nobody heard of has not been; of one that was told, the end is told."""
    pending = tuple(news for news in memory.pending if news.subject != subject)
    told = memory.failing.get(subject)
    if told is None:
        return replace(memory, pending=pending)
    failing = {name: key for name, key in memory.failing.items() if name != subject}
    ended = _family(NewsKind.SCAN_FAILING, subject)
    heard = {key: when for key, when in memory.news.items() if not key.startswith(ended)}  # the next is news again
    if NewsKind.RECOVERED in kinds:
        key = f"{told} until {at.isoformat()}"
        pending = (*pending, News(NewsKind.RECOVERED, key, at, text, subject, _command(NewsKind.RECOVERED)))
    return replace(memory, pending=pending, failing=failing, news=heard)


def new_questions(items: Sequence[ReviewItem], told: Mapping[str, Told]) -> tuple[ReviewItem, ...]:
    """Open questions that people have not heard of, by number.

    One that took the place of a question they know is the same drift, asked anew; one that was put off was seen.
    """
    known = {question.item for question in told.values()}
    return tuple(
        item
        for item in sorted(items, key=lambda item: item.number)
        if item.state is ItemState.WAITING and item.proposal.content_key not in told and item.supersedes not in known
    )


def heard_of(memory: Memory, open_items: Sequence[ReviewItem], news: Sequence[News], now: datetime) -> Memory:
    """The memory once a message about these questions and news is written."""
    questions = dict(memory.questions)
    questions |= {item.proposal.content_key: Told(item.number, now) for item in open_items}
    since = now - REMEMBERED
    told = {key: when for key, when in memory.news.items() if when >= since or key in memory.failing.values()}
    told |= {one.key: now for one in news}
    keys = {one.key for one in news}
    return replace(
        memory,
        questions={key: question for key, question in questions.items() if question.seen >= since},
        news=told,
        look=False,
        pending=tuple(one for one in memory.pending if one.key not in keys),
        failing={**memory.failing, **{one.subject: one.key for one in news if one.kind is NewsKind.SCAN_FAILING}},
        spoke=now,
    )
