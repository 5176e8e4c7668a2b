"""What play is worth: odds of boxes, the value of a card, par and advice. Modules with numpy are named there."""
