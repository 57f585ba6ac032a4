"""The TOML file: model, errors, edits."""
