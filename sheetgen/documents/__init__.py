"""What a program calls: options as a value in, bytes or findings out."""
