"""Numbers of questions in addresses: what is none finds nothing.

Python reads `+1`, `1_0` and digits of any script as numbers, and refuses very long ones with an error of its own.
"""

from starlette.convertors import Convertor, register_url_convertor


class _Number(Convertor[int]):
    regex = "[1-9][0-9]{0,8}"  # nine digits: any database holds them

    def convert(self, value: str) -> int:
        """As it is used."""
        return int(value)

    def to_string(self, value: int) -> str:
        """As it is written."""
        return str(value)


def know_numbers() -> None:
    """Let addresses of routes say `{number:number}`; to be called before they are made."""
    register_url_convertor("number", _Number())
