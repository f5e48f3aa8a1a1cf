"""The rules of each language, one file a language; `base.py` says what a rules file is."""
