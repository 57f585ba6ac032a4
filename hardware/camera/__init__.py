"""Pictures: cameras, films, folders, streams."""
