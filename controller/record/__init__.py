"""What happened: events as data, as text, as corrected, as chained."""
