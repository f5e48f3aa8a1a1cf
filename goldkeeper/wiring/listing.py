"""Whether the chunk list fits what is scanned: looked at once for each list and commit, and remembered."""

import json
from pathlib import Path

from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.passports import Trait
from goldkeeper.stores.atomic import write_whole
from goldkeeper.wiring.scan_keys import named
from goldkeeper.wiring.stores import ProjectStores
from goldkeeper.workflow.list_check import ListFit, check_list

KEPT_FIT = "chunk-list-fit.json"  # in the state folder


def list_fit(stores: ProjectStores) -> ListFit | None:
    """How the chunk list fits the state that is scanned; None where goldkeeper cuts.

    Raises:
        PassportSourceUnreadable: it does not fit at all, or the manifest tells of another list.
    """
    listing = stores.chunk_list
    if listing is None:
        return None
    said = stores.index_sources.manifest_value(Trait.CHUNKS)
    if said is not None and said != str(listing.count):
        problem = f"holds {listing.count:,} chunks, and {stores.settings.index.manifest} says {said}"
        raise PassportSourceUnreadable(listing.name, problem, "wait until both are written, or write both anew")
    head, kept = stores.head, stores.state_folder / KEPT_FIT
    rules = stores.settings.repository.model_dump_json()
    key = named(listing.boundaries, str(head.commit), rules, str(listing.says_its_end), str(listing.duplicates))
    known = _kept(kept, key) if head.commit is not None else None
    if known is None:
        known = check_list(listing, head)
        if head.commit is not None:
            write_whole(kept, json.dumps({"key": key, "chunks": known.chunks, "notes": known.notes}).encode())
    return known


def _kept(file: Path, key: str) -> ListFit | None:
    try:
        record = json.loads(file.read_bytes())
        return ListFit(int(record["chunks"]), tuple(record["notes"])) if record["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
