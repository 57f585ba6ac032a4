"""What a display is to show, and how it is made to fit."""
