"""`python -m goldkeeper`: the same as the console script."""

from goldkeeper.cli.main import run

if __name__ == "__main__":
    run()
