"""The review as a screen of the terminal."""
