"""The version of everything that is printed or kept as JSON."""

JSON_SCHEMA = 1  # counts up when a field goes or changes its meaning; new fields don't count
