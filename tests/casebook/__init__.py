"""Small stories, each with the outcome that it must have: `<story>/base` becomes `<story>/head`."""
