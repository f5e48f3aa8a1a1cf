"""From proposals to groups, and from decisions to the next gold set. Pure."""
