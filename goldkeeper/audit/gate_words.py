"""Words and commands that the gate's checks share."""

from shlex import quote

from goldkeeper.model.gates import GateFacts


def count(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count(1, "pair"), count(1200, "pair")
    ('1 pair', '1,200 pairs')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def verb(number: int) -> str:
    """`is` or `are`."""
    return "is" if number == 1 else "are"


def at_most(part: int, whole: int) -> str:
    """A bound in percent, never rounded down.

    >>> at_most(67, 412)
    '16.3 %'
    """
    tenths = -(-1000 * part // whole) if whole else 0
    return f"{tenths / 10:g} %"


def draw_command(release: str, facts: GateFacts) -> str:
    """The command that draws the next audit; of one release each has a name of its own.

    Where the configuration names no judges, the command says where they go.
    """
    command = f"goldkeeper audit draw --release {quote(release)}"
    audit = facts.audit
    if audit is not None and audit.release == release:
        command += f" --name {quote(f'{release}-{audit.place + 1}')}"
    return command if facts.judges_named else f"{command} --judges NAME,NAME"
