"""From a scan to the figures people read. Pure."""
