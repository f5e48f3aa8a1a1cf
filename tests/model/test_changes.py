"""What is said of a chunk's name and place, from where it stood and where it stands."""

import pytest

from goldkeeper.model.changes import ChangeKind, Place, change_between

OLD = Place("shop/desk.py", "Desk", "open")


@pytest.mark.parametrize(
    ("new", "is_outer_renamed", "expected"),
    [
        (OLD, False, ChangeKind.SAME),
        (OLD._replace(name="unlock"), False, ChangeKind.RENAMED),
        (OLD._replace(path="shop/till.py"), False, ChangeKind.MOVED),
        (OLD._replace(path="shop/till.py", name="unlock"), False, ChangeKind.MOVED_RENAMED),
        (OLD._replace(container="Till"), False, ChangeKind.MOVED),
        (OLD._replace(container="Till"), True, ChangeKind.RENAMED),
        (OLD._replace(container="Till", name="unlock"), True, ChangeKind.RENAMED),
        (OLD._replace(container="Till", name="unlock"), False, ChangeKind.MOVED_RENAMED),
        (OLD._replace(path="shop/till.py", container="Till"), True, ChangeKind.MOVED),
    ],
)
def test_what_happened_follows_from_path_container_and_name(
    new: Place, is_outer_renamed: bool, expected: ChangeKind
) -> None:
    assert change_between(OLD, new, lambda: is_outer_renamed) is expected
