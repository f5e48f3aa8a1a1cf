"""Sending from a process of its own, for a daemon that lives for months and sends twice a day.

Apprise brings 130 services and their memory (some 40 MB), and a service that hangs would hang us. So
each message is carried by a child, which is killed when it takes too long. URLs reach it through its
standard input: what stands in arguments or in the environment, others can read.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from goldkeeper.model.errors import BadRequest, ConfigInvalid, GoldkeeperError
from goldkeeper.model.telling import Message
from goldkeeper.stores.notifier import AppriseNotifier, names_of

SEND_SECONDS = 90.0  # a mail server may be asked twice; half a second of it is the start

_REFUSALS: Mapping[str, type[GoldkeeperError]] = {"BadRequest": BadRequest, "ConfigInvalid": ConfigInvalid}


class NotifierProcess:
    """`ports.Notifier`, each message in a child."""

    def __init__(self, urls: Sequence[str]) -> None:
        """Receivers by URL; a child looks at once whether apprise can use them.

        Raises:
            BadRequest, ConfigInvalid: as `AppriseNotifier`.
        """
        self._urls = {target: url for target, (_, url) in names_of(urls).items()}
        self._names = {target: name for target, (name, _) in names_of(urls).items()}
        answer = _asked({"check": list(urls)})
        if answer.get("refused") in _REFUSALS:
            refusal = _REFUSALS[answer["refused"]]
            raise refusal(*answer["fields"])

    @property
    def targets(self) -> Mapping[str, str]:
        """Digest of the URL → name of the service."""
        return self._names

    def send(self, target: str, message: Message) -> str:
        """Send to one receiver; why it was not delivered, empty when it was."""
        texts = {"title": message.title, "text": message.text, "markdown": message.markdown}
        answer = _asked({"url": self._urls[target], "message": texts})
        return str(answer.get("problem", "the sender gave no answer"))


def _asked(question: Mapping[str, object]) -> dict[str, Any]:
    """What a child answers; a child that died or hung answers in its own words."""
    command = [sys.executable, "-m", "goldkeeper.stores.notifier_process"]
    try:
        done = subprocess.run(
            command, input=json.dumps(question), capture_output=True, text=True, timeout=SEND_SECONDS, check=False
        )
        answer = json.loads(done.stdout.strip().rpartition("\n")[2])  # services may print
    except subprocess.TimeoutExpired:
        return {"problem": f"no end after {SEND_SECONDS:.0f} s"}
    except OSError as problem:
        return {"problem": f"no process for it: {problem.strerror or problem}"}
    except ValueError:
        return {"problem": f"the sender ended with {done.returncode}"} if done.returncode else {}
    return answer if isinstance(answer, dict) else {}


def answer(question: Mapping[str, Any]) -> dict[str, object]:
    """The child's part: look at URLs, or send one message."""
    try:
        if "check" in question:
            AppriseNotifier(question["check"])
            return {"refused": ""}
        notifier = AppriseNotifier([question["url"]])
    except ConfigInvalid as refusal:
        return {"refused": refusal.code, "fields": [refusal.path, refusal.problem, refusal.remedy]}
    except BadRequest as refusal:
        return {"refused": refusal.code, "fields": [refusal.where, refusal.problem, refusal.remedy]}
    (target,) = notifier.targets
    return {"problem": notifier.send(target, Message(**question["message"]))}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(answer(json.load(sys.stdin))))
