"""Where passports come from: one file a source."""
