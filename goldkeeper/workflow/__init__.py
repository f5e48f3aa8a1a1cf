"""The use cases, one file each, speaking to the world through `ports/` alone."""
