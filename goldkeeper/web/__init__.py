"""The review as web pages, and the API."""
