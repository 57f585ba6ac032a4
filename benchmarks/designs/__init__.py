"""The marks of cards: their size in a picture, and whether one is ever read as another."""
