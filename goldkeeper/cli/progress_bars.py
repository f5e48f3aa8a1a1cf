"""Progress of long work as bars on stderr, one for each kind of work."""

import time
from typing import TextIO

from goldkeeper.reporting.visible import visible

PATIENCE_SECONDS = 0.3  # work that ends sooner shows no bar: a flash is only unrest


class ProgressBars:
    """A `ports.Progress` that begins to draw when the work has lasted a moment; `stop` wipes it away."""

    def __init__(self, stream: TextIO, *, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._stream = stream
        self._draw_from = time.monotonic() + patience_seconds
        self._drawing: Drawing | None = None

    def __call__(self, what: str, done: int, of: int) -> None:
        """Show that of the pieces of some work so many are done; 0 pieces means that nobody knows how many."""
        if self._drawing is None:
            if time.monotonic() < self._draw_from:
                return
            self._drawing = Drawing(self._stream)
        self._drawing.show(what, done, of)

    def stop(self) -> None:
        """Take the bars off the screen."""
        if self._drawing is not None:
            self._drawing.stop()


class Drawing:
    """The bars while they are on the screen."""

    def __init__(self, stream: TextIO) -> None:
        from rich import progress  # most scans end before a bar is wanted
        from rich.console import Console

        self._tasks: dict[str, progress.TaskID] = {}
        # stdout is left alone: it may be a pipe that wants its data where it is.
        self._bars = progress.Progress(
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            console=Console(file=stream),
            transient=True,
            redirect_stdout=False,
        )
        self._bars.start()

    def show(self, what: str, done: int, of: int) -> None:
        """Draw one kind of work as far as it is."""
        if what not in self._tasks:
            for task in self._bars.tasks:  # a history of forty commits is no wall of forty full bars
                if task.finished:
                    self._bars.update(task.id, visible=False)
            self._tasks[what] = self._bars.add_task(visible(what), total=None)
        self._bars.update(self._tasks[what], completed=done, total=of or None)

    def stop(self) -> None:
        """Wipe the bars away."""
        self._bars.stop()
