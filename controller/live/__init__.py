"""One running table: session, loop, scoreboard, evidence, camera."""
