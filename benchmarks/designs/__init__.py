"""The marks of cards: how large they are in a picture, and whether one is ever taken for another."""
