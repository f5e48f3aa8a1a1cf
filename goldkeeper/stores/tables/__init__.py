"""The tables, one file a story; a test holds them against the migrations."""
