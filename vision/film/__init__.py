"""Films of games that were never played: drawn, spoiled, written."""
