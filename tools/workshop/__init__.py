"""The workshop: a static folder in which the program runs in a browser."""
