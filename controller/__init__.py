"""The referee: rules, proof, the record, and the daemon that wires the table together."""
