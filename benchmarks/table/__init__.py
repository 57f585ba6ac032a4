"""What a table's devices and a long evening cost: displays, firmware, lamp and voice, memory."""
