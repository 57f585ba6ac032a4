"""The console's pages under load: phones, strangers, first paint, replays."""
