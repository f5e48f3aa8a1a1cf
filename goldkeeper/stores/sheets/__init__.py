"""Audit sheets as files: written in four forms, read in whatever form they come back."""
