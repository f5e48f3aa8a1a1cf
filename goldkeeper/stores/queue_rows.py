"""Rows of the queue's tables as values, as refusals, and as text that any database takes."""

import hashlib
from datetime import datetime
from typing import Any

from sqlalchemy.engine import Row

from goldkeeper.model.errors import ItemNotOpen, TargetMoved
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, ItemState, ReviewItem
from goldkeeper.stores.codec import decode_decision, decode_proposal, encode_proposal


def to_item(row: Row[Any], proposal: RemapProposal) -> ReviewItem:
    """A row of `items` with its proposal."""
    return ReviewItem(
        number=row.number,
        group=f"g{row.group_number}",
        state=ItemState(row.state),
        proposal=proposal,
        created=row.created,
        decision=decode_decision(row.decision) if row.decision is not None else None,
        supersedes=row.supersedes,
    )


def new_row(number: int, proposal: RemapProposal, before: int | None, *, group: int, now: datetime) -> dict[str, Any]:
    """What `items` keeps of a question that is asked for the first time."""
    payload = encode_proposal(proposal)
    return {
        "number": number,
        "group_number": group,
        "state": ItemState.WAITING.value,
        "chunk": digest_of(str(proposal.chunk_id)),
        "content_key": proposal.content_key,
        "payload": payload,
        "payload_digest": digest_of(payload),
        "created": now,
        "supersedes": before,
    }


def refused(row: Row[Any]) -> ItemNotOpen | TargetMoved:
    """Why an item that should be open with a certain question did not change."""
    if ItemState(row.state) in OPEN_STATES:
        return TargetMoved(row.number, str(decode_proposal(row.payload).chunk_id))
    return not_open(row)


def not_open(row: Row[Any]) -> ItemNotOpen:
    """That an item is answered, superseded or applied, and by whom."""
    decided = row.state in {ItemState.DECIDED.value, ItemState.APPLIED.value}
    return ItemNotOpen(row.number, row.state, row.judge or "" if decided else "")


def digest_of(text: str) -> str:
    """A short name for a text of any length and any bytes."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def storable(text: str) -> str:
    """Text as any database takes it: no NUL, no bytes that are no UTF-8."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
