"""The rulebooks that there are, and the parts of one's own (docs/adding.md)."""

from controller.record.message import Message
from controller.rulebooks import NoPackError, load, names
from controller.rulebooks.proposal import Case, Forfeit, Proposal

__all__ = ["Case", "Forfeit", "Message", "NoPackError", "Proposal", "load", "names"]
