"""One module per display: ``render(face)`` gives what that display is sent."""
