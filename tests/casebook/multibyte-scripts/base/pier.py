# 予約 🛶 — résa ‏מעגן‏
MOORING = {"岸": "東の桟橋", "боат": "лодка", "👩‍🚀": "🏳️‍🌈"}


def нанять(имя):
    return f"{имя} ⛵"


def tide(a, b):
    """Größer als null, é und é sind zweierlei."""
    return a - b
