"""One table that all phones and a screen share: its events, its log, and the server."""
