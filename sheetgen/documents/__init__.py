"""Documents and checks as values, for programs: options in, bytes or findings out."""
