"""The console's pages: taps, first paint, fifty phones, a siege."""
