"""What stands beside a game: the readable log, and simple players."""
