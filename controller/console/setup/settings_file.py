"""The settings file as pages change it: read whole, checked like ``config check``, written whole or not at all."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from controller.checkup.settings import usable
from controller.console.setup.form_errors import mistake
from controller.console.words.gettext import _, core
from controller.live.calibration import CalibrateError
from controller.settings.errors import SettingsText
from controller.settings.model import Config, ConfigError, parse
from controller.settings.toml import SettingsTextError
from controller.store.settings_file import save


@dataclass(frozen=True, slots=True)
class SettingsRevision:
    """The settings as the file has them at a moment."""

    text: str
    config: Config

    @property
    def mark(self) -> str:
        """The text's mark, sent with each form, so that a form cannot overwrite a text that its sender has not seen."""
        return sha256(self.text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """One settings file; from any thread."""

    path: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self) -> SettingsRevision:
        """Return the settings in the file now.

        Raises:
            FormRefusedError: it cannot be read, or is wrong.
        """
        with _as_form_errors():
            try:
                text = self.path.read_text(encoding="utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                reason = error.strerror if isinstance(error, OSError) else _("it is not UTF-8 text")
                raise ConfigError(f"{self.path}: {reason}") from error
            config = parse(text, self.path.name)
            usable(config, SettingsText(self.path.name, text))
            return SettingsRevision(text, config)

    def save(self, mark: str, change: Callable[[str], str]) -> Config:
        """Change the file; changes that it holds already are no error.

        Args:
            mark: mark of the text that the sender of the form has seen.
            change: from the text as it is to the text as it shall be.

        Returns:
            The settings that it holds now.

        Raises:
            FormRefusedError: the file is another one by now, no match can be refereed so, or it cannot be written.
        """
        with self._lock, _as_form_errors():
            revision = self.read()
            text = change(revision.text)
            if text == revision.text:
                return revision.config
            if mark != revision.mark:
                raise mistake("", meanwhile())
            config = parse(text, self.path.name)
            usable(config, SettingsText(self.path.name, text))
            save(self.path, text)
            return config


def meanwhile() -> str:
    """Return the reason why a form from an old state of the file is refused."""
    return _(
        "Nothing was saved, for somebody has changed the settings since this page was opened. "
        "Your entries are still here: look whether they still fit, and save again."
    )


@contextmanager
def _as_form_errors() -> Generator[None]:
    """Report the file's error to the sender of the form."""
    try:
        yield
    except (ConfigError, SettingsTextError, CalibrateError) as error:
        raise mistake("", core(str(error))) from error
