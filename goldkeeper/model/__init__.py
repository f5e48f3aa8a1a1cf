"""The words of the field as frozen values; see each file for one of them."""
