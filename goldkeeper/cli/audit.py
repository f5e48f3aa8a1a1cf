"""`goldkeeper audit …`: people read a sample of the gold set before a release."""

from goldkeeper.cli import audit_drawing, audit_readings, audit_third
from goldkeeper.cli.audit_options import app

__all__ = ["app", "audit_drawing", "audit_readings", "audit_third"]
