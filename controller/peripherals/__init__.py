"""The devices of a table beside the camera: displays, buttons, lamp, buzzer, voice.

Public: card_voice, display_pictures, displays, panel.
"""
