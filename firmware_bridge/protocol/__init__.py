"""The conversation with our own firmware (docs/protocol.md): bytes in, bytes out; ``now`` is given.

Public: device, link, messages.
"""
