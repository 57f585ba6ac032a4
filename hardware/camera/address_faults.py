"""Reasons why an address gives no stream, each in one sentence that says what to do."""

import socket
import ssl
from contextlib import closing
from typing import Final
from urllib.error import URLError
from urllib.parse import SplitResult, urlsplit

from hardware.camera.errors import CameraError, CameraFault, hide_password, missing_support

TIMEOUT_S: Final = 5.0
"""Without an answer for so long nobody is there."""
_ASK_S: Final = 2.0
"""The same where it is asked once more, to learn why."""
_PORTS: Final = {"http": 80, "https": 443, "rtsp": 554}
_STATUS: Final[dict[int, tuple[str, CameraFault]]] = {
    401: ("it asks for a name and a password (401): write them into the address, NAME:PASSWORD@ behind //", "denied"),
    403: ("it shows its pictures to others only (403); allow them in the camera's own settings", "denied"),
    404: ("nothing is at this path (404); look up the address of its MJPEG stream in the camera's manual", "elsewhere"),
    503: ("it gives no stream now (503); close the other pages and programs that show it", "busy"),
}


def refused_error(address: str, status: int) -> CameraError:
    """Return the error for an answer with a status other than success."""
    text, fault = _STATUS.get(
        status, (f"it answers with the status {status} and no stream; open the address in a browser", "elsewhere")
    )
    if status == 401 and urlsplit(address).username:
        text = "it does not take this name and password (401); look them up in the camera's own settings"
    return _error(address, text, fault)


def no_stream_error(address: str, *, is_page: bool) -> CameraError:
    """Return the error for a web page, or a still picture, where a stream should be."""
    if is_page:
        text = "a web page is there, no stream; open it in a browser and copy the address of the picture in it"
    else:
        text = "one still picture is there, no stream; look up the address of its MJPEG stream in the camera's manual"
    return _error(address, text, "elsewhere")


def no_pictures_error(address: str, kind: str) -> CameraError:
    """Return the error for an answer that ends without any picture; ``kind``: its media type, or empty."""
    what = f"an answer of the kind {kind}" if kind else "an empty answer"
    return _error(address, f"{what} is there, no stream; open the address in a browser to see it", "elsewhere")


def unanswered_error(address: str, error: Exception | None = None) -> CameraError:
    """Return the error for an address at which nobody answers in an expected protocol.

    Args:
        address: of the stream.
        error: what the attempt to open it raised; None where it says nothing, and it has to be found out.
    """
    if lack := missing_support():
        return _error(address, lack, "unusable")
    reason = error.reason if isinstance(error, URLError) else error
    parts = urlsplit(address) if _is_address(address) else None
    if parts is None or not parts.hostname:
        return _error(address, "this is no address; one looks like http://10.0.0.7:8080/stream", "unusable")
    trouble = reason if isinstance(reason, socket.gaierror | ConnectionRefusedError) else _unreached(parts)
    host, port = parts.hostname, _port(parts)
    match trouble:
        case None:
            return _protocol_error(address, parts, reason)
        case socket.gaierror():
            text = f"nobody on this network knows the name {host}; check how it is written, or write its number"
        case ConnectionRefusedError():
            text = f"{host} is there, but nothing answers at its port {port}; is the port right, and the stream on?"
        case _:
            text = "nobody answers there; is the camera switched on, and on this network?"
    return _error(address, text, "unreached")


def _protocol_error(address: str, parts: SplitResult, reason: object) -> CameraError:
    """Return the error where a server is there and speaks another protocol."""
    if isinstance(reason, ValueError) and not parts.username:
        return refused_error(address, 401)
    if isinstance(reason, ValueError):
        text = "it asks for the password in a way that is not known here; choose Basic or Digest in its own settings"
        return _error(address, text, "denied")
    for spoken in _PORTS:
        if spoken != parts.scheme and _speaks(spoken, parts):
            text = f"{spoken} is spoken there, not {parts.scheme}; write {spoken}:// in place of {parts.scheme}://"
            return _error(address, text, "elsewhere")
    if parts.scheme == "rtsp" and (status := _rtsp_status(parts)) not in (0, 200):
        return refused_error(address, status)
    if isinstance(reason, TimeoutError):
        text = f"somebody is there and says nothing for {TIMEOUT_S:g} s; switch the camera off and on"
        return _error(address, text, "silent")
    return _error(address, "what answers there is no stream; open the address in a browser to see it", "elsewhere")


def _is_address(address: str) -> bool:
    try:
        return urlsplit(address).port != 0
    except ValueError:
        return False


def _port(parts: SplitResult) -> int:
    return parts.port or _PORTS.get(parts.scheme, _PORTS["http"])


def _unreached(parts: SplitResult) -> OSError | None:
    try:
        _line(parts).close()
    except OSError as error:
        return error
    return None


def _line(parts: SplitResult) -> socket.socket:
    return socket.create_connection((parts.hostname or "", _port(parts)), timeout=_ASK_S)


def _speaks(scheme: str, parts: SplitResult) -> bool:
    match scheme:
        case "https":
            return _speaks_tls(parts)
        case "http":
            return _ask(parts, f"GET {parts.path or '/'} HTTP/1.0\r\nHost: {parts.hostname}\r\n\r\n")[:5] == "HTTP/"
        case _:
            return _rtsp_status(parts) != 0


def _speaks_tls(parts: SplitResult) -> bool:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with closing(_line(parts)) as line, context.wrap_socket(line):
            return True
    except OSError:
        return False


def _rtsp_status(parts: SplitResult) -> int:
    """Ask for the status of an answer by RTSP (RFC 2326); 0 if there is none."""
    url = parts._replace(scheme="rtsp", netloc=parts.netloc.rpartition("@")[2]).geturl()
    words = _ask(parts, f"DESCRIBE {url} RTSP/1.0\r\nCSeq: 1\r\n\r\n").split()
    is_answer = len(words) > 1 and words[0].startswith("RTSP/") and words[1].isdecimal()
    return int(words[1]) if is_answer else 0


def _ask(parts: SplitResult, question: str) -> str:
    """Ask a question and return the beginning of the answer; empty if there is none."""
    try:
        with closing(_line(parts)) as line:
            line.sendall(question.encode())
            return line.recv(64).decode("latin1")
    except OSError:
        return ""


def _error(address: str, text: str, fault: CameraFault) -> CameraError:
    return CameraError(f"{hide_password(address)}: {text}", fault)
