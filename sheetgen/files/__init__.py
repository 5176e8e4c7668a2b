"""Where files are, and reading and writing them within bounds."""
