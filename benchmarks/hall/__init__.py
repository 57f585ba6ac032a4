"""The hall under load and in storms: many tables, one broker."""
