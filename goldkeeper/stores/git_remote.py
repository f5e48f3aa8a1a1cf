"""Where a clone came from, for links into the code host."""

from goldkeeper.stores.git_history import GitHistory


def remote_url(history: GitHistory) -> str:
    """The URL of `origin`, else of the first remote; empty where the repository has none."""
    names = history.git.ask("remote").output.decode("utf-8", "replace").split()
    if not names:
        return ""
    name = "origin" if "origin" in names else names[0]
    return history.git.ask("remote", "get-url", name).output.decode("utf-8", "replace").strip()
