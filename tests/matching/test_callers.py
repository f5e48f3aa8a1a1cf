"""What the callers of a chunk say about where it went."""

from tests.matching.landscapes import Surveyed, surveyed

WORKER = """\
class Worker:
    def handle(self, request):
        return self.queue.put(request)
"""
RENAMED = """\
class Worker:
    def process(self, request, urgent):
        for queue in self.queues_for(urgent):
            queue.offer(request.with_deadline())
"""
CALLING = """\
def serve(worker, requests):
    for request in requests:
        print(worker.handle(request), file=worker.log)


def drain(worker):
    worker.handle(worker.pending.pop())
    return worker.handle(None) or worker.rest
"""


def renamed(calling: str) -> Surveyed:
    return surveyed({"worker.py": WORKER, "main.py": CALLING}, {"worker.py": RENAMED, "main.py": calling})


def test_callers_that_name_another_chunk_now_went_with_it() -> None:
    seen = renamed(CALLING.replace(".handle(", ".process("))
    ours, theirs = seen.base("worker.py Worker.handle"), seen.head("worker.py Worker.process")
    assert seen.context.callers.went(ours, theirs) == 1.0
    assert seen.context.callers.stayed(ours) == 0.0


def test_the_share_of_them_counts() -> None:
    seen = renamed(
        CALLING.replace("print(worker.handle(request)", "print(worker.process(request)").replace("None", "1")
    )
    ours, theirs = seen.base("worker.py Worker.handle"), seen.head("worker.py Worker.process")
    went, stayed = seen.context.callers.went(ours, theirs), seen.context.callers.stayed(ours)
    assert (went, stayed) == (0.5, 0.5)


def test_what_it_is_called_on_may_change_with_the_name() -> None:
    seen = renamed(CALLING.replace("worker.handle(", "worker.pool.front().process("))
    ours, theirs = seen.base("worker.py Worker.handle"), seen.head("worker.py Worker.process")
    assert seen.context.callers.went(ours, theirs) == 1.0


def test_a_chunks_own_first_line_is_no_caller() -> None:
    seen = surveyed({"worker.py": WORKER}, {"worker.py": WORKER.replace("handle", "process")})
    ours, theirs = seen.base("worker.py Worker.handle"), seen.head("worker.py Worker.process")
    assert seen.context.callers.went(ours, theirs) is None


def test_a_line_of_which_little_is_left_says_nothing() -> None:
    short = "def go(w):\n    w.handle(1)\n"
    seen = surveyed(
        {"worker.py": WORKER, "main.py": short}, {"worker.py": RENAMED, "main.py": short.replace("handle", "process")}
    )
    ours, theirs = seen.base("worker.py Worker.handle"), seen.head("worker.py Worker.process")
    assert seen.context.callers.went(ours, theirs) is None


def test_a_name_that_its_file_uses_as_before_is_still_in_use() -> None:
    calling = "\n\ndef both(worker):\n    worker.handle(1)\n    worker.handle(2)\n"
    used = surveyed({"worker.py": WORKER + calling}, {"worker.py": RENAMED + calling})
    gone = surveyed({"worker.py": WORKER + calling}, {"worker.py": RENAMED + calling.replace("handle", "process")})
    assert used.context.callers.still_named(used.base("worker.py Worker.handle")) == 1.0
    assert gone.context.callers.still_named(gone.base("worker.py Worker.handle")) == 0.0


def test_the_lines_that_named_it_are_known_with_their_place() -> None:
    seen = renamed("def serve(worker, requests):\n    return worker.rest\n")
    former = seen.context.callers.former(seen.base("worker.py Worker.handle"))
    assert [(mention.path, mention.line) for mention in former] == [("main.py", 3), ("main.py", 7), ("main.py", 8)]
