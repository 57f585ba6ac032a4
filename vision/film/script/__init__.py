"""What happens in a film: who lays what where, when, on which way."""
