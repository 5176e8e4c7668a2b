"""Tests of the program, in folders by room; what concerns several rooms is here."""
