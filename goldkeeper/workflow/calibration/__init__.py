"""Trials with known answers: chunks that can be followed beyond doubt, asked for with their way hidden."""
