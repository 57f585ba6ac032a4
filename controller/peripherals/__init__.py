"""What stands on the table beside the camera: displays, buttons, lamp, buzzer, voice."""
