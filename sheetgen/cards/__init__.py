"""Cards from files, forms, lines and interviews, and results about them for programs."""
