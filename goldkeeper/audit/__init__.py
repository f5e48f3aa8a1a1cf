"""Audit of the gold set: what to draw, what the answers prove. Pure."""
