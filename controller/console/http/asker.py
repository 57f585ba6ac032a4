"""Who asks for a page or an action: the paired device, its role, and what it may hear of the newest snapshot."""

from dataclasses import dataclass

from controller.console.http.context import Context
from controller.console.http.snapshot import TableSnapshot
from controller.console.security.devices import PairedDevice
from controller.console.security.roles import Role
from controller.console.views.table_mat import own_seat
from controller.record.events import Seat


@dataclass(frozen=True, slots=True)
class Asker:
    """The device that asks, and the snapshot of the table on which it is answered."""

    state: TableSnapshot
    """The newest snapshot when the request came; the whole answer is made from it."""
    context: Context
    device: PairedDevice | None
    """The paired device that asks; None: a viewer's."""

    @property
    def role(self) -> Role:
        """The role of the device that asks."""
        return self.device.role if self.device else Role.VIEWER

    @property
    def rules(self) -> bool:
        """Whether an arbiter asks."""
        return self.context.rules(self.role)

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the player after whom the device is called; None: it is nobody's at this table."""
        return own_seat(self.state.match, self.device.name) if self.device else None

    @property
    def secret(self) -> frozenset[int]:
        """The lines of the record of which the one who asks may not hear yet."""
        return self.context.secret(self.state, self.role)
