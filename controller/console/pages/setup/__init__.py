"""The owner's pages: the settings of the table, its camera and its check-up."""
