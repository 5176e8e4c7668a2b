"""A job: which card stands where on which sheet, with its back and its marks. Pure."""
