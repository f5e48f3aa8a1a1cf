"""Where a chunk went: candidates, evidence, weight, confidence, proposal. Pure."""
