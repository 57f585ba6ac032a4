"""One request: its route, context, snapshot of the table, templates, live streams."""
